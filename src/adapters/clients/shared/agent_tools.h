// The tools of the source documents. Each groups a few catalog entries as actions; everything else about them, their
// parameters included, comes from the catalog. They all answer when they are called; what is offered with every request
// is in adapters/clients/shared/offered_tools.h, unless a person asks for all.
//
// To give a command a place among them: add its line to the table in agent_tools.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/clients/shared/offered_tools.h"
#include "app/command/command.h"
#include "app/command/workspace.h"
#include "app/event/agent_event.h"
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
};

std::span<const AgentTool> all_agent_tools();

// [{name, description, parameters}], parameters being a JSON Schema: the few that the share is offered, or all with all
// their fields. A tool that is not offered still answers.
json::array describe_agent_tools(OfferedTools offered, ToolShare share);

// A tool of the source documents, or one that is offered.
bool is_agent_tool(std::string_view name);

const AgentTool* find_agent_tool(std::string_view name);
// The catalog entries behind a tool of either kind; none for `hivemind`, which reaches all.
std::vector<std::string_view> entries_behind(std::string_view tool);
// True when the call only reads.
bool is_query(std::string_view tool, const json::object& arguments);

// What the gate is told of a call of one of our own tools: under the name that it has among them, its action, and the
// task that it names.
void fill_in_own_call(ToolUse& use, std::string_view tool, const json::object& arguments);

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
