#include <unistd.h>

#include "adapters/wiring/client_wiring.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> absolute_path(const Variables& variables, const char* name) {
    const auto value = variables ? variables(name) : std::nullopt;
    if (!value || !fs::path(*value).is_absolute()) return std::nullopt;
    return fs::path(*value);
}

fs::path find_on_path(std::string_view program, std::string_view path) {
    while (!path.empty()) {
        const std::string_view folder = path.substr(0, path.find(':'));
        const fs::path file = fs::path(folder) / program;
        std::error_code error;
        if (!folder.empty() && access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, error)) return file;
        path.remove_prefix(std::min(path.size(), folder.size() + 1));
    }
    return {};
}

}  // namespace

fs::path program_on_path(const ClientWiring& wiring, const Variables& variables) {
    return find_on_path(wiring.program, variables ? variables("PATH").value_or("") : "");
}

Result<ClientHomes> client_homes(const Variables& variables) {
    const auto home = absolute_path(variables, "HOME");
    if (!home) {
        return fail(ErrorCode::invalid_input, "HOME is not set to an absolute path.",
                    "Set it: the clients' own settings are found by it.");
    }
    ClientHomes homes{
        .home = *home,
        .claude = *home / ".claude",
        .claude_json = *home / ".claude.json",
        .codex = absolute_path(variables, "CODEX_HOME").value_or(*home / ".codex"),
        .gemini = *home / ".gemini",
        .opencode = absolute_path(variables, "XDG_CONFIG_HOME").value_or(*home / ".config") / "opencode",
        .state = absolute_path(variables, "XDG_STATE_HOME").value_or(*home / ".local/state") / "hivemind"};
    if (const auto claude = absolute_path(variables, "CLAUDE_CONFIG_DIR")) {
        homes.claude = *claude;
        homes.claude_json = *claude / ".claude.json";
    }
    return homes;
}

bool is_installed(const ClientWiring& wiring, const ClientHomes& homes, const Variables& variables) {
    std::error_code error;
    if (wiring.own_folder != nullptr && fs::is_directory(homes.*wiring.own_folder, error)) return true;
    return !program_on_path(wiring, variables).empty();
}

}  // namespace hm
