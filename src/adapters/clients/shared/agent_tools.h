// The tools an agent sees. Each groups a few catalog entries as actions; everything else about them, their
// parameters included, comes from the catalog.
//
// To offer a command to agents: add its line to the table in agent_tools.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "base/json.h"
#include "base/shape.h"
#include "base/time.h"
#include "domain/settings.h"

namespace hm {

struct ToolAction {
    std::string_view action;
    std::string_view entry;  // its name in the catalog
};

struct AgentTool {
    std::string_view name;
    std::string_view sentence;
    std::span<const ToolAction> actions;
    bool is_usual = true;  // offered unless a person asks for all
};

std::span<const AgentTool> all_agent_tools();

// [{name, description, parameters}], parameters being a JSON Schema. A tool that is not offered still answers.
json::array describe_agent_tools(OfferedTools offered);

bool is_agent_tool(std::string_view name);

const AgentTool* find_agent_tool(std::string_view name);
// True when none of its actions writes.
bool is_read_only(const AgentTool& tool);
// True when this action of it only reads.
bool is_query(const AgentTool& tool, std::string_view action);

// One call as it is made.
struct ToolCall {
    std::string_view tool;
    const json::object& arguments;
    const Actor& actor;
    const std::string& request_id;
    std::optional<Duration> patience = std::nullopt;  // how long it may wait for the store, when less than the setting
};

struct ToolAnswer {
    std::string text;   // what the agent reads
    json::object data;  // the same: {action, receipt} of a command, {action, answer} of a query
};

Result<ToolAnswer> carry_out(const ToolCall& call, Workspace& workspace);

// Carries out one call and answers what the agent reads, refusals included.
std::string call_agent_tool(std::string_view tool, const json::object& arguments, const Actor& actor,
                            const std::string& request_id, Workspace& workspace);

// How a choice may be spelled by whoever calls: the names have '_', and people and models write '-' as well
// (`tech-stack`, `plan-driven`). What is no known name by either stays as it was given, for the error to name.

std::string as_choice(const Shape& shape, std::string given);

// The same for every field of an input that is a choice or a list of them.
void spell_choices(json::object& input, const Shape& shape);

}  // namespace hm
