// Scripts that a command runs, read from a real project: the agent's, the project's and nobody's.
#include "app/gate/load_gate_facts.h"

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

TEST_F(LoadScripts, RecipesOfAMakefileAreShell) {
    put("data/notes.txt", "only here");
    put("Makefile",
        "DIR := data\nOUT = build\n.PHONY: all clean-all sweep deep tidy\nall: main.o\n\tcc -o $(OUT)/x main.o\n"
        "clean-all: sweep\n\t@echo gone\nsweep:\n\t-@rm -rf $(DIR)\ndeep:\n\t$(MAKE) sweep\ntidy:\n\trm -rf $(OUT)\n"
        "force: ; git push --force\nperson:\n\thivemind config set mode permissive\n");
    for (const char* command : {"make clean-all", "make sweep", "make deep", "make -f Makefile sweep", "make force",
                                "gmake sweep", "cd data && make -C .. sweep", "make person", "make tidy OUT=data"})
        EXPECT_EQ(verdict(command), "block") << command;
    EXPECT_NE(what("make sweep").find("data"), std::string::npos) << what("make sweep");
    for (const char* command :
         {"make", "make all", "make tidy", "make -n sweep", "make nothing", "make DIR=build sweep"})
        EXPECT_EQ(verdict(command), "allow") << command;
    keep_in_git("Makefile");
    EXPECT_EQ(verdict("make sweep"), "allow") << "the project's own";
    EXPECT_EQ(verdict("make person"), "block");
}

TEST_F(LoadScripts, ScriptsOfAPackageAreShell) {
    put("data/notes.txt", "only here");
    put("package.json", R"({"scripts":{"sweep":"rm -rf data","outer":"npm run sweep","build":"rimraf dist && tsc -p .",
        "posttest":"rm -rf data","test":"jest","loop":"npm run loop","start":"node server.js"}})");
    for (const char* command : {"npm run sweep", "npm run outer", "npm test", "yarn sweep", "yarn run sweep",
                                "pnpm sweep", "cd src && npm run sweep", "npm --prefix . run sweep", "bun run sweep"}) {
        fs::create_directories(world_.directory() / "src");
        EXPECT_EQ(verdict(command), "block") << command;
    }
    for (const char* command : {"npm run build", "npm run loop", "npm start", "npm install", "yarn", "npm run none"})
        EXPECT_EQ(verdict(command), "allow") << command;
    put("package.json", R"({"scripts":{"postinstall":"rm -rf data"}})");
    EXPECT_EQ(verdict("npm install"), "block");
    keep_in_git("package.json");
    EXPECT_EQ(verdict("npm install"), "allow") << "the project's own";
    put("package.json", "not JSON");
    EXPECT_EQ(verdict("npm run sweep"), "allow") << "as before";
}

TEST_F(LoadScripts, CodeOfOtherLanguagesIsReadForWhatItTakesAway) {
    put("data/notes.txt", "only here");
    const std::vector<std::pair<std::string, std::string>> destructive{
        {"python3 x.py", "import shutil\nshutil.rmtree('data')\n"},
        {"python3 x.py", "import shutil\nDIR = \"data\"\nshutil.rmtree(DIR)\n"},
        {"python3 x.py", "import shutil, sys\nshutil.rmtree(sys.argv[1])\n"},
        {"python3 x.py", "import os\nos.system(\"rm -rf data\")\n"},
        {"python3 x.py", "import subprocess\nsubprocess.run(['git', 'push', '--force'], check=True)\n"},
        {"python3 x.py", "import subprocess\nsubprocess.run('rm -rf data', shell=True)\n"},
        {"node x.js", "const fs = require('fs');\nfs.rmSync('data', {recursive: true});\n"},
        {"node x.js", "fs.rmSync(path.join(__dirname, 'data'), {recursive: true});\n"},
        {"node x.js", "require('child_process').execSync('rm -rf data');\n"},
        {"node x.js", "spawnSync('rm', ['-rf', 'data']);\n"},
        {"perl x.pl", "use File::Path;\nremove_tree('data');\n"},
        {"perl x.pl", "system('rm', '-rf', 'data');\n"},
        {"ruby x.rb", "require 'fileutils'\nFileUtils.rm_rf 'data'\n"},
        {"ruby x.rb", "`rm -rf data`\n"},
        {"php x.php", "<?php\nshell_exec('rm -rf data');\n"},
    };
    for (const auto& [command, text] : destructive) {
        const std::string file = command.substr(command.find(' ') + 1);
        put(file, text);
        EXPECT_EQ(verdict(command), "block") << text;
        put(file, "#!/usr/bin/env " + command.substr(0, command.find(' ')) + "\n" + text);
        EXPECT_EQ(verdict("./" + file), "block") << text;
    }
    const std::vector<std::pair<std::string, std::string>> ordinary{
        {"python3 x.py", "import subprocess\nsubprocess.run(['pytest', '-q'], check=True)\n"},
        {"python3 x.py", "import os\nitems = [1]\nitems.remove(1)\nprint(os.getcwd(), 'rm -rf data')\n"},
        {"python3 x.py", "import shutil, tempfile\nd = tempfile.mkdtemp()\nshutil.rmtree(d)\n"},
        {"python3 x.py", "# shutil.rmtree('data')\nimport shutil\nshutil.rmtree('build')\n"},
        {"node x.js", "const s = require('http').createServer();\ns.listen(3000);\nm = /a/.exec('rm -rf data')\n"},
        {"node x.js", "fs.rmSync('dist', {recursive: true}); fs.writeFileSync('out.json', '{}');\n"},
        {"ruby x.rb", "puts `git status`\n"},
    };
    for (const auto& [command, text] : ordinary) {
        put(command.substr(command.find(' ') + 1), text);
        EXPECT_EQ(verdict(command), "allow") << text;
    }
    put("x.py", destructive.front().second);
    keep_in_git("x.py");
    EXPECT_EQ(verdict("python3 x.py"), "allow") << "the project's own";
}

// What destroys is refused in assisted too, also to who works alone.
TEST_F(LoadScripts, EachKindIsJudgedAlikeForASoloAgentInAssisted) {
    ASSERT_EQ(world_.cli({"config", "set", "mode", "assisted"}).exit_code, 0);
    put("data/notes.txt", "only here");
    put("Makefile", "sweep:\n\trm -rf data\nall:\n\tcc x.c\n");
    put("package.json", R"({"scripts":{"sweep":"rm -rf data","build":"tsc"}})");
    put("x.py", "import shutil\nshutil.rmtree('data')\n");
    put("y.py", "print(1)\n");
    const auto solo = [&](std::string_view command) {
        const CliOutcome outcome = world_.cli({"gate", "try", "--role", "solo", "--tool", "bash", "--args",
                                               to_text(json::object{{"command", command}}), "--json"});
        return std::string(text_member(parse_json(outcome.out, 1U << 20U)->as_object(), "verdict"));
    };
    for (const char* command : {"make sweep", "npm run sweep", "python3 x.py"})
        EXPECT_EQ(solo(command), "block") << command;
    for (const char* command : {"make all", "npm run build", "python3 y.py"})
        EXPECT_EQ(solo(command), "allow") << command;
}

}  // namespace
}  // namespace hm::testing
