#include "adapters/wiring/hook_command.h"

#include <fmt/format.h>

#include "app/fail_mark.h"
#include "base/shell_word.h"

namespace hm {
namespace {

constexpr std::string_view refuse = "{ echo 'HiveMind did not answer, so this call is refused.' >&2; exit 2; }";

// By which such a line is known again.
constexpr std::string_view from_here = "d=$PWD";

}  // namespace

OnSilence on_silence_in(const WiringPlace& place) {
    if (place.level == WiringLevel::user) return OnSilence::follows_project;
    return place.fail == FailMode::closed ? OnSilence::refuses : OnSilence::lets_through;
}

std::string hook_command(const HookCommand& command, OnSilence on_silence) {
    const std::string plain =
        fmt::format("{} hook {} {}", shell_word(command.program.string()), command.client, command.event);
    switch (on_silence) {
        case OnSilence::lets_through: return plain;
        case OnSilence::refuses: return fmt::format("{} --fail closed || {}", plain, refuse);
        case OnSilence::follows_project: break;
    }
    return fmt::format(
        "{0} || {{ {3}; until [ -z \"$d\" ] || [ -e \"$d/.hivemind/hivemind.db\" ] || [ -e \"$d/{1}\" ]; "
        "do d=${{d%/*}}; done; [ ! -e \"$d/{1}\" ] || {2}; exit 1; }}",
        plain, fail_mark, refuse, from_here);
}

bool follows_project(std::string_view line) {
    return line.find(from_here) != std::string_view::npos;
}

}  // namespace hm
