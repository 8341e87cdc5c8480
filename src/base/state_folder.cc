#include "base/state_folder.h"

#include <cstdlib>

namespace hm {

namespace fs = std::filesystem;

std::optional<fs::path> state_folder(const std::function<std::optional<std::string>(const char* name)>& variable) {
    if (!variable) return std::nullopt;
    if (const auto state = variable("XDG_STATE_HOME"); state && fs::path(*state).is_absolute()) {
        return fs::path(*state) / "hivemind";
    }
    if (const auto home = variable("HOME"); home && fs::path(*home).is_absolute()) {
        return fs::path(*home) / ".local" / "state" / "hivemind";
    }
    return std::nullopt;
}

std::optional<fs::path> state_folder() {
    return state_folder([](const char* name) {
        const char* value = std::getenv(name);
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    });
}

}  // namespace hm
