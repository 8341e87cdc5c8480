// help and version, and what every usage error prints.
#include "adapters/cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"

namespace hm::cli {
namespace {

std::string flag_lines(const FieldShape& field) {
    const std::string_view needed = field.presence == Presence::required ? " (needed)" : "";
    const std::string line = fmt::format("  --{:<18} {}{}\n", flag_of(field.name), field.sentence, needed);
    // What stands alone takes no value to describe.
    if (field.shape.kind == ShapeKind::boolean) return line;
    return line + fmt::format("  {:<20} {}\n", "", to_words(field.shape));
}

std::vector<std::string_view> verbs_of(const EntryGroup& group) {
    std::vector<std::string_view> verbs;
    for (const Entry& entry : group.entries) {
        if (const std::string_view verb = verb_of(entry.name); !verb.empty()) verbs.push_back(verb);
    }
    return verbs;
}

struct Help {
    std::optional<Word> noun;
    std::optional<Word> verb;
    bool all = false;

    static constexpr void fields(auto&& visit) {
        visit(field("noun", &Help::noun, "First word of a command: task, log."));
        visit(field("verb", &Help::verb, "Second word of a command: start."));
        visit(field("all", &Help::all, "List every command."));
    }
};

// What a person needs in the first weeks, a group a line of work. To show a command in `hivemind help`: name it here.
struct EverydayGroup {
    std::string_view title;
    std::vector<std::string_view> names;
};

const std::vector<EverydayGroup>& everyday_groups() {
    static const std::vector<EverydayGroup> groups{
        {"Begin", {"init", "doctor", "uninstall"}},
        {"Work", {"plan quick-start", "task start", "task complete", "memory save", "anchor save"}},
        {"Look", {"status", "resume", "plan show", "memory recall", "log"}},
        {"Decide", {"config set", "why", "approve", "grant", "review"}},
        {"Care", {"undo", "backup", "export"}},
    };
    return groups;
}

// For programs that offer our commands: what the help says, and the input as a JSON Schema.
json::object to_json(const Entry& entry) {
    json::array bare;
    for (const FieldShape* field : positional_fields(entry)) bare.emplace_back(field->name);
    return {{"name", entry.name},
            {"sentence", entry.sentence},
            {"kind", name_of(entry.kind)},
            {"who", name_of(entry.access)},
            {"usage", usage_of(entry)},
            {"bare_arguments", bare},
            {"input", to_json_schema(entry.input)}};
}

json::array to_json(const std::vector<Entry>& entries) {
    json::array list;
    for (const Entry& entry : entries) list.push_back(to_json(entry));
    return list;
}

Result<int> run_help(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Help input, decode_as<Help>(values, "help"));
    const auto print = [&](const json::value& data, const std::string& text) {
        environment.out(wants_json ? to_text(data) + "\n" : text);
        return success;
    };
    if (!input.noun) return print(to_json(all_entries()), input.all ? every_command() : overview());
    const std::string name = input.verb ? input.noun->str() + " " + input.verb->str() : input.noun->str();
    const auto group = input.verb ? std::nullopt : find_group(name);
    if (group && group->has_verbs()) return print(to_json(group->entries), help_for(*group));
    if (const auto entry = find_entry(name)) return print(to_json(*entry), help_for(*entry));
    Arguments typed{input.noun->str()};
    if (input.verb) typed.push_back(input.verb->str());
    return fail(unknown_command(typed));
}

struct Version {
    static constexpr void fields(auto&&) {}
};

Result<int> run_version(const json::object&, bool wants_json, Environment& environment) {
    environment.out(wants_json ? to_text(json::object{{"version", HIVEMIND_VERSION}}) + "\n"
                               : "hivemind " HIVEMIND_VERSION "\n");
    return success;
}

}  // namespace

std::string overview() {
    std::string text =
        "hivemind: a brain for AI coding agents\n\nusage: hivemind <command> [--flag value …] [--json]\n";
    for (const EverydayGroup& group : everyday_groups()) {
        text += fmt::format("\n{}\n", group.title);
        for (const std::string_view name : group.names) {
            const auto entry = find_entry(name.substr(0, name.find(' ')), verb_of(name));
            HM_ASSERT(entry);
            text += fmt::format("  {:<17} {}\n", name, entry->sentence);
        }
    }
    return text + "\nMore: `hivemind help --all`, `hivemind help <noun>`, `hivemind help <noun> <verb>`.\n";
}

std::string every_command() {
    std::string single;
    std::string nouns;
    for (const EntryGroup& group : grouped(all_entries())) {
        if (group.has_verbs()) nouns += fmt::format("  {:<13} {}\n", group.word, verbs_in_one_line(group));
        // `backup` is a command of its own beside `backup restore`.
        const Entry& first = group.entries.front();
        if (verb_of(first.name).empty()) single += fmt::format("  {:<13} {}\n", group.word, first.sentence);
    }
    return fmt::format(
        "hivemind: a brain for AI coding agents\n\n"
        "usage: hivemind <command> [--flag value …] [--json]\n\n{}\n"
        "Nouns, as in `hivemind task list`:\n\n{}\n"
        "`hivemind help <noun>` lists the verbs of a noun, `hivemind help <noun> <verb>` the flags.\n",
        single, nouns);
}

std::string help_for(const EntryGroup& group) {
    std::string text = fmt::format("usage: hivemind {} <verb> [--flag value …] [--json]\n\n", group.word);
    for (const Entry& entry : group.entries) text += fmt::format("  {:<28} {}\n", entry.name, entry.sentence);
    return text + fmt::format("\n`hivemind help {} <verb>` shows the flags.\n", group.word);
}

std::string usage_of(const Entry& entry) {
    std::string usage = fmt::format("hivemind {}", entry.name);
    const auto positional = positional_fields(entry);
    for (const FieldShape* field : positional) {
        const bool is_needed = field->presence == Presence::required;
        usage += fmt::format(" {}{}{}", is_needed ? "<" : "[", flag_of(field->name), is_needed ? ">" : "]");
    }
    bool has_others = false;
    for (const FieldShape& field : entry.input.fields) {
        if (std::find(positional.begin(), positional.end(), &field) != positional.end()) continue;
        if (field.presence == Presence::required) {
            usage += fmt::format(" --{} <value>", flag_of(field.name));
        } else {
            has_others = true;
        }
    }
    return usage + (has_others ? " [--flag value …]" : "") + " [--json]";
}

std::string help_for(const Entry& entry) {
    std::string text = fmt::format("usage: {}\n\n{}\n", usage_of(entry), entry.sentence);
    if (entry.access == Access::person) text += "Only a person may run it: an agent's shell is refused.\n";
    text += "\n";
    for (const FieldShape& field : entry.input.fields) text += flag_lines(field);
    return text + fmt::format("  --{:<18} Print JSON for machines.\n", "json");
}

std::string verbs_in_one_line(const EntryGroup& group) {
    constexpr std::size_t room = 62;
    std::string line;
    for (const std::string_view verb : verbs_of(group)) {
        if (line.size() + verb.size() + 2 > room) return line + ", …";
        line += fmt::format("{}{}", line.empty() ? "" : ", ", verb);
    }
    return line;
}

std::optional<EntryGroup> find_group(std::string_view word) {
    for (EntryGroup& group : grouped(all_entries())) {
        if (group.word == word) return std::move(group);
    }
    return std::nullopt;
}

Error unknown_command(const Arguments& typed) {
    std::string words = typed[0];
    if (typed.size() > 1 && !typed[1].starts_with("-")) words += " " + typed[1];
    Error error{ErrorCode::invalid_input, fmt::format("There is no command '{}'.", words.substr(0, 80)),
                "`hivemind help --all` lists them."};
    const std::vector<Entry> entries = all_entries();
    std::vector<std::string_view> names;
    for (const Entry& entry : entries) names.push_back(entry.name);
    for (const EntryGroup& group : grouped(entries)) names.push_back(group.word);
    std::string_view near = nearest(words, names);
    if (near.empty()) near = nearest(typed[0], names);
    if (!near.empty())
        error.remedy = fmt::format("Did you mean `hivemind {}`? `hivemind help --all` lists them.", near);
    // The noun is right and the verb is not: the verbs are what to choose from.
    if (const auto group = find_group(typed[0]); group && (near.empty() || near == group->word)) {
        error.remedy = fmt::format("Use one of {}.", fmt::join(verbs_of(*group), ", "));
    }
    return error;
}

Procedure help_procedure() {
    return {"help", "List the commands, or show one with its flags.", "noun verb", &shape_of<Help>, run_help};
}

Procedure version_procedure() {
    return {"version", "Print the version of this program.", "", &shape_of<Version>, run_version};
}

namespace {

// Text that roff prints as it stands, and that reads the same whatever the locale is.
std::string plain(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((text[i] == '.' || text[i] == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
        if (text[i] == '\\') {
            out += "\\e";
        } else if (text[i] == '-') {
            out += "\\-";
        } else if (text[i] == '\'') {
            out += "\\(aq";
        } else if (text[i] == '`') {
            out += "\\(ga";
        } else if (byte < 0x80) {
            out += text[i];
        } else {
            const int rest = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
            unsigned point = byte & (0x3FU >> static_cast<unsigned>(rest));
            for (int k = 0; k < rest && i + 1 < text.size(); ++k) {
                point = (point << 6U) | (static_cast<unsigned char>(text[++i]) & 0x3FU);
            }
            out += fmt::format("\\[u{:04X}]", point);
        }
    }
    return out;
}

std::string flag_paragraph(const FieldShape& field) {
    const std::string_view needed = field.presence == Presence::required ? " (needed)" : "";
    std::string kind = to_words(field.shape);
    if (field.shape.kind == ShapeKind::boolean) kind.clear();
    return fmt::format(".TP\n.B {}\n{}{}\n{}", plain("--" + flag_of(field.name)), plain(field.sentence), needed,
                       kind.empty() ? "" : fmt::format(".br\n{}\n", plain(kind)));
}

std::string man_section_of(const Entry& entry) {
    std::string text = fmt::format(".SS \"{}\"\n{}\n", plain(usage_of(entry)), plain(entry.sentence));
    if (entry.access == Access::person) text += "Only a person may run it.\n";
    for (const FieldShape& field : entry.input.fields) text += flag_paragraph(field);
    return text;
}

constexpr std::string_view front = R"(.\" Printed by `hivemind man`.
.TH HIVEMIND 1 "" "hivemind {version}" "HiveMind"
.SH NAME
hivemind \- a brain for AI coding agents
.SH SYNOPSIS
.B hivemind
.I command
.RB [ \-\-flag
.IR value " ...]"
.RB [ \-\-json ]
.SH DESCRIPTION
.B hivemind
governs the AI coding agents of a project: it gates their tool calls, packs what matters now into their requests,
and remembers across sessions.
It stands behind the agent's own hooks, keeps everything in one SQLite file in
git's directory of the project, and needs neither a daemon nor the network.
.PP
Every command takes
.B \-\-json
to print JSON for machines and
.B \-\-help
to show its flags.
A bare argument fills the field that the usage line names; behind
.B \-\-
everything is a bare argument.
A flag that takes a list is given once for each item.
)";

constexpr std::string_view back = R"(.SH FILES
.TP
.I .git/hivemind/hivemind.db
The store of a project, shared by the worktrees of the repository; without git
.IR .hivemind/hivemind.db .
It is found from the working directory or the nearest directory above it.
.TP
.I .git/hivemind/spool/
Records that the store could not take in time; the next writer takes them in.
)";

struct Man {
    static constexpr void fields(auto&&) {}
};

Result<int> run_man_page(const json::object&, bool wants_json, Environment& environment) {
    const std::string text = man_page(all_entries());
    environment.out(wants_json ? to_text(json::object{{"text", text}}) + "\n" : text);
    return success;
}

}  // namespace

std::string man_page(const std::vector<Entry>& entries) {
    std::string text = fmt::format(fmt::runtime(front), fmt::arg("version", HIVEMIND_VERSION));
    text += ".SH COMMANDS\n";
    for (const Entry& entry : entries) text += man_section_of(entry);
    text += ".SH EXIT STATUS\n";
    for (const ExitCode& code : exit_codes) text += fmt::format(".TP\n.B {}\n{}\n", code.code, plain(code.meaning));
    return text + std::string(back);
}

Procedure man_procedure() {
    return {"man", "Print the manual page.", "", &shape_of<Man>, run_man_page};
}

}  // namespace hm::cli
