// Scripts that a command runs, read from a real project: the agent's, the project's and nobody's.
#include "app/facts/load_scripts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class LoadScripts : public ::testing::Test {
protected:
    LoadScripts() {
        EXPECT_EQ(world_.cli({"init", "--mode", "strict"}).exit_code, 0);
        EXPECT_EQ(world_.cli({"task", "start", "Work"}).exit_code, 0);
    }

    void put(const std::string& path, std::string_view text) const {
        const fs::path file = world_.directory() / path;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    void keep_in_git(const std::string& path) const {
        const std::string add =
            fmt::format("cd '{}' && git init -q && touch -d '2026-01-02 03:04:05' {} && git add -f {} > /dev/null 2>&1",
                        world_.directory().string(), path, path);
        ASSERT_EQ(std::system(add.c_str()), 0);
    }
    json::object tried(std::string_view command) {
        const CliOutcome outcome = world_.cli({"gate", "try", "--role", "executor", "--tool", "bash", "--args",
                                               to_text(json::object{{"command", command}}), "--json"});
        return parse_json(outcome.out, 1U << 20U)->as_object();
    }
    std::string verdict(std::string_view command) { return std::string(text_member(tried(command), "verdict")); }
    std::string what(std::string_view command) { return std::string(text_member(tried(command), "what")); }

    World world_;
};

TEST_F(LoadScripts, WhatIsAPersonsIsRefusedInEveryScript) {
    put("scripts/x.sh", "#!/bin/sh\necho config set mode permissive | env -i setsid -f xargs hivemind\n");
    put("scripts/outer.sh", "#!/bin/sh\nset -e\n. scripts/x.sh\n");
    for (const char* origin : {"nobody knows", "the project's"}) {
        for (const char* command : {"sh scripts/x.sh", "bash -e scripts/x.sh", "./scripts/x.sh", ". scripts/x.sh",
                                    "cd scripts && ./x.sh", "env -i setsid -f sh scripts/x.sh", "sh scripts/outer.sh",
                                    "for f in scripts/x*.sh; do sh \"$f\"; done"}) {
            EXPECT_EQ(verdict(command), "block") << origin << ": " << command;
        }
        EXPECT_NE(what("sh scripts/x.sh").find("is for the person alone"), std::string::npos);
        keep_in_git("scripts");
    }
    EXPECT_EQ(verdict("bash -n scripts/x.sh"), "allow") << "only checked";
    EXPECT_EQ(verdict("cat scripts/x.sh"), "allow");
}

TEST_F(LoadScripts, WhatAProjectsScriptDestroysIsItsOwnMatter) {
    put("src/notes.txt", "only here");
    put("scripts/release.sh", "#!/bin/sh\nrm -rf src\ngit push --force\n");
    EXPECT_EQ(verdict("./scripts/release.sh"), "block") << "git does not keep it";
    EXPECT_NE(what("./scripts/release.sh").find("(in the script scripts/release.sh)"), std::string::npos);
    keep_in_git("scripts/release.sh");
    EXPECT_EQ(verdict("./scripts/release.sh"), "allow");
    put("scripts/release.sh", "#!/bin/sh\nrm -rf src docs\n");
    EXPECT_EQ(verdict("./scripts/release.sh"), "block") << "changed since";
}

TEST_F(LoadScripts, WhatAnAgentWroteStaysTheAgents) {
    put("src/notes.txt", "only here");
    world_.opencode("tool.execute.before",
                    {{"tool", "govern_task"}, {"callID", "c0"}, {"sessionID", "ses_1"}, {"args", json::object{}}});
    world_.opencode("tool", {{"tool", "govern_task"},
                             {"callID", "c1"},
                             {"sessionID", "ses_1"},
                             {"args", {{"action", "start"}, {"name", "Script"}}}});
    const json::object call{{"tool", "write"},
                            {"callID", "c2"},
                            {"sessionID", "ses_1"},
                            {"args", {{"filePath", (world_.directory() / "scripts/x.sh").string()}}}};
    world_.opencode("tool.execute.before", call);
    put("scripts/x.sh", "#!/bin/sh\nrm -rf src\n");
    world_.opencode("tool.execute.after", call);
    keep_in_git("scripts/x.sh");
    EXPECT_EQ(verdict("./scripts/x.sh"), "block");
    put("scripts/x.sh", "#!/bin/sh\nnpm test\n");
    EXPECT_EQ(verdict("./scripts/x.sh"), "allow") << "what it holds decides";
    put("scripts/x.sh", "#!/bin/sh\n" + std::string(70'000, '#') + "\nrm -rf src\n");
    EXPECT_EQ(verdict("./scripts/x.sh"), "block") << "too long to be judged";
}

TEST_F(LoadScripts, WhatAScriptWritesGoesThroughThePathRules) {
    put("gen.sh", "echo x > .env\n");
    EXPECT_EQ(text_member(tried("sh gen.sh"), "rule"), "path_not_protected");
    put("gen.sh", "echo x > ../out.txt\n");
    EXPECT_EQ(text_member(tried("sh gen.sh"), "rule"), "path_inside_project");
    put("gen.sh", "echo x > notes.txt\n");
    EXPECT_EQ(verdict("sh gen.sh"), "allow");
}

TEST_F(LoadScripts, ALinkThatLeadsOutOfTheProjectIsRefused) {
    const fs::path outside = fs::temp_directory_path() / (world_.directory().filename().string() + "-outside.sh");
    std::ofstream(outside) << "true\n";
    fs::create_symlink(outside, world_.directory() / "x.sh");
    EXPECT_EQ(verdict("sh x.sh"), "block");
    EXPECT_NE(what("sh x.sh").find("leads outside the project"), std::string::npos);
    fs::remove(outside);
}

TEST_F(LoadScripts, MoreThanAreLookedAtAreRefused) {
    for (int i = 0; i < 12; ++i) put(fmt::format("many/s{}.sh", i), "true\n");
    EXPECT_EQ(verdict("for f in many/*.sh; do sh \"$f\"; done"), "block");
    put("a.sh", "sh a.sh\n");
    EXPECT_EQ(verdict("sh a.sh"), "allow") << "one that runs itself is read once";
}

TEST_F(LoadScripts, WhatIsNotThereOrIsMadeByToolsCostsNothing) {
    EXPECT_EQ(verdict("./scripts/none.sh"), "allow");
    put("venv/bin/activate", "deactivate () {\n  unset -f pydoc\n  eval \"$OLD\"\n}\n");
    EXPECT_EQ(verdict(". venv/bin/activate && pytest"), "allow");
    put("venv/bin/y", "hivemind config set mode permissive\n");
    EXPECT_EQ(verdict("sh venv/bin/y"), "block");
    put("tool.py", "import shutil\nshutil.rmtree('build')\n");
    EXPECT_EQ(verdict("python tool.py"), "allow");
}

}  // namespace
}  // namespace hm::testing
