// A session stays under the project it began in, wherever its agent's shell goes; a write into a project from outside
// is judged by what that project protects.
#include <fmt/format.h>

#include <fstream>

#include "base/digest.h"
#include "stress/projects.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class SessionHome : public ::testing::TestWithParam<Wired> {
protected:
    SessionHome() {
        projects_.variables = {{"XDG_STATE_HOME", projects_.path("state").string()}};
        projects_.make("a", "strict");
        projects_.make("a/vendor/b", "permissive");
        projects_.make_folder("elsewhere");
    }
    const Wired& client() const { return GetParam(); }
    fs::path path(std::string_view name) const { return projects_.path(name); }
    // A write without a task: refused in strict, let through in permissive.
    bool is_held(std::string_view session, std::string_view directory) {
        return is_refused(projects_.write(client(), session, path(directory), "x.ts"));
    }

    Projects projects_;
};

TEST_P(SessionHome, ANestedProjectDoesNotTakeASessionOver) {
    EXPECT_TRUE(is_held("s", "a"));
    EXPECT_TRUE(is_held("s", "a/vendor/b"));
    EXPECT_FALSE(is_held("begun-in-b", "a/vendor/b")) << "one that began there is its own";
    EXPECT_TRUE(is_held("s", "a/vendor/b")) << "two sessions, two projects";
}

TEST_P(SessionHome, LeavingTheProjectDoesNotFreeASession) {
    EXPECT_TRUE(is_held("s", "a"));
    EXPECT_TRUE(is_held("s", "elsewhere"));
    const Ended read = projects_.call(client(), "s", path("elsewhere"), client().shell_tool, {{"command", "ls"}});
    EXPECT_FALSE(is_refused(read)) << read.out;
    EXPECT_FALSE(is_held("begun-outside", "elsewhere")) << "one that began outside is nobody's";
}

TEST_P(SessionHome, SubagentsBelongToTheirSessionsProject) {
    EXPECT_TRUE(is_held("s", "a"));
    const Ended ended = projects_.call(client(), "s", path("a/vendor/b"), client().write_tool, {{"file_path", "x.ts"}},
                                       {{"agent_id", "a1"}, {"agent_type", "general"}});
    EXPECT_TRUE(is_refused(ended)) << ended.out;
}

TEST_P(SessionHome, TheFirstEventOfAnyKindCounts) {
    projects_.start(client(), "s", path("a"), "startup");
    EXPECT_TRUE(is_held("s", "a/vendor/b"));
}

// A person starts the client anew in another directory; an agent's shell cannot bring that event about.
TEST_P(SessionHome, AResumedSessionBelongsToWhereItWasResumed) {
    EXPECT_TRUE(is_held("s", "a"));
    projects_.start(client(), "s", path("a/vendor/b"), "compact");
    EXPECT_TRUE(is_held("s", "a/vendor/b")) << "a compaction begins nothing";
    projects_.start(client(), "s", path("a/vendor/b"), "resume");
    EXPECT_FALSE(is_held("s", "a/vendor/b"));
    projects_.start(client(), "s", path("elsewhere"), "resume");
    EXPECT_FALSE(is_held("s", "elsewhere"));
    projects_.start(client(), "s", path("a"), "resume");
    EXPECT_TRUE(is_held("s", "a/vendor/b"));
}

TEST_P(SessionHome, TheDirectoryThatTheClientNamesGoesFirst) {
    if (client().project_variable.empty()) return;  // Codex names none
    projects_.variables.emplace_back(client().project_variable, path("a").string());
    EXPECT_TRUE(is_held("s", "a/vendor/b"));
    EXPECT_TRUE(is_held("s", "elsewhere"));
    projects_.variables.back().second = path("a/vendor/b").string();
    EXPECT_FALSE(is_held("s", "a/vendor/b")) << "resumed there";
    projects_.variables.back().second = path("elsewhere").string();
    EXPECT_FALSE(is_held("t", "elsewhere"));
    EXPECT_TRUE(is_held("t", "a")) << "begun outside: each call goes by its own directory";
    EXPECT_FALSE(is_held("t", "a/vendor/b"));
}

TEST_P(SessionHome, WithoutAStateFolderTheDirectoryOfTheEventDecides) {
    projects_.variables = {{"XDG_STATE_HOME", "relative"}, {"HOME", ""}};
    EXPECT_TRUE(is_held("s", "a"));
    EXPECT_FALSE(is_held("s", "a/vendor/b"));
    std::ofstream(path("file")) << "";
    projects_.variables = {{"XDG_STATE_HOME", path("file").string()}};
    EXPECT_TRUE(is_held("s", "a")) << "a folder that cannot be made";
    EXPECT_FALSE(is_held("s", "a/vendor/b"));
}

TEST_P(SessionHome, ARecordOfAProjectThatIsGoneSaysNothing) {
    projects_.make("gone", "strict");
    EXPECT_TRUE(is_held("s", "gone"));
    fs::remove_all(path("gone"));
    EXPECT_FALSE(is_held("s", "a/vendor/b"));
    EXPECT_FALSE(is_held("s", "elsewhere")) << "it belongs to b now, which only records";
}

TEST_P(SessionHome, ARecordThatSomebodyForgedAsALinkIsNotRead) {
    EXPECT_TRUE(is_held("s", "a"));
    const fs::path record =
        path("state/hivemind/sessions") / fmt::format("{}-{}", client().client, sha256_hex("s").substr(0, 32));
    ASSERT_TRUE(fs::exists(record));
    EXPECT_EQ(fs::status(record).permissions() & fs::perms::mask, fs::perms::owner_read | fs::perms::owner_write);
    std::ofstream(path("forged")) << "open\n" << path("a/vendor/b").string();
    fs::remove(record);
    fs::create_symlink(path("forged"), record);
    EXPECT_TRUE(is_held("s", "a"));
}

TEST_P(SessionHome, AWorktreeIsTheProjectOfItsMainCheckout) {
    const auto git = [&](const std::string& words) {
        return std::system(
            fmt::format("cd '{}' && git -c user.name=t -c user.email=t@t {} >/dev/null 2>&1", path("a").string(), words)
                .c_str());
    };
    ASSERT_EQ(git("init -q"), 0);
    ASSERT_EQ(git("commit -q --allow-empty -m first"), 0);
    ASSERT_EQ(git("worktree add ../tree"), 0);
    EXPECT_TRUE(is_held("s", "tree"));
    EXPECT_TRUE(is_held("s", "a/vendor/b"));
    EXPECT_TRUE(is_held("s", "elsewhere"));
}

TEST_P(SessionHome, ASessionOfNoProjectCannotChangeWhatAProjectProtects) {
    const auto writes = [&](std::string_view file) {
        return projects_.write(client(), "outside", path("elsewhere"), file);
    };
    const auto runs = [&](std::string_view command) {
        return projects_.shell(client(), "outside", path("elsewhere"), command);
    };
    const std::string a = path("a").string();
    for (const char* file :
         {"/.env", "/.hivemind/hivemind.db", "/.git/config", "/.claude/settings.json", "/src/.env"}) {
        const Ended ended = writes(a + file);
        EXPECT_TRUE(is_refused(ended)) << file;
        for (const char* part : {"WHAT: ", "WHY: ", "USE INSTEAD: ", "EVIDENCE: "}) {
            EXPECT_NE(ended.out.find(part), std::string::npos) << ended.out;
        }
    }
    EXPECT_TRUE(is_refused(writes("../a/.env")));
    EXPECT_TRUE(is_refused(runs("rm -f ../a/.hivemind/hivemind.db")));
    EXPECT_TRUE(is_refused(runs(fmt::format("echo x > {}/.env", a))));
    EXPECT_TRUE(is_refused(runs(fmt::format("rm -rf {}", a)))) << "with what is protected in it";
    fs::create_symlink(path("a/.hivemind"), path("elsewhere/link"));
    EXPECT_TRUE(is_refused(writes("link/fails_closed")));
    for (const Ended& ended : {writes(a + "/src/x.ts"), writes("x.ts"), writes(".env"), runs("rm -rf build"),
                               runs(fmt::format("cat {}/.env", a)), writes(path("a/vendor/b/.env").string())}) {
        EXPECT_EQ(ended.out, "") << "as if there were no HiveMind";
        EXPECT_EQ(ended.exit_code, 0);
    }
    // A project that cannot be read says by its mark.
    fs::resize_file(path("a/.hivemind/hivemind.db"), 10);
    EXPECT_TRUE(is_refused(writes(a + "/.env")));
    fs::remove(path("a/.hivemind/fails_closed"));
    EXPECT_FALSE(is_refused(writes(a + "/.env")));
}

TEST_P(SessionHome, AProjectThatOnlyRecordsGivesNothingAwayOfAnother) {
    projects_.make("records", "permissive");
    const auto writes = [&](const std::string& file) {
        return is_refused(projects_.write(client(), "s", path("records"), file));
    };
    EXPECT_FALSE(writes("x.ts"));
    EXPECT_FALSE(writes(".env"));
    EXPECT_TRUE(writes(path("a/.env").string()));
    EXPECT_TRUE(writes(path("a/.hivemind/fails_closed").string()));
    EXPECT_FALSE(writes(path("a/src/x.ts").string())) << "in scope of nobody, and not protected";
    EXPECT_FALSE(writes(path("a/vendor/b/.env").string())) << "which only records too";
}

INSTANTIATE_TEST_SUITE_P(Clients, SessionHome, ::testing::ValuesIn(wired_clients()), name_of_client);

}  // namespace
}  // namespace hm::testing
