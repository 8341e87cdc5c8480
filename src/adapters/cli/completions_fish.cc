#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapters/cli/completions.h"
#include "adapters/cli/help.h"

namespace hm::cli {
namespace {

constexpr std::string_view head = R"(# fish completion for hivemind, printed by `hivemind completions fish`.

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
    std::string text(head);
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

}  // namespace hm::cli
