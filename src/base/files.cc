#include "base/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace hm {

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Result<ScratchDirectory> ScratchDirectory::make(std::string_view what) {
    std::error_code unusable;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(unusable);
    std::string name = (temporary / fmt::format("hivemind-{}-XXXXXX", what)).string();
    if (unusable || mkdtemp(name.data()) == nullptr) {
        return fail(ErrorCode::io, "No throw-away directory could be made.",
                    "Set TMPDIR to a directory that exists and can be written.");
    }
    return ScratchDirectory(name);
}

ScratchDirectory::~ScratchDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

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
