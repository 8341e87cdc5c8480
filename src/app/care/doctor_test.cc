#include "app/care/doctor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "app/project/project.h"
#include "support/world.h"

namespace hm {
namespace {

class DoctorTest : public ::testing::Test {
protected:
    DoctorTest() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        for (const char* text : {"kept one", "spoilt", "kept two"}) world_.cli_json({"memory", "save", text});
        world_.cli_json({"task", "create", "kept task"});
    }

    // As somebody with a SQL shell would, past all our types.
    void spoil(const std::string& sql) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        ASSERT_TRUE(project);
        Connection& connection = project->workspace().store.connection();
        ASSERT_TRUE(connection.execute("PRAGMA foreign_keys=OFF"));
        const auto spoilt = connection.execute(sql);
        ASSERT_TRUE(spoilt) << spoilt.error().why;
    }

    std::string text(const std::string& sql) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        auto read = project->workspace().store.connection().prepare(sql);
        EXPECT_TRUE(read && *read->step()) << sql;
        return std::string(read->text(0));
    }
    std::int64_t number(const std::string& sql) { return std::stoll(text(sql)); }

    std::size_t memories() { return world_.cli_json({"memory", "list"}).as_array().size(); }

    testing::World world_;
};

TEST_F(DoctorTest, FindsNothingWrongInASoundStore) {
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 0);
}

TEST_F(DoctorTest, QuarantinesBadRowsAndKeepsTheRest) {
    const std::vector<std::string> ways{
        "UPDATE memories SET standing='nonsense' WHERE content='spoilt'",
        "UPDATE memories SET evidence='{broken' WHERE content='spoilt'",
        "UPDATE memories SET content=hex(zeroblob(3000)) WHERE content='spoilt'",
        "UPDATE memories SET id='no id' WHERE content='spoilt'",
    };
    for (const std::string& way : ways) {
        spoil(way);
        EXPECT_EQ(world_.cli({"status"}).exit_code, 0) << way;
        const auto report = world_.cli({"doctor"});
        EXPECT_EQ(report.exit_code, 1) << way << report.out;
        EXPECT_NE(report.out.find("memories"), std::string::npos) << report.out;
        const auto mended = world_.cli({"doctor", "--fix"});
        EXPECT_EQ(mended.exit_code, 0) << way << mended.out << mended.err;
        EXPECT_NE(mended.out.find("moved 1 rows to quarantine"), std::string::npos) << mended.out;
        EXPECT_EQ(memories(), 2U) << way;
        world_.cli_json({"memory", "save", "spoilt"});
    }
}

constexpr const char* nobody = "0193a1b2-0000-7000-8000-00000000dead";

TEST_F(DoctorTest, AModeThatCannotBeReadIsStrict) {
    ASSERT_EQ(world_.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    spoil("UPDATE settings SET value='\"stri' WHERE key='mode'");
    for (const char* flag : {"--json", "--fix"}) {
        const auto told = world_.cli({"doctor", flag});
        EXPECT_NE(told.exit_code, 0);
        EXPECT_NE(told.out.find("mode: not a value of this setting; strict, to be safe, counts"), std::string::npos)
            << told.out;
        EXPECT_EQ(world_.cli_json({"status"}).at("mode"), "strict") << flag;
    }
}

TEST_F(DoctorTest, EmptiesAnOptionalReferenceThatLeadsNowhere) {
    spoil(fmt::format("UPDATE memories SET origin_task_id='{}' WHERE content='spoilt'", nobody));
    spoil(fmt::format("UPDATE tasks SET parent_task_id='{0}', assigned_session_id='{0}'", nobody));
    const auto report = world_.cli({"doctor"});
    EXPECT_EQ(report.exit_code, 1) << report.out;
    EXPECT_NE(report.out.find("origin_task_id names a record of tasks that does not exist"), std::string::npos);
    const auto mended = world_.cli({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    EXPECT_NE(mended.out.find("emptied 3 references that led nowhere"), std::string::npos) << mended.out;
    EXPECT_EQ(memories(), 3U);
    EXPECT_EQ(number("SELECT count(*) FROM quarantine"), 0);
    EXPECT_EQ(number("SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

TEST_F(DoctorTest, RecordsABrokenChainOnceAndEveryRepairWithWhatWasThere) {
    spoil(fmt::format("UPDATE tasks SET parent_task_id='{}'", nobody));
    const std::string task = text("SELECT id FROM tasks");
    world_.cli({"doctor"});
    world_.cli({"doctor"});
    world_.cli({"doctor", "--fix"});
    world_.cli({"doctor", "--fix"});
    EXPECT_EQ(text("SELECT subject_id FROM events WHERE kind='chain.break'"), task);
    EXPECT_EQ(number("SELECT count(*) FROM events WHERE kind='chain.break'"), 1);
    EXPECT_EQ(text("SELECT facts->>'$.noun' || ' ' || (facts->>'$.id') || ' ' || (facts->>'$.errors[0]') FROM events "
                   "WHERE kind='chain.break'"),
              "task " + task + " parent_task_id names a record of tasks that does not exist");
    EXPECT_EQ(number("SELECT count(*) FROM events WHERE kind='doctor.fix'"), 1);
    EXPECT_EQ(text("SELECT c.before->>'$.parent_task_id' FROM changes AS c JOIN events AS e ON e.seq=c.event_seq "
                   "WHERE e.kind='doctor.fix' AND c.noun='task' AND c.id=e.subject_id"),
              nobody);
}

TEST_F(DoctorTest, ABreakThatComesBackIsRecordedAgainAfterItsRepair) {
    spoil(fmt::format("UPDATE tasks SET parent_task_id='{}'", nobody));
    world_.cli({"doctor", "--fix"});
    spoil("UPDATE tasks SET parent_task_id='0193a1b2-0000-7000-8000-00000000beef'");
    world_.cli({"doctor", "--fix"});
    EXPECT_EQ(number("SELECT count(*) FROM events WHERE kind='chain.break'"), 2);
}

TEST_F(DoctorTest, MovesListEntriesThatLeadNowhereToQuarantine) {
    spoil(fmt::format("INSERT INTO task_depends_on SELECT id, 7, '{}' FROM tasks", nobody));
    spoil(fmt::format("INSERT INTO memory_tags VALUES('{}', 0, 'lost')", nobody));
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 1);
    const auto mended = world_.cli({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    EXPECT_EQ(number("SELECT count(*) FROM task_depends_on"), 0);
    EXPECT_EQ(number("SELECT count(*) FROM memory_tags"), 0);
    EXPECT_EQ(text("SELECT content->>'$.value' FROM quarantine WHERE noun='task_depends_on'"), nobody);
    EXPECT_EQ(text("SELECT content->>'$.value' FROM quarantine WHERE noun='memory_tags'"), "lost");
    EXPECT_EQ(world_.cli_json({"task", "list"}).as_array().size(), 1U);
    EXPECT_EQ(text("SELECT c.before->>'$.depends_on[0]' FROM changes AS c JOIN events AS e ON e.seq=c.event_seq "
                   "WHERE e.kind='doctor.fix' AND c.noun='task'"),
              nobody);
}

// A checkpoint cannot be without its task, so it goes whole, with its list, and is not lost.
TEST_F(DoctorTest, MovesARecordWithoutWhatItNeedsToQuarantine) {
    spoil(
        fmt::format("INSERT INTO checkpoints VALUES('0193a1b2-0000-7000-8000-0000000000c1','131421092026-99',1,1,NULL,"
                    "'{}',NULL,'write','a change',NULL,NULL,NULL)",
                    nobody));
    spoil("INSERT INTO checkpoint_files_modified VALUES('0193a1b2-0000-7000-8000-0000000000c1',0,'src/a.cc')");
    const auto mended = world_.cli({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    EXPECT_EQ(number("SELECT count(*) FROM checkpoints"), 0);
    EXPECT_EQ(number("SELECT count(*) FROM checkpoint_files_modified"), 0);
    EXPECT_EQ(text("SELECT (content->>'$.summary') || ' ' || (content->>'$.files_modified[0]') FROM quarantine"),
              "a change src/a.cc");
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 0);
}

// Removing one bad row leaves others that named it; the doctor goes on until nothing dangles.
TEST_F(DoctorTest, MendsWhatARemovedRowLeavesBehind) {
    const std::string task = text("SELECT id FROM tasks");
    world_.cli_json({"memory", "save", "of the task", "--origin-task-id", task});
    spoil("UPDATE tasks SET status='nonsense'");
    const auto mended = world_.cli({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    EXPECT_EQ(memories(), 4U);
    EXPECT_EQ(number("SELECT count(*) FROM memories WHERE origin_task_id IS NOT NULL"), 0);
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 0);
}

TEST_F(DoctorTest, RemovesOnlyWhatADeadProcessLeftHalfMade) {
    const auto backups = world_.directory() / ".hivemind" / "backups";
    std::filesystem::create_directory(backups);
    // No process has a number as high as this.
    const auto abandoned = backups / "20260101T000000Z.db.making-4194305";
    const auto fresh = backups / "20260101T000001Z.db.making-4194305";
    const auto alive = backups / fmt::format("20260101T000002Z.db.making-{}", getpid());
    for (const auto& file : {abandoned, fresh, alive}) std::ofstream(file) << "half";
    const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
    for (const auto& file : {abandoned, alive}) std::filesystem::last_write_time(file, long_ago);
    EXPECT_NE(world_.cli({"doctor"}).out.find("1 half-made files"), std::string::npos);
    EXPECT_NE(world_.cli({"doctor", "--fix"}).out.find("removed 1 half-made files"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(abandoned));
    EXPECT_TRUE(std::filesystem::exists(fresh));
    EXPECT_TRUE(std::filesystem::exists(alive));
}

TEST_F(DoctorTest, ClosesFilesToOthers) {
    std::filesystem::permissions(world_.directory() / ".hivemind", std::filesystem::perms::all);
    EXPECT_NE(world_.cli({"doctor"}).out.find("can be read by others"), std::string::npos);
    EXPECT_EQ(world_.cli({"doctor", "--fix"}).exit_code, 0);
    EXPECT_EQ(world_.cli({"doctor"}).out.find("can be read by others"), std::string::npos);
}

TEST_F(DoctorTest, ABreakThatNobodyMendedIsToldToEverySession) {
    const auto pack = [&] {
        const json::object told = world_.opencode("messages.transform", {{"sessionID", "s"}, {"prompt", "Go on"}});
        return std::string(text_member(told, "inject"));
    };
    EXPECT_EQ(pack().find("chain of records is broken"), std::string::npos);
    spoil("UPDATE tasks SET parent_task_id='0193a1b2-0000-7000-8000-00000000dead' WHERE name='kept task'");
    EXPECT_NE(world_.cli({"doctor"}).exit_code, 0);
    EXPECT_NE(pack().find("chain of records is broken"), std::string::npos);
    EXPECT_NE(pack().find("hivemind doctor --fix"), std::string::npos);
    EXPECT_EQ(world_.cli({"doctor", "--fix"}).exit_code, 0);
    EXPECT_EQ(pack().find("chain of records is broken"), std::string::npos);
}

}  // namespace
}  // namespace hm
