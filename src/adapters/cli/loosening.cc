#include "adapters/cli/loosening.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "adapters/cli/agent_shell.h"

namespace hm::cli {
namespace {

constexpr std::array<std::string_view, 15> loosening{
    "config set",  "pause",         "grant", "approve", "override", "role set",  "role remove",   "task change",
    "plan change", "review accept", "undo",  "purge",   "import",   "uninstall", "backup restore"};

bool loosens(std::string_view name, const json::object& input) {
    if (std::find(loosening.begin(), loosening.end(), name) == loosening.end()) return false;
    const std::string_view key = text_member(input, "key");
    const std::string_view value = text_member(input, "value");
    const bool tightens =
        name == "config set" && ((key == "mode" && value == "strict") || (key == "fail" && value == "closed"));
    const bool ends_pause = name == "pause" && text_member(input, "for") == "0s";
    return !tightens && !ends_pause;
}

}  // namespace

Result<void> check_starter(std::string_view name, const json::object& input, const Environment& environment) {
    // Where the command line runs inside another program, the processes above say nothing about who asked.
    if (!environment.ends_afterwards || !loosens(name, input) || !is_cut_off()) return {};
    return fail(Error{ErrorCode::refused,
                      fmt::format("{} by a process that was cut off from whoever started it.", name),
                      "Run it in a terminal, or from a script whose starter is still there.",
                      "It loosens what governs the agents, and nothing shows that a person asked for it.",
                      {"no terminal in the foreground, and only shells between this process and init"}});
}

}  // namespace hm::cli
