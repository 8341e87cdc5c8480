#include "adapters/cli/reference_pages.h"

#include <fmt/format.h>

#include "adapters/agent_tools.h"
#include "adapters/cli/entries.h"
#include "adapters/cli/exit_codes.h"
#include "adapters/cli/help.h"
#include "domain/settings.h"

namespace hm::cli {
namespace {

constexpr std::string_view made_by = "<!-- Made by `./check --update` from the program itself. Do not edit. -->\n";
constexpr std::string_view single_words_page = "commands.md";

std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '|' || c == '<' || c == '*' || c == '_') out += '\\';
        out += c;
    }
    return out;
}

std::string_view needed_of(const FieldShape& field) {
    return field.presence == Presence::required ? "yes" : "";
}

std::string_view who(const Entry& entry) {
    return entry.access == Access::person ? "a person" : "anyone";
}

std::string_view effect_of(const Entry& entry) {
    switch (entry.kind) {
        case EntryKind::command: return "A write: it leaves an event in the trail, or changes nothing.";
        case EntryKind::query: return "A read: it never writes.";
        case EntryKind::procedure: return "An act on the project as a whole or on this process.";
    }
    return {};
}

std::string page_of(const EntryGroup& group) {
    return group.has_verbs() ? std::string(group.word) + ".md" : std::string(single_words_page);
}

// GitHub's name for a heading: "config set" is #config-set.
std::string anchor_of(std::string_view heading) {
    std::string anchor(heading);
    for (char& c : anchor) c = c == ' ' ? '-' : c;
    return anchor;
}

std::string flag_table(const Entry& entry) {
    if (entry.input.fields.empty()) return "";
    std::string text = "| flag | meaning | value | needed |\n|---|---|---|---|\n";
    for (const FieldShape& field : entry.input.fields) {
        text += fmt::format("| `--{}` | {} | {} | {} |\n", flag_of(field.name), cell(field.sentence),
                            cell(to_words(field.shape)), needed_of(field));
    }
    return text + "\n";
}

// Members of members are named with a dot: location.file.
std::string member_rows(const Shape& shape, const std::string& prefix) {
    std::string rows;
    for (const FieldShape& field : shape.fields) {
        const std::string name = prefix + std::string(field.name);
        const std::string_view always = field.presence == Presence::required ? "yes" : "";
        rows +=
            fmt::format("| `{}` | {} | {} | {} |\n", name, cell(field.sentence), cell(to_words(field.shape)), always);
        if (field.shape.kind == ShapeKind::object) rows += member_rows(field.shape, name + ".");
        if (field.shape.kind == ShapeKind::list) rows += member_rows(field.shape.item.front(), name + "[].");
    }
    return rows;
}

std::string answer_of(const Entry& entry) {
    if (entry.kind == EntryKind::command) return "With `--json` it prints a [receipt](README.md#receipts).\n\n";
    if (entry.answer == nullptr) return "";
    const Shape shape = entry.answer();
    const bool is_list = shape.kind == ShapeKind::list;
    const std::string rows = member_rows(is_list ? shape.item.front() : shape, "");
    if (rows.empty()) return fmt::format("With `--json` it prints {}.\n\n", to_words(shape));
    return fmt::format("With `--json` it prints {}:\n\n| member | meaning | value | always |\n|---|---|---|---|\n{}\n",
                       is_list ? "a list of objects" : "an object", rows);
}

std::string section_of(const Entry& entry) {
    return fmt::format("## {}\n\n{}\n\n```\n{}\n```\n\n{} Who may run it: {}.\n\n{}{}", entry.name,
                       cell(entry.sentence), usage_of(entry), effect_of(entry), who(entry), flag_table(entry),
                       answer_of(entry));
}

// Without the empty line behind the last section.
std::string closed(std::string text) {
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
}

std::string command_rows(const std::vector<EntryGroup>& groups) {
    std::string rows;
    for (const EntryGroup& group : groups) {
        for (const Entry& entry : group.entries) {
            rows += fmt::format("| [`{}`]({}#{}) | {} | {} |\n", entry.name, page_of(group), anchor_of(entry.name),
                                cell(entry.sentence), who(entry));
        }
    }
    return rows;
}

constexpr std::string_view index_page = R"(# Reference

{made_by}
Every command is `hivemind <command> [--flag value …]`. Bare arguments fill the fields that the usage line names; behind `--`
everything is a bare argument; a list is given by repeating its flag. Every command takes `--json` and `--help`.
*A person* means that an agent's shell is refused.

| command | what it does | who may run it |
|---|---|---|
{rows}
Besides: [the tools agents see](tools.md), [settings](settings.md), [exit codes](exit-codes.md).

## Receipts

What a write prints with `--json`; some commands add members of their own.

| member | meaning | value | always |
|---|---|---|---|
{receipt}
## Errors

Without `--json` an error goes to standard error as WHAT, WHY, USE INSTEAD and EVIDENCE. With it, standard output gets
`{{"error": {{"what": …, "why": …, "use_instead": …, "evidence": […]}}}}`. The [exit code](exit-codes.md) is the same.
)";

std::string index_of(const std::vector<EntryGroup>& groups) {
    return fmt::format(fmt::runtime(index_page), fmt::arg("made_by", made_by), fmt::arg("rows", command_rows(groups)),
                       fmt::arg("receipt", member_rows(shape_of_receipt(), "")));
}

std::string tools_page(const std::vector<EntryGroup>& groups) {
    std::string text = fmt::format(
        "# The tools agents see\n\n{}\nEach groups commands as its actions; parameters and meaning are those of the "
        "command.\n",
        made_by);
    for (const AgentTool& tool : all_agent_tools()) {
        text += fmt::format("\n## {}\n\n{}\n\n| action | command | what it does | needs |\n|---|---|---|---|\n",
                            tool.name, cell(tool.sentence));
        for (const ToolAction& action : tool.actions) {
            for (const EntryGroup& group : groups) {
                for (const Entry& entry : group.entries) {
                    if (entry.name != action.entry) continue;
                    std::string needs;
                    for (const FieldShape& field : entry.input.fields) {
                        if (field.presence != Presence::required) continue;
                        needs += fmt::format("{}`{}`", needs.empty() ? "" : ", ", field.name);
                    }
                    text += fmt::format("| `{}` | [`{}`]({}#{}) | {} | {} |\n", action.action, entry.name,
                                        page_of(group), anchor_of(entry.name), cell(entry.sentence), needs);
                }
            }
        }
    }
    return text;
}

std::string settings_page() {
    std::string text = fmt::format(
        "# Settings\n\n{}\nOf one project; `hivemind config list` shows them, `hivemind config set` changes one.\n\n"
        "| setting | meaning | value | default |\n|---|---|---|---|\n",
        made_by);
    const json::object defaults = encode(Settings{}).as_object();
    const Shape shape = shape_of<Settings>();
    for (const FieldShape& field : shape.fields) {
        const json::value* value = defaults.if_contains(field.name);
        const std::string shown = value == nullptr     ? "none"
                                  : value->is_string() ? fmt::format("`{}`", std::string_view(value->get_string()))
                                                       : fmt::format("`{}`", to_text(*value));
        text += fmt::format("| `{}` | {} | {} | {} |\n", field.name, cell(field.sentence), cell(to_words(field.shape)),
                            shown);
    }
    return text;
}

std::string exit_codes_page() {
    std::string text = fmt::format("# Exit codes\n\n{}\n| code | meaning |\n|---|---|\n", made_by);
    for (const ExitCode& code : exit_codes) text += fmt::format("| {} | {} |\n", code.code, cell(code.meaning));
    return text;
}

}  // namespace

std::map<std::string, std::string> reference_pages() {
    const std::vector<EntryGroup> groups = grouped(all_entries());
    std::map<std::string, std::string> pages;
    for (const EntryGroup& group : groups) {
        std::string& page = pages[page_of(group)];
        const std::string_view title = group.has_verbs() ? group.word : "Commands of one word";
        if (page.empty()) page = fmt::format("# {}\n\n{}\n", title, made_by);
        for (const Entry& entry : group.entries) page += section_of(entry);
    }
    for (auto& [name, text] : pages) text = closed(std::move(text));
    pages["README.md"] = index_of(groups);
    pages["tools.md"] = tools_page(groups);
    pages["settings.md"] = settings_page();
    pages["exit-codes.md"] = exit_codes_page();
    return pages;
}

}  // namespace hm::cli
