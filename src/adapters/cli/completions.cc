// Completions for bash, fish and zsh: walks over all that the command line offers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapters/cli/environment.h"
#include "adapters/cli/help.h"
#include "adapters/cli/procedures.h"
#include "domain/settings.h"

namespace hm::cli {
namespace {

HM_ENUM(Shell, bash, zsh, fish)

struct Completions {
    Shell shell = Shell::bash;

    static constexpr void fields(auto&& visit) {
        visit(field("shell", &Completions::shell, "The shell that shall read them."));
    }
};

std::string completion_for(Shell shell) {
    const std::vector<Entry> entries = all_entries();
    switch (shell) {
        case Shell::bash: return bash_completion(entries);
        case Shell::zsh: return zsh_completion(entries);
        case Shell::fish: return fish_completion(entries);
    }
    return {};
}

Result<int> run_completions(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Completions input, decode_as<Completions>(values, "completions"));
    const std::string text = completion_for(input.shell);
    environment.out(wants_json ? to_text(json::object{{"shell", name_of(input.shell)}, {"text", text}}) + "\n" : text);
    return success;
}

const Shape& item_of(const Shape& shape) {
    return shape.kind == ShapeKind::list ? shape.item.front() : shape;
}

}  // namespace

ValueKind value_kind(const Shape& shape) {
    const Shape& item = item_of(shape);
    if (item.kind == ShapeKind::boolean) return ValueKind::none;
    if (item.kind == ShapeKind::choice) return ValueKind::choice;
    return item.kind == ShapeKind::text ? ValueKind::text : ValueKind::other;
}

const std::vector<std::string_view>& choices_of(const Shape& shape) {
    return item_of(shape).choices;
}

std::vector<ChoicesBehind> choices_behind(const Entry& entry) {
    std::vector<ChoicesBehind> behind;
    if (entry.name != "config set") return behind;
    for_each_field<Settings>([&]<class Member>(const Field<Settings, Member>& each) {
        const Shape shape = shape_of<Member>();
        if (shape.kind == ShapeKind::choice) behind.push_back({each.name, shape.choices});
        if (shape.kind == ShapeKind::boolean) behind.push_back({each.name, {"true", "false"}});
    });
    return behind;
}

std::string in_quotes(std::string_view text, std::string_view escaped_quote) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') {
            quoted += escaped_quote;
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

Procedure completions_procedure() {
    return {"completions", "Print the completions of a shell.", "shell", &shape_of<Completions>, run_completions};
}

namespace {

constexpr std::string_view bash_head = R"(# bash completion for hivemind, printed by `hivemind completions bash`.
)";

// Each function sets `offered`; what it knows nothing of it leaves empty.
constexpr std::string_view tail = R"(
_hivemind() {
    local current=${COMP_WORDS[COMP_CWORD]} offered= entry= flag= helping= bare=0 last= i
    local IFS=$' \t\n'
    local -a typed=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
    COMPREPLY=()
    # `--mode=strict` comes as three words.
    if [[ $current == '=' ]]; then current=; else
        if ((${#typed[@]} > 1)) && [[ ${typed[-1]} == '=' ]]; then unset 'typed[-1]'; fi
    fi
    if [[ ${typed[0]-} == help ]]; then helping=yes typed=("${typed[@]:1}"); fi
    if ((${#typed[@]} == 0)); then
        _hivemind_words
        COMPREPLY=($(compgen -W "$offered" -- "$current"))
        return
    fi
    if ((${#typed[@]} == 1)) && _hivemind_verbs "${typed[0]}"; then
        COMPREPLY=($(compgen -W "$offered" -- "$current"))
        if ((${#COMPREPLY[@]})); then return; fi
    fi
    if [[ $helping ]]; then compopt +o default 2>/dev/null; return; fi
    if _hivemind_flags "${typed[0]} ${typed[1]-}"; then
        entry="${typed[0]} ${typed[1]}" typed=("${typed[@]:2}")
    elif _hivemind_flags "${typed[0]}"; then
        entry=${typed[0]} typed=("${typed[@]:1}")
    else
        return
    fi
    for ((i = 0; i < ${#typed[@]}; i++)); do
        flag=
        if [[ ${typed[i]} != --* ]]; then bare=$((bare + 1)) last=${typed[i]}; continue; fi
        if ! _hivemind_values "$entry" "${typed[i]}"; then continue; fi
        flag=${typed[i]}
        if [[ ${typed[i + 1]-} == '=' ]]; then i=$((i + 1)); fi
        i=$((i + 1))
    done
    # Still waiting for its value when the words end at the flag.
    if [[ $flag && $i -gt ${#typed[@]} ]]; then
        _hivemind_values "$entry" "$flag"
    elif [[ $current == -* ]]; then
        _hivemind_flags "$entry"
        compopt +o default 2>/dev/null
    else
        _hivemind_bare "$entry" "$bare" "$last"
    fi
    COMPREPLY=($(compgen -W "$offered" -- "$current"))
}

complete -o default -F _hivemind hivemind
)";

std::string first_words(const std::vector<EntryGroup>& groups) {
    std::string words;
    for (const EntryGroup& group : groups) words += fmt::format("{} ", group.word);
    return fmt::format("\n_hivemind_words() {{\n    offered='{}--help --version'\n}}\n", words);
}

// False for a word that has no verbs.
std::string verbs(const std::vector<EntryGroup>& groups) {
    std::string cases;
    for (const EntryGroup& group : groups) {
        if (!group.has_verbs()) continue;
        std::vector<std::string_view> verbs;
        for (const Entry& entry : group.entries) verbs.push_back(verb_of(entry.name));
        cases += fmt::format("        {}) offered='{}' ;;\n", group.word, fmt::join(verbs, " "));
    }
    return fmt::format("\n_hivemind_verbs() {{\n    case $1 in\n{}        *) return 1 ;;\n    esac\n}}\n", cases);
}

// False for what is no command.
std::string flags(const std::vector<Entry>& entries) {
    std::string cases;
    for (const Entry& entry : entries) {
        cases += fmt::format("        '{}') offered='", entry.name);
        for (const FieldShape& field : entry.input.fields) cases += fmt::format("--{} ", flag_of(field.name));
        cases += "--json --help' ;;\n";
    }
    return fmt::format("\n_hivemind_flags() {{\n    case $1 in\n{}        *) return 1 ;;\n    esac\n}}\n", cases);
}

std::string action_of(const Shape& shape) {
    switch (value_kind(shape)) {
        case ValueKind::none: return "return 1";
        case ValueKind::choice: return fmt::format("offered='{}'", fmt::join(choices_of(shape), " "));
        case ValueKind::text: return "offered=";
        case ValueKind::other: return "offered= && compopt +o default 2>/dev/null || true";
    }
    return {};
}

// False for a flag that stands alone. A text is completed as a file's name.
std::string values(const std::vector<Entry>& entries) {
    std::string cases;
    for (const Entry& entry : entries) {
        for (const FieldShape& field : entry.input.fields) {
            cases += fmt::format("        '{} --{}') {} ;;\n", entry.name, flag_of(field.name), action_of(field.shape));
        }
    }
    return fmt::format(
        "\n_hivemind_values() {{\n    case \"$1 $2\" in\n{}        *) offered= && return 1 ;;\n    esac\n}}\n", cases);
}

std::string bare(const std::vector<Entry>& entries) {
    std::string cases;
    for (const Entry& entry : entries) {
        for (const auto& [word, choices] : choices_behind(entry)) {
            cases += fmt::format("        '{} 1 {}') offered='{}' ;;\n", entry.name, word, fmt::join(choices, " "));
        }
        const auto fields = positional_fields(entry);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            cases += fmt::format("        '{} {} '*) {} ;;\n", entry.name, i, action_of(fields[i]->shape));
        }
    }
    return fmt::format(
        "\n_hivemind_bare() {{\n    case \"$1 $2 $3\" in\n{}        *) offered= && compopt +o default 2>/dev/null ;;\n "
        "   "
        "esac\n}}\n",
        cases);
}

}  // namespace

std::string bash_completion(const std::vector<Entry>& entries) {
    const std::vector<EntryGroup> groups = grouped(entries);
    return std::string(bash_head) + first_words(groups) + verbs(groups) + flags(entries) + values(entries) +
           bare(entries) + std::string(tail);
}

namespace {

constexpr std::string_view fish_head = R"(# fish completion for hivemind, printed by `hivemind completions fish`.

function __hivemind_typed --description 'True when exactly these words were typed'
    set -l typed (commandline -opc)
    if test "$typed[2]" = help
        set -e typed[2]
    end
    test "$typed[2..]" = "$argv"
end

function __hivemind_runs --description 'True when the command line begins with this command'
    set -l typed (commandline -opc)
    set -l last (math (count $argv) + 1)
    test (count $typed) -ge $last; and test "$typed[2..$last]" = "$argv"
end

complete -c hivemind -f
)";

std::string quoted(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c == '\\') plain += '\\';
        plain += c;
    }
    return in_quotes(plain, R"(\')");
}

std::string value_of(const Shape& shape) {
    switch (value_kind(shape)) {
        case ValueKind::none: return "";
        case ValueKind::choice: return fmt::format(" -x -a '{}'", fmt::join(choices_of(shape), " "));
        case ValueKind::text: return " -r -F";
        case ValueKind::other: return " -x";
    }
    return {};
}

std::string flags_of(const Entry& entry) {
    const std::string begin = fmt::format("complete -c hivemind -n '__hivemind_runs {}'", entry.name);
    std::string lines;
    for (const FieldShape& field : entry.input.fields) {
        lines += fmt::format("{} -l {} -d {}{}\n", begin, flag_of(field.name), quoted(field.sentence),
                             value_of(field.shape));
    }
    lines += fmt::format("{} -l json -d 'Print JSON for machines.'\n{} -l help -d 'Show the flags.'\n", begin, begin);
    return lines;
}

// The first bare argument that has choices; behind it come files, as for any text.
std::string bare_of(const Entry& entry) {
    const auto fields = positional_fields(entry);
    if (fields.empty()) return "";
    if (value_kind(fields.front()->shape) == ValueKind::choice) {
        std::string lines = fmt::format("complete -c hivemind -n '__hivemind_typed {}' -a '{}'\n", entry.name,
                                        fmt::join(choices_of(fields.front()->shape), " "));
        for (const auto& [word, choices] : choices_behind(entry)) {
            lines += fmt::format("complete -c hivemind -n '__hivemind_typed {} {}' -a '{}'\n", entry.name, word,
                                 fmt::join(choices, " "));
        }
        return lines;
    }
    if (value_kind(fields.front()->shape) == ValueKind::text) {
        return fmt::format("complete -c hivemind -n '__hivemind_runs {}' -F\n", entry.name);
    }
    return "";
}

}  // namespace

std::string fish_completion(const std::vector<Entry>& entries) {
    std::string text(fish_head);
    for (const EntryGroup& group : grouped(entries)) {
        const std::string verbs = verbs_in_one_line(group);
        text += fmt::format("complete -c hivemind -n '__hivemind_typed' -a {} -d {}\n", group.word,
                            quoted(group.has_verbs() ? verbs : group.entries.front().sentence));
        for (const Entry& entry : group.entries) {
            if (const std::string_view verb = verb_of(entry.name); !verb.empty()) {
                text += fmt::format("complete -c hivemind -n '__hivemind_typed {}' -a {} -d {}\n", group.word, verb,
                                    quoted(entry.sentence));
            }
            text += flags_of(entry) + bare_of(entry);
        }
    }
    return text;
}

namespace {

constexpr std::string_view zsh_quote = R"('\'')";

// Characters that _arguments and _describe read as their own.
std::string escaped(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c == ':' || c == '[' || c == ']' || c == '\\') plain += '\\';
        plain += c;
    }
    return plain;
}

std::string described(std::string_view word, std::string_view sentence) {
    return in_quotes(fmt::format("{}:{}", word, escaped(sentence)), zsh_quote);
}

std::string value_of(const FieldShape& field) {
    switch (value_kind(field.shape)) {
        case ValueKind::none: return "";
        case ValueKind::choice: return fmt::format(":{}:({})", field.name, fmt::join(choices_of(field.shape), " "));
        case ValueKind::text: return fmt::format(":{}:_files", field.name);
        case ValueKind::other: return fmt::format(":{}: ", field.name);
    }
    return {};
}

std::string flag_spec(const FieldShape& field) {
    const std::string value = value_of(field);
    const std::string_view repeated = field.shape.kind == ShapeKind::list ? "*" : "";
    return in_quotes(fmt::format("{}--{}{}[{}]{}", repeated, flag_of(field.name), value.empty() ? "" : "=",
                                 escaped(field.sentence), value),
                     zsh_quote);
}

std::string arguments_of(const Entry& entry) {
    std::string specs;
    for (const FieldShape& field : entry.input.fields) specs += " \\\n            " + flag_spec(field);
    specs += " \\\n            '--json[Print JSON for machines.]' \\\n            '--help[Show the flags.]'";
    int place = 0;
    const bool has_choices_behind = !choices_behind(entry).empty();
    for (const FieldShape* field : positional_fields(entry)) {
        if (has_choices_behind && place == 1) {
            specs += fmt::format(" \\\n            '{}::{}:_hivemind_behind'", ++place, field->name);
            continue;
        }
        specs += " \\\n            " + in_quotes(fmt::format("{}:{}", ++place, value_of(*field)), zsh_quote);
    }
    return specs;
}

std::string word_lines(const std::vector<EntryGroup>& groups) {
    std::string lines;
    for (const EntryGroup& group : groups) {
        const std::string verbs = verbs_in_one_line(group);
        lines += fmt::format("        {}\n",
                             described(group.word, group.has_verbs() ? verbs : group.entries.front().sentence));
    }
    return lines;
}

std::string verb_cases(const std::vector<EntryGroup>& groups) {
    std::string cases;
    for (const EntryGroup& group : groups) {
        if (!group.has_verbs()) continue;
        cases += fmt::format("        {}) verbs=(\n", group.word);
        for (const Entry& entry : group.entries) {
            if (const std::string_view verb = verb_of(entry.name); !verb.empty()) {
                cases += fmt::format("            {}\n", described(verb, entry.sentence));
            }
        }
        cases += "        ) ;;\n";
    }
    return cases;
}

std::string entry_cases(const std::vector<Entry>& entries) {
    std::string cases;
    for (const Entry& entry : entries) {
        cases += fmt::format("        '{}') _arguments{} ;;\n", entry.name, arguments_of(entry));
    }
    return cases;
}

// The words of the command begin at its verb; the first that is no flag decides.
std::string behind_cases(const std::vector<Entry>& entries) {
    std::string cases;
    for (const Entry& entry : entries) {
        for (const auto& [word, choices] : choices_behind(entry)) {
            cases +=
                fmt::format("        '{} {}') compadd -- {} ;;\n", verb_of(entry.name), word, fmt::join(choices, " "));
        }
    }
    return cases;
}

constexpr std::string_view script = R"(#compdef hivemind
# zsh completion for hivemind, printed by `hivemind completions zsh`.

_hivemind_behind() {{
    local -a bare=(${{words[2,CURRENT-1]:#-*}})
    case "$words[1] $bare[1]" in
{behind}        *) return 1 ;;
    esac
}}

_hivemind_entry() {{
    case $1 in
{entries}        *) return 1 ;;
    esac
}}

_hivemind() {{
    local -a nouns verbs
    nouns=(
{words}    )
    if [[ $words[2] == help ]] && (( CURRENT > 2 )); then shift words; (( CURRENT-- )); fi
    if (( CURRENT == 2 )); then
        _describe -t commands 'command' nouns
        return
    fi
    case $words[2] in
{verbs}    esac
    if (( CURRENT == 3 && $#verbs )); then
        _describe -t verbs 'verb' verbs && return
    fi
    local name=$words[2]
    if (( $#verbs )) && [[ $words[3] == [a-z]* ]]; then
        name="$words[2] $words[3]"
        shift words; (( CURRENT-- ))
    fi
    shift words; (( CURRENT-- ))
    _hivemind_entry $name
}}

# Loaded by its first use, or sourced.
if [[ $funcstack[1] == _hivemind ]]; then _hivemind "$@"; else compdef _hivemind hivemind; fi
)";

}  // namespace

std::string zsh_completion(const std::vector<Entry>& entries) {
    const std::vector<EntryGroup> groups = grouped(entries);
    return fmt::format(fmt::runtime(script), fmt::arg("behind", behind_cases(entries)),
                       fmt::arg("entries", entry_cases(entries)), fmt::arg("words", word_lines(groups)),
                       fmt::arg("verbs", verb_cases(groups)));
}

}  // namespace hm::cli
