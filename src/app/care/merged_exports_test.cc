// Two people's exports, merged by the real git, import cleanly.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/exported_directory.h"
#include "support/temp_project.h"
#include "support/world.h"

namespace hm {
namespace {

using testing::World;

class MergedExports : public ::testing::Test {
protected:
    // False when git says no.
    bool git(const std::string& arguments) {
        const std::string command = fmt::format(
            "cd '{}' && git -c user.name=t -c user.email=t@t.invalid -c init.defaultBranch=main "
            "-c core.hooksPath=/dev/null {} >/dev/null 2>&1",
            repository_.path().string(), arguments);
        return std::system(command.c_str()) == 0;
    }

    void export_of(World& world, const std::string& message) {
        ASSERT_EQ(world.cli({"export", repository_.path().string()}).exit_code, 0);
        ASSERT_TRUE(git("add -A"));
        ASSERT_TRUE(git("commit -m " + message));
    }

    static std::string id_of(const json::value& receipt) { return std::string(text_member(receipt.as_object(), "id")); }

    // A common beginning, then both change the same task and add their own.
    void make_branches() {
        ASSERT_TRUE(git("init"));
        for (World* world : {&alice_, &bob_, &carol_}) ASSERT_EQ(world->cli({"init"}).exit_code, 0);
        shared_ = id_of(alice_.cli_json({"task", "create", "Shared"}));
        alice_.cli_json({"memory", "save", "common ground"});
        export_of(alice_, "base");
        bob_.clock().advance(hours(2));
        bob_.cli_json({"import", repository_.path().string()});
        alice_.clock().advance(hours(1));
        for (int i = 0; i < 5; ++i) {
            ids_.push_back(id_of(alice_.cli_json({"memory", "save", fmt::format("alice learnt {}", i)})));
            ids_.push_back(id_of(bob_.cli_json({"memory", "save", fmt::format("bob learnt {}", i)})));
        }
        ids_.push_back(id_of(alice_.cli_json({"task", "create", "Of Alice", "--parent-task-id", shared_})));
        ids_.push_back(id_of(bob_.cli_json({"task", "create", "Of Bob", "--depends-on", shared_})));
        alice_.cli_json({"task", "change", shared_, "--name", "Shared, as Alice says"});
        bob_.cli_json({"task", "change", shared_, "--name", "Shared, as Bob says"});
        ASSERT_TRUE(git("checkout -b bob"));
        export_of(bob_, "bob");
        ASSERT_TRUE(git("checkout main"));
        export_of(alice_, "alice");
    }

    void expect_everything_in(World& world) {
        const json::object report = world.cli_json({"import", repository_.path().string()}).as_object();
        EXPECT_EQ(report.at("set_aside").to_number<int>(), 0) << report;
        for (const std::string& id : ids_) EXPECT_EQ(world.cli({"show", id}).exit_code, 0) << id;
        // Bob was later.
        EXPECT_NE(world.cli({"show", shared_}).out.find("as Bob says"), std::string::npos);
        EXPECT_EQ(world.cli({"doctor"}).exit_code, 0);
    }

    testing::TempDirectory repository_;
    World alice_, bob_, carol_;
    std::string shared_;
    std::vector<std::string> ids_;
};

TEST_F(MergedExports, ImportCleanlyWithTheMergeRuleOfTheExport) {
    make_branches();
    ASSERT_TRUE(git("merge --no-edit bob"));
    for (World* world : {&carol_, &alice_, &bob_}) expect_everything_in(*world);
    // And all three have the same now.
    std::vector<std::map<std::string, std::string>> exports;
    for (World* world : {&carol_, &alice_, &bob_}) {
        ASSERT_EQ(world->cli({"export", "out"}).exit_code, 0);
        exports.push_back(testing::files_below(world->directory() / "out"));
    }
    EXPECT_EQ(exports[0], exports[1]);
    EXPECT_EQ(exports[0], exports[2]);
}

TEST_F(MergedExports, ImportCleanlyWithConflictMarkersLeftIn) {
    make_branches();
    ASSERT_TRUE(git("rm --cached .gitattributes"));
    std::filesystem::remove(repository_.path() / ".gitattributes");
    ASSERT_TRUE(git("commit -m norule"));
    EXPECT_FALSE(git("merge --no-edit bob"));
    ASSERT_NE(testing::bytes_of(repository_.path() / "graph/mems.json").find("<<<<<<<"), std::string::npos);
    expect_everything_in(carol_);
}

}  // namespace
}  // namespace hm
