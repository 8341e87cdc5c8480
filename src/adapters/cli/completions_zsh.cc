#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapters/cli/completions.h"
#include "adapters/cli/help.h"

namespace hm::cli {
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

std::string first_words(const std::vector<EntryGroup>& groups) {
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
                       fmt::arg("entries", entry_cases(entries)), fmt::arg("words", first_words(groups)),
                       fmt::arg("verbs", verb_cases(groups)));
}

}  // namespace hm::cli
