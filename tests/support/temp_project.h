// TempProject: a throw-away project that the built program initialised, for tests with many processes.
// World is the same within one process.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "store/files/locate.h"
#include "support/child_process.h"

namespace hm::testing {

class TempDirectory {
public:
    TempDirectory();
    ~TempDirectory();
    TempDirectory(const TempDirectory&) = delete;
    TempDirectory& operator=(const TempDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

class TempProject {
public:
    TempProject();

    const std::filesystem::path& root() const { return directory_.path(); }
    ProjectPaths paths() const { return project_paths(root()); }
    std::size_t spooled_files() const;

    // Changes a setting, whoever runs the test: the program refuses that to an agent's shell.
    // REQUIRES: the store is sound and free.
    void set(std::string_view key, std::string_view value) const;
    // The same with any other command of a person's.
    void act(std::string_view command, const json::object& input) const;

    // Runs the built program here.
    Ended run(const std::vector<std::string>& arguments) const { return run_hivemind(arguments, {root()}); }
    // The same with --json, for a command that must succeed.
    json::object run_json(std::vector<std::string> arguments) const;

private:
    TempDirectory directory_;
};

}  // namespace hm::testing
