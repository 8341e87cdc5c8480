#include "app/session/session_root.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <utime.h>

#include <fstream>

#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class SessionRootsTest : public ::testing::Test {
protected:
    SessionRootsTest() {
        for (const char* name : {"a", "b"}) fs::create_directories(path(name));
    }
    fs::path path(std::string_view name) const { return world_.directory() / name; }
    std::size_t count() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(path("state/sessions")), {}));
    }

    testing::World world_;
    SessionRoots roots_{path("state")};
};

TEST_F(SessionRootsTest, TheFirstToKeepOneWins) {
    EXPECT_EQ(roots_.find("codex", "s"), std::nullopt);
    EXPECT_FALSE(fs::exists(path("state"))) << "looking makes nothing";
    const SessionRoot a{path("a"), FailMode::closed};
    const SessionRoot b{path("b"), FailMode::open};
    roots_.keep("codex", "s", a);
    roots_.keep("codex", "s", b);
    EXPECT_EQ(roots_.find("codex", "s"), a);
    EXPECT_EQ(roots_.find("gemini", "s"), std::nullopt) << "another client's session";
    roots_.keep("codex", "../../t", b);
    EXPECT_EQ(roots_.find("codex", "../../t"), b);
    EXPECT_EQ(count(), 2U) << "nothing else is left";
    roots_.replace("codex", "s", b);
    EXPECT_EQ(roots_.find("codex", "s"), b);
    roots_.replace("codex", "s", std::nullopt);
    EXPECT_EQ(roots_.find("codex", "s"), std::nullopt);
}

TEST_F(SessionRootsTest, ARootThatIsGoneIsForgotten) {
    roots_.keep("codex", "s", {path("a"), FailMode::closed});
    fs::remove_all(path("a"));
    EXPECT_EQ(roots_.find("codex", "s"), std::nullopt);
    const SessionRoot b{path("b"), FailMode::open};
    roots_.keep("codex", "s", b);
    EXPECT_EQ(roots_.find("codex", "s"), b);
}

TEST_F(SessionRootsTest, WhatCannotBeReadOrKeptIsNoRecord) {
    roots_.keep("codex", "s", {path("a"), FailMode::open});
    const fs::path record = fs::directory_iterator(path("state/sessions"))->path();
    for (const char* text : {"", "open", "open\nrelative", "nonsense\n/"}) {
        std::ofstream(record, std::ios::trunc) << text;
        EXPECT_EQ(roots_.find("codex", "s"), std::nullopt) << text;
    }
    const SessionRoots nowhere(std::nullopt);
    nowhere.keep("codex", "s", {path("a"), FailMode::open});
    EXPECT_EQ(nowhere.find("codex", "s"), std::nullopt);
    std::ofstream(path("file")) << "";
    const SessionRoots in_file(path("file"));
    in_file.keep("codex", "s", {path("a"), FailMode::open});
    EXPECT_EQ(in_file.find("codex", "s"), std::nullopt);
}

TEST_F(SessionRootsTest, OldOnesAreRemovedAndThereAreNeverTooMany) {
    const SessionRoot a{path("a"), FailMode::open};
    roots_.keep("codex", "long ago", a);
    const fs::path old = fs::directory_iterator(path("state/sessions"))->path();
    const utimbuf times{1'000'000'000, 1'000'000'000};
    ASSERT_EQ(utime(old.c_str(), &times), 0);
    for (std::size_t i = 0; i < most_session_roots; ++i) {
        std::ofstream(path("state/sessions") / fmt::format("other-{}", i)) << "";
    }
    roots_.keep("codex", "now", a);
    EXPECT_FALSE(fs::exists(old));
    EXPECT_EQ(roots_.find("codex", "now"), a);
    EXPECT_LE(count(), most_session_roots);
}

TEST_F(SessionRootsTest, OneInUseDoesNotGrowOld) {
    const SessionRoot a{path("a"), FailMode::open};
    roots_.keep("codex", "s", a);
    const fs::path record = fs::directory_iterator(path("state/sessions"))->path();
    const utimbuf times{1'000'000'000, 1'000'000'000};
    ASSERT_EQ(utime(record.c_str(), &times), 0);
    EXPECT_EQ(roots_.find("codex", "s"), a);
    EXPECT_GT(fs::last_write_time(record), fs::file_time_type::clock::now() - std::chrono::hours(1));
}

}  // namespace
}  // namespace hm
