// What a shell makes of a hook's line when the program is missing, crashes or answers.
#include "adapters/wiring/hook_entries.h"

#include <gtest/gtest.h>

#include <fstream>

#include "adapters/wiring/probe.h"
#include "app/project/project.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class HookCommandLine : public ::testing::Test {
protected:
    Spoken run(const fs::path& program, OnSilence on_silence, const fs::path& directory) {
        return listen_to({"sh", "-c", hook_command({program, "codex", "PreToolUse"}, on_silence)}, directory, "",
                         seconds(20));
    }
    fs::path make_program(const char* name, const std::string& script) {
        const fs::path program = world_.directory() / name;
        std::ofstream(program) << "#!/bin/sh\n" << script;
        fs::permissions(program, fs::perms(0755));
        return program;
    }

    World world_;
};

TEST_F(HookCommandLine, InAPersonsOwnSettingsFollowsTheProject) {
    const fs::path project = world_.directory() / "it's a project";
    const fs::path below = project / "a b" / "c";
    const fs::path outside = world_.directory() / "outside";
    fs::create_directories(below);
    fs::create_directories(outside);
    fs::create_directories(project / ".hivemind");
    std::ofstream(project / ".hivemind/hivemind.db") << "";
    const fs::path crashing = make_program("it's crashing", "kill -SEGV $$\n");
    for (const fs::path& program : {fs::path("/no/such/program"), crashing}) {
        ASSERT_TRUE(keep_fail_mark(project, FailMode::closed));
        for (const fs::path& directory : {project, below}) {
            const Spoken refused = run(program, OnSilence::follows_project, directory);
            EXPECT_EQ(refused.exit_code, 2) << program << directory;
            EXPECT_NE(refused.said.find("so this call is refused"), std::string::npos);
        }
        EXPECT_EQ(run(program, OnSilence::follows_project, outside).exit_code, 1) << program;
        ASSERT_TRUE(keep_fail_mark(project, FailMode::open));
        EXPECT_EQ(run(program, OnSilence::follows_project, below).exit_code, 1) << program;
    }
}

TEST_F(HookCommandLine, AMarkCountsWithoutItsStore) {
    ASSERT_EQ(world_.cli({"init", "--mode", "strict"}).exit_code, 0);
    fs::remove(world_.directory() / ".hivemind/hivemind.db");
    EXPECT_EQ(run("/no/such/program", OnSilence::follows_project, world_.directory()).exit_code, 2);
}

TEST_F(HookCommandLine, IsKnownAgainAsOneOfAPersonsOwnSettings) {
    const auto line = [](OnSilence on_silence) { return hook_command({"/bin/x", "codex", "PreToolUse"}, on_silence); };
    EXPECT_TRUE(follows_project(line(OnSilence::follows_project)));
    EXPECT_FALSE(follows_project(line(OnSilence::refuses)));
    EXPECT_FALSE(follows_project(line(OnSilence::lets_through)));
}

TEST_F(HookCommandLine, AnAnswerIsPassedOnAsItIs) {
    const fs::path answering = make_program("answering", "echo \"$@\"\n");
    ASSERT_EQ(world_.cli({"init", "--mode", "strict"}).exit_code, 0);
    for (const OnSilence on_silence : {OnSilence::lets_through, OnSilence::refuses, OnSilence::follows_project}) {
        const Spoken answer = run(answering, on_silence, world_.directory());
        EXPECT_EQ(answer.exit_code, 0);
        EXPECT_TRUE(answer.said.starts_with("hook codex PreToolUse")) << answer.said;
    }
}

TEST_F(HookCommandLine, TheMarkFollowsTheSettings) {
    const auto is_closed = [&] { return is_marked_closed(world_.directory()); };
    ASSERT_EQ(world_.cli({"init", "--mode", "strict"}).exit_code, 0);
    EXPECT_TRUE(is_closed());
    ASSERT_EQ(world_.cli({"config", "set", "mode", "assisted"}).exit_code, 0);
    EXPECT_FALSE(is_closed());
    ASSERT_EQ(world_.cli({"config", "set", "fail", "closed"}).exit_code, 0);
    EXPECT_TRUE(is_closed());
    ASSERT_EQ(world_.cli({"config", "set", "fail", "open"}).exit_code, 0);
    EXPECT_FALSE(is_closed());
    ASSERT_EQ(world_.cli({"init", "--mode", "strict", "--dry-run"}).exit_code, 0);
    EXPECT_FALSE(is_closed()) << "a dry run marks nothing";
}

TEST_F(HookCommandLine, TheDoctorSeesWhatAMissingProgramComesTo) {
    ASSERT_EQ(world_.cli({"init", "--mode", "strict"}).exit_code, 0);
    const fs::path answering = make_program("answering", "exit 0\n");
    const auto refuses = [&](OnSilence on_silence) {
        const WiredCommand command{
            {"sh", "-c", hook_command({answering, "codex", "PreToolUse"}, on_silence)}, "PreToolUse", "Bash"};
        return refuses_without(answering, command, world_.directory());
    };
    EXPECT_EQ(refuses(OnSilence::refuses), true);
    EXPECT_EQ(refuses(OnSilence::lets_through), false);
    EXPECT_EQ(refuses(OnSilence::follows_project), true);
    ASSERT_EQ(world_.cli({"config", "set", "fail", "open"}).exit_code, 0);
    EXPECT_EQ(refuses(OnSilence::follows_project), false);
    const WiredCommand other{{"sh", "-c", "true"}, "PreToolUse", "Bash"};
    EXPECT_EQ(refuses_without(answering, other, world_.directory()), std::nullopt);
    const WiredCommand told{{"claude", "hook"}, "PreToolUse", "Bash", true};
    EXPECT_EQ(refuses_without(answering, told, world_.directory()), true);
}

}  // namespace
}  // namespace hm::testing
