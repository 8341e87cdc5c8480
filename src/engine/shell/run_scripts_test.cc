#include "engine/shell/run_scripts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace hm {
namespace {

constexpr std::array<std::string_view, 2> person_only{"config set", "pause"};
constexpr OwnCommands own{person_only, {}};

std::vector<std::string> scripts_of(std::string_view command) {
    std::vector<std::string> paths;
    for (const RunScript& script : judge_with_scripts(command, own).scripts)
        paths.push_back(script.path + " " + script.language);
    return paths;
}

ShellJudgement judged(std::string_view text, ScriptOrigin origin, std::string language = "sh") {
    ShellJudgement judgement = judge_shell("true", own);
    take_in_script(judgement, {"x", std::move(language), "", {}}, text, origin, own);
    return judgement;
}

bool is_persons(const ShellJudgement& judgement) {
    return std::any_of(judgement.effects.begin(), judgement.effects.end(),
                       [](const ShellEffect& effect) { return effect.is_for_person; });
}

TEST(RunScripts, AreToldHoweverTheyAreRun) {
    using Texts = std::vector<std::string>;
    for (const char* command : {"sh x.sh", "bash -e x.sh a b", ". x.sh", "source x.sh", "env -i setsid -f bash x.sh",
                                "timeout 5 sh x.sh && ls", "cat a | xargs sh x.sh", "eval 'sh x.sh'"})
        EXPECT_EQ(scripts_of(command), Texts{"x.sh sh"}) << command;
    EXPECT_EQ(scripts_of("./x.sh"), Texts{"./x.sh "}) << "its first line says what reads it";
    EXPECT_EQ(scripts_of("python3 x.py"), Texts{"x.py python"});
    EXPECT_EQ(scripts_of("cd web && sh x.sh"), (Texts{"web/x.sh sh", "x.sh sh"}));
    for (const char* command : {"npm ls", "ls -la", "bash -n x.sh", "cat x.sh", "git diff | head"})
        EXPECT_EQ(scripts_of(command), Texts{}) << command;
}

TEST(RunScripts, WhatIsAPersonsCountsWhoeverWroteIt) {
    for (const char* text : {"#!/bin/sh\nhivemind config set mode permissive\n", "hivemind \"$@\"\n",
                             "echo config set mode permissive | env -i setsid -f xargs hivemind\n",
                             "f() {\n  hivemind pause 1h\n}\nf\n"}) {
        EXPECT_TRUE(is_persons(judged(text, ScriptOrigin::project))) << text;
        EXPECT_TRUE(is_persons(judged(text, ScriptOrigin::unknown))) << text;
    }
    const ShellJudgement judgement = judged("hivemind pause 1h x", ScriptOrigin::project);
    EXPECT_NE(judgement.worst.why.find("(in the script x)"), std::string::npos) << judgement.worst.why;
}

TEST(RunScripts, WhatItDestroysAndWritesCountsUnlessItIsTheProjects) {
    const std::string text = "git push --force\nrm -rf src\necho x > .env\n";
    EXPECT_EQ(judged(text, ScriptOrigin::project).worst.shell_class, ShellClass::read);
    EXPECT_TRUE(judged(text, ScriptOrigin::project).writes.empty());
    EXPECT_EQ(judged(text, ScriptOrigin::unknown).worst.shell_class, ShellClass::destructive);
    EXPECT_EQ(judged(text, ScriptOrigin::unknown).writes.back(), ".env");
    EXPECT_TRUE(judged(text, ScriptOrigin::project).removes.empty());
    ASSERT_EQ(judged(text, ScriptOrigin::unknown).removes.size(), 1U);
    EXPECT_EQ(judged(text, ScriptOrigin::unknown).removes.front().path, "src");
}

TEST(RunScripts, WritesFromTheFolderThatACdHasLedTo) {
    ShellJudgement judgement = judge_shell("true", own);
    const auto further =
        take_in_script(judgement, {"web/x.sh", "sh", "web", {}}, "echo x > a\nsh y.sh\n", ScriptOrigin::unknown, own);
    EXPECT_EQ(judgement.writes, std::vector<std::string>{"web/a"});
    ASSERT_EQ(further.size(), 1U);
    EXPECT_EQ(further.front().path, "web/y.sh");
}

TEST(RunScripts, OtherLanguagesAreOnlySearchedForWhatIsAPersons) {
    const std::string text = "import subprocess\nsubprocess.run(['hivemind', 'config', 'set', 'mode', 'x'])\n";
    EXPECT_TRUE(is_persons(judged(text, ScriptOrigin::unknown, "python")));
    EXPECT_TRUE(is_persons(judged("#!/usr/bin/env python3\n" + text, ScriptOrigin::unknown, "")));
    EXPECT_FALSE(is_persons(judged(text, ScriptOrigin::project, "python")));
    for (const char* harmless : {"# hivemind config set is a person's\nprint(1)\n", "run('hivemind', 'task', 'list')\n",
                                 "print('hivemind')\nshutil.rmtree('x')\n"})
        EXPECT_EQ(judged(harmless, ScriptOrigin::unknown, "python").worst.shell_class, ShellClass::read) << harmless;
}

TEST(RunScripts, OfMakeAndPackagesAreToldWithWhatIsAsked) {
    const auto asked = [](std::string_view command) {
        std::string all;
        for (const RunScript& script : judge_with_scripts(command, own).scripts) {
            all += script.path + " " + script.language + " " + script.directory;
            for (const std::string& each : script.asked) all += "," + each;
            all += ";";
        }
        return all;
    };
    EXPECT_EQ(asked("make"), "Makefile make ;");
    EXPECT_EQ(asked("X=1 make -j4 -C sub clean all V=1"), "sub/Makefile make sub,clean,all,V=1,X=1;");
    EXPECT_EQ(asked("make -f other.mk t"), "other.mk make ,t;");
    EXPECT_EQ(asked("make -n wipe"), "");
    EXPECT_EQ(asked("npm run wipe -- --x"), "package.json npm ,prewipe,wipe,postwipe;");
    EXPECT_EQ(asked("npm t"), "package.json npm ,pretest,test,posttest;");
    EXPECT_EQ(asked("npm ls"), "");
    EXPECT_EQ(asked("yarn wipe"), "package.json npm ,prewipe,wipe,postwipe;");
}

// Whatever stands in a file, it is read to its end.
TEST(RunScripts, AnyBeginningOfAFileCanBeRead) {
    const std::string make =
        "A := x\\\n y\nB?=$(A:.c=.o) $(shell ls) ${C}\nall: a b; echo $(B)\na b::\n\t@-rm -rf $(A) "
        "$@ $< $^ $* $$x $(wildcard *.c) $(foreach f,$(A),$(f)) $(\n\n%.o: %.c\n\t$(CC) $\n=\n:\n";
    const std::string code =
        "f('a\\'b', \"c\\\\\") ; rmtree(D) \nD = 'x'\nrmSync(`a${b}`, {x: 1})\n`rm -rf a` run(['a', "
        "'b'\\\n system 'x\nunlink('";
    for (std::size_t size = 0; size <= std::max(make.size(), code.size()); ++size) {
        ShellJudgement judgement = judge_shell("true", own);
        take_in_script(judgement, {"Makefile", "make", "", {"all", "A=1", "="}}, make.substr(0, size),
                       ScriptOrigin::unknown, own);
        for (const char* language : {"python", "node", "ruby", "perl"})
            take_in_script(judgement, {"d/x", language, "", {}}, code.substr(0, size), ScriptOrigin::unknown, own);
        take_in_script(judgement, {"package.json", "npm", "", {"a"}},
                       std::string_view(R"({"scripts":{"a":"rm -rf x","b":1}})").substr(0, size), ScriptOrigin::unknown,
                       own);
        EXPECT_TRUE(size < make.size() || !judgement.removes.empty());
    }
}

}  // namespace
}  // namespace hm
