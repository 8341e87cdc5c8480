#include "adapters/cli/cli.h"

#include <algorithm>

#include "adapters/cli/entries.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/help.h"
#include "view/text.h"

namespace hm::cli {
namespace {

int report(const Error& error, bool wants_json, Environment& environment) {
    if (wants_json) {
        environment.out(to_text(json::object{{"error", to_json(four_parts(error))}}) + "\n");
    } else {
        environment.err(to_text(four_parts(error)));
    }
    return exit_code_of(error.code);
}

bool asks_for_json(const Arguments& arguments) {
    return std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
}

int run_entry(const Entry& entry, const Arguments& arguments, std::size_t words, Environment& environment) {
    const Arguments rest(arguments.begin() + static_cast<std::ptrdiff_t>(words), arguments.end());
    const bool wants_json = asks_for_json(rest);
    const auto flags = parse_flags(rest, entry.input, entry.positional);
    if (!flags) return report(flags.error(), wants_json, environment);
    if (flags->wants_help) {
        environment.out(help_for(entry));
        return success;
    }
    const auto outcome = entry.run(*flags, environment);
    // The store is looked at before anything else, so nothing was done or read yet.
    const bool needs_newer = !outcome && outcome.error().code == ErrorCode::newer_version;
    if (needs_newer && environment.become_installed) environment.become_installed(arguments, {});
    return outcome ? *outcome : report(outcome.error(), wants_json, environment);
}

// Who asks for help gets it; who asks for nothing is shown the same as an error, so that a script which lost
// its verb does not go on.
int show(const std::string& help, const Arguments& rest, Environment& environment) {
    const bool is_asked = !rest.empty() && (rest[0] == "--help" || rest[0] == "-h");
    is_asked ? environment.out(help) : environment.err(help);
    return is_asked ? success : wrong_usage;
}

bool is_flag(const std::string& argument) {
    return argument.starts_with("-");
}

}  // namespace

int run(const Arguments& arguments, Environment& environment) {
    if (arguments.empty()) return show(overview(), {}, environment);
    if (arguments[0] == "--help" || arguments[0] == "-h") return show(overview(), arguments, environment);
    const std::string first = arguments[0] == "--version" ? "version" : arguments[0];
    const Arguments rest{arguments.begin() + 1, arguments.end()};
    const bool may_have_verb = !rest.empty() && !is_flag(rest[0]);
    if (const auto entry = find_entry(first, may_have_verb ? rest[0] : "")) {
        return run_entry(*entry, arguments, verb_of(entry->name).empty() ? 1 : 2, environment);
    }
    // Who knows the tools as an agent sees them gets the same by the same words.
    if (may_have_verb) {
        if (const auto entry = find_tool_entry(first, rest[0])) return run_entry(*entry, arguments, 2, environment);
    }
    const auto group = find_group(first);
    if (group && (rest.empty() || is_flag(rest[0]))) return show(help_for(*group), rest, environment);
    return report(unknown_command(arguments), asks_for_json(arguments), environment);
}

}  // namespace hm::cli
