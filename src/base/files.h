// Files as the lowest layer needs them: writing all bytes, a scratch directory, the user's state folder.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace hm {

// Writing a whole text to an open file, however many pieces the system takes it in.

// False when it could not all be written; why is in errno.
bool write_all(int file, std::string_view text);

// A throw-away directory in the system's temporary one, gone with its owner.

class ScratchDirectory {
public:
    // Named hivemind-<what>- and six letters of chance.
    static Result<ScratchDirectory> make(std::string_view what);
    ScratchDirectory(ScratchDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    ScratchDirectory& operator=(ScratchDirectory&&) = delete;
    ~ScratchDirectory();

    const std::filesystem::path& path() const { return path_; }
    // Leaves it where it is.
    void keep() { path_.clear(); }

private:
    explicit ScratchDirectory(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

// Where a user's programs keep state that belongs to no project: $XDG_STATE_HOME/hivemind, or
// ~/.local/state/hivemind. Only names it; whoever writes there creates it.

// Nothing when neither variable holds an absolute path. `variable` gives the value of an environment variable.
std::optional<std::filesystem::path> state_folder(
    const std::function<std::optional<std::string>(const char* name)>& variable);

// By the environment of this process.
std::optional<std::filesystem::path> state_folder();

}  // namespace hm
