// Files that a text runs as scripts: the project's own, what the text itself has written or fetched, and any other.
#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

// node ../../scripts/build.js: packages of one workspace share what lies above them.
bool is_of_the_workspace(std::string_view path) {
    int up = 0;
    for (; path.starts_with("../"); path.remove_prefix(3)) ++up;
    const bool is_shared = path.starts_with("scripts/") || path.starts_with("node_modules/") ||
                           path.starts_with("packages/") || path.starts_with("tools/") || path.starts_with("bin/");
    return up > 0 && up <= 4 && is_shared && path.find("..") == std::string_view::npos;
}

// node $(npx which jest)
bool is_asked_tool(const Word& file) {
    if (!file.text.starts_with("$(") || !file.text.ends_with(')')) return false;
    const Script script = parse_script(std::string_view(file.text).substr(2, file.text.size() - 3));
    if (script.commands.size() != 1 || !script.problems.empty()) return false;
    const std::vector<Word>& words = script.commands.front().words;
    const bool asks = (words.size() == 2 && words[0].text == "which") ||
                      (words.size() == 3 && (words[1].text == "which" || words[1].text == "bin") &&
                       is_listed(words[0].text, "npx yarn pnpm npm"));
    return asks && words.back().certainty == Certainty::plain && !is_grave_name(words.back().text);
}

}  // namespace

void Judge::runs_file(const Word& file, const Call& call) {
    if (is_fetched(file)) return note(ShellClass::destructive, call, "runs what was fetched from another machine");
    if (has_built(file)) return note(ShellClass::build_test, call, "runs what the text has built of the project");
    if (const Word* text = text_of(file)) return runs_text_of(*text, call);
    if (is_asked_tool(file)) return note(ShellClass::build_test, call, "runs a tool of the project");
    if (is_just_written(file)) return note(ShellClass::unknown, call, "runs what the same text has just written");
    // node . runs what the project's own manifest says.
    if (file.text == "." || file.text == "./")
        return note(ShellClass::build_test, call, "runs the project, whose inside is not judged");
    if (file.certainty == Certainty::unknown ||
        (!stays_inside({plain_path(file.text)}) && !is_of_the_workspace(file.text) && !stays_from_here(file))) {
        return note(ShellClass::unknown, call, "runs a script that is not of the project");
    }
    tells_script(file, call);
    note(ShellClass::build_test, call, "runs a script of the project, whose inside is not judged");
}

void Judge::tells_script(const Word& file, const Call& call) {
    constexpr std::size_t most_scripts = 16;
    constexpr std::string_view shells = "bash sh zsh dash ksh ash mksh rbash source .";
    const std::string program = plain_program(call.program());
    const std::string language = is_listed(program, shells) ? "sh" : call.program() == file.text ? "" : program;
    const auto add = [&](std::string path) {
        const bool is_known =
            std::any_of(scripts_.begin(), scripts_.end(), [&](const RunScript& each) { return each.path == path; });
        if (is_known) return;
        if (scripts_.size() == most_scripts)
            return note(ShellClass::unknown, call, "runs more scripts than are looked at");
        scripts_.push_back({std::move(path), language, directory_});
    };
    if (file.certainty != Certainty::plain) return;
    // Whether a cd still counts here is not always plain, so both places are told.
    const bool is_relative = !file.text.starts_with('/') && !file.text.starts_with('~');
    if (is_relative && !directory_.empty()) add(directory_ + "/" + file.text);
    add(file.text);
}

// What a here-document has put into a file counts as if it stood here.
void Judge::runs_text_of(const Word& text, const Call& call) {
    const std::string program = plain_program(call.program());
    const std::string_view first = std::string_view(text.text).substr(0, text.text.find('\n'));
    const bool is_marked = first.starts_with("#!");
    const auto is_for = [&](std::string_view name) {
        return program == name || (is_marked && first.find(name) != std::string_view::npos);
    };
    if (is_for("python") || is_for("node") || is_for("perl") || is_for("ruby") || is_for("php")) {
        const Command& command = call.command();
        return judge_code(text, Call(is_for("python") ? "python" : program, call.arguments(), command, call.script()),
                          *this);
    }
    if (is_for("bash") || is_for("sh") || is_for("zsh") || is_for("dash")) return run_text(text, call);
    note(ShellClass::unknown, call, "runs what the same text has just written");
}

// cd packages/a && node ../b/run.js
bool Judge::stays_from_here(const Word& file) const {
    const bool is_known = !comes_back_ && !directory_.empty() && file.text.starts_with("../");
    if (!is_known || directory_.starts_with('/') || directory_.starts_with('~')) return false;
    int depth = 0;
    const std::string whole = directory_ + "/" + file.text;
    for (std::size_t at = 0; at < whole.size() && depth >= 0;) {
        const std::size_t end = std::min(whole.find('/', at), whole.size());
        const std::string_view part = std::string_view(whole).substr(at, end - at);
        depth += part == ".." ? -1 : part.empty() || part == "." ? 0 : 1;
        at = end + 1;
    }
    return depth > 0;
}

}  // namespace hm::shell
