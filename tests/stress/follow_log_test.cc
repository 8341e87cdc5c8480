// `log --follow` beside processes that write: it shows every event once and in order, and ends when it is told
// to or when nobody reads it any more.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "stress/load.h"
#include "stress/serve_client.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

ChildProcess start_following(const TempProject& project, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"log", "--follow", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ChildProcess::start_hivemind(arguments, {project.root()});
}

json::object read_event(ChildProcess& child) {
    const auto line = child.read_line();
    EXPECT_TRUE(line.has_value());
    const auto value = parse_json(line.value_or("{}"));
    EXPECT_TRUE(value && value->is_object()) << line.value_or("");
    return value && value->is_object() ? value->get_object() : json::object{};
}

// Waits until it has begun: the event that is there is its first line.
void wait_for_first_event(ChildProcess& follower) {
    EXPECT_EQ(text_member(read_event(follower), "kind"), "memory.save");
}

TEST(FollowLog, ShowsWhatAnotherProcessWritesWhileItRuns) {
    const TempProject project;
    project.run_json({"memory", "save", "before"});
    ChildProcess follower = start_following(project);
    wait_for_first_event(follower);
    const json::object saved = project.run_json({"memory", "save", "while it follows"});
    const json::object event = read_event(follower);
    EXPECT_EQ(text_member(event, "subject_id"), text_member(saved, "id"));
    EXPECT_EQ(text_member(event, "kind"), "memory.save");
}

TEST(FollowLog, ShowsEveryEventOfManyWritersOnceAndInOrder) {
    const TempProject project;
    project.run_json({"memory", "save", "before"});
    ChildProcess follower = start_following(project);
    wait_for_first_event(follower);
    const int writers = 4;
    const int each = scaled(30);
    std::vector<ChildProcess> children;
    for (int i = 0; i < writers; ++i) {
        children.push_back(ChildProcess::start_function([&](int, int) {
            for (int k = 0; k < each; ++k) {
                const Ended saved = project.run({"memory", "save", fmt::format("memory {} of {}", k, i)});
                if (saved.exit_code != 0) return 1;
            }
            return 0;
        }));
    }
    std::int64_t before = 1;
    for (int i = 0; i < writers * each; ++i) {
        const json::object event = read_event(follower);
        ASSERT_TRUE(event.contains("seq"));
        EXPECT_EQ(event.at("seq").as_int64(), before + 1);
        before = event.at("seq").as_int64();
    }
    for (ChildProcess& child : children) EXPECT_EQ(child.wait().exit_code, 0);
}

TEST(FollowLog, LeavesOutWhatTheFilterDoes) {
    const TempProject project;
    project.run_json({"memory", "save", "before"});
    ChildProcess follower = start_following(project, {"--kind", "mem", "--text", "saved THE"});
    project.run_json({"task", "create", "b"});
    project.run_json({"anchor", "save", "--key", "b", "--value", "b"});
    project.run_json({"memory", "save", "another"});
    EXPECT_EQ(read_event(follower).at("seq").as_int64(), 1);
    EXPECT_EQ(read_event(follower).at("seq").as_int64(), 4);
}

TEST(FollowLog, EndsWellWhenASignalStopsIt) {
    const TempProject project;
    project.run_json({"memory", "save", "before"});
    for (const int number : {SIGTERM, SIGINT}) {
        ChildProcess follower = start_following(project);
        wait_for_first_event(follower);
        follower.send_signal(number);
        const Ended ended = follower.wait();
        EXPECT_EQ(ended.exit_code, 0) << number;
        EXPECT_FALSE(ended.is_timed_out);
    }
}

// Whether the process ends well, without a byte of its output being read meanwhile.
bool ends_well_unread(const ChildProcess& follower) {
    int status = 0;
    const Deadline deadline = Deadline::in(seconds(60));
    while (waitpid(follower.pid(), &status, WNOHANG) == 0) {
        if (deadline.has_passed()) return false;
        usleep(1000);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A process that reads a line and goes away, as `head -1` does; nothing is written after it.
TEST(FollowLog, EndsWhenItsReaderIsGone) {
    const TempProject project;
    project.run_json({"memory", "save", "before"});
    ChildProcess reader = ChildProcess::start_function([&](int, int) {
        ChildProcess follower = start_following(project);
        const bool has_begun = follower.read_line().has_value();
        close(follower.output());
        _exit(has_begun && ends_well_unread(follower) ? 0 : 1);
        return 1;
    });
    EXPECT_EQ(reader.wait().exit_code, 0);
}

TEST(FollowLog, EndsOnASignalThoughItsReaderReadsNoFurther) {
    const TempProject project;
    {
        ServeClient client({project.root()});
        for (int i = 0; i < 400; ++i) client.before_read("a session", "README.md");
    }
    ChildProcess reader = ChildProcess::start_function([&](int, int) {
        ChildProcess follower = start_following(project, {"--limit", "10000"});
        const bool has_begun = follower.read_line().has_value();
        usleep(300'000);  // by now the pipe is full
        follower.send_signal(SIGTERM);
        _exit(has_begun && ends_well_unread(follower) ? 0 : 1);
        return 1;
    });
    EXPECT_EQ(reader.wait().exit_code, 0);
}

TEST(FollowLog, EndsByItselfAfterTheTimeItWasGiven) {
    const TempProject project;
    project.run_json({"memory", "save", "before"});
    const Ended ended = project.run({"log", "--follow", "--for", "300ms"});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_GE(ended.took.count(), 300);
    EXPECT_NE(ended.out.find("memory.save"), std::string::npos);
}

}  // namespace
}  // namespace hm::testing
