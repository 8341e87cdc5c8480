#include "engine/shell/script.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

#include "engine/shell/judges.h"
#include "engine/shell/meanings.h"

extern "C" const TSLanguage* tree_sitter_bash();

namespace hm::shell {
namespace {

constexpr int deepest = 150;
constexpr std::size_t most_commands = 1000;

struct DeleteParser {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct DeleteTree {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

class Walker {
public:
    Walker(std::string_view text, Script& script) : text_(text), script_(script), meanings_(text) {}

    void walk(TSNode node, int depth) {
        if (depth > deepest || script_.commands.size() > most_commands)
            return too_much("is nested or chained too far to be judged");
        if (ts_node_is_error(node) || ts_node_is_missing(node)) problem("does not read as shell: " + excerpt(node));
        const std::string_view type = ts_node_type(node);
        if (type == "command") return take_command(node, depth);
        if (type == "redirected_statement") return take_redirected(node, depth);
        if (type == "pipeline") return take_pipeline(node, depth);
        if (type == "for_statement") return take_for(node, depth);
        if (type == "variable_assignment") return take_assignment(node, depth);
        if (type == "function_definition") note_function(node);
        if (type == "function_definition") script_.is_endless |= multiplies_itself(node, text_);
        if (type == "while_statement" || type == "c_style_for_statement")
            script_.is_endless |= grows_without_end(node, text_);
        if (type == "comment" || type == "heredoc_body") return;
        // unset 'x[$(rm a)]': the shell works out what stands in the brackets, quoted or not.
        const bool takes_names = type == "declaration_command" || type == "unset_command" || type == "test_command";
        if (takes_names &&
            (text_of(node).find("[$(") != std::string_view::npos || text_of(node).find("[`") != std::string_view::npos))
            problem("works out a name that holds a command: " + excerpt(node));
        // Of a function: f() { ls; } > a
        if (type == "file_redirect") {
            if (auto redirect = file_redirect(node)) script_.redirects.push_back(std::move(*redirect));
        }
        const bool declares = type == "declaration_command";
        if (declares) is_reference_ = text_of(node).find(" -n ") != std::string_view::npos;
        walk_children(node, depth);
        if (declares) is_reference_ = false;
    }

private:
    std::string_view text_of(TSNode node) const {
        const std::size_t begin = ts_node_start_byte(node);
        return text_.substr(begin, ts_node_end_byte(node) - begin);
    }
    std::string excerpt(TSNode node) const { return std::string(text_of(node).substr(0, 60)); }

    void problem(std::string what) {
        if (script_.problems.size() < 5) script_.problems.push_back(std::move(what));
    }

    void too_much(std::string what) { script_.too_much = std::move(what); }

    void walk_children(TSNode node, int depth) {
        for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) walk(ts_node_child(node, i), depth + 1);
    }

    void note_function(TSNode node) {
        const TSNode name = ts_node_child_by_field_name(node, "name", 4);
        if (!ts_node_is_null(name)) script_.functions.emplace_back(text_of(name));
    }

    static bool holds_substitution(TSNode node, int depth) {
        if (std::string_view(ts_node_type(node)) == "command_substitution") return true;
        for (std::uint32_t i = 0; depth < deepest && i < ts_node_named_child_count(node); ++i) {
            if (holds_substitution(ts_node_named_child(node, i), depth + 1)) return true;
        }
        return false;
    }

    void note_assigned(TSNode node, std::vector<Assigned>& assigned) {
        const TSNode name = ts_node_child_by_field_name(node, "name", 4);
        const TSNode value = ts_node_child_by_field_name(node, "value", 5);
        if (ts_node_is_null(name) || assigned.size() >= most_commands) return;
        assigned.push_back({std::string(text_of(name)), ts_node_is_null(value) ? Word{} : meanings_.first_of(value)});
    }

    // TMPDIR=/ rm -rf $TMPDIR/x: a scratch place that is given a value is none.
    void forget_scratch(const std::vector<Assigned>& assigned) {
        if (assigned.empty()) return;
        forget_scratch(assigned.back().name);
    }
    void forget_scratch(const std::string& name) {
        if (is_scratch_variable(name)) meanings_.set(name, {{"$" + name, Certainty::unknown}});
    }

    // Commands inside a word run too. Answers those of process substitutions.
    void walk_inside(TSNode node, int depth, std::vector<std::size_t>& made_from) {
        const std::string_view type = ts_node_type(node);
        const bool is_process = type == "process_substitution";
        const std::size_t before = script_.commands.size();
        if (is_process || type == "command_substitution") {
            walk_children(node, depth);
            for (std::size_t i = before; i < script_.commands.size(); ++i) {
                is_process ? made_from.push_back(i) : void(script_.commands[i].is_substituted = true);
            }
            return;
        }
        if (depth > deepest) return too_much("is nested too far to be judged");
        const std::string_view text = text_of(node);
        const bool hides = type == "expansion" && ts_node_child_count(node) > 0 &&
                           (text.find('`') != std::string_view::npos || text.find("$(") != std::string_view::npos) &&
                           !holds_substitution(node, 0);
        if (hides) problem("holds a substitution that the grammar does not see: " + excerpt(node));
        for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i)
            walk_inside(ts_node_child(node, i), depth + 1, made_from);
    }

    void take_command(TSNode node, int depth) {
        Command command;
        for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
            const TSNode child = ts_node_named_child(node, i);
            const std::string_view type = ts_node_type(child);
            if (type == "variable_assignment") {
                walk_inside(child, depth + 1, command.made_from);
                note_assigned(child, command.assigned);
                forget_scratch(command.assigned);
            } else if (type == "file_redirect" || type == "herestring_redirect" || type == "heredoc_redirect") {
                take_redirect(child, command, depth);
            } else if (type == "command_name") {
                if (ts_node_named_child_count(child) > 0) take_word(ts_node_named_child(child, 0), command, depth);
            } else {
                take_word(child, command, depth);
            }
        }
        forget_what_is_read(command);
        script_.commands.push_back(std::move(command));
    }

    // read tmp, printf -v tmp …, getopts x tmp: it comes from elsewhere.
    void forget_what_is_read(const Command& command) {
        if (command.words.empty()) return;
        const std::string& program = command.words.front().text;
        constexpr std::array<std::string_view, 6> reading{"read", "mapfile", "readarray", "getopts", "printf", "let"};
        if (std::find(reading.begin(), reading.end(), program) != reading.end()) {
            for (const Word& word : command.words) forget_scratch(word.text.substr(0, word.text.find_first_of("=[")));
        } else if (program == "source" || program == "." || program == "eval") {
            meanings_.let_others_set();
        }
    }

    void take_word(TSNode node, Command& command, int depth) {
        if (ts_node_is_error(node)) return problem("does not read as shell: " + excerpt(node));
        walk_inside(node, depth, command.made_from);
        for (Word& word : meanings_.of(node, Quoting::bare)) command.words.push_back(std::move(word));
    }

    void take_redirect(TSNode node, Command& command, int depth) {
        const std::string_view type = ts_node_type(node);
        if (type == "herestring_redirect") {
            walk_inside(node, depth, command.made_from);
            command.input = meanings_.first_of(ts_node_named_child(node, ts_node_named_child_count(node) - 1));
        } else if (type == "heredoc_redirect") {
            take_here_document(node, command, depth);
        } else {
            walk_inside(node, depth, command.made_from);
            if (auto redirect = file_redirect(node)) command.redirects.push_back(std::move(*redirect));
            take_words_behind(node, command);
        }
    }

    // rm -rf 2>/dev/null src: the grammar hangs what follows a redirection below it, but only its first word is the
    // target. The others are words of the command.
    void take_words_behind(TSNode redirect, Command& command) {
        bool is_behind = false;
        for (std::uint32_t i = 0; i < ts_node_child_count(redirect); ++i) {
            const char* field = ts_node_field_name_for_child(redirect, i);
            if (field == nullptr || std::string_view(field) != "destination") continue;
            if (is_behind) {
                for (Word& word : meanings_.of(ts_node_child(redirect, i), Quoting::bare))
                    command.words.push_back(std::move(word));
            }
            is_behind = true;
        }
    }

    // The rest of the line (`| bash`, `> file`, `&& x`) hangs below the here-document.
    void take_here_document(TSNode node, Command& command, int depth) {
        const std::size_t self = script_.commands.size();
        for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
            const TSNode child = ts_node_named_child(node, i);
            const std::string_view type = ts_node_type(child);
            if (type == "heredoc_body") {
                const bool is_plain = ts_node_named_child_count(child) == 0 || only_content(child);
                command.input = Word{std::string(text_of(child)), is_plain ? Certainty::plain : Certainty::unknown};
                walk_inside(child, depth + 1, command.made_from);
            } else if (type == "file_redirect") {
                if (auto redirect = file_redirect(child)) command.redirects.push_back(std::move(*redirect));
                take_words_behind(child, command);
            } else if (type == "pipeline") {
                below_.push_back({child, self});
            } else if (type != "heredoc_start" && type != "heredoc_end") {
                below_.push_back({child, std::nullopt});
            }
        }
    }

    static bool only_content(TSNode body) {
        for (std::uint32_t i = 0; i < ts_node_named_child_count(body); ++i) {
            if (std::string_view(ts_node_type(ts_node_named_child(body, i))) != "heredoc_content") return false;
        }
        return true;
    }

    std::optional<Redirect> file_redirect(TSNode node) {
        std::string_view sign;
        for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
            const TSNode child = ts_node_child(node, i);
            if (!ts_node_is_named(child)) sign = text_of(child);
        }
        const TSNode target = ts_node_child_by_field_name(node, "destination", 11);
        if (ts_node_is_null(target)) return std::nullopt;
        const bool copies_descriptor = sign == ">&" || sign == "<&" || sign == ">&-" || sign == "<&-";
        const std::string_view name = text_of(target);
        const bool is_descriptor = name.find_first_not_of("0123456789-") == std::string_view::npos;
        if (copies_descriptor && is_descriptor) return std::nullopt;
        const bool writes =
            sign.find('>') != std::string_view::npos || text_of(node).find("<>") != std::string_view::npos;
        return Redirect{writes ? RedirectKind::writes : RedirectKind::reads, meanings_.first_of(target),
                        sign.find(">>") != std::string_view::npos, false};
    }

    void take_redirected(TSNode node, int depth) {
        const std::size_t before = script_.commands.size();
        const TSNode body = ts_node_child_by_field_name(node, "body", 4);
        if (!ts_node_is_null(body)) walk(body, depth + 1);
        Command holder;
        const std::size_t last = script_.commands.size();
        for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
            const TSNode child = ts_node_named_child(node, i);
            const std::string_view type = ts_node_type(child);
            if (type.ends_with("_redirect")) take_redirect(child, holder, depth);
        }
        const bool has_body = last > before;
        for (Redirect& redirect : holder.redirects) {
            redirect.is_of_nothing = ts_node_is_null(body) && holder.words.empty();
        }
        if (!holder.words.empty() && has_body) {
            std::vector<Word>& words = script_.commands[last - 1].words;
            std::move(holder.words.begin(), holder.words.end(), std::back_inserter(words));
        } else if (!holder.words.empty()) {
            // >/dev/null rm -rf src
            Command command;
            command.words = std::move(holder.words);
            script_.commands.push_back(std::move(command));
        }
        for (Redirect& redirect : holder.redirects) {
            (has_body ? script_.commands[last - 1].redirects : script_.redirects).push_back(std::move(redirect));
        }
        if (holder.input) {
            for (std::size_t i = before; i < last; ++i) script_.commands[i].input = holder.input;
        }
        walk_below(has_body ? std::optional(last - 1) : std::nullopt, depth);
    }

    void walk_below(std::optional<std::size_t> feeder, int depth) {
        std::vector<std::pair<TSNode, std::optional<std::size_t>>> below;
        below.swap(below_);
        for (const auto& [node, is_fed] : below) {
            const std::size_t first = script_.commands.size();
            walk(node, depth + 1);
            if (is_fed && feeder && first < script_.commands.size()) script_.commands[first].fed_by = feeder;
        }
    }

    void take_pipeline(TSNode node, int depth) {
        std::optional<std::size_t> feeder;
        for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
            const std::size_t first = script_.commands.size();
            walk(ts_node_named_child(node, i), depth + 1);
            for (std::size_t each = first; feeder && each < script_.commands.size(); ++each) {
                if (!script_.commands[each].fed_by) script_.commands[each].fed_by = feeder;
            }
            if (script_.commands.size() > first) feeder = script_.commands.size() - 1;
            if (script_.commands.size() > first + 1) script_.commands.back().is_part_of_block = true;
        }
    }

    void take_for(TSNode node, int depth) {
        const TSNode variable = ts_node_child_by_field_name(node, "variable", 8);
        std::vector<Word> values;
        for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
            const char* field = ts_node_field_name_for_child(node, i);
            if (field == nullptr || std::string_view(field) != "value") continue;
            const TSNode value = ts_node_child(node, i);
            std::vector<std::size_t> made_from;
            walk_inside(value, depth + 1, made_from);
            for (Word& word : meanings_.of(value, Quoting::bare)) values.push_back(std::move(word));
        }
        // Without a list it runs over the arguments, which are not known here.
        if (values.empty()) values.push_back({"$@", Certainty::unknown, false});
        if (!ts_node_is_null(variable)) meanings_.set(text_of(variable), values);
        const TSNode body = ts_node_child_by_field_name(node, "body", 4);
        if (!ts_node_is_null(body)) walk(body, depth + 1);
    }

    void take_assignment(TSNode node, int depth) {
        std::vector<std::size_t> made_from;
        walk_inside(node, depth + 1, made_from);
        const TSNode name = ts_node_child_by_field_name(node, "name", 4);
        const TSNode value = ts_node_child_by_field_name(node, "value", 5);
        if (ts_node_is_null(name)) return;
        note_assigned(node, script_.assigned);
        // declare -n r=x: what r stands for is what x holds by then.
        if (is_reference_)
            return meanings_.set(text_of(name), {{"$" + std::string(text_of(name)), Certainty::unknown}});
        std::vector<Word> values =
            ts_node_is_null(value) ? std::vector<Word>{Word{}} : meanings_.of(value, Quoting::quoted);
        const bool is_more = text_of(node).substr(text_of(name).size()).starts_with("+=");
        const bool is_list = !ts_node_is_null(value) && std::string_view(ts_node_type(value)) == "array";
        is_more && !is_list ? meanings_.append(text_of(name), std::move(values))
                            : meanings_.set(text_of(name), std::move(values));
    }

    std::string_view text_;
    Script& script_;
    Meanings meanings_;
    bool is_reference_ = false;  // inside declare -n
    std::vector<std::pair<TSNode, std::optional<std::size_t>>> below_;
};

std::unique_ptr<TSParser, DeleteParser> make_parser() {
    std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
    ts_parser_set_language(parser.get(), tree_sitter_bash());
    return parser;
}

}  // namespace

Script parse_script(std::string_view text) {
    Script script;
    if (text.size() > longest_script) {
        script.too_much = "is too long to be judged";
        return script;
    }
    // Made once a thread: making one costs as much as a short text.
    static thread_local const std::unique_ptr<TSParser, DeleteParser> parser = make_parser();
    const std::unique_ptr<TSTree, DeleteTree> tree(
        ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
    if (!tree) {
        script.problems.emplace_back("could not be parsed");
        return script;
    }
    Walker(text, script).walk(ts_tree_root_node(tree.get()), 0);
    return script;
}

}  // namespace hm::shell
