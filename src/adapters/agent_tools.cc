#include "adapters/agent_tools.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "app/bus.h"
#include "view/four_parts.h"
#include "view/receipt_text.h"

namespace hm {
namespace {

constexpr std::array<ToolAction, 3> task_actions{{
    {"start", "task start"},
    {"complete", "task complete"},
    {"status", "task list"},
}};
constexpr std::array<ToolAction, 6> memory_actions{{
    {"save", "memory save"},
    {"recall", "memory recall"},
    {"list", "memory list"},
    {"flag_false_path", "memory flag-false-path"},
    {"verify", "memory verify"},
    {"supersede", "memory supersede"},
}};
constexpr std::array<ToolAction, 5> anchor_actions{{
    {"save", "anchor save"},
    {"list", "anchor list"},
    {"get", "anchor get"},
    {"update", "anchor update"},
    {"remove", "anchor remove"},
}};
constexpr std::array<ToolAction, 6> brain_actions{{
    {"query", "knowledge query"},
    {"write", "knowledge create"},
    {"link", "knowledge link"},
    {"stale", "knowledge stale"},
    {"purge", "knowledge prune"},
    {"tree", "knowledge tree"},
}};

constexpr std::array<AgentTool, 4> tools{{
    {"govern_task", "Your tasks. Start one before you change files: start with a name makes and starts it in one call.",
     task_actions},
    {"hivemind_memory", "What was learnt. Save it when you find something out; flag a false path when a way failed.",
     memory_actions},
    {"hivemind_anchor", "Short facts that must stay in sight, each under a key.", anchor_actions},
    {"hivemind_brain",
     "What holds for the project beyond a task: how it is built, what was decided, what to beware of.", brain_actions},
}};

Shape shape_of_entry(std::string_view entry) {
    if (const Command* command = find_command(entry)) return command->input();
    const Query* query = find_query(entry);
    HM_ASSERT(query != nullptr);
    return query->input();
}

std::string_view sentence_of_entry(std::string_view entry) {
    if (const Command* command = find_command(entry)) return command->sentence;
    return find_query(entry)->sentence;
}

const AgentTool* find_tool(std::string_view name) {
    for (const AgentTool& tool : tools) {
        if (tool.name == name) return &tool;
    }
    return nullptr;
}

std::string names_needed(const Shape& shape) {
    std::string names;
    for (const FieldShape& field : shape.fields) {
        if (field.presence == Presence::required) names += (names.empty() ? " Needs " : ", ") + std::string(field.name);
    }
    return names.empty() ? names : names + ".";
}

json::object describe(const AgentTool& tool) {
    json::array actions;
    json::object properties{{"action", nullptr}};
    std::string description(tool.sentence);
    for (const ToolAction& action : tool.actions) {
        actions.emplace_back(action.action);
        const Shape shape = shape_of_entry(action.entry);
        description += fmt::format("\n- {}: {}{}", action.action, sentence_of_entry(action.entry), names_needed(shape));
        for (const FieldShape& field : shape.fields) {
            json::object property = to_json_schema(field.shape);
            property["description"] = field.sentence;
            if (!properties.contains(field.name)) properties[field.name] = std::move(property);
        }
    }
    properties["action"] = {{"type", "string"}, {"enum", actions}, {"description", "What to do."}};
    json::object parameters{{"type", "object"}, {"properties", std::move(properties)}, {"required", {"action"}}};
    return {{"name", tool.name}, {"description", description}, {"parameters", std::move(parameters)}};
}

Result<std::string> carry_out(const AgentTool& tool, const json::object& arguments, const Actor& actor,
                              const std::string& request_id, Workspace& workspace) {
    const std::string_view asked = text_member(arguments, "action");
    std::vector<std::string_view> known;
    for (const ToolAction& action : tool.actions) {
        known.push_back(action.action);
        if (action.action != asked) continue;
        json::object input = arguments;
        input.stable_erase("action");
        if (const Command* command = find_command(action.entry)) {
            HM_TRY_ASSIGN(const Receipt receipt, execute(*command, {input, actor, request_id}, workspace));
            return receipt_text(receipt.sentence, to_json(receipt));
        }
        HM_TRY_ASSIGN(const Answer answer, ask(*find_query(action.entry), input, actor, workspace));
        return answer.text;
    }
    return fail(ErrorCode::invalid_input, fmt::format("{} has no action '{}'.", tool.name, asked.substr(0, 60)),
                fmt::format("Use {}.", fmt::join(known, ", ")));
}

}  // namespace

std::span<const AgentTool> all_agent_tools() {
    return tools;
}

json::array describe_agent_tools() {
    json::array described;
    for (const AgentTool& tool : tools) described.push_back(describe(tool));
    return described;
}

bool is_agent_tool(std::string_view name) {
    return find_tool(name) != nullptr;
}

std::string call_agent_tool(std::string_view name, const json::object& arguments, const Actor& actor,
                            const std::string& request_id, Workspace& workspace) {
    const AgentTool* tool = find_tool(name);
    if (tool == nullptr) return fmt::format("WHAT: HiveMind has no tool {}.\n", name.substr(0, 60));
    const Result<std::string> answer = carry_out(*tool, arguments, actor, request_id, workspace);
    return answer ? *answer : to_text(four_parts(answer.error()));
}

}  // namespace hm
