#include "adapters/cli/demo_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

#include "base/deadline.h"

namespace hm::cli {
namespace {

constexpr Duration answer_deadline = seconds(10);

std::unexpected<Error> no_answer(std::string_view why) {
    return fail(ErrorCode::io, fmt::format("The demo's child did not answer: {}.", why), "Run the demo again.");
}

[[noreturn]] void become_child(const std::filesystem::path& program, const std::filesystem::path& directory, int input,
                               int output) {
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    if (chdir(directory.c_str()) == 0) execl(program.c_str(), "hivemind", "serve", "opencode", nullptr);
    _exit(127);
}

}  // namespace

Result<DemoChild> DemoChild::start(const std::filesystem::path& program, const std::filesystem::path& directory) {
    std::array<int, 2> to_child{};
    std::array<int, 2> from_child{};
    if (pipe2(to_child.data(), O_CLOEXEC) != 0 || pipe2(from_child.data(), O_CLOEXEC) != 0) {
        return no_answer(std::strerror(errno));
    }
    const pid_t pid = fork();
    if (pid < 0) return no_answer(std::strerror(errno));
    if (pid == 0) become_child(program, directory, to_child[0], from_child[1]);
    close(to_child[0]);
    close(from_child[1]);
    return DemoChild(pid, to_child[1], from_child[0]);
}

DemoChild::DemoChild(DemoChild&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      asked_(other.asked_),
      buffer_(std::move(other.buffer_)) {}

DemoChild::~DemoChild() {
    if (pid_ < 0) return;
    close(input_);
    close(output_);
    const Deadline deadline = Deadline::in(seconds(2));
    while (waitpid(pid_, nullptr, WNOHANG) == 0) {
        if (deadline.has_passed()) kill(pid_, SIGKILL);
        usleep(1000);
    }
}

Result<std::string> DemoChild::read_line() {
    const Deadline deadline = Deadline::in(answer_deadline);
    while (buffer_.find('\n') == std::string::npos) {
        pollfd ready{output_, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(deadline.left().ms)) <= 0) return no_answer("it took too long");
        std::array<char, 8192> chunk{};
        const ssize_t count = read(output_, chunk.data(), chunk.size());
        if (count <= 0) return no_answer("it ended");
        buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    }
    const std::size_t end = buffer_.find('\n');
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return line;
}

Result<json::object> DemoChild::ask(std::string_view hook, json::object input) {
    const std::string id = fmt::format("demo-{}-{}", pid_, ++asked_);
    const std::string line = to_text(json::object{{"id", id}, {"hook", hook}, {"input", std::move(input)}}) + "\n";
    if (write(input_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return no_answer("it ended");
    HM_TRY_ASSIGN(const std::string text, read_line());
    HM_TRY_ASSIGN(json::value reply, parse_json(text));
    if (!reply.is_object()) return no_answer("its answer is not an object");
    if (reply.get_object().contains("failed")) return no_answer(text_member(reply.get_object(), "message"));
    return std::move(reply.get_object());
}

Result<void> write_file(const std::filesystem::path& file, std::string_view text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.flush();
    if (!out) return fail(ErrorCode::io, fmt::format("Cannot write {}.", file.string()), "Check the disk.");
    return {};
}

}  // namespace hm::cli
