#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapters/cli/completions.h"

namespace hm::cli {
namespace {

constexpr std::string_view head = R"(# bash completion for hivemind, printed by `hivemind completions bash`.
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
    return std::string(head) + first_words(groups) + verbs(groups) + flags(entries) + values(entries) + bare(entries) +
           std::string(tail);
}

}  // namespace hm::cli
