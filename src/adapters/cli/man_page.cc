#include "adapters/cli/man_page.h"

#include <fmt/format.h>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/help.h"
#include "adapters/cli/procedures.h"

namespace hm::cli {
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

std::string section_of(const Entry& entry) {
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
.I .hivemind
of the project, and needs neither a daemon nor the network.
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
.I .hivemind/hivemind.db
The store of a project, found in the working directory or the nearest directory above it.
.TP
.I .hivemind/spool/
Records that the store could not take in time; the next writer takes them in.
)";

struct Man {
    static constexpr void fields(auto&&) {}
};

Result<int> run(const json::object&, bool wants_json, Environment& environment) {
    const std::string text = man_page(all_entries());
    environment.out(wants_json ? to_text(json::object{{"text", text}}) + "\n" : text);
    return success;
}

}  // namespace

std::string man_page(const std::vector<Entry>& entries) {
    std::string text = fmt::format(fmt::runtime(front), fmt::arg("version", HIVEMIND_VERSION));
    text += ".SH COMMANDS\n";
    for (const Entry& entry : entries) text += section_of(entry);
    text += ".SH EXIT STATUS\n";
    for (const ExitCode& code : exit_codes) text += fmt::format(".TP\n.B {}\n{}\n", code.code, plain(code.meaning));
    return text + std::string(back);
}

Procedure man_procedure() {
    return {"man", "Print the manual page.", "", &shape_of<Man>, run};
}

}  // namespace hm::cli
