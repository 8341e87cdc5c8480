#include "app/doctor.h"

#include <gtest/gtest.h>

#include "app/project.h"
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
        "UPDATE memories SET origin_task_id='0193a1b2-0000-7000-8000-00000000dead' WHERE content='spoilt'",
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

TEST_F(DoctorTest, ClosesFilesToOthers) {
    std::filesystem::permissions(world_.directory() / ".hivemind", std::filesystem::perms::all);
    EXPECT_NE(world_.cli({"doctor"}).out.find("can be read by others"), std::string::npos);
    EXPECT_EQ(world_.cli({"doctor", "--fix"}).exit_code, 0);
    EXPECT_EQ(world_.cli({"doctor"}).out.find("can be read by others"), std::string::npos);
}

}  // namespace
}  // namespace hm
