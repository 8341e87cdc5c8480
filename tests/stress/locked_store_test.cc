// Another process holds the store: nobody waits past a deadline, and nothing is lost.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "adapters/cli/environment.h"
#include "stress/lock_holder.h"
#include "stress/serve_client.h"
#include "stress/store_inspector.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds gate_deadline{400};
constexpr milliseconds command_deadline{400};
// A loaded machine may be late, a wait for the lock would be much later.
constexpr int patience = 3;

class LockedStore : public ::testing::Test {
protected:
    LockedStore() {
        project_.set("gate_deadline", fmt::format("{}ms", gate_deadline.count()));
        project_.set("record_deadline", fmt::format("{}ms", gate_deadline.count()));
        project_.set("pack_deadline", fmt::format("{}ms", gate_deadline.count()));
        project_.set("command_deadline", fmt::format("{}ms", command_deadline.count()));
    }

    LockHolder lock() const { return LockHolder(project_.paths().database); }
    std::int64_t count_events(std::string_view kind) const {
        return StoreInspector(project_.paths().database)
            .number(fmt::format("SELECT count(*) FROM events WHERE kind='{}'", kind));
    }
    // Two commands: what the first takes in, the second must not take in again.
    void run_next_commands() const {
        project_.run_json({"memory", "save", "the next command"});
        project_.run_json({"memory", "save", "the one after it"});
    }

    TempProject project_;
};

void expect_allowed_in_time(const ServeReply& answer) {
    EXPECT_EQ(text_member(answer.reply, "verdict"), "allow") << to_text(answer.reply);
    EXPECT_LT(answer.took, patience * gate_deadline);
    fmt::print("answered after {} ms of {} ms\n", answer.took.count(), gate_deadline.count());
}

void expect_busy(const Ended& ended) {
    EXPECT_EQ(ended.exit_code, cli::busy);
    EXPECT_EQ(ended.out, "");
    EXPECT_NE(ended.err.find("WHAT: "), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("USE INSTEAD: "), std::string::npos) << ended.err;
    EXPECT_GE(ended.took, command_deadline);
    EXPECT_LT(ended.took, patience * command_deadline + milliseconds(1000));
}

TEST_F(LockedStore, ADecisionIsAnsweredInTimeAndRecordedLaterExactlyOnce) {
    ServeClient client({project_.root()});
    expect_allowed_in_time(client.before_read("a known session", "README.md"));
    EXPECT_EQ(count_events("gate.allow"), 1);

    LockHolder holder = lock();
    expect_allowed_in_time(client.before_read("a known session", "README.md"));
    EXPECT_EQ(project_.spooled_files(), 1U);
    holder.release();

    run_next_commands();
    EXPECT_EQ(project_.spooled_files(), 0U);
    EXPECT_EQ(count_events("gate.allow"), 2);
    expect_sound_store(project_.paths().database);
}

TEST_F(LockedStore, ADecisionForASessionNeverSeenBeforeIsAnsweredInTimeAndRecordedLater) {
    ServeClient client({project_.root()});
    LockHolder holder = lock();
    expect_allowed_in_time(client.before_read("a new session", "README.md"));
    holder.release();

    run_next_commands();
    EXPECT_EQ(project_.spooled_files(), 0U);
    EXPECT_EQ(count_events("gate.allow"), 1);
    EXPECT_EQ(count_events("session.seen"), 1);
    expect_sound_store(project_.paths().database);
}

TEST_F(LockedStore, APackIsInjectedInTimeAndItsRecordIsKept) {
    project_.run_json({"memory", "save", "The build needs two cores."});
    ServeClient client({project_.root()});
    client.before_read("a known session", "README.md");

    LockHolder holder = lock();
    const ServeReply answer = client.ask("messages.transform", {{"sessionID", "a known session"}, {"prompt", "build"}});
    holder.release();
    EXPECT_NE(text_member(answer.reply, "inject").find("two cores"), std::string_view::npos) << to_text(answer.reply);
    EXPECT_LT(answer.took, patience * gate_deadline);

    run_next_commands();
    EXPECT_EQ(count_events("injection"), 1);
}

TEST_F(LockedStore, CheckpointsFromTheSpoolAreTakenInOnceWithStampsOfTheirOwn) {
    ServeClient client({project_.root()});
    client.own_tool("a known session", "govern_task", {{"action", "start"}, {"name", "Write files"}});

    LockHolder holder = lock();
    for (const char* file : {"a.txt", "b.txt", "c.txt"}) {
        const ServeReply answer = client.after_write("a known session", file);
        EXPECT_FALSE(answer.reply.contains("failed")) << to_text(answer.reply);
        EXPECT_LT(answer.took, patience * gate_deadline);
    }
    EXPECT_EQ(project_.spooled_files(), 3U);
    holder.release();

    run_next_commands();
    EXPECT_EQ(project_.spooled_files(), 0U);
    EXPECT_EQ(count_events("checkpoint"), 3);
    expect_sound_store(project_.paths().database);
}

TEST_F(LockedStore, ACommandFailsAfterItsDeadlineAndChangesNothing) {
    LockHolder holder = lock();
    expect_busy(project_.run({"memory", "save", "too early"}));
    holder.release();
    EXPECT_EQ(StoreInspector(project_.paths().database).number("SELECT count(*) FROM memories"), 0);
    project_.run_json({"memory", "save", "in time"});
    expect_sound_store(project_.paths().database);
}

TEST_F(LockedStore, ACommandThatTheLockLeavesInTimeIsCarriedOut) {
    project_.set("command_deadline", "60s");
    LockHolder holder = lock();
    ChildProcess command = ChildProcess::start_hivemind({"memory", "save", "patient"}, {project_.root()});
    usleep(300'000);
    holder.release();
    EXPECT_EQ(command.wait().exit_code, 0);
    EXPECT_EQ(StoreInspector(project_.paths().database).number("SELECT count(*) FROM memories"), 1);
}

TEST_F(LockedStore, AToolCallOfANewSessionHasTheDeadlineOfACommand) {
    project_.set("command_deadline", "60s");
    ServeClient client({project_.root()});
    client.before_read("a known session", "README.md");
    usleep(2 * 400'000);

    LockHolder holder = lock();
    client.send("tool", {{"tool", "hivemind_memory"},
                         {"sessionID", "a new session"},
                         {"callID", "call"},
                         {"args", {{"action", "save"}, {"content", "patient"}}}});
    usleep(300'000);
    holder.release();
    const ServeReply answer = client.receive();
    EXPECT_FALSE(answer.reply.contains("failed")) << to_text(answer.reply);
    EXPECT_EQ(StoreInspector(project_.paths().database).number("SELECT count(*) FROM memories"), 1);
}

TEST_F(LockedStore, AStoppedWriterIsWaitedForNoLongerThanARunningOne) {
    ServeClient client({project_.root()});
    client.before_read("a known session", "README.md");
    LockHolder holder = lock();
    holder.stop();
    expect_allowed_in_time(client.before_read("a known session", "README.md"));
    expect_busy(project_.run({"memory", "save", "too early"}));
    holder.go_on();
    holder.release();

    run_next_commands();
    EXPECT_EQ(count_events("gate.allow"), 2);
    EXPECT_EQ(StoreInspector(project_.paths().database).number("SELECT count(*) FROM memories"), 2);
    expect_sound_store(project_.paths().database);
}

TEST(ReadsGoOn, WhileAnotherProcessHoldsTheStore) {
    const TempProject project;
    project.run_json({"memory", "save", "The build needs two cores."});
    LockHolder holder(project.paths().database);
    holder.stop();
    const std::vector<std::vector<std::string>> reads{
        {"status"}, {"task", "list"}, {"memory", "list"}, {"memory", "recall", "cores"}, {"anchor", "list"},
        {"pack"},   {"log"},          {"config", "list"}};
    for (const auto& read : reads) {
        const Ended ended = project.run(read);
        EXPECT_EQ(ended.exit_code, 0) << read.front() << ": " << ended.err;
        EXPECT_LT(ended.took, milliseconds(5000)) << read.front();
    }
    EXPECT_NE(project.run({"memory", "recall", "cores"}).out.find("two cores"), std::string::npos);
    holder.go_on();
    holder.release();
}

}  // namespace
}  // namespace hm::testing
