// What a removal may take without a person: real repositories, real git, the built program behind a client's hook, for
// the session's own agent in strict and in assisted, and for an executor below it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class Removal : public ::testing::TestWithParam<const char*> {
protected:
    Removal() {
        const std::string_view kind = GetParam();
        project_.set("mode", std::string(kind.substr(0, kind.find('_'))));
        if (kind.ends_with("executor")) agent_ = "a1";
        // A machine that is busy with other tests must not decide them.
        project_.set("gate_deadline", "8s");
        git("init -q .");
        put(".gitignore",
            "node_modules/\nbuild/\ncoverage/\nartifacts/\n*.sqlite\n.env\n/notes/\n.hivemind/\n/made/\n");
        put("src/a.c", "int a;\n");
        put("src/gen/b.c", "int b;\n");
        put("package.json", "{}\n");
        commit();
        // So that nothing else stands in the way.
        EXPECT_EQ(project_.run({"task", "start", "Work"}).exit_code, 0);
    }

    void git(const std::string& words, const std::string& below = ".") const {
        const std::string command = "cd '" + (project_.root() / below).string() +
                                    "' && env -u GIT_DIR GIT_CONFIG_GLOBAL=/dev/null git -c user.name=t -c "
                                    "user.email=t@example.org -c init.defaultBranch=main " +
                                    words + " >/dev/null 2>&1";
        ASSERT_EQ(std::system(command.c_str()), 0) << words;  // NOLINT: a test's own words
    }
    void commit() const {
        git("add -A");
        git("commit -q -m x");
    }
    void put(const fs::path& path, std::string_view content = "x\n") const {
        fs::create_directories((project_.root() / path).parent_path());
        std::ofstream(project_.root() / path) << content;
    }
    std::string hook(const char* event, const std::string& session, const std::string& tool, json::object input) {
        // What follows a call carries its id.
        if (event == std::string_view("PreToolUse")) ++calls_;
        json::object whole{{"session_id", session},           {"hook_event_name", event},
                           {"cwd", project_.root().string()}, {"tool_name", tool},
                           {"tool_input", std::move(input)},  {"tool_use_id", "call" + std::to_string(calls_)}};
        if (!agent_.empty()) {
            whole["agent_id"] = agent_;
            whole["agent_type"] = "executor";
        }
        ChildProcess child = ChildProcess::start_hivemind({"hook", "claude-code", event}, {project_.root()});
        child.send_line(to_text(whole));
        child.close_input();
        return child.wait().out;
    }
    // A refusal of the removal in its own words; "" when it may happen.
    std::string refusal(const std::string& command, const std::string& session = "s") {
        const std::string said = hook("PreToolUse", session, "Bash", {{"command", command}});
        return said.find("\"deny\"") == std::string::npos ? std::string() : said;
    }
    // A call that is allowed, made and recorded.
    void make_call(const std::string& tool, const json::object& input, const std::function<void()>& does,
                   const std::string& session = "s") {
        const std::string said = hook("PreToolUse", session, tool, input);
        ASSERT_EQ(said.find("\"deny\""), std::string::npos) << said;
        // As far apart as real calls are from what they write.
        usleep(30'000);
        does();
        usleep(30'000);
        hook("PostToolUse", session, tool, input);
    }

    void expect_refused(std::initializer_list<const char*> commands, const std::string& because) {
        for (const char* command : commands) {
            const std::string said = refusal(command);
            EXPECT_NE(said.find("Lost for good: " + because), std::string::npos) << command << "\n" << said;
        }
    }
    void expect_allowed(std::initializer_list<const char*> commands) {
        for (const char* command : commands) EXPECT_EQ(refusal(command), "") << command;
    }
    // What a person leaves in the project: an ignored file, one that git does not know, and one with changes.
    void put_persons_files() const {
        put("data/dev.sqlite", "rows\n");
        put("notes.txt", "by hand\n");
        put("src/a.c", "int a = 1;\n");
    }

    TempProject project_;
    int calls_ = 0;
    std::string agent_;  // the subagent that speaks; empty: the session's own
};

TEST_P(Removal, OfCommittedSourceIsAWriteThatGitCanTakeBack) {
    EXPECT_EQ(refusal("rm -rf src/gen"), "");
    EXPECT_EQ(refusal("rm -rf src"), "");
    EXPECT_EQ(refusal("rm -rf not/there"), "");
}

TEST_P(Removal, OfSourceWithChangesIsRefusedWhateverItsName) {
    for (const char* folder :
         {"src/gen", "src/engine/artifacts", "internal/cache", "lib/logs", "src/coverage", "build"}) {
        put(fs::path(folder) / "c.c");
        git("add -f " + std::string(folder));
        git("commit -q -m more --allow-empty");
        EXPECT_EQ(refusal("rm -rf " + std::string(folder)), "") << folder;
        put(fs::path(folder) / "c.c", "changed\n");
        const std::string said = refusal("rm -rf " + std::string(folder));
        EXPECT_NE(said.find(std::string(folder) + "/c.c"), std::string::npos) << said;
        EXPECT_NE(said.find("changed since the last commit"), std::string::npos) << said;
        EXPECT_NE(said.find("USE INSTEAD"), std::string::npos) << said;
        git("checkout -q -- .");
    }
    put("src/gen/staged.c");
    git("add src/gen");
    EXPECT_NE(refusal("rm -rf src/gen"), "") << "staged is not committed";
}

TEST_P(Removal, OfWhatGitDoesNotKnowIsRefused) {
    put("src/gen/mine.c");
    put("src/gen/mine2.c");
    put("src/gen/deep/mine3.c");
    put("src/gen/deep/mine4.c");
    const std::string said = refusal("rm -rf src/gen");
    EXPECT_NE(said.find("not known to git"), std::string::npos) << said;
    EXPECT_NE(said.find("and 1 more"), std::string::npos) << said;
    EXPECT_NE(refusal("rm -rf src"), "");
    EXPECT_NE(refusal("rm -rf src/ge*"), "");
    EXPECT_NE(refusal("find src/gen -type f -delete"), "");
    EXPECT_NE(refusal("find . -type d -name gen -exec rm -rf {} +"), "");
    EXPECT_NE(refusal("rm -rf $(find . -name gen)"), "");
    EXPECT_NE(refusal("npx rimraf src/gen"), "");
    EXPECT_NE(refusal("cd src && rm -rf gen"), "");
    EXPECT_NE(refusal("rm -f src/gen/*"), "");
}

TEST_P(Removal, OfIgnoredOutputPasses) {
    put("node_modules/left/index.js");
    put("node_modules/left/.git/HEAD");
    put("build/a.o");
    put("coverage/index.html");
    put("packages/a/build/x.js");
    put("packages/a/main.js");
    put("artifacts/app.bin");
    commit();
    for (const char* command : {"rm -rf node_modules", "rm -rf node_modules/left", "rm -rf build coverage",
                                "rm -rf ./build/", "rm -rf build/*", "rm -rf packages/*/build", "rm -rf artifacts",
                                "find . -name node_modules -prune -exec rm -rf {} +", "rm -rf packages/a"}) {
        EXPECT_EQ(refusal(command), "") << command;
    }
}

TEST_P(Removal, OfOtherIgnoredFilesIsRefused) {
    put("data/dev.sqlite");
    put("data/schema.sql");
    put("notes/todo.md");
    commit();
    put(".env", "A=1\n");
    for (const char* command : {"rm -rf data", "rm -rf notes", "rm -rf notes/", "rm -rf ./notes"}) {
        const std::string said = refusal(command);
        EXPECT_NE(said.find("ignored by git"), std::string::npos) << command << said;
    }
    EXPECT_NE(refusal("rm -rf .env"), "");
    // A usual name counts only where git ignores the folder as a whole.
    put("src/cache/dev.sqlite");
    EXPECT_NE(refusal("rm -rf src/cache"), "");
    // A name that only tools give counts for what is ignored below it, not beside it.
    put("build/data/x.sqlite");
    EXPECT_EQ(refusal("rm -rf build/data"), "");
}

TEST_P(Removal, OfWhatARecordedCallMadePasses) {
    make_call("Write", {{"file_path", (project_.root() / "scratch/plan.txt").string()}, {"content", "x"}},
              [&] { put("scratch/plan.txt"); });
    EXPECT_EQ(refusal("rm -rf scratch"), "");
    put("scratch/of_a_person.txt");
    EXPECT_NE(refusal("rm -rf scratch").find("scratch/of_a_person.txt"), std::string::npos);
    make_call("Bash", {{"command", "mkdir -p trial && cp package.json trial/"}}, [&] { put("trial/package.json"); });
    EXPECT_EQ(refusal("rm -rf trial"), "");
}

TEST_P(Removal, OfWhatAPersonMadeAndACallOnlyChangedIsRefused) {
    put("journal/day.md", "by hand\n");
    make_call("Edit", {{"file_path", (project_.root() / "journal/day.md").string()}}, [&] {
        // As editors do it: a new file in place of the old one.
        put("journal/day.md.new", "by hand, and more\n");
        fs::rename(project_.root() / "journal/day.md.new", project_.root() / "journal/day.md");
    });
    EXPECT_NE(refusal("rm -rf journal"), "");
}

TEST_P(Removal, OfAnotherSessionsFilesIsRefusedAndOfThoseOfTheSameTreeIsNot) {
    make_call("Write", {{"file_path", (project_.root() / "scratch/plan.txt").string()}, {"content", "x"}},
              [&] { put("scratch/plan.txt"); });
    EXPECT_NE(refusal("rm -rf scratch", "another"), "");
    agent_ = "a1";
    EXPECT_EQ(refusal("rm -rf scratch"), "") << "a subagent of the session that made it";
}

TEST_P(Removal, OfWhatARecordedBuildMadePasses) {
    put("made/before.bin");
    usleep(60'000);  // longer before the build than clocks may differ
    make_call("Bash", {{"command", "npm run build"}}, [&] { put("made/app.bin"); });
    EXPECT_NE(refusal("rm -rf made").find("made/before.bin"), std::string::npos) << "it was there before";
    fs::remove(project_.root() / "made/before.bin");
    EXPECT_EQ(refusal("rm -rf made"), "");
    usleep(50'000);
    put("made/app.bin", "changed by hand\n");
    EXPECT_NE(refusal("rm -rf made"), "") << "somebody changed it since";
}

TEST_P(Removal, OfMoreThanCanBeLookedThroughIsRefused) {
    for (const char* folder : {"made", "node_modules"}) {
        put(fs::path(folder) / "first");
        const fs::path first = project_.root() / folder / "first";
        for (int i = 0; i < 5100; ++i) fs::create_hard_link(first, project_.root() / folder / std::to_string(i));
    }
    EXPECT_NE(refusal("rm -rf made"), "");
    EXPECT_EQ(refusal("rm -rf node_modules"), "") << "git ignores it as a whole; nothing in it needs a look";
}

TEST_P(Removal, OfAnotherRepositoryOrWorktreeIsRefused) {
    put("other/x.c");
    git("init -q .", "other");
    git("add -A", "other");
    git("commit -q -m x", "other");
    EXPECT_NE(refusal("rm -rf other"), "") << "its history goes with it";
    put("other/sub/y.c");
    EXPECT_NE(refusal("rm -rf other/sub"), "");
    git("add -A", "other");
    git("commit -q -m y", "other");
    EXPECT_EQ(refusal("rm -rf other/sub"), "") << "that repository can bring it back";
    git("worktree add -q tree");
    EXPECT_NE(refusal("rm -rf tree"), "");
}

TEST_P(Removal, OfALinkTakesTheLinkAndWithASlashWhatItLeadsTo) {
    put("notes/todo.md");
    fs::create_directory_symlink("notes", project_.root() / "link");
    git("add -A");
    git("commit -q -m link");
    EXPECT_EQ(refusal("rm -rf link"), "") << "the link is committed";
    EXPECT_NE(refusal("rm -rf link/"), "");
    EXPECT_NE(refusal("rm -rf link/."), "");
    EXPECT_NE(refusal("rm -rf link/*"), "");
}

TEST_P(Removal, OfFilesThatGitWasToldToTakeForUnchangedIsRefused) {
    git("update-index --assume-unchanged src/gen/b.c");
    put("src/gen/b.c", "changed\n");
    EXPECT_NE(refusal("rm -rf src/gen"), "");
}

TEST_P(Removal, IsAllowedByAGrantOfThePerson) {
    put("src/gen/mine.c");
    EXPECT_NE(refusal("rm -rf src/gen"), "");
    project_.act("grant", {{"target", "destructive"}});
    EXPECT_EQ(refusal("rm -rf src/gen"), "");
}

TEST_P(Removal, LeavesARecordThatGivesTheSameVerdictAgain) {
    put("src/gen/mine.c");
    EXPECT_NE(refusal("rm -rf src/gen"), "");
    const auto log = project_.run({"log", "--kind", "gate.block", "--json"});
    const auto events = parse_json(log.out, 1U << 20U);
    ASSERT_TRUE(events && !events->get_array().empty()) << log.out;
    const json::object why =
        project_.run_json({"why", std::to_string(events->get_array().front().at("seq").as_int64())});
    EXPECT_TRUE(why.at("replay").at("same").as_bool()) << to_text(why);
    EXPECT_NE(to_text(why).find("src/gen/mine.c"), std::string::npos) << to_text(why);
}

TEST_P(Removal, OutsideAnyRepositoryPassesOnlyForOutputsBesideTheirManifest) {
    fs::remove_all(project_.root() / ".git");
    put("node_modules/x/index.js");
    put("pkg/node_modules/x/index.js");
    put("data/x.csv");
    EXPECT_EQ(refusal("rm -rf node_modules"), "");
    EXPECT_NE(refusal("rm -rf pkg/node_modules"), "") << "no manifest beside it";
    EXPECT_NE(refusal("rm -rf data"), "");
    EXPECT_NE(refusal("rm -rf src"), "");
}

TEST_P(Removal, OfAPersonsSingleFileIsRefused) {
    put_persons_files();
    expect_refused({"rm data/dev.sqlite", "rm -f ./data/dev.sqlite", "rm -rf data/dev.sqlite", "rm data/dev*",
                    "cd data && rm dev.sqlite", "sh -c 'rm data/dev.sqlite'", "rm src/gen/b.c data/dev.sqlite"},
                   "data/dev.sqlite");
    expect_refused({"rm notes.txt", "rm -rf notes.txt", "rm *.txt", "rm -- notes.txt"}, "notes.txt");
    expect_refused({"rm src/a.c", "rm -f src/a*"}, "src/a.c");
    expect_refused({"rm notes.txt src/gen/b.c src/a.c"}, "notes.txt, src/a.c");
    const std::string spelt_out = "rm " + (project_.root() / "notes.txt").string();
    expect_refused({spelt_out.c_str()}, "notes.txt");
    EXPECT_EQ(refusal("rm notes.txt").find("with all it holds"), std::string::npos);
}

TEST_P(Removal, OfASingleFileThatCanComeBackPasses) {
    put("build/a.o");
    put("node_modules/left/index.js");
    put("src/x.pyc");
    put("server.log");
    put(".gitignore", "node_modules/\nbuild/\n*.log\n.hivemind/\n");
    put("package-lock.json", "{}\n");
    commit();
    put("package-lock.json", "{\"name\":\"x\"}\n");
    put("main.o");
    expect_allowed({"rm src/a.c", "rm -f src/gen/b*", "rm build/a.o", "rm -f node_modules/left/index.js",
                    "rm src/x.pyc main.o", "rm *.o", "rm server.log", "rm -f package-lock.json", "rm -f not/there",
                    "rm -rf node_modules package-lock.json"});
}

TEST_P(Removal, OfWhatAPersonsFileHoldsIsRefused) {
    put_persons_files();
    for (const char* file : {"data/dev.sqlite", "notes.txt", "src/a.c"}) {
        const std::string name(file);
        for (const std::string& command :
             {": > " + name, "> " + name, "true >" + name, "cat /dev/null > " + name, "echo -n > " + name,
              "truncate -s 0 " + name, "cp /dev/null " + name, "dd if=/dev/null of=" + name, "true | tee " + name,
              "ls; > " + name, "sort " + name + " > " + name}) {
            expect_refused({command.c_str()}, name);
        }
        for (const std::string& command :
             {"cp package.json " + name, "mv package.json " + name, "mv -f src/gen/b.c " + name,
              "install -m 644 package.json " + name, "ln -sf package.json " + name, "rsync package.json " + name}) {
            expect_refused({command.c_str()}, name);
        }
    }
    put("data/package.json", "of a person\n");
    expect_refused({"cp package.json data/", "cp package.json data", "cp -t data package.json", "mv *.json data/"},
                   "data/package.json");
}

TEST_P(Removal, OfWhatAFileHoldsPassesWhereNothingIsLost) {
    put_persons_files();
    put("empty.txt", "");
    expect_allowed({": > src/gen/b.c", "truncate -s 0 src/gen/b.c", ": > new.txt", ": > empty.txt",
                    "cp package.json src/gen/b.c", "cp package.json new.json", "cp -n package.json notes.txt",
                    "mv notes.txt kept.txt", "mv data old_data", "cp notes.txt notes.bak"});
}

// A new version of a file is a write, whoever wrote the one before.
TEST_P(Removal, IsNoWriteOfSomethingNew) {
    put_persons_files();
    expect_allowed({"cat > notes.txt <<EOF\nnew\nEOF", "echo new > notes.txt", "echo more >> notes.txt",
                    "sed -i s/by/BY/ notes.txt", "sed s/by/BY/ notes.txt > n.tmp && mv n.tmp notes.txt",
                    "sort notes.txt -o notes.txt", "printf x | tee notes.txt"});
    EXPECT_NE(refusal(": > n.tmp && mv n.tmp notes.txt"), "");
}

TEST_P(Removal, ByGitOfWhatIsNotCommittedIsRefused) {
    expect_allowed({"git checkout -- src/a.c", "git checkout src/a.c", "git restore src/a.c", "git restore .",
                    "git checkout .", "git checkout main", "git checkout HEAD -- src", "cd src && git restore a.c"});
    put_persons_files();
    expect_refused({"git checkout -- src/a.c", "git checkout src/a.c", "git restore src/a.c", "git restore .",
                    "git checkout .", "git checkout -- src", "git checkout HEAD -- src/a.c", "git -C src restore a.c",
                    "git restore --source=HEAD src/a.c", "cd src && git checkout -- a.c"},
                   "src/a.c");
    expect_allowed({"git checkout main", "git restore --staged src/a.c", "git restore src/gen", "git checkout src/gen",
                    "git restore package.json"});
    git("add src/a.c");
    expect_allowed({"git checkout -- src/a.c", "git restore ."});
    expect_refused({"git checkout HEAD -- src/a.c", "git restore -SW src/a.c"}, "src/a.c");
}

TEST_P(Removal, OfChangesThatRecordedCallsMadePasses) {
    const json::object edit{{"file_path", (project_.root() / "src/a.c").string()}};
    make_call("Edit", edit, [&] { put("src/a.c", "int a = 2;\n"); });
    make_call("Bash", {{"command", "sed -i s/2/3/ src/a.c"}}, [&] { put("src/a.c", "int a = 3;\n"); });
    expect_allowed({"git checkout -- src/a.c", "git restore .", "rm src/a.c", ": > src/a.c", "rm -rf src"});
    EXPECT_NE(refusal("git restore src/a.c", "another"), "");
    usleep(60'000);
    put("src/a.c", "int a = 4;\n");
    expect_refused({"git checkout -- src/a.c", "rm src/a.c"}, "src/a.c");
    // What a call adds to a person's changes does not make them its own.
    make_call("Edit", edit, [&] { put("src/a.c", "int a = 5;\n"); });
    expect_refused({"git checkout -- src/a.c", "rm src/a.c"}, "src/a.c");
    commit();
    make_call("Edit", edit, [&] { put("src/a.c", "int a = 6;\n"); });
    expect_allowed({"git checkout -- src/a.c"});
}

TEST_P(Removal, OfWhatACallMadeAndStagedPasses) {
    make_call("Write", {{"file_path", (project_.root() / "src/new.c").string()}}, [&] { put("src/new.c"); });
    expect_allowed({"rm src/new.c"});
    git("add src/new.c");
    expect_allowed({"rm src/new.c"});
}

TEST_P(Removal, ByMovingAmongOutputsIsRefused) {
    put_persons_files();
    expect_refused({"mv data build", "mv data build/", "mv data node_modules/data", "mv data/dev.sqlite x.o"},
                   "data/dev.sqlite");
    put("build/a.o");
    expect_refused({"mv data build/", "mv data/*.sqlite build/", "cd data && mv dev.sqlite ../build/"},
                   "data/dev.sqlite");
    expect_refused({"mv notes.txt build/"}, "notes.txt");
    expect_allowed({"mv src/gen build/", "mv build/a.o build/b.o", "mv data elsewhere", "cp -r data build/"});
    put("dist/kept.txt");
    expect_allowed({"mv notes.txt dist/"});
}

TEST_P(Removal, OfWhatARecordedBuildMadeWithoutBeingIgnored) {
    put("out_of_before/x.txt");
    usleep(60'000);
    make_call("Bash", {{"command", "make"}}, [&] {
        put("out/app.js");
        put("out/deep/page.html");
        put("app",
            "\x7f"
            "ELF and more");
        put("saved_meanwhile.txt");
        put("feature/idea.c");
    });
    expect_allowed({"rm -rf out", "rm app", "rm -f out/app.js"});
    expect_refused({"rm saved_meanwhile.txt"}, "saved_meanwhile.txt");
    expect_refused({"rm -rf feature"}, "feature/idea.c");
    EXPECT_NE(refusal("rm -rf out", "another"), "");
    usleep(60'000);
    put("out/app.js", "changed by hand\n");
    expect_refused({"rm -rf out"}, "out/app.js");
}

INSTANTIATE_TEST_SUITE_P(Modes, Removal, ::testing::Values("strict", "assisted", "strict_executor"));

}  // namespace
}  // namespace hm::testing
