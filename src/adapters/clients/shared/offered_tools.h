// The few tools that an agent is offered with every request, as flat arguments made for agents, and how each maps to
// the catalog. Every character of them is paid for with every request. All other commands are reached through the tool
// `hivemind`; all names of adapters/clients/shared/agent_tools.h are understood when they are called.
//
// To offer an argument: add it to its tool's row in offered_tools.cc, and the field that each action puts it into.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/shape.h"
#include "domain/role.h"

namespace hm {

// `items` is a list of objects with arguments of their own, `fields` an object of any.
HM_ENUM(ArgumentKind, text, texts, items, fields)

struct ToolArgument {
    std::string_view name;
    ArgumentKind kind;
    std::string_view words;                    // at most eight
    std::span<const ToolArgument> parts = {};  // of each item
    bool is_needed = false;
};

// Where an argument goes in the catalog's input.
struct MappedField {
    std::string_view argument;
    std::string_view field;
};

struct OfferedAction {
    std::string_view action;  // "": the tool has only one
    std::string_view entry;   // its name in the catalog
    std::span<const MappedField> fields;
    std::string_view when = {};  // the argument that must be there for this row; of several the first that fits counts
};

// For whom a tool is: who plans or gives work away, or who does it.
HM_ENUM(ToolShare, planners, workers, everyone)

struct OfferedTool {
    std::string_view name;
    std::string_view sentence;
    std::span<const ToolArgument> arguments;
    std::span<const OfferedAction> actions;
    ToolShare share;
};

inline constexpr std::string_view any_command_tool = "hivemind";

std::span<const OfferedTool> offered_tools();
const OfferedTool* find_offered_tool(std::string_view name);

// What a role is offered.
ToolShare share_of(const Role& role);
bool is_offered_to(const OfferedTool& tool, ToolShare share);

// {name, description, parameters}, parameters being a JSON Schema.
json::object describe_offered(const OfferedTool& tool);

// What a call means.
struct MeantCall {
    std::string tool;  // under which the gate and the log know it: govern_task also for hivemind {"command":"task …"}
    std::string action;
    std::string entry;   // of the catalog; "help" asks for words
    json::object input;  // as the entry takes it
};

// Whatever name and form it was called by: an offered tool, one of the source documents, one of the first
// implementation. A name or an action that is not there is refused with the call that is.
Result<MeantCall> meant_call(std::string_view tool, const json::object& arguments);

// The call of an entry in the form that is offered, ready to copy; what was given stays, what is needed is "…".
std::string call_of(std::string_view entry, const json::object& given = {});

// How a tool of ours that a client does not offer is reached, for a client that routes only what it offers; "" for any
// other name.
std::string way_to_reach(std::string_view tool);

// What `hivemind` answers to help: all commands, those that begin with a word, or one with its fields.
std::string help_text(std::string_view about);

}  // namespace hm
