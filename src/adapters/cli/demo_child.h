// The child process of the demo: `hivemind serve opencode` in a directory, asked line by line as the plugin
// asks it. Every wait has a deadline; the child ends with this object.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace hm::cli {

class DemoChild {
public:
    static Result<DemoChild> start(const std::filesystem::path& program, const std::filesystem::path& directory);
    DemoChild(DemoChild&& other) noexcept;
    DemoChild& operator=(DemoChild&&) = delete;
    ~DemoChild();

    Result<json::object> ask(std::string_view hook, json::object input);

private:
    DemoChild(pid_t pid, int input, int output) : pid_(pid), input_(input), output_(output) {}
    Result<std::string> read_line();

    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    int asked_ = 0;
    std::string buffer_;
};

Result<void> write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace hm::cli
