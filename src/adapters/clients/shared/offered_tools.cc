#include "adapters/clients/shared/offered_tools.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "adapters/clients/shared/agent_tools.h"
#include "adapters/clients/shared/flags.h"
#include "adapters/clients/shared/tool_names.h"
#include "app/command/catalog.h"
#include "app/hooks/run_shell.h"
#include "base/strings.h"

namespace hm {
namespace {

constexpr std::array<ToolArgument, 5> draft_arguments{{
    {"name", ArgumentKind::text, "", {}, true},
    {"expected", ArgumentKind::text, "What must be there when done", {}, true},
    {"after", ArgumentKind::texts, "Names of tasks to finish first"},
    {"paths", ArgumentKind::texts, "Paths it may write"},
    {"role", ArgumentKind::text, "Who does it"},
}};
constexpr std::array<ToolArgument, 3> plan_arguments{{
    {"plan", ArgumentKind::text, "Title, or short id of an existing one"},
    {"tasks", ArgumentKind::items, "For create and plan_tasks", draft_arguments},
    {"text", ArgumentKind::text, "Why it is wanted, or abandoned"},
}};
constexpr std::array<MappedField, 3> new_plan_with_tasks{{{"plan", "title"}, {"text", "intent"}, {"tasks", "tasks"}}};
constexpr std::array<MappedField, 2> new_plan{{{"plan", "title"}, {"text", "intent"}}};
constexpr std::array<MappedField, 2> more_tasks{{{"plan", "plan_id"}, {"tasks", "tasks"}}};
constexpr std::array<MappedField, 1> named_plan{{{"plan", "id"}}};
constexpr std::array<MappedField, 2> given_up_plan{{{"plan", "id"}, {"text", "reason"}}};
constexpr std::array<MappedField, 2> quick_plan{{{"plan", "name"}, {"text", "expected_output"}}};
constexpr std::array<OfferedAction, 7> plan_rows{{
    {"create", "plan plan-tasks", new_plan_with_tasks, "tasks"},
    {"create", "plan create", new_plan},
    {"plan_tasks", "plan plan-tasks", more_tasks},
    {"quick_start", "plan quick-start", quick_plan},
    {"status", "plan status", named_plan},
    {"archive", "plan archive", named_plan},
    {"abandon", "plan abandon", given_up_plan},
}};

constexpr std::array<ToolArgument, 2> task_arguments{{
    {"task", ArgumentKind::text, "Name or short id; default: yours"},
    {"text", ArgumentKind::text, "Expected output, evidence, findings or reason"},
}};
constexpr std::array<MappedField, 2> begun_task{{{"task", "name"}, {"text", "expected_output"}}};
constexpr std::array<MappedField, 2> shown_task{{{"task", "id"}, {"text", "evidence"}}};
constexpr std::array<MappedField, 2> ended_task{{{"task", "id"}, {"text", "reason"}}};
constexpr std::array<MappedField, 1> named_task{{{"task", "id"}}};
constexpr std::array<OfferedAction, 6> task_rows{{
    {"start", "task start", begun_task},
    {"complete", "task complete", shown_task},
    {"fail", "task fail", ended_task},
    {"review", "task review", shown_task},
    {"status", "task status", named_task},
    {"invalidate", "task invalidate", ended_task},
}};

constexpr std::array<ToolArgument, 3> delegate_arguments{{
    {"task", ArgumentKind::text, "Planned task, by name or short id"},
    {"to", ArgumentKind::text, "Agent or role"},
    {"text", ArgumentKind::text, "What it must know, or why back"},
}};
constexpr std::array<MappedField, 3> given_task{{{"task", "task_id"}, {"to", "to"}, {"text", "context"}}};
constexpr std::array<MappedField, 2> taken_task{{{"task", "task_id"}, {"text", "reason"}}};
constexpr std::array<MappedField, 1> asked_task{{{"task", "task_id"}}};
constexpr std::array<OfferedAction, 3> delegate_rows{{
    {"assign", "delegate assign", given_task},
    {"recall", "delegate recall", taken_task},
    {"status", "delegate status", asked_task},
}};

constexpr std::array<ToolArgument, 4> memory_arguments{{
    {"text", ArgumentKind::text, "The fact, or the question"},
    {"reason", ArgumentKind::text, "Why it failed"},
    {"memory", ArgumentKind::text, "Short id, to verify, supersede or flag"},
    {"file", ArgumentKind::text, "File that proves it; text quotes it"},
}};
constexpr std::array<MappedField, 1> saved_memory{{{"text", "content"}}};
constexpr std::array<MappedField, 2> asked_memory{{{"text", "question"}, {"file", "file"}}};
constexpr std::array<MappedField, 3> failed_memory{{{"text", "content"}, {"reason", "reason"}, {"memory", "id"}}};
constexpr std::array<MappedField, 3> shown_memory{{{"memory", "id"}, {"file", "file"}, {"text", "says"}}};
constexpr std::array<MappedField, 2> newer_memory{{{"memory", "id"}, {"text", "content"}}};
constexpr std::array<OfferedAction, 6> memory_rows{{
    {"save", "memory save", saved_memory},
    {"recall", "memory recall", asked_memory},
    {"list", "memory list", {}},
    {"flag_false_path", "memory flag-false-path", failed_memory},
    {"verify", "memory verify", shown_memory},
    {"supersede", "memory supersede", newer_memory},
}};

constexpr std::array<ToolArgument, 1> find_arguments{
    {{"text", ArgumentKind::text, "Names, words, an error or a report", {}, true}}};
constexpr std::array<MappedField, 1> found_code{{{"text", "question"}}};
constexpr std::array<OfferedAction, 1> find_rows{{{"", "find", found_code}}};

constexpr std::array<ToolArgument, 2> command_arguments{{
    {"command", ArgumentKind::text, "Such as anchor save, session status, help", {}, true},
    {"args", ArgumentKind::fields, "Its fields by name"},
}};

constexpr std::array<OfferedTool, 6> offered_rows{{
    {"govern_plan", "Plan larger work: create makes a plan with all its tasks in one call.", plan_arguments, plan_rows,
     ToolShare::planners},
    {"govern_task",
     "Start a task before you change files; complete it with what shows that it is done. A name that is not planned "
     "begins new work.",
     task_arguments, task_rows, ToolShare::everyone},
    {"govern_delegate", "Hand a planned task to another agent, within its paths and tools.", delegate_arguments,
     delegate_rows, ToolShare::planners},
    {"hivemind_memory", "Save what you find out; recall before you search again; flag what failed.", memory_arguments,
     memory_rows, ToolShare::everyone},
    {"hivemind_find", "Find the files and declarations that a question is about.", find_arguments, find_rows,
     ToolShare::workers},
    {any_command_tool,
     "Any other HiveMind command. help lists them; help with a name shows its fields.",
     command_arguments,
     {},
     ToolShare::everyone},
}};

json::object schema_of(std::span<const ToolArgument> arguments);

json::object schema_of(const ToolArgument& argument) {
    json::object schema;
    switch (argument.kind) {
        case ArgumentKind::text: schema["type"] = "string"; break;
        case ArgumentKind::texts: schema = {{"type", "array"}, {"items", {{"type", "string"}}}}; break;
        case ArgumentKind::items: schema = {{"type", "array"}, {"items", schema_of(argument.parts)}}; break;
        case ArgumentKind::fields: schema["type"] = "object"; break;
    }
    if (!argument.words.empty()) schema["description"] = argument.words;
    return schema;
}

json::object schema_of(std::span<const ToolArgument> arguments) {
    json::object properties;
    json::array required;
    for (const ToolArgument& argument : arguments) {
        properties[argument.name] = schema_of(argument);
        if (argument.is_needed) required.emplace_back(argument.name);
    }
    json::object schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) schema["required"] = std::move(required);
    return schema;
}

bool is_given(const json::object& arguments, std::string_view name) {
    const json::value* value = arguments.if_contains(name);
    if (value == nullptr || value->is_null()) return false;
    return !(value->is_string() && value->get_string().empty());
}

// The parts of a drafted task, as the catalog calls them.
constexpr std::array<MappedField, 4> drafted_fields{
    {{"expected", "expected_output"}, {"after", "depends_on"}, {"paths", "allowed_paths"}, {"role", "assigned_to"}}};

json::value draft_of(const json::value& given) {
    if (!given.is_object()) return given;
    json::object draft;
    for (const auto& member : given.get_object()) {
        std::string_view name = member.key();
        for (const MappedField& mapped : drafted_fields) {
            if (mapped.argument == name) name = mapped.field;
        }
        draft[name] = member.value();
    }
    for (const std::string_view list : {"depends_on", "allowed_paths"}) {
        if (json::value* one = draft.if_contains(list); one != nullptr && one->is_string()) {
            *one = json::array{json::value(*one)};
        }
    }
    return draft;
}

json::value value_for(std::string_view field, const json::value& given) {
    if (field != "tasks" || !given.is_array()) return given;
    json::array drafts;
    for (const json::value& each : given.get_array()) drafts.push_back(draft_of(each));
    return drafts;
}

const OfferedAction* row_for(const OfferedTool& tool, std::string_view action, const json::object& arguments) {
    for (const OfferedAction& row : tool.actions) {
        if (row.action == action && (row.when.empty() || is_given(arguments, row.when))) return &row;
    }
    return nullptr;
}

// An argument that the row does not know is a field of the catalog's, as before.
json::object mapped_input(const OfferedAction& row, const json::object& arguments) {
    json::object input;
    for (const auto& member : arguments) {
        if (member.key() == "action") continue;
        if (member.value().is_null()) continue;
        std::string_view field = member.key();
        for (const MappedField& mapped : row.fields) {
            if (mapped.argument == field) field = mapped.field;
        }
        input[field] = value_for(field, member.value());
    }
    return input;
}

constexpr std::string_view shell_name = "shell run";

Shape offered_shape(std::string_view entry) {
    if (entry == shell_name) return shape_of<RunShell>();
    if (const Command* command = find_command(entry)) return command->input();
    const Query* query = find_query(entry);
    return query == nullptr ? Shape{} : query->input();
}

std::string_view positional_of(std::string_view entry) {
    if (entry == shell_name) return "command";
    if (const Command* command = find_command(entry)) return command->positional;
    const Query* query = find_query(entry);
    return query == nullptr ? std::string_view() : query->positional;
}

std::string_view sentence_of(std::string_view entry) {
    if (entry == shell_name) return "Run a command in the project's directory.";
    if (const Command* command = find_command(entry)) return command->sentence;
    const Query* query = find_query(entry);
    return query == nullptr ? std::string_view() : query->sentence;
}

bool is_entry(std::string_view name) {
    return name == shell_name || find_command(name) != nullptr || find_query(name) != nullptr;
}

// What agents may run, in the order of the catalog.
std::vector<std::string_view> entries_for_agents() {
    std::vector<std::string_view> names{shell_name};
    for (const Command& command : all_commands()) {
        if (command.access == Access::anyone) names.push_back(command.name);
    }
    for (const Query& query : all_queries()) names.push_back(query.name);
    std::sort(names.begin(), names.end());
    return names;
}

// As a shell reads them, so that a text of several words may stand in quotes.
std::vector<std::string> shell_words(std::string_view line) {
    std::vector<std::string> words;
    char quote = 0;
    bool is_inside = false;
    for (const char c : line) {
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else
                words.back() += c;
        } else if (c == ' ' || c == '\t' || c == '\n') {
            is_inside = false;
        } else {
            if (!is_inside) words.emplace_back();
            is_inside = true;
            if (c == '"' || c == '\'')
                quote = c;
            else
                words.back() += c;
        }
    }
    return words;
}

// The entry that the first words name, and how many of them.
struct NamedEntry {
    std::string name;
    std::size_t words = 0;
};

// In the words of the catalog, or in those of a tool of the source documents: `brain write`, `hivemind_anchor save`.
std::optional<NamedEntry> entry_named(const std::vector<std::string>& words) {
    if (words.empty()) return std::nullopt;
    std::string first = words[0];
    std::string both = words.size() > 1 ? fmt::format("{} {}", first, words[1]) : first;
    std::replace(both.begin(), both.end(), '_', '-');
    if (words.size() > 1 && is_entry(both)) return NamedEntry{both, 2};
    for (const AgentTool& tool : all_agent_tools()) {
        if (words.size() < 2 || (first != tool.name && first != tool.name.substr(tool.name.find('_') + 1))) continue;
        std::string action = words[1];
        std::replace(action.begin(), action.end(), '-', '_');
        for (const ToolAction& each : tool.actions) {
            if (each.action == action) return NamedEntry{std::string(each.entry), 2};
        }
    }
    std::replace(first.begin(), first.end(), '_', '-');
    if (is_entry(first)) return NamedEntry{first, 1};
    return std::nullopt;
}

// Under which the gate knows it. What only reads needs no right and keeps the name it was called by.
std::pair<std::string, std::string> gate_name(std::string_view entry, std::string_view called) {
    if (entry == shell_name) return {"govern_shell", "run"};
    if (find_command(entry) == nullptr) return {std::string(called), std::string(entry)};
    for (const AgentTool& tool : all_agent_tools()) {
        for (const ToolAction& action : tool.actions) {
            if (action.entry == entry) return {std::string(tool.name), std::string(action.action)};
        }
    }
    const std::size_t space = entry.find(' ');
    const std::string tool = fmt::format("govern_{}", entry.substr(0, space));
    if (!is_agent_tool(tool)) return {std::string(called), std::string(entry)};
    return {tool, space == std::string_view::npos ? std::string() : std::string(entry.substr(space + 1))};
}

std::string in_json(std::string_view tool, const json::object& arguments) {
    return fmt::format("{} {}", tool, to_text(arguments));
}

json::value example_of(const Shape& shape) {
    switch (shape.kind) {
        case ShapeKind::integer:
        case ShapeKind::number:
        case ShapeKind::time: return 1;
        case ShapeKind::boolean: return true;
        case ShapeKind::choice: return json::value(shape.choices.front());
        case ShapeKind::list: return json::array{example_of(shape.item.front())};
        case ShapeKind::object: {
            json::object object;
            for (const FieldShape& field : shape.fields) {
                if (field.presence == Presence::required) object[field.name] = example_of(field.shape);
            }
            return object;
        }
        default: return "…";
    }
}

Result<MeantCall> no_such_command(std::string_view asked) {
    const std::vector<std::string_view> names = entries_for_agents();
    const std::string wanted(trimmed(asked));
    std::string_view near = nearest(wanted, names);
    const std::string_view word = std::string_view(wanted).substr(0, wanted.find(' '));
    if (near.empty() && !word.empty()) {
        const auto begins = std::find_if(names.begin(), names.end(), [&](std::string_view name) {
            return name.starts_with(word) || name.substr(name.find(' ') + 1) == word;
        });
        if (begins != names.end()) near = *begins;
    }
    Error error{
        ErrorCode::invalid_input,
        wanted.empty() ? "hivemind needs a command." : fmt::format("There is no command `{}`.", shorten(wanted, 60)),
        near.empty() ? in_json(any_command_tool, {{"command", "help"}}) : call_of(near),
        {},
        {}};
    if (!near.empty())
        error.evidence.push_back(fmt::format("all commands: {}", in_json(any_command_tool, {{"command", "help"}})));
    return fail(std::move(error));
}

// Fields by name, spelled as on the command line or as in the catalog.
void take_fields(const json::object& given, json::object& input) {
    for (const auto& member : given) {
        std::string name(member.key());
        while (name.starts_with('-')) name.erase(0, 1);
        std::replace(name.begin(), name.end(), '-', '_');
        if (!member.value().is_null()) input[name] = member.value();
    }
}

Result<MeantCall> meant_command(const json::object& arguments) {
    std::vector<std::string> words = shell_words(text_member(arguments, "command"));
    if (!words.empty() && words.front() == any_command_tool) words.erase(words.begin());
    const json::value* given = arguments.if_contains("args");
    // What stands beside the command instead of in `args` is meant to be in it.
    json::object fields;
    for (const auto& member : arguments) {
        if (member.key() != "command" && member.key() != "args") fields[member.key()] = member.value();
    }
    if (given != nullptr && given->is_object()) take_fields(given->get_object(), fields);
    if (given != nullptr && given->is_array()) {
        for (const json::value& word : given->get_array()) {
            words.push_back(word.is_string() ? std::string(word.get_string()) : to_text(word));
        }
    }
    if (given != nullptr && given->is_string()) {
        auto parsed = parse_json(given->get_string());
        if (parsed && parsed->is_object())
            take_fields(parsed->get_object(), fields);
        else
            for (std::string& word : shell_words(given->get_string())) words.push_back(std::move(word));
    }
    if (words.empty() || words.front() == "help" || words.front() == "--help") {
        std::string about;
        for (std::size_t i = 1; i < words.size(); ++i) about += (about.empty() ? "" : " ") + words[i];
        for (const std::string_view name : {"command", "of", "name", "topic"}) {
            if (about.empty()) about = text_member(fields, name);
        }
        return MeantCall{std::string(any_command_tool), "help", "help", {{"about", about}}};
    }
    // A tool's name, with its arguments as that tool takes them.
    if (words.size() == 1 && (is_agent_tool(words.front()) || tool_today(words.front(), {})) &&
        words.front() != any_command_tool) {
        return meant_call(words.front(), fields);
    }
    const auto named = entry_named(words);
    std::string asked;
    for (std::size_t i = 0; i < words.size() && i < 2; ++i) asked += (i == 0 ? "" : " ") + words[i];
    if (!named) return no_such_command(asked);
    const Shape shape = offered_shape(named->name);
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(named->words));
    auto flags = cli::parse_flags(words, shape, positional_of(named->name));
    if (!flags) {
        Error error = flags.error();
        error.remedy = call_of(named->name, fields);
        return fail(std::move(error));
    }
    if (flags->wants_help) return MeantCall{std::string(any_command_tool), "help", "help", {{"about", named->name}}};
    json::object input = std::move(flags->input);
    for (const auto& member : fields) input[member.key()] = member.value();
    auto [tool, action] = gate_name(named->name, any_command_tool);
    return MeantCall{std::move(tool), std::move(action), named->name, std::move(input)};
}

Result<MeantCall> no_such_action(std::string_view tool, std::string_view action, std::vector<std::string_view> known,
                                 std::string_view entry) {
    return fail(ErrorCode::invalid_input, fmt::format("{} has no action '{}'.", tool, action.substr(0, 60)),
                fmt::format("Use {}: {}", fmt::join(known, ", "), call_of(entry)));
}

}  // namespace

std::span<const OfferedTool> offered_tools() {
    return offered_rows;
}

const OfferedTool* find_offered_tool(std::string_view name) {
    for (const OfferedTool& tool : offered_rows) {
        if (tool.name == name) return &tool;
    }
    return nullptr;
}

ToolShare share_of(const Role& role) {
    return role.plan || role.delegate ? ToolShare::planners : ToolShare::workers;
}

bool is_offered_to(const OfferedTool& tool, ToolShare share) {
    return share == ToolShare::everyone || tool.share == ToolShare::everyone || tool.share == share;
}

json::object describe_offered(const OfferedTool& tool) {
    json::object parameters = schema_of(tool.arguments);
    if (tool.actions.size() > 1) {
        json::array names;
        for (const OfferedAction& row : tool.actions) {
            if (names.empty() || names.back() != json::value(row.action)) names.emplace_back(row.action);
        }
        json::object properties{{"action", {{"type", "string"}, {"enum", std::move(names)}}}};
        for (auto& member : parameters.at("properties").get_object()) properties[member.key()] = member.value();
        parameters["properties"] = std::move(properties);
        parameters["required"] = json::array{"action"};
    }
    return {{"name", tool.name}, {"description", tool.sentence}, {"parameters", std::move(parameters)}};
}

Result<MeantCall> meant_call(std::string_view name, const json::object& arguments) {
    if (const auto today = tool_today(name, arguments)) return meant_call(today->tool, today->arguments);
    if (name == any_command_tool) return meant_command(arguments);
    const std::string_view asked = text_member(arguments, "action");
    std::vector<std::string_view> known;
    if (const OfferedTool* tool = find_offered_tool(name)) {
        if (const OfferedAction* row = row_for(*tool, tool->actions.size() == 1 ? "" : asked, arguments)) {
            return MeantCall{std::string(name), std::string(asked), std::string(row->entry),
                             mapped_input(*row, arguments)};
        }
        for (const OfferedAction& row : tool->actions) {
            if (known.empty() || known.back() != row.action) known.push_back(row.action);
        }
        const std::string_view near = nearest(asked, known);
        const OfferedAction* meant = near.empty() ? &tool->actions.front() : row_for(*tool, near, arguments);
        return no_such_action(name, asked, known, (meant == nullptr ? tool->actions.front() : *meant).entry);
    }
    const AgentTool* tool = find_agent_tool(name);
    if (tool == nullptr) {
        return fail(ErrorCode::not_found, fmt::format("HiveMind has no tool {}.", name.substr(0, 60)),
                    in_json(any_command_tool, {{"command", "help"}}));
    }
    json::object input = arguments;
    input.stable_erase("action");
    for (const ToolAction& action : tool->actions) {
        known.push_back(action.action);
        if (action.action != asked) continue;
        return MeantCall{std::string(name), std::string(asked), std::string(action.entry), std::move(input)};
    }
    return no_such_action(name, asked, known, tool->actions.front().entry);
}

std::string call_of(std::string_view entry, const json::object& given) {
    const Shape shape = offered_shape(entry);
    json::object input;
    for (const FieldShape& field : shape.fields) {
        const json::value* value = given.if_contains(field.name);
        if (value != nullptr) input[field.name] = *value;
        if (value == nullptr && field.presence == Presence::required) input[field.name] = example_of(field.shape);
    }
    for (const OfferedTool& tool : offered_rows) {
        for (const OfferedAction& row : tool.actions) {
            if (row.entry != entry) continue;
            json::object call;
            if (!row.action.empty()) call["action"] = row.action;
            if (entry == "task start" && input.empty()) call["task"] = "…";
            for (const auto& member : input) {
                std::string_view name = member.key();
                for (const MappedField& mapped : row.fields) {
                    if (mapped.field == name) name = mapped.argument;
                }
                call[name] = member.value();
            }
            return in_json(tool.name, call);
        }
    }
    json::object call{{"command", entry}};
    if (!input.empty()) call["args"] = std::move(input);
    return in_json(any_command_tool, call);
}

std::string way_to_reach(std::string_view name) {
    const auto today = tool_today(name, {});
    const AgentTool* tool = find_agent_tool(today ? today->tool : name);
    if (tool == nullptr) return {};
    const std::string_view action = today ? text_member(today->arguments, "action") : std::string_view();
    std::string text = fmt::format("{} is called so:", name.substr(0, 60));
    for (const ToolAction& each : tool->actions) {
        if (action.empty() || each.action == action) text += "\n" + call_of(each.entry);
    }
    return text;
}

std::string help_text(std::string_view about) {
    const std::vector<std::string> words = shell_words(about);
    if (const auto named = entry_named(words)) {
        std::string text = fmt::format("{}: {}\n{}\n", named->name, sentence_of(named->name), call_of(named->name));
        for (const FieldShape& field : offered_shape(named->name).fields) {
            text += fmt::format("- {} ({}{}): {}\n", field.name, to_words(field.shape),
                                field.presence == Presence::required ? ", needed" : "", field.sentence);
        }
        return text;
    }
    const std::vector<std::string_view> names = entries_for_agents();
    if (!words.empty()) {
        std::string text;
        for (const std::string_view name : names) {
            const bool is_meant = name == words.front() || name.starts_with(words.front() + " ");
            if (is_meant) text += fmt::format("- {}: {}\n", name, sentence_of(name));
        }
        if (!text.empty()) return text;
    }
    // One line for each first word: what can be done to it.
    std::map<std::string_view, std::vector<std::string_view>> verbs;
    std::vector<std::string_view> alone;
    for (const std::string_view name : names) {
        const std::size_t space = name.find(' ');
        if (space == std::string_view::npos)
            alone.push_back(name);
        else
            verbs[name.substr(0, space)].push_back(name.substr(space + 1));
    }
    std::string text = fmt::format("Commands; {} shows one with its fields.\n",
                                   in_json(any_command_tool, {{"command", "help anchor save"}}));
    for (const auto& [word, all] : verbs) text += fmt::format("{}: {}\n", word, fmt::join(all, ", "));
    return text + fmt::format("alone: {}\n", fmt::join(alone, ", "));
}

}  // namespace hm
