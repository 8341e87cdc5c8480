#include "adapters/cli/entries.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/agent_tools.h"
#include "adapters/cli/exit_codes.h"
#include "adapters/cli/loosening.h"
#include "adapters/cli/open_to_read.h"
#include "adapters/cli/procedures.h"
#include "adapters/cli/rewire.h"
#include "app/access.h"
#include "app/bus.h"
#include "app/catalog.h"
#include "app/project.h"
#include "view/receipt_text.h"

namespace hm::cli {
namespace {

constexpr Duration open_deadline = seconds(5);

Result<Project> open_here(Environment& environment) {
    return Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(open_deadline));
}

bool is_part_of_wiring(const json::object& setting) {
    const std::string_view key = text_member(setting, "key");
    return key == "mode" || key == "fail";
}

Result<int> run_command(const Command& command, const ParsedFlags& flags, Environment& environment) {
    HM_TRY_ASSIGN(Project project, open_here(environment));
    Workspace workspace = project.workspace();
    const ActorKind who = environment.who_typed();
    HM_TRY(check_starter(command.name, flags.input, environment));
    HM_TRY_ASSIGN(const Receipt receipt, execute(command, {flags.input, {.kind = who}}, workspace));
    environment.out(flags.wants_json ? to_text(to_json(receipt)) + "\n"
                                     : receipt_text(receipt.sentence, to_json(receipt)));
    if (command.name == "config set" && is_part_of_wiring(flags.input)) {
        Report report(flags.wants_json, environment);
        rewire_clients(project, report, environment);
    }
    return success;
}

Result<int> run_query(const Query& query, const ParsedFlags& flags, Environment& environment) {
    HM_TRY_ASSIGN(Project project, open_to_read(environment, open_deadline));
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const Answer answer, ask(query, flags.input, {}, workspace));
    environment.out(flags.wants_json ? to_text(answer.data) + "\n" : answer.text);
    // The kernel takes back a whole process faster than SQLite gives back its schema piece by piece.
    if (environment.ends_afterwards) project.leave_open();
    return success;
}

Result<int> run_procedure(const Procedure& procedure, const ParsedFlags& flags, Environment& environment) {
    if (procedure.access != Access::anyone) {
        HM_TRY(check_access(procedure.name, procedure.access, {.kind = environment.who_typed()}));
        HM_TRY(check_starter(procedure.name, flags.input, environment));
    }
    return procedure.run(flags.input, flags.wants_json, environment);
}

Entry entry_of(const Command& command) {
    return {command.name,
            command.sentence,
            command.positional,
            EntryKind::command,
            command.access,
            command.input(),
            &shape_of_receipt,
            [&command](const ParsedFlags& flags, Environment& environment) {
                return run_command(command, flags, environment);
            }};
}

Entry entry_of(const Query& query) {
    return {
        query.name,
        query.sentence,
        query.positional,
        EntryKind::query,
        Access::anyone,
        query.input(),
        query.answer,
        [&query](const ParsedFlags& flags, Environment& environment) { return run_query(query, flags, environment); }};
}

Entry entry_of(const Procedure& procedure) {
    return {procedure.name,
            procedure.sentence,
            procedure.positional,
            EntryKind::procedure,
            procedure.access,
            procedure.input(),
            procedure.answer,
            [&procedure](const ParsedFlags& flags, Environment& environment) {
                return run_procedure(procedure, flags, environment);
            }};
}

const Procedure* find_procedure(std::string_view name) {
    for (const Procedure& procedure : all_procedures()) {
        if (procedure.name == name) return &procedure;
    }
    return nullptr;
}

std::optional<Entry> find_in_catalogs(std::string_view name) {
    if (const Query* query = find_own_query(name)) return entry_of(*query);
    if (const Command* command = find_command(name)) return entry_of(*command);
    if (const Query* query = find_query(name)) return entry_of(*query);
    return std::nullopt;
}

}  // namespace

std::vector<Entry> all_entries() {
    std::vector<Entry> entries;
    for (const Procedure& procedure : all_procedures()) entries.push_back(entry_of(procedure));
    for (const Query& query : all_queries()) {
        if (find_procedure(query.name) == nullptr) entries.push_back(entry_of(query));
    }
    for (const Command& command : all_commands()) entries.push_back(entry_of(command));
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return entries;
}

std::optional<Entry> find_entry(std::string_view word, std::string_view verb) {
    std::string both = verb.empty() ? std::string(word) : fmt::format("{} {}", word, verb);
    std::replace(both.begin(), both.end(), '_', '-');
    // Making up a catalog takes longer than all else before the store is opened, so a procedure of one word, as a
    // hook is, is taken without asking the others. None of them has an entry that begins with that word.
    if (const Procedure* procedure = find_procedure(both)) return entry_of(*procedure);
    if (const Procedure* procedure = find_procedure(word)) return entry_of(*procedure);
    if (const auto entry = find_in_catalogs(both)) return entry;
    return verb.empty() ? std::nullopt : find_in_catalogs(word);
}

std::optional<Entry> find_tool_entry(std::string_view word, std::string_view action) {
    std::string spelled(action);
    std::replace(spelled.begin(), spelled.end(), '-', '_');
    for (const AgentTool& tool : all_agent_tools()) {
        if (word != tool.name && word != tool.name.substr(tool.name.find('_') + 1)) continue;
        for (const ToolAction& each : tool.actions) {
            if (each.action == spelled) return find_entry(each.entry);
        }
    }
    return std::nullopt;
}

std::vector<EntryGroup> grouped(std::vector<Entry> entries) {
    std::vector<EntryGroup> groups;
    for (Entry& entry : entries) {
        const std::string_view word = entry.name.substr(0, entry.name.find(' '));
        if (groups.empty() || groups.back().word != word) groups.push_back({word, {}});
        groups.back().entries.push_back(std::move(entry));
    }
    return groups;
}

std::string_view verb_of(std::string_view name) {
    const std::size_t space = name.find(' ');
    return space == std::string_view::npos ? std::string_view() : name.substr(space + 1);
}

std::vector<const FieldShape*> positional_fields(const Entry& entry) {
    std::vector<const FieldShape*> fields;
    std::string_view rest = entry.positional;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        for (const FieldShape& field : entry.input.fields) {
            if (field.name == rest.substr(0, end)) fields.push_back(&field);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return fields;
}

}  // namespace hm::cli
