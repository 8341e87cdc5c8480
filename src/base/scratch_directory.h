// A throw-away directory in the system's temporary one, gone with its owner.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace hm {

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

}  // namespace hm
