#include "engine/completion/certain_commands.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <memory>

#include "engine/shell/script.h"

extern "C" const TSLanguage* tree_sitter_bash();

namespace hm {
namespace {

constexpr int deepest = 100;

struct DeleteParser {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct DeleteTree {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

// With one of these in the text, exit code 0 no longer says that what follows was run, or what it was.
constexpr std::array<std::string_view, 10> opaque_programs{"exit", "exec",  "return", "trap",   "eval",
                                                           "kill", "alias", "enable", "logout", "hash"};
constexpr std::array<std::string_view, 3> opaque_variables{"PATH", "BASH_ENV", "ENV"};

// `set +e`, `set +o pipefail`: with one of them the text no longer says which errors end it.
bool switches_errors_off(const CommandWords& words) {
    return words.front() == "set" && std::any_of(words.begin() + 1, words.end(), [](const std::string& word) {
               return word.starts_with("+") && word.find_first_of("eo") != std::string::npos;
           });
}

bool is_opaque(const shell::Script& script) {
    if (!script.problems.empty() || !script.functions.empty()) return true;
    for (const shell::Command& command : script.commands) {
        for (const auto& [variable, value] : command.assigned) {
            if (std::find(opaque_variables.begin(), opaque_variables.end(), variable) != opaque_variables.end())
                return true;
        }
        if (command.words.empty()) continue;
        const std::string& program = command.words.front().text;
        if (std::find(opaque_programs.begin(), opaque_programs.end(), program) != opaque_programs.end()) return true;
    }
    return false;
}

// The words of a simple command, as the shell's own parser sees them: parsed again by itself, so that quotes are off.
CommandWords words_of(std::string_view text) {
    const shell::Script script = shell::parse_script(text);
    CommandWords words;
    if (script.commands.empty()) return words;
    // Substitutions inside come before the command they are in.
    for (const shell::Word& word : script.commands.back().words) words.push_back(word.text);
    return words;
}

class Certain {
public:
    explicit Certain(std::string_view text) : text_(text) {}

    void take(TSNode node, int depth) {
        const std::string_view type = ts_node_type(node);
        if (depth > deepest || ts_node_is_error(node)) return;
        if (type == "program" || type == "compound_statement") return take_sequence(node, depth);
        if (type == "subshell") return take_apart(node, depth);
        if (type == "list") return take_list(node, depth);
        if (type == "pipeline") return take_pipeline(node, depth);
        if (type == "redirected_statement") {
            const TSNode body = ts_node_child_by_field_name(node, "body", 4);
            if (!ts_node_is_null(body)) take(body, depth + 1);
        }
        if (type == "command") take_command(node);
    }

    std::vector<CommandWords> take_found() { return std::move(found_); }

private:
    std::string_view text_of(TSNode node) const {
        const std::size_t begin = ts_node_start_byte(node);
        return text_.substr(begin, ts_node_end_byte(node) - begin);
    }

    static bool is_statement(TSNode node) {
        return ts_node_is_named(node) && std::string_view(ts_node_type(node)) != "comment" &&
               std::string_view(ts_node_type(node)) != "heredoc_body";
    }

    // The last statement gives the exit code; under `set -e` those before it must have succeeded too, but for lists,
    // which it does not look into.
    void take_sequence(TSNode node, int depth) {
        std::vector<TSNode> statements;
        std::vector<bool> waited_for;
        for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
            const TSNode child = ts_node_child(node, i);
            if (is_statement(child)) {
                statements.push_back(child);
                waited_for.push_back(true);
            } else if (!waited_for.empty() && text_of(child) == "&") {
                waited_for.back() = false;
            }
        }
        for (std::size_t i = 0; i < statements.size(); ++i) {
            const bool is_last = i + 1 == statements.size();
            const bool is_list = std::string_view(ts_node_type(statements[i])) == "list";
            const bool counts = waited_for[i] && (is_last || (stops_at_errors_ && !is_looked_at_ && !is_list));
            if (counts) take(statements[i], depth + 1);
            if (std::string_view(ts_node_type(statements[i])) == "command") note_options(statements[i]);
        }
    }

    // `set -e`, `set -euo pipefail`. What stands behind the options, or behind --, are no options.
    void note_options(TSNode node) {
        const CommandWords words = words_of(text_of(node));
        if (words.empty() || words.front() != "set") return;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const bool is_letters = words[i].size() > 1 && words[i].front() == '-' && words[i][1] != '-';
            if (!is_letters) return;
            if (words[i].find('e') != std::string::npos) stops_at_errors_ = true;
            if (words[i].find('o') == std::string::npos || i + 1 == words.size()) continue;
            const std::string& option = words[++i];
            stops_at_errors_ |= option == "errexit";
            fails_in_pipes_ |= option == "pipefail";
        }
    }

    // Under `set -e` an error ends the text only behind the last &&: before it, it is looked at.
    void take_list(TSNode node, int depth) {
        for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
            const TSNode child = ts_node_child(node, i);
            if (!ts_node_is_named(child) && text_of(child) != "&&") return;
        }
        const std::uint32_t count = ts_node_named_child_count(node);
        const bool was_looked_at = is_looked_at_;
        for (std::uint32_t i = 0; i < count; ++i) {
            is_looked_at_ = was_looked_at || i + 1 < count;
            take(ts_node_named_child(node, i), depth + 1);
        }
        is_looked_at_ = was_looked_at;
    }

    void take_pipeline(TSNode node, int depth) {
        const std::uint32_t count = ts_node_named_child_count(node);
        const bool takes_all = fails_in_pipes_;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i + 1 == count || takes_all) take_apart(ts_node_named_child(node, i), depth + 1);
        }
    }

    // In a process of its own: what is set there ends with it.
    void take_apart(TSNode node, int depth) {
        const bool stopped = stops_at_errors_;
        const bool failed = fails_in_pipes_;
        const bool is_subshell = std::string_view(ts_node_type(node)) == "subshell";
        is_subshell ? take_sequence(node, depth) : take(node, depth);
        stops_at_errors_ = stopped;
        fails_in_pipes_ = failed;
    }

    void take_command(TSNode node) {
        CommandWords words = words_of(text_of(node));
        if (!words.empty()) found_.push_back(std::move(words));
    }

    std::string_view text_;
    std::vector<CommandWords> found_;
    bool stops_at_errors_ = false;
    bool fails_in_pipes_ = false;
    bool is_looked_at_ = false;  // what it ends with decides what is run next
};

}  // namespace

std::vector<CommandWords> certain_commands(std::string_view text) {
    const shell::Script script = shell::parse_script(text);
    if (is_opaque(script)) return {};
    for (const CommandWords& words : commands_in(text)) {
        if (switches_errors_off(words)) return {};
    }
    const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
    ts_parser_set_language(parser.get(), tree_sitter_bash());
    const std::unique_ptr<TSTree, DeleteTree> tree(
        ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
    if (!tree) return {};
    Certain certain(text);
    certain.take(ts_tree_root_node(tree.get()), 0);
    return certain.take_found();
}

std::vector<CommandWords> commands_in(std::string_view text) {
    std::vector<CommandWords> all;
    for (const shell::Command& command : shell::parse_script(text).commands) {
        CommandWords words;
        for (const shell::Word& word : command.words) words.push_back(word.text);
        if (!words.empty()) all.push_back(std::move(words));
    }
    return all;
}

}  // namespace hm
