// What records come to as facts of one call. Pure; whoever gathers the facts reads the records and calls these.
#pragma once

#include <span>
#include <string_view>

#include "domain/grant.h"
#include "domain/role.h"
#include "domain/task.h"
#include "engine/gate/facts.h"
#include "engine/project/paths.h"

namespace hm {

// What is called: the tool's kind and name, and the action when it is one of our own.
struct CalledTool {
    ToolKind kind = ToolKind::other;
    std::string_view name;
    std::string_view action;
};

// Whether its name says that an unknown tool only looks: context7_get_docs, github_search_code. Not when a word of it
// says a change as well: todo_list_create.
bool says_it_looks(std::string_view tool);

RoleFact role_fact(std::span<const Role> own_roles, std::string_view name, const CalledTool& called);

// Whether the role may call this tool of ours, as far as its rights go.
bool may_use_own_tool(const Role& role, std::string_view tool, std::string_view action);

// Who asks, as tasks are assigned to them.
struct Assignee {
    std::string_view role;
    std::string_view agent;
};

// `paths` are those the call writes. Blockers are added by the caller.
TaskFact task_fact(const Task& task, const CalledTool& called, std::span<const PathFact> paths, const Assignee& who,
                   CaseRules rules);

// Whether a list of tools (names, kinds, * allowed) names this one; an empty list names all.
bool names_tool(std::span<const Word> tools, const CalledTool& called);

bool names_path(std::span<const FilePath> patterns, std::string_view path, CaseRules rules);

// Takes what the person's grants allow into the facts. `call` is the print of this very call.
void take_grants(GateFacts& facts, std::span<const Grant> grants, std::string_view call, CaseRules rules);

// How a lifted rule is written as the target of a grant, and read back; nothing when it is none.
std::string lifted_target(GateRule rule, std::string_view subject);
std::optional<LiftedRule> read_lifted_target(std::string_view target);

// A value as it may be kept: redacted, on one line, not too long.
std::string fact_label(std::string_view text, std::size_t most_characters = 80);

}  // namespace hm
