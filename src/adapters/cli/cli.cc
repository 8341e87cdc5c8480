#include "adapters/cli/cli.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/flags.h"
#include "adapters/cli/help.h"
#include "adapters/cli/procedures.h"
#include "app/bus.h"
#include "app/project.h"
#include "view/four_parts.h"
#include "view/receipt_text.h"

namespace hm::cli {
namespace {

constexpr Duration open_deadline = seconds(5);

std::vector<HelpEntry> all_entries() {
    std::vector<HelpEntry> entries;
    for (const Procedure& procedure : all_procedures()) entries.push_back({procedure.name, procedure.sentence});
    for (const Query& query : all_queries()) entries.push_back({query.name, query.sentence});
    for (const Command& command : all_commands()) entries.push_back({command.name, command.sentence});
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return entries;
}

int report(const Error& error, bool wants_json, Environment& environment) {
    if (wants_json) {
        environment.out(to_text(json::object{{"error", to_json(four_parts(error))}}) + "\n");
    } else {
        environment.err(to_text(four_parts(error)));
    }
    return exit_code_of(error.code);
}

Result<int> run_command(const Command& command, const ParsedFlags& flags, Environment& environment) {
    HM_TRY_ASSIGN(Project project, Project::open(environment.directory, environment.clock, environment.ids,
                                                 Deadline::in(open_deadline)));
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const Receipt receipt, execute(command, {flags.input, {.kind = environment.who_typed()}}, workspace));
    environment.out(flags.wants_json ? to_text(to_json(receipt)) + "\n"
                                     : receipt_text(receipt.sentence, to_json(receipt)));
    return success;
}

Result<int> run_query(const Query& query, const ParsedFlags& flags, Environment& environment) {
    HM_TRY_ASSIGN(Project project, Project::open(environment.directory, environment.clock, environment.ids,
                                                 Deadline::in(open_deadline)));
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const Answer answer, ask(query, flags.input, {}, workspace));
    environment.out(flags.wants_json ? to_text(answer.data) + "\n" : answer.text);
    return success;
}

// Whatever the catalog or the procedures hold under a name, seen the same way.
struct Entry {
    HelpEntry help;
    std::string_view positional;
    Shape shape;
    std::function<Result<int>(const ParsedFlags&, Environment&)> run;
};

std::optional<Entry> find_entry(std::string_view name) {
    if (const Command* command = find_command(name)) {
        return Entry{{command->name, command->sentence},
                     command->positional,
                     command->input(),
                     [command](const ParsedFlags& flags, Environment& e) { return run_command(*command, flags, e); }};
    }
    if (const Query* query = find_query(name)) {
        return Entry{{query->name, query->sentence},
                     query->positional,
                     query->input(),
                     [query](const ParsedFlags& flags, Environment& e) { return run_query(*query, flags, e); }};
    }
    for (const Procedure& procedure : all_procedures()) {
        if (procedure.name != name) continue;
        return Entry{{procedure.name, procedure.sentence},
                     procedure.positional,
                     procedure.input(),
                     [procedure](const ParsedFlags& flags, Environment& e) {
                         return procedure.run(flags.input, flags.wants_json, e);
                     }};
    }
    return std::nullopt;
}

Error unknown_command(const Arguments& arguments) {
    std::string typed = arguments[0];
    if (arguments.size() > 1 && !arguments[1].starts_with("-")) typed += " " + arguments[1];
    const std::vector<HelpEntry> entries = all_entries();
    std::vector<std::string_view> names;
    for (const HelpEntry& entry : entries) names.push_back(entry.name);
    Error error{ErrorCode::invalid_input, fmt::format("There is no command '{}'.", typed.substr(0, 80)),
                "`hivemind help` lists them."};
    std::string_view near = nearest(typed, names);
    if (near.empty()) near = nearest(arguments[0], names);
    if (!near.empty()) error.remedy = fmt::format("Did you mean `hivemind {}`? `hivemind help` lists all.", near);
    return error;
}

int run_entry(const Entry& entry, const Arguments& arguments, std::size_t words, Environment& environment) {
    const Arguments rest(arguments.begin() + static_cast<std::ptrdiff_t>(words), arguments.end());
    const bool wants_json = std::find(rest.begin(), rest.end(), "--json") != rest.end();
    const auto flags = parse_flags(rest, entry.shape, entry.positional);
    if (!flags) return report(flags.error(), wants_json, environment);
    if (flags->wants_help) {
        environment.out(help_for(entry.help, entry.shape, entry.positional));
        return success;
    }
    const auto outcome = entry.run(*flags, environment);
    // The store is looked at before anything else, so nothing was done or read yet.
    const bool needs_newer = !outcome && outcome.error().code == ErrorCode::newer_version;
    if (needs_newer && environment.become_installed) environment.become_installed(arguments, {});
    return outcome ? *outcome : report(outcome.error(), wants_json, environment);
}

}  // namespace

int run(const Arguments& arguments, Environment& environment) {
    if (arguments.empty() || arguments[0] == "help" || arguments[0] == "--help" || arguments[0] == "-h") {
        environment.out(overview(all_entries()));
        return success;
    }
    if (arguments[0] == "--version" || arguments[0] == "version") {
        environment.out("hivemind " HIVEMIND_VERSION "\n");
        return success;
    }
    if (arguments.size() > 1) {
        if (const auto entry = find_entry(arguments[0] + " " + arguments[1])) {
            return run_entry(*entry, arguments, 2, environment);
        }
    }
    if (const auto entry = find_entry(arguments[0])) {
        return run_entry(*entry, arguments, 1, environment);
    }
    return report(unknown_command(arguments), false, environment);
}

}  // namespace hm::cli
