// A directory of a benchmark, removed at its end. What a killed benchmark left behind is removed by the next one.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "processes.h"

namespace hm::benchmarks {

class TempDirectory {
public:
    explicit TempDirectory(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
        remove_left_behind(parent);
        std::string name = (parent / fmt::format("{}{}-XXXXXX", prefix, getpid())).string();
        if (mkdtemp(name.data()) == nullptr) give_up("cannot make a directory");
        path_ = std::filesystem::canonical(name);
    }
    ~TempDirectory() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    TempDirectory(const TempDirectory&) = delete;
    TempDirectory& operator=(const TempDirectory&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    static constexpr std::string_view prefix = "hivemind-bench-";

    // Every name holds the process that made it.
    static void remove_left_behind(const std::filesystem::path& parent) {
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(prefix)) continue;
            pid_t maker = 0;
            std::from_chars(name.data() + prefix.size(), name.data() + name.size(), maker);
            if (maker > 0 && kill(maker, 0) != 0 && errno == ESRCH) std::filesystem::remove_all(entry.path(), error);
        }
    }

    std::filesystem::path path_;
};

}  // namespace hm::benchmarks
