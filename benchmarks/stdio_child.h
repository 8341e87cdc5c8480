// A program that answers line by line on its standard output what it is asked on its standard input.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "processes.h"

namespace hm::benchmarks {

class StdioChild {
public:
    // Its standard error is dropped.
    StdioChild(const std::vector<std::string>& arguments, const std::filesystem::path& directory,
               const std::vector<std::string>& more_environment = {}) {
        std::array<int, 2> in{};
        std::array<int, 2> out{};
        if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0) give_up("no pipe");
        posix_spawn_file_actions_t actions{};
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
        std::vector<char*> environment = pointers(more_environment);
        for (char** each = environ; *each != nullptr; ++each) environment.insert(environment.end() - 1, *each);
        const int failure = posix_spawnp(&pid_, arguments[0].c_str(), &actions, nullptr, pointers(arguments).data(),
                                         environment.data());
        posix_spawn_file_actions_destroy(&actions);
        close(in[0]);
        close(out[1]);
        input_ = in[1];
        output_ = out[0];
        if (failure != 0) give_up(fmt::format("cannot start {}", arguments[0]));
    }
    ~StdioChild() {
        close(input_);
        close(output_);
        waitpid(pid_, nullptr, 0);
    }
    StdioChild(const StdioChild&) = delete;
    StdioChild& operator=(const StdioChild&) = delete;

    pid_t pid() const { return pid_; }

    void send(std::string line) {
        line += '\n';
        for (std::size_t sent = 0; sent < line.size();) {
            const ssize_t wrote = write(input_, line.data() + sent, line.size() - sent);
            if (wrote <= 0) give_up("a program no longer listens");
            sent += static_cast<std::size_t>(wrote);
        }
    }
    // Sends the line and waits for the line that answers it.
    std::string ask(std::string line) {
        send(std::move(line));
        return receive();
    }
    // The next line it says.
    std::string receive() {
        while (true) {
            const std::size_t end = read_.find('\n');
            if (end != std::string::npos) {
                std::string answer = read_.substr(0, end);
                read_.erase(0, end + 1);
                return answer;
            }
            std::array<char, 65536> piece{};
            const ssize_t got = read(output_, piece.data(), piece.size());
            if (got <= 0) give_up("a program ended early");
            read_.append(piece.data(), static_cast<std::size_t>(got));
        }
    }

private:
    static std::vector<char*> pointers(const std::vector<std::string>& texts) {
        std::vector<char*> list;
        for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
        list.push_back(nullptr);
        return list;
    }

    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string read_;
};

}  // namespace hm::benchmarks
