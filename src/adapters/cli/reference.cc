// reference: writes the pages of docs/reference, or says which of them are not what this program would write.
#include <fmt/format.h>

#include "adapters/cli/cli.h"
#include "adapters/cli/entries.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/help.h"
#include "adapters/cli/procedures.h"
#include "adapters/clients/shared/agent_tools.h"
#include "adapters/wiring/file_changes.h"
#include "domain/settings.h"

namespace hm::cli {
namespace {

namespace fs = std::filesystem;

using Directory = Text<1, 1000>;

struct Reference {
    std::optional<Directory> write;
    std::optional<Directory> check;

    static constexpr void fields(auto&& visit) {
        visit(field("write", &Reference::write, "Directory to write the pages to; older pages there are removed."));
        visit(field("check", &Reference::check, "Directory whose pages are compared; exit code 1 when one differs."));
    }
};

struct Difference {
    std::string file;
    std::string_view how;
};

bool is_ours(const std::string& text) {
    return text.find("Made by `./check --update`") != std::string::npos;
}

// Pages that no longer belong here. What somebody else put there is left alone.
Result<std::vector<fs::path>> left_over(const fs::path& directory, const std::map<std::string, std::string>& pages) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() != ".md" || pages.contains(it->path().filename().string())) continue;
        HM_TRY_ASSIGN(const auto text, read_whole_file(it->path()));
        if (text && is_ours(*text)) files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

Result<std::vector<Difference>> differences(const fs::path& directory) {
    const auto pages = reference_pages();
    std::vector<Difference> found;
    for (const auto& [name, text] : pages) {
        HM_TRY_ASSIGN(const auto there, read_whole_file(directory / name));
        if (!there) found.push_back({name, "missing"});
        if (there && *there != text) found.push_back({name, "differs"});
    }
    HM_TRY_ASSIGN(const auto others, left_over(directory, pages));
    for (const fs::path& file : others) found.push_back({file.filename().string(), "left over"});
    return found;
}

Result<int> check(const fs::path& directory, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const auto found, differences(directory));
    json::array listed;
    std::string text;
    for (const Difference& each : found) {
        listed.push_back(json::object{{"file", each.file}, {"how", each.how}});
        text += fmt::format("{:<9}  {}\n", each.how, (directory / each.file).string());
    }
    text += found.empty() ? fmt::format("{} pages are as they should be\n", reference_pages().size())
                          : fmt::format("Write them again: hivemind reference --write {}\n", directory.string());
    environment.out(wants_json ? to_text(json::object{{"differences", listed}}) + "\n" : text);
    return found.empty() ? success : failed;
}

Result<int> write(const fs::path& directory, bool wants_json, Environment& environment) {
    const auto pages = reference_pages();
    HM_TRY_ASSIGN(const auto others, left_over(directory, pages));
    for (const auto& [name, text] : pages) {
        HM_TRY_ASSIGN(const auto before, read_whole_file(directory / name));
        if (before != text) HM_TRY(replace_file(directory / name, text));
    }
    std::error_code ignored;
    for (const fs::path& file : others) fs::remove(file, ignored);
    environment.out(wants_json
                        ? to_text(json::object{{"directory", directory.string()}, {"pages", pages.size()}}) + "\n"
                        : fmt::format("wrote {} pages to {}\n", pages.size(), directory.string()));
    return success;
}

Result<int> run_reference(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Reference input, decode_as<Reference>(values, "reference"));
    if (input.write && input.check) {
        return fail(ErrorCode::invalid_input, "--write and --check together.", "Give one of them.");
    }
    if (input.write) return write(environment.directory / input.write->str(), wants_json, environment);
    if (input.check) return check(environment.directory / input.check->str(), wants_json, environment);
    json::object pages;
    std::string all;
    for (const auto& [name, text] : reference_pages()) {
        pages[name] = text;
        all += text + "\n";
    }
    environment.out(wants_json ? to_text(pages) + "\n" : all);
    return success;
}

}  // namespace

Procedure reference_procedure() {
    return {"reference", "Print the reference pages, write them, or check them.", "", &shape_of<Reference>,
            run_reference};
}

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

std::string_view offered_for(ToolShare share) {
    switch (share) {
        case ToolShare::planners: return "solo, coordinator";
        case ToolShare::workers: return "executor, investigator";
        case ToolShare::everyone: return "all";
    }
    return {};
}

// The few with their flat arguments, and where each action puts them.
std::string offered_tools_text() {
    std::string text;
    for (const OfferedTool& tool : offered_tools()) {
        text += fmt::format("\n### {}\n\n{} For: {}.\n\n| argument | meaning |\n|---|---|\n", tool.name,
                            cell(tool.sentence), offered_for(tool.share));
        for (const ToolArgument& argument : tool.arguments) {
            text += fmt::format("| `{}` | {} |\n", argument.name, cell(argument.words));
            for (const ToolArgument& part : argument.parts) {
                text += fmt::format("| `{}[].{}` | {} |\n", argument.name, part.name, cell(part.words));
            }
        }
        if (tool.actions.empty()) continue;
        text += "\n| action | command | fields |\n|---|---|---|\n";
        for (const OfferedAction& row : tool.actions) {
            std::string fields;
            for (const MappedField& mapped : row.fields) {
                fields += fmt::format("{}`{}` is `{}`", fields.empty() ? "" : ", ", mapped.argument, mapped.field);
            }
            text += fmt::format("| `{}`{} | `{}` | {} |\n", row.action,
                                row.when.empty() ? "" : fmt::format(" with `{}`", row.when), row.entry, fields);
        }
    }
    return text;
}

std::string tools_page(const std::vector<EntryGroup>& groups) {
    std::string text = fmt::format(
        "# The tools agents see\n\n{}\n## Offered with every request\n\nWhat is offered is decided when a session "
        "begins. Tasks and plans are named by their short id or their name. The setting `tools` can offer all.\n{}\n# "
        "All names\n\nThese are understood when they are called, by their own name where the client routes it, else "
        "through `hivemind`. Each groups commands as its actions; parameters and meaning are those of the command.\n",
        made_by, offered_tools_text());
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
