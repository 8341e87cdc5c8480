// A call that waits behind a record is answered before what the record gives reason to do has ended, and none of that
// is lost when the child ends.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "base/deadline.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

std::string line(std::string_view id, std::string_view hook, json::object input) {
    return to_text(json::object{{"id", id}, {"hook", hook}, {"input", std::move(input)}});
}

json::object call_of(std::string_view session, std::string_view tool, json::object arguments) {
    return {{"sessionID", session}, {"callID", "c"}, {"tool", tool}, {"args", std::move(arguments)}};
}

std::string id_in(const std::optional<std::string>& reply) {
    const auto value = parse_json(reply.value_or(""));
    return value && value->is_object() ? std::string(text_member(value->get_object(), "id")) : std::string();
}

// A `git` on the PATH that tells where it is by opening a pipe, and waits there until somebody listens.
class SlowGit {
public:
    explicit SlowGit(const fs::path& directory) : fifo_(directory / "fifo") {
        fs::create_directory(directory / "bin");
        mkfifo(fifo_.c_str(), 0600);
        std::ofstream(directory / "bin/git") << "#!/bin/sh\necho here > " << fifo_.string() << "\n";
        fs::permissions(directory / "bin/git", fs::perms::owner_all);
        path_before_ = std::getenv("PATH");
        setenv("PATH", ((directory / "bin").string() + ":" + path_before_).c_str(), 1);
    }
    ~SlowGit() { setenv("PATH", path_before_.c_str(), 1); }

    // Whether a git was waiting, or came to wait.
    bool lets_go(Duration limit) const {
        const int fifo = open(fifo_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        pollfd waiting{fifo, POLLIN, 0};
        const bool is_there = poll(&waiting, 1, static_cast<int>(limit.ms)) > 0 && (waiting.revents & POLLIN) != 0;
        close(fifo);
        return is_there;
    }

private:
    fs::path fifo_;
    std::string path_before_;
};

std::size_t count_in_log(const TempProject& project, const std::string& kind) {
    const auto log = parse_json(project.run({"log", "--kind", kind, "--json"}).out);
    return log && log->is_array() ? log->get_array().size() : 0;
}

// Waits for what is done behind the answers.
bool comes_to(const TempProject& project, const std::string& kind) {
    for (const Deadline deadline = Deadline::in(usual_limit); !deadline.has_passed();) {
        if (count_in_log(project, kind) > 0) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

TEST(ServeOrder, ACallBehindACommitIsAnsweredBeforeGitIs) {
    const TempProject project;
    const TempDirectory elsewhere;
    const SlowGit git(elsewhere.path());
    ChildProcess child = ChildProcess::start_hivemind({"serve", "opencode"}, {project.root()});
    json::object commit = call_of("one", "bash", {{"command", "git commit -m done"}});
    commit["metadata"] = json::object{{"exit", 0}};
    child.send_line(line("record", "tool.execute.after", std::move(commit)) + "\n" +
                    line("call", "tool.execute.before", call_of("two", "read", {{"filePath", "a.ts"}})));
    std::vector<std::string> answered{id_in(child.read_line()), id_in(child.read_line())};
    std::sort(answered.begin(), answered.end());
    EXPECT_EQ(answered, (std::vector<std::string>{"call", "record"}));
    EXPECT_TRUE(git.lets_go(seconds(20))) << "git had ended, or was killed, before both were answered";
}

TEST(ServeOrder, ACallIsAnsweredBeforeTheRecordsOfOtherSessionsThatCameBeforeIt) {
    const TempProject project;
    ChildProcess child = ChildProcess::start_hivemind({"serve", "opencode"}, {project.root()});
    // So that all of it is there when the child reads.
    child.send_signal(SIGSTOP);
    std::string lines;
    for (int i = 0; i < 20; ++i) {
        lines += line(fmt::format("record-{}", i), "tool.execute.after",
                      call_of("one", "write", {{"filePath", fmt::format("{}.ts", i)}})) +
                 "\n";
    }
    child.send_line(lines + line("call", "tool.execute.before", call_of("two", "read", {{"filePath", "a.ts"}})));
    child.send_signal(SIGCONT);
    EXPECT_EQ(id_in(child.read_line()), "call");
    for (int i = 0; i < 20; ++i) EXPECT_EQ(id_in(child.read_line()), fmt::format("record-{}", i));
}

TEST(ServeOrder, WhatIsLeftToDoIsDoneWhenTheChildEnds) {
    const TempProject project;
    std::ofstream(project.root() / "seen.txt") << "before\n";
    {
        ChildProcess child = ChildProcess::start_hivemind({"serve", "opencode"}, {project.root()});
        child.send_line(line("1", "event", {{"type", "session.idle"}, {"properties", {{"sessionID", "s"}}}}));
        EXPECT_EQ(id_in(child.read_line()), "1");
        child.close_input();
        EXPECT_EQ(child.wait().exit_code, 0);
    }
    const fs::path kept = project.root() / ".hivemind/seen/tree";
    for (const Deadline deadline = Deadline::in(usual_limit); !fs::exists(kept) && !deadline.has_passed();) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ASSERT_TRUE(fs::exists(kept));
    std::ofstream(project.root() / "unseen.txt") << "made by nobody\n";
    ChildProcess child = ChildProcess::start_hivemind({"serve", "opencode"}, {project.root()});
    child.send_line(line("2", "event", {{"type", "session.idle"}, {"properties", {{"sessionID", "s"}}}}));
    EXPECT_EQ(id_in(child.read_line()), "2");
    child.close_input();
    EXPECT_EQ(child.wait().exit_code, 0);
    EXPECT_TRUE(comes_to(project, "files.changed_outside"));
}

// Where its name reached the store unread, an assertion ended the child, and its successor at the same request.
TEST(ServeOrder, AToolWithANulInItsNameCostsNoChild) {
    const TempProject project;
    ChildProcess child = ChildProcess::start_hivemind({"serve", "opencode"}, {project.root()});
    child.send_line(line("task", "tool", call_of("s", "govern_task", {{"action", "start"}, {"name", "Work"}})));
    EXPECT_EQ(id_in(child.read_line()), "task");
    for (const std::string& name : {std::string("write\0file", 10), std::string("\0", 1), std::string(),
                                    std::string("\x01write_file"), std::string(100'000, 'w')}) {
        child.send_line(
            line("after", "tool.execute.after", call_of("s", name, {{"path", "a.ts"}, {"filePath", "a.ts"}})));
        EXPECT_EQ(id_in(child.read_line()), "after");
    }
    child.close_input();
    EXPECT_EQ(child.wait().exit_code, 0);
}

}  // namespace
}  // namespace hm::testing
