// Where a store may not lie: refused by name, and nothing is made there.
#include "store/project/store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr int store_unusable = 6;  // the exit code that says so

class LinkedStore : public ::testing::Test {
protected:
    LinkedStore() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        world_.cli_json({"memory", "save", "kept"});
    }

    // Every way in refuses, and says what to do. Hooks go on without the store, and tell that.
    void expect_refused(const std::string& what) {
        for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
                 {"status"}, {"memory", "save", "through a link"}, {"init"}, {"doctor", "--fix"}, {"backup"}}) {
            const auto outcome = world_.cli(arguments);
            EXPECT_EQ(outcome.exit_code, store_unusable) << arguments.front() << outcome.out << outcome.err;
            EXPECT_NE(outcome.err.find(what), std::string::npos) << outcome.err;
            EXPECT_NE(outcome.err.find("USE INSTEAD: Remove the "), std::string::npos) << outcome.err;
        }
        const std::string told = to_text(world_.opencode("system.transform", {{"sessionID", "s"}}));
        EXPECT_NE(told.find("is reached through a link, and is not used"), std::string::npos) << told;
        EXPECT_EQ(told.find("kept"), std::string::npos) << told;
    }

    testing::World world_;
    fs::path directory_ = world_.directory() / ".hivemind";
    fs::path elsewhere_ = world_.directory() / "elsewhere";
};

TEST_F(LinkedStore, BehindALinkedDirectoryIsRefused) {
    fs::rename(directory_, elsewhere_);
    fs::create_directory_symlink(elsewhere_, directory_);
    expect_refused("is a link");
}

TEST_F(LinkedStore, BehindALinkedFileIsRefused) {
    fs::rename(directory_ / "hivemind.db", elsewhere_);
    fs::create_symlink(elsewhere_, directory_ / "hivemind.db");
    expect_refused("is a link");
}

TEST_F(LinkedStore, WithASecondNameIsRefusedUntilThatIsGone) {
    fs::create_hard_link(directory_ / "hivemind.db", elsewhere_);
    expect_refused("has 2 names");
    fs::remove(elsewhere_);
    EXPECT_EQ(world_.cli_json({"memory", "list"}).as_array().size(), 1U);
}

TEST(LinkedDirectory, InitMakesNothingThroughADanglingLink) {
    testing::World world;
    fs::create_directory_symlink(world.directory() / "nowhere", world.directory() / ".hivemind");
    EXPECT_EQ(world.cli({"init"}).exit_code, store_unusable);
    EXPECT_FALSE(fs::exists(world.directory() / "nowhere"));
}

TEST(FileSystem, AnInitOnTheNetworkIsRefusedAndMakesNothing) {
    for (const unsigned long kind : {0x6969UL, 0xFF534D42UL, 0xFE534D42UL, 0x517BUL, 0x01021997UL, 0x00C36400UL}) {
        static unsigned long seen_kind;
        seen_kind = kind;
        const testing::World world;
        const auto store =
            Store::create(world.directory(), Deadline::in(seconds(5)), {}, [](const fs::path&) { return seen_kind; });
        ASSERT_FALSE(store.has_value()) << kind;
        EXPECT_EQ(store.error().code, ErrorCode::unsupported);
        EXPECT_NE(store.error().remedy.find("local disk"), std::string::npos);
        EXPECT_TRUE(fs::is_empty(world.directory()));
    }
}

TEST(FileSystem, OfThisMachineIsFit) {
    const testing::World world;
    EXPECT_NE(file_system_kind(world.directory()), 0U);
    EXPECT_EQ(unfit_file_system(file_system_kind(world.directory())), "");
    EXPECT_EQ(unfit_file_system(0xEF53), "");
}

}  // namespace
}  // namespace hm
