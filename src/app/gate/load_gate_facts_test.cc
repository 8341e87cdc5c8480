// What a call comes to as facts when it is large, when files are held, and when its plan asks for more.
#include "app/gate/load_gate_facts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

class LoadGateFacts : public ::testing::Test {
protected:
    explicit LoadGateFacts(const std::vector<std::string>& init = {"init"}) {
        EXPECT_EQ(world_.cli(init).exit_code, 0);
    }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    // What the gate says to the call of an executor, as JSON.
    json::object tried(std::string_view tool, const json::object& arguments) {
        const CliOutcome outcome = world_.cli(
            {"gate", "try", "--role", "executor", "--tool", std::string(tool), "--args", to_text(arguments), "--json"});
        return parse_json(outcome.out, 1U << 20U)->as_object();
    }
    std::string rule(std::string_view tool, const json::object& arguments) {
        const json::object answer = tried(tool, arguments);
        return std::string(text_member(answer, "verdict")) + " " + std::string(text_member(answer, "rule"));
    }
    void put(const std::filesystem::path& path) {
        std::filesystem::create_directories((world_.directory() / path).parent_path());
        std::ofstream(world_.directory() / path) << "x\n";
    }
    std::string write_to(std::string_view path) { return rule("write", {{"filePath", path}}); }

    World world_;
};

json::array files(std::size_t count) {
    json::array all;
    for (std::size_t i = 0; i < count; ++i) all.emplace_back(fmt::format("src/f{}.ts", i));
    return all;
}

TEST_F(LoadGateFacts, ACallThatNamesAPathTooManyIsRefusedAndSaysSo) {
    make({"task", "start", "Work"});
    EXPECT_EQ(rule("write", {{"files", files(500)}}), "allow none");
    json::array many = files(500);
    many.emplace_back(".env");
    EXPECT_EQ(rule("write", {{"files", many}}), "block paths_can_be_judged");
    const json::object answer = tried("write", {{"files", std::move(many)}});
    EXPECT_EQ(text_member(answer, "what"), "write on more than 500 paths in one call.");
    json::array last = files(499);
    last.emplace_back(".env");
    EXPECT_EQ(rule("write", {{"files", std::move(last)}}), "block path_not_protected") << "the last one counts";
}

TEST_F(LoadGateFacts, AProtectedFileIsProtectedByItsOtherNames) {
    namespace fs = std::filesystem;
    const fs::path root = world_.directory();
    make({"task", "start", "Work"});
    std::ofstream(root / ".env") << "A=1\n";
    std::ofstream(root / "plain.txt") << "x";
    fs::create_hard_link(root / ".env", root / "notes.txt");
    fs::create_hard_link(root / "plain.txt", root / "plain_too.txt");
    fs::create_symlink(".env.production", root / "to be.txt");
    fs::create_symlink("../nowhere/x", root / "later.txt");
    EXPECT_EQ(write_to("notes.txt"), "block path_not_protected");
    EXPECT_EQ(rule("bash", {{"command", "echo A=2 > notes.txt"}}), "block path_not_protected");
    EXPECT_EQ(write_to("to be.txt"), "block path_not_protected") << "a link to what is not there yet";
    EXPECT_EQ(write_to("later.txt"), "block path_inside_project");
    EXPECT_EQ(write_to("plain_too.txt"), "allow none");
}

TEST_F(LoadGateFacts, AGrantIsForTheFileHoweverItIsSpelt) {
    const std::filesystem::path root = world_.directory();
    make({"task", "start", "Work"});
    make({"grant", (root / ".env").string()});
    make({"grant", "missing/../.env.local"});
    make({"grant", "../beside/**"});
    EXPECT_EQ(write_to(".env"), "allow none");
    EXPECT_EQ(write_to(".env.local"), "allow none");
    EXPECT_EQ(write_to("../beside/x"), "allow none");
    EXPECT_EQ(write_to("../other/x"), "block path_inside_project");
    EXPECT_EQ(write_to(".env.test"), "block path_not_protected");
}

TEST_F(LoadGateFacts, APathThatATaskAllowsMayBeSpeltFromTheRootOfTheDisk) {
    const std::string all = (world_.directory() / "src/**").string();
    const auto write = [&](std::string_view session, std::string_view path) {
        const json::object reply = world_.opencode(
            "tool.execute.before",
            {{"sessionID", session}, {"tool", "write"}, {"callID", "c"}, {"args", {{"filePath", path}}}});
        return std::string(text_member(reply, "verdict"));
    };
    world_.opencode("tool", {{"sessionID", "s"},
                             {"tool", "govern_plan"},
                             {"callID", "c"},
                             {"args", {{"action", "quick_start"}, {"name", "Work"}, {"allowed_paths", {all}}}}});
    EXPECT_EQ(write("s", "src/a.ts"), "allow");
    EXPECT_EQ(write("s", "docs/a.md"), "block");
    const std::string task = make({"task", "create", "Other", "--allowed-paths", all});
    EXPECT_EQ(world_.cli_json({"task", "show", task}).at("allowed_paths").at(0), "src/**");
    world_.opencode("tool", {{"sessionID", "s"},
                             {"tool", "govern_delegate"},
                             {"callID", "d"},
                             {"args", {{"action", "assign"}, {"task_id", task}, {"allowed_paths", {all}}}}});
    EXPECT_EQ(world_.cli_json({"task", "show", task}).at("allowed_paths").at(0), "src/**");
}

TEST_F(LoadGateFacts, APatchThatNamesAPathTooManyIsRefused) {
    make({"task", "start", "Work"});
    std::string patch = "*** Begin Patch\n";
    for (int i = 0; i < 600; ++i) patch += fmt::format("*** Add File: src/f{}.ts\n+x\n", i);
    patch += "*** Add File: /etc/cron.d/x\n+x\n*** End Patch\n";
    EXPECT_EQ(rule("apply_patch", {{"patchText", patch}}), "block paths_can_be_judged");
}

TEST_F(LoadGateFacts, AShellCommandOfThousandsOfWordsHidesNothing) {
    make({"task", "start", "Work"});
    std::string touched = "touch";
    for (int i = 0; i < 3000; ++i) touched += fmt::format(" src/f{}", i);
    EXPECT_EQ(rule("bash", {{"command", touched + " .env"}}), "block paths_can_be_judged");
    std::string echoes;
    for (int i = 0; i < 400; ++i) echoes += fmt::format("echo {}; ", i);
    EXPECT_EQ(rule("bash", {{"command", echoes + "echo done"}}), "allow none");
    put("src/a.ts");
    EXPECT_EQ(rule("bash", {{"command", echoes + "rm -rf src"}}), "block removal_restorable");
    EXPECT_EQ(rule("bash", {{"command", echoes + echoes + echoes + "rm -rf src"}}), "block shell_class_allowed")
        << "more than is looked at";
    const ShellJudgement too_long = judge_shell("echo " + std::string(300'000, 'x') + "; rm -rf src", {});
    EXPECT_EQ(too_long.worst.shell_class, ShellClass::destructive);
}

TEST_F(LoadGateFacts, ACommandIsJudgedInTheDirectoryThatItsToolIsGiven) {
    make({"task", "start", "Work"});
    put("src/a.ts");
    const auto in = [&](std::string_view directory, std::string_view command) {
        return rule("bash", {{"command", command}, {"workdir", directory}});
    };
    const std::string root = world_.directory().string();
    EXPECT_EQ(in(".hivemind", "rm -f hivemind.db"), "block path_not_protected");
    EXPECT_EQ(in(root + "/.hivemind", "rm -f hivemind.db"), "block path_not_protected");
    EXPECT_EQ(in("src/../.hivemind/", "rm -f ./hivemind.db"), "block path_not_protected");
    EXPECT_EQ(in(".git", "echo x > config"), "block path_not_protected");
    EXPECT_EQ(in("..", "touch x"), "block path_inside_project");
    EXPECT_EQ(in("/etc", "touch x"), "block path_inside_project");
    EXPECT_EQ(in("~", "touch x"), "block path_inside_project");
    EXPECT_EQ(in("~/.ssh", "echo x >> authorized_keys").substr(0, 5), "block");
    EXPECT_EQ(in("/tmp/a/../../etc", "touch x"), "block path_inside_project");
    EXPECT_EQ(in("src", "touch b.ts"), "allow none");
    EXPECT_EQ(in("src", "touch ../.env"), "block path_not_protected");
    EXPECT_EQ(in("src", "rm -rf ."), "block shell_class_allowed");
    EXPECT_EQ(in(".", "rm -rf src"), "block removal_restorable");
    EXPECT_EQ(in("src", "ls"), "allow none");
    EXPECT_EQ(in("/etc", "ls"), "allow none");
}

// A tool that ignores the argument runs where its client runs, so that place is judged as well.
TEST_F(LoadGateFacts, ADirectoryThatTheToolMayIgnoreHidesNothing) {
    make({"task", "start", "Work"});
    put("src/a.ts");
    EXPECT_EQ(rule("bash", {{"command", "rm -f .hivemind/hivemind.db"}, {"cwd", "/tmp/x"}}),
              "block path_not_protected");
    EXPECT_EQ(rule("Bash", {{"command", "rm -f hivemind.db"}, {"cwd", ".hivemind"}}), "block path_not_protected");
    EXPECT_EQ(rule("mcp__box__run_shell", {{"command", "rm -f hivemind.db"}, {"directory", ".hivemind"}}),
              "block path_not_protected");
    EXPECT_EQ(rule("mcp__fs__write_file", {{"path", "hivemind.db"}, {"base_dir", ".hivemind"}}),
              "block path_not_protected");
    EXPECT_EQ(rule("mcp__fs__write_file", {{"path", ".env"}, {"base_dir", "src"}}), "block path_not_protected");
}

TEST_F(LoadGateFacts, ADirectoryThatCannotBeReadIsRefusedInStrictForWhatWrites) {
    make({"task", "start", "Work"});
    const auto said = [&](std::string_view role, const json::object& arguments) {
        const CliOutcome outcome = world_.cli(
            {"gate", "try", "--role", std::string(role), "--tool", "bash", "--args", to_text(arguments), "--json"});
        return parse_json(outcome.out, 1U << 20U)->as_object();
    };
    const auto verdict = [&](std::string_view role, const json::object& arguments) {
        return std::string(text_member(said(role, arguments), "verdict"));
    };
    const json::object missing{{"command", "touch a.ts"}, {"workdir", "not/there"}};
    const json::object list{{"command", "touch a.ts"}, {"workdir", json::array{"src"}}};
    EXPECT_EQ(verdict("solo", missing), "advise");
    world_.cli({"config", "set", "mode", "strict"});
    for (const char* role : {"solo", "executor"}) {
        EXPECT_EQ(verdict(role, missing), "block") << role;
        EXPECT_EQ(verdict(role, list), "block") << role;
        const std::string instead(text_member(said(role, missing), "use_instead"));
        EXPECT_NE(instead.find("directory that exists"), std::string::npos) << instead;
        EXPECT_EQ(verdict(role, {{"command", "ls"}, {"workdir", json::array{"src"}}}), "allow") << role;
    }
}

TEST_F(LoadGateFacts, WhatACallDidIsRecordedWhereItRan) {
    put("packages/a/x.ts");
    const auto call = [&](std::string_view hook, const json::object& arguments, std::string_view tool = "bash") {
        return world_.opencode(hook, {{"sessionID", "s"}, {"tool", tool}, {"callID", "c"}, {"args", arguments}});
    };
    call("tool", {{"action", "start"}, {"name", "Work"}}, "govern_task");
    const json::object touch{{"command", "touch y.ts"}, {"workdir", "packages/a"}};
    call("tool.execute.before", touch);
    call("tool.execute.after", touch);
    const std::string log = to_text(world_.cli_json({"log", "--kind", "checkpoint"}));
    EXPECT_NE(log.find("packages/a/y.ts"), std::string::npos) << log;
}

// Refusals say to look at `hivemind task list`: whoever is refused must be able to.
TEST_F(LoadGateFacts, WhoMayLookMayAskHivemind) {
    const auto verdict = [&](std::string_view role, std::string_view command) {
        const CliOutcome said = world_.cli({"gate", "try", "--role", std::string(role), "--tool", "bash", "--args",
                                            to_text(json::object{{"command", command}}), "--json"});
        return std::string(text_member(parse_json(said.out, 1U << 20U)->as_object(), "verdict"));
    };
    for (const char* role : {"coordinator", "investigator", "executor", "solo"}) {
        for (const char* asks : {"hivemind status --json", "hivemind task list", "hivemind plan show", "hivemind ready",
                                 "hivemind memory recall parser", "hivemind doctor", "hivemind log | tail -5"}) {
            EXPECT_EQ(verdict(role, asks), "allow") << role << ": " << asks;
        }
        const bool works = role == std::string_view("executor") || role == std::string_view("solo");
        for (const char* acts : {"hivemind doctor --fix", "hivemind doctor --client opencode",
                                 "hivemind doctor --client=opencode", "hivemind task create X"}) {
            EXPECT_EQ(verdict(role, acts) == "allow", works) << role << ": " << acts;
        }
        for (const char* acts : {"hivemind log > src/log.txt", "hivemind config set mode permissive", "hivemind undo x",
                                 "hivemind review accept x"}) {
            EXPECT_NE(verdict(role, acts), "allow") << role << ": " << acts;
        }
    }
}

TEST_F(LoadGateFacts, ALoopOrABraceWithManyMeaningsHidesNothing) {
    make({"task", "start", "Work"});
    put("src/a.ts");
    std::string values;
    std::string choices;
    for (int i = 0; i < 300; ++i) {
        values += fmt::format("/tmp/x{} ", i);
        choices += fmt::format("/tmp/x{},", i);
    }
    EXPECT_EQ(rule("bash", {{"command", "for f in " + values + "src; do rm -rf \"$f\"; done"}}).substr(0, 5), "block");
    EXPECT_EQ(rule("bash", {{"command", "rm -rf {" + choices + "src}"}}).substr(0, 5), "block");
}

TEST_F(LoadGateFacts, ALockedFolderCoversWhatIsBelowAndAFileWhatIsAboveIt) {
    make({"task", "create", "Hold it", "--file-locks", "./src/parser/"});
    make({"task", "start", "Work"});
    EXPECT_EQ(write_to("src/parser/a.ts"), "block path_not_locked");
    EXPECT_EQ(write_to("src/parser/deep/er/b.ts"), "block path_not_locked");
    EXPECT_EQ(write_to("src/parser"), "block path_not_locked");
    EXPECT_EQ(write_to("src/parser.ts"), "allow none");
    EXPECT_EQ(write_to("src/Parser/a.ts"), "allow none") << "case counts here";
    EXPECT_EQ(rule("bash", {{"command", "mv src lib"}}), "block path_not_locked") << "what is moved holds the folder";
}

TEST_F(LoadGateFacts, LocksThatOverlapAreRefused) {
    make({"task", "create", "Hold it", "--file-locks", "src/parser"});
    EXPECT_NE(world_.cli({"task", "create", "Also", "--file-locks", "src/parser/a.ts"}).exit_code, 0);
    EXPECT_NE(world_.cli({"task", "create", "Also", "--file-locks", "src"}).exit_code, 0);
    EXPECT_NE(world_.cli({"task", "create", "Also", "--file-locks", "src/../src/parser"}).exit_code, 0);
    EXPECT_NE(world_.cli({"task", "create", "Also", "--file-locks", "/etc/hosts"}).exit_code, 0);
    EXPECT_EQ(world_.cli({"task", "create", "Also", "--file-locks", "src/lexer"}).exit_code, 0);
}

// A second name for .hivemind is what a file system that does not tell A from a shows.
TEST_F(LoadGateFacts, WhereCaseCountsForNothingItDoesForLocksToo) {
    std::filesystem::create_symlink(".hivemind", world_.directory() / ".HIVEMIND");
    make({"task", "create", "Hold it", "--file-locks", "src/Parser"});
    make({"task", "start", "Work"});
    EXPECT_EQ(write_to("SRC/parser"), "block path_not_locked");
    EXPECT_EQ(write_to("src/PARSER/a.ts"), "block path_not_locked");
    EXPECT_EQ(write_to("src/parser2/a.ts"), "allow none");
    EXPECT_NE(world_.cli({"task", "create", "Also", "--file-locks", "SRC/PARSER/A.ts"}).exit_code, 0);
}

TEST_F(LoadGateFacts, APlanIsHeldAsStrictlyAsItsCategoryAsks) {
    EXPECT_EQ(write_to("a.ts"), "advise write_needs_task");
    const std::string plan = make({"plan", "create", "Renew the policy", "--category", "governance"});
    EXPECT_EQ(write_to("a.ts"), "block write_needs_task");
    const json::object answer = tried("write", {{"filePath", "a.ts"}});
    EXPECT_NE(to_text(answer).find("asked for by the plan \\\"Renew the policy\\\""), std::string::npos);
    world_.cli({"plan", "change", plan, "--governance-level", "assisted"});
    EXPECT_EQ(write_to("a.ts"), "advise write_needs_task") << "what somebody said goes before the category";
}

TEST_F(LoadGateFacts, APlanAsksForMoreThanItsProjectAndNeverForLess) {
    world_.cli({"config", "set", "mode", "strict"});
    make({"plan", "create", "Look around", "--category", "research"});
    EXPECT_EQ(write_to("a.ts"), "block write_needs_task");
    world_.cli({"config", "set", "mode", "permissive"});
    EXPECT_EQ(write_to("a.ts"), "allow write_needs_task");
}

TEST_F(LoadGateFacts, APauseGoesBeforeAStrictPlan) {
    make({"plan", "create", "Renew the policy", "--governance-level", "strict"});
    EXPECT_EQ(write_to("a.ts"), "block write_needs_task");
    ASSERT_EQ(world_.cli({"pause", "--for", "10m", "--reason", "a talk"}).exit_code, 0);
    EXPECT_EQ(write_to("a.ts"), "allow write_needs_task");
}

}  // namespace
}  // namespace hm::testing
