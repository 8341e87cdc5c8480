#include "engine/gate/facts_of.h"

#include <algorithm>
#include <array>

#include "base/redact.h"
#include "base/strings.h"
#include "engine/shell/words.h"
#include "engine/work/readiness.h"

namespace hm {
namespace {

constexpr std::size_t most_shown = 5;

HM_ENUM(Right, anyone, plan, delegate, work, shell)

struct OwnTool {
    std::string_view tool;
    std::string_view action;  // empty: any other
    Right right;
};

// What a tool of ours asks of a role. The rest is for everybody.
constexpr std::array<OwnTool, 7> own_tools{{{"govern_plan", "status", Right::anyone},
                                            {"govern_plan", "", Right::plan},
                                            {"govern_delegate", "status", Right::anyone},
                                            {"govern_delegate", "", Right::delegate},
                                            {"govern_task", "status", Right::anyone},
                                            {"govern_task", "", Right::work},
                                            {"govern_shell", "", Right::shell}}};

bool has_right(const Role& role, Right right) {
    switch (right) {
        case Right::anyone: return true;
        case Right::plan: return role.plan;
        case Right::delegate: return role.delegate;
        case Right::work: return role.work_on_tasks;
        case Right::shell: return may_run(role, ShellClass::build_test);
    }
    return false;
}

bool is_kind_allowed(const Role& role, const CalledTool& called) {
    switch (called.kind) {
        case ToolKind::read: return true;
        case ToolKind::write: return role.write_files;
        case ToolKind::shell: return !role.shell_classes.empty();
        case ToolKind::delegate: return role.delegate;
        case ToolKind::own: return may_use_own_tool(role, called.name, called.action);
        case ToolKind::other: return role.write_files || says_it_looks(called.name);
    }
    return false;
}

bool is_same_name(std::string_view a, std::string_view b) {
    return comparable(a, CaseRules::insensitive) == comparable(b, CaseRules::insensitive);
}

template <class Texts>
std::vector<std::string> first_few(const Texts& texts) {
    std::vector<std::string> few;
    for (const auto& text : texts) {
        if (few.size() < most_shown) few.push_back(text.str());
    }
    return few;
}

constexpr std::string_view looking_words =
    "get list search read fetch find query show view describe lookup resolve docs status think ask";
// One of them, and the tool does more than look, whatever else its name says: jira_update_status, docs_write.
constexpr std::string_view changing_words =
    "create new make add insert append prepend upsert put set unset save store write edit update modify change patch "
    "replace rename move copy clone duplicate import upload download sync push pull commit rebase "
    "delete remove drop destroy erase clear purge truncate trash prune reset revert rollback restore undo "
    "mark unmark send reply respond submit forward publish unpublish share invite notify "
    "close reopen complete finish archive unarchive transition assign unassign approve reject dismiss accept decline "
    "cancel enable disable toggle start stop restart pause resume trigger run rerun exec execute eval evaluate invoke "
    "deploy undeploy promote apply install uninstall upgrade migrate seed provision scale generate "
    "lock unlock pin unpin star unstar follow unfollow subscribe unsubscribe mute unmute ban kick "
    "attach detach link unlink connect disconnect register unregister grant revoke rotate kill terminate "
    "click press fill drag schedule reschedule pay charge refund buy sell transfer vote react "
    "merge post comment review label tag flag release fork export";
// What get_ can be asked for: get_post. Not behind list or search, which may be nouns and names of servers.
constexpr std::string_view also_things =
    "post comment review label tag flag release fork export commit run link change";
// What is looked up when it is resolved: resolve-library-id. Anything else is settled: resolve_thread.
constexpr std::string_view names_of_things = "library id url uri symbol dns host hostname module";

// getIssue, HTTPGet, mark-as-read: their words in lower case.
std::vector<std::string> words_of_name(std::string_view name) {
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    std::vector<std::string> words;
    bool is_inside = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool is_word = is_upper(c) || is_lower(c) || (c >= '0' && c <= '9');
        const bool ends_capitals = i > 0 && is_upper(name[i - 1]) && i + 1 < name.size() && is_lower(name[i + 1]);
        const bool is_hump = is_upper(c) && i > 0 && (!is_upper(name[i - 1]) || ends_capitals);
        if (is_word && (!is_inside || is_hump)) words.emplace_back();
        if (is_word) words.back() += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
        is_inside = is_word;
    }
    return words;
}

bool says_change(std::span<const std::string> words, std::size_t at) {
    const std::string_view word = words[at];
    const std::string_view before = at == 0 ? std::string_view() : words[at - 1];
    const std::string_view behind = at + 1 == words.size() ? std::string_view() : words[at + 1];
    if (word == "resolve") return !shell::is_listed(behind, names_of_things);
    if (!shell::is_listed(word, changing_words)) return false;
    // pull_request, merge_requests
    if (shell::is_listed(word, "pull merge") && shell::is_listed(behind, "request requests")) return false;
    return !(shell::is_listed(word, also_things) && shell::is_listed(before, "get describe"));
}

}  // namespace

bool says_it_looks(std::string_view tool) {
    const std::vector<std::string> words = words_of_name(tool);
    bool looks = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (says_change(words, i)) return false;
        looks |= shell::is_listed(words[i], looking_words);
    }
    return looks;
}

bool may_use_own_tool(const Role& role, std::string_view tool, std::string_view action) {
    for (const OwnTool& own : own_tools) {
        if (own.tool == tool && (own.action.empty() || own.action == action)) return has_right(role, own.right);
    }
    return true;
}

bool names_tool(std::span<const Word> tools, const CalledTool& called) {
    return tools.empty() || std::any_of(tools.begin(), tools.end(), [&](const Word& word) {
               return is_same_name(word.view(), name_of(called.kind)) ||
                      matches_path(word.view(), called.name, CaseRules::insensitive);
           });
}

bool names_path(std::span<const FilePath> patterns, std::string_view path, CaseRules rules) {
    return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](const FilePath& pattern) {
               return matches_path(pattern.view(), path, rules);
           });
}

RoleFact role_fact(std::span<const Role> own_roles, std::string_view name, const CalledTool& called) {
    const Role& role = role_or_least(own_roles, name);
    RoleFact fact{.name = std::string(name),
                  .sentence = role.sentence ? role.sentence->str() : std::string(),
                  .is_known = find_role(own_roles, name) != nullptr,
                  .may_use_tool =
                      is_kind_allowed(role, called) && (called.kind == ToolKind::own || names_tool(role.tools, called)),
                  .may_write_files = role.write_files,
                  .may_delegate = role.delegate};
    for (const ShellClass each : role.shell_classes) fact.shell_classes |= shell_bit(each);
    return fact;
}

TaskFact task_fact(const Task& task, const CalledTool& called, std::span<const PathFact> paths, const Assignee& who,
                   CaseRules rules) {
    TaskFact fact{.id = task.id, .name = task.name.str()};
    fact.allows_tool = called.kind == ToolKind::own || names_tool(task.allowed_tools, called);
    if (!fact.allows_tool) fact.allowed = first_few(task.allowed_tools);
    for (const PathFact& path : paths) {
        if (fact.out_of_scope || names_path(task.allowed_paths, path.path, rules)) continue;
        fact.out_of_scope = path.path;
        if (fact.allows_tool) fact.allowed = first_few(task.allowed_paths);
    }
    if (task.assigned_to) fact.assigned_to = task.assigned_to->str();
    if (task.delegated_by) fact.delegated_by = task.delegated_by->str();
    fact.is_assigned_here = !is_given_to_another(task, who.agent, who.role);
    return fact;
}

void take_grants(GateFacts& facts, std::span<const Grant> grants, std::string_view call, CaseRules rules) {
    for (const Grant& grant : grants) {
        const bool is_meant = !grant.task_id || std::any_of(facts.active_tasks.begin(), facts.active_tasks.end(),
                                                            [&](const TaskFact& t) { return t.id == *grant.task_id; });
        if (!is_meant) continue;
        const std::string_view target = grant.target.view();
        if (grant.kind == GrantKind::path) {
            for (PathFact& path : facts.paths) path.is_granted |= matches_path(target, path.path, rules);
        } else if (grant.kind == GrantKind::shell_class) {
            if (const auto known = enum_named<ShellClass>(target)) facts.granted_classes |= shell_bit(*known);
        } else if (grant.kind == GrantKind::call) {
            facts.is_approved |= target == call;
        } else if (auto lifted = read_lifted_target(target)) {
            facts.lifted.push_back(std::move(*lifted));
        }
    }
}

std::string lifted_target(GateRule rule, std::string_view subject) {
    return std::string(name_of(rule)) + " " + fact_label(subject);
}

std::optional<LiftedRule> read_lifted_target(std::string_view target) {
    const std::size_t blank = target.find(' ');
    const auto rule = enum_named<GateRule>(target.substr(0, blank));
    if (!rule || blank == std::string_view::npos) return std::nullopt;
    return LiftedRule{*rule, std::string(target.substr(blank + 1))};
}

std::string fact_label(std::string_view text, std::size_t most_characters) {
    std::string label = redact(repair_utf8(text.substr(0, 4000)));
    std::replace_if(label.begin(), label.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return shorten(label, most_characters);
}

}  // namespace hm
