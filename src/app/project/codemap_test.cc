// The code map as a person or an agent asks for it: real files, a real map, the real command line.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "store/codemap/code_rows.h"
#include "store/codemap/codemap.h"
#include "support/places.h"
#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class CodeMapCommands : public ::testing::Test {
protected:
    CodeMapCommands() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    void put(const std::string& name, std::string_view text) {
        const auto path = world_.directory() / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }
    json::object ask(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "codemap");
        return world_.cli_json(std::move(arguments)).as_object();
    }
    std::string told(const std::vector<std::string>& arguments) {
        std::vector<std::string> all{"codemap"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return world_.cli(all).out;
    }
    void put_project() {
        put("src/auth/login.ts",
            "import { hash } from '../crypto'\n/**\n * Logs in.\n * @param user who\n * @param pw secret\n */\n"
            "export function login(user: string, password: string) { return hash(user) }\n");
        put("src/crypto.ts",
            "import { shout } from './util'\nimport gone from './gone'\n"
            "export function hash(x: string) { return shout(x) } // TODO: use a salt\n");
        put("src/util.ts",
            "import { hash } from './crypto.js'\nconst text = \"TODO: not one\" // the todo list is elsewhere\n"
            "export const shout = (x: string): string => x + hash.name\n");
        put("src/billing.ts",
            "// Handles auth for everything; see `verifyToken`.\nimport fs from 'fs'\nimport { login } from "
            "'./auth/login'\n"
            "export const UNUSED = 3\n");
        put("README.md", "# TODO: nothing\n");
    }

    testing::World world_;
};

TEST_F(CodeMapCommands, AScanReadsOnlyWhatChanged) {
    put_project();
    json::object scan = ask({"scan"});
    EXPECT_EQ(scan["files"], 4) << to_text(scan);
    EXPECT_EQ(scan["added"], 4);
    EXPECT_EQ(scan["not_code"], 1);
    EXPECT_EQ(scan["todos"], 1);
    EXPECT_EQ(scan["complete"], true);
    put("src/util.ts", "export const shout = 1\n");
    fs::remove(world_.directory() / "src/billing.ts");
    scan = ask({"scan"});
    EXPECT_EQ(scan["files"], 3) << to_text(scan);
    EXPECT_EQ(scan["changed"], 1);
    EXPECT_EQ(scan["removed"], 1);
    EXPECT_EQ(scan["unchanged"], 2);
    // Touched, but as it was: its content is compared.
    put("src/util.ts", "export const shout = 1\n");
    scan = ask({"scan"});
    EXPECT_EQ(scan["changed"], 0) << to_text(scan);
    EXPECT_EQ(scan["unchanged"], 3);
    EXPECT_EQ(ask({"scan", "--full"})["added"], 3);
}

TEST_F(CodeMapCommands, AFileChangedWithinTheSameTickIsSeen) {
    for (int i = 0; i < 30; ++i) {
        put("a.ts", "export const a" + std::to_string(i % 10) + " = 1\n");
        const std::string shown = told({"show", "a.ts"});
        EXPECT_NE(shown.find("a" + std::to_string(i % 10)), std::string::npos) << i << shown;
    }
}

TEST_F(CodeMapCommands, TodosNameFileLineAndWhatTheyBelongTo) {
    put_project();
    const json::object todos = ask({"todos"});
    ASSERT_EQ(todos.at("todos").as_array().size(), 1U) << to_text(todos);
    EXPECT_EQ(to_text(todos.at("todos").at(0)),
              R"({"file":"src/crypto.ts","line":3,"kind":"todo","content":"TODO: use a salt","related":"hash"})");
    EXPECT_EQ(told({"todos"}), "src/crypto.ts:3 todo TODO: use a salt (in hash)\n");
    put("b.py", "# TODO: a\n# FIXME: b\nx = '# TODO: c'\n");
    EXPECT_EQ(ask({"todos", "--limit", "1"})["left_out"], 2);
    put("secret.ts",
        "// TODO: drop AKIAIOSFODNN7EXAMPLE\nexport function f(password: string, k = 'AKIAIOSFODNN7EXAMPLE') {}\n");
    EXPECT_EQ(to_text(ask({"todos"})).find("AKIAIOSFODNN7EXAMPLE"), std::string::npos) << "secrets are not kept";
    const std::string shown = told({"show", "secret.ts"});
    EXPECT_EQ(shown.find("AKIA"), std::string::npos) << shown;
    EXPECT_NE(shown.find("f(password: string, k = '"), std::string::npos) << shown;
    EXPECT_EQ(ask({"todos", "--kind", "inline"})["todos"].as_array().size(), 2U);
    EXPECT_EQ(ask({"todos", "--kind", "fixme"})["todos"].as_array().size(), 1U);
}

TEST_F(CodeMapCommands, TheGraphShowsBothDirectionsAndNamesCircles) {
    put_project();
    const json::object whole = ask({"graph"});
    EXPECT_EQ(to_text(whole.at("cycles")), R"([["src/crypto.ts","src/util.ts","src/crypto.ts"]])") << to_text(whole);
    EXPECT_EQ(whole.at("external").at("fs"), 1);
    const json::object of_file = ask({"graph", "src/crypto.ts"});
    EXPECT_EQ(to_text(of_file.at("dependencies")), R"(["src/util.ts"])");
    EXPECT_EQ(to_text(of_file.at("dependents")), R"(["src/auth/login.ts","src/util.ts"])");
    EXPECT_EQ(ask({"graph", "crypto.ts"})["file"], "src/crypto.ts") << "as it is seen from its folder";
    put("other/crypto.ts", "");
    EXPECT_NE(world_.cli({"codemap", "graph", "crypto.ts"}).err.find("both end so"), std::string::npos);
    const auto missing = world_.cli({"codemap", "graph", "src/nowhere.ts"});
    EXPECT_NE(missing.exit_code, 0);
    EXPECT_NE(missing.err.find("src/nowhere.ts is not in the code map"), std::string::npos) << missing.err;
    EXPECT_NE(world_.cli({"codemap", "show", "../../etc/passwd"}).exit_code, 0);
}

TEST_F(CodeMapCommands, AnEntryHasEverythingOfItsFile) {
    put_project();
    const json::object entry = ask({"show", "src/auth/login.ts"});
    EXPECT_EQ(entry.at("hash").as_string().size(), 40U);
    EXPECT_EQ(entry.at("language"), "typescript");
    EXPECT_EQ(entry.at("last_scanned_at"), "2026-09-21T14:13:20Z");
    EXPECT_EQ(to_text(entry.at("dependencies")), R"(["src/crypto.ts"])");
    EXPECT_EQ(to_text(entry.at("dependents")), R"(["src/billing.ts"])");
    EXPECT_EQ(entry.at("exports").at(0).at("signature"), "export function login(user: string, password: string)");
    EXPECT_EQ(entry.at("comments").at(0).at("kind"), "doc");
    EXPECT_EQ(entry.at("comments").at(0).at("related"), "login");
    EXPECT_NE(told({"find", "login"}).find("  7 export function login"), std::string::npos);
}

TEST_F(CodeMapCommands, InconsistenciesAreTheFourSortsAndNoOthers) {
    put_project();
    const std::string found = told({"inconsistencies"});
    EXPECT_EQ(found,
              "missing_import src/crypto.ts:2 imports ./gone, which is not there\n"
              "doc_parameters src/auth/login.ts:2 documents pw, which login does not take; does not document password, "
              "which login takes\n"
              "comment_names src/billing.ts:1 a comment names verifyToken, which is nowhere in the code\n"
              "orphan_export src/billing.ts:4 constant UNUSED is exported, and no other file uses it\n");
    put("py/__init__.py", "from .made import x\nfrom .none import y\nfrom .self.deep import z\n");
    put("py/made.cpython-311.so", "");
    put("py/self.py",
        "class A:\n    def __init__(self, a):\n        \"\"\":param a: x\"\"\"\nclass B:\n    def __init__(self, b):\n"
        "        \"\"\":param a: x\"\"\"\n");
    const std::string in_python = told({"inconsistencies"});
    EXPECT_NE(in_python.find("py/__init__.py:2 imports .none import y"), std::string::npos) << in_python;
    EXPECT_EQ(in_python.find("py/__init__.py:1"), std::string::npos) << in_python;
    EXPECT_EQ(in_python.find("py/__init__.py:3"), std::string::npos) << in_python;
    EXPECT_NE(in_python.find("py/self.py:6 documents a, which __init__ does not take; does not document b"),
              std::string::npos)
        << in_python;
    EXPECT_EQ(in_python.find("py/self.py:3"), std::string::npos) << in_python;
}

TEST_F(CodeMapCommands, TheDifferenceIsCountedFromTheLastScanThatWasAskedFor) {
    put_project();
    const auto none = world_.cli({"codemap", "diff"});
    EXPECT_NE(none.exit_code, 0);
    EXPECT_NE(none.err.find("hivemind codemap scan"), std::string::npos) << none.err;
    ask({"scan"});
    EXPECT_EQ(told({"diff"}), "Nothing changed since the last scan.\n");
    put("src/crypto.ts", "export function hash(x: string, salt: string) { return x }\nexport function fresh() {}\n");
    put("src/new.ts", "export class Fresh {}\n");
    fs::remove(world_.directory() / "src/billing.ts");
    // Whatever else brings the map up to date does not move where the difference begins.
    told({"todos"});
    EXPECT_EQ(told({"diff"}),
              "added src/new.ts\nremoved src/billing.ts\nchanged src/crypto.ts\nexports\n"
              "  - src/billing.ts:4 export const UNUSED\n"
              "  ~ src/crypto.ts:1 export function hash(x: string, salt: string)\n"
              "      was export function hash(x: string)\n"
              "  + src/crypto.ts:2 export function fresh()\n  + src/new.ts:1 export class Fresh\n");
    ask({"scan"});
    EXPECT_EQ(ask({"diff"})["counts"].at("files_changed"), 0);
}

TEST_F(CodeMapCommands, FilesThatAreNotWorthReadingAreCountedAndPassedOver) {
    put("a.ts", "export const a = 1\n");
    put("b.min.js", "x");
    put("c.js", std::string(5000, 'x'));
    put("d.go", "// Code generated by x. DO NOT EDIT.\npackage a\n");
    put("e.c", std::string("int x;\0\n", 8));
    put("f.py", std::string(1'100'000, '#'));
    put("node_modules/m/index.js", "// TODO: not ours\n");
    fs::create_symlink("a.ts", world_.directory() / "g.ts");
    fs::create_directory(world_.directory() / "h.ts");
    json::object scan = ask({"scan"});
    EXPECT_EQ(scan["files"], 1) << to_text(scan);
    EXPECT_EQ(to_text(scan["skipped"]), R"({"binary":1,"generated":1,"minified":2,"too_large":1})");
    EXPECT_EQ(ask({"scan"})["unchanged"], 6);
}

TEST_F(CodeMapCommands, AMapThatIsDamagedOrDeletedIsMadeAnew) {
    put_project();
    ask({"scan"});
    const fs::path file = codemap_path(project_paths(world_.directory()));
    // The header is sound, what follows is not.
    const auto size = fs::file_size(file);
    {
        std::fstream damaged(file, std::ios::binary | std::ios::in | std::ios::out);
        damaged.seekp(100);
        damaged << std::string(size - 100, '\x5a');
    }
    fs::remove(file.string() + "-wal");
    EXPECT_EQ(ask({"scan"})["files"], 4);
    fs::remove(file);
    EXPECT_EQ(ask({"todos"})["todos"].as_array().size(), 1U);
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 0);
}

// A scan that is killed on its way, again and again, beside others that are not.
TEST_F(CodeMapCommands, IsWholeAfterScansThatWereKilledAndScansAtOnce) {
    for (int i = 0; i < 600; ++i)
        put("src/f" + std::to_string(i) + ".ts", "export const a" + std::to_string(i) + " = 1 // TODO: x\n");
    const auto start = [&] {
        const pid_t pid = fork();
        if (pid == 0) {
            if (chdir(world_.directory().c_str()) != 0) _exit(1);
            if (freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
            execl(testing::built_program().c_str(), "hivemind", "codemap", "scan", nullptr);
            _exit(1);
        }
        return pid;
    };
    for (int i = 0; i < 8; ++i) {
        const pid_t pid = start();
        usleep(static_cast<useconds_t>(2000 * (i + 1)));
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
    }
    const std::vector<pid_t> together{start(), start(), start()};
    for (const pid_t pid : together) {
        int status = 0;
        waitpid(pid, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    const json::object scan = ask({"scan"});
    EXPECT_EQ(scan.at("files"), 600);
    EXPECT_EQ(scan.at("unchanged"), 600);
    EXPECT_EQ(scan.at("todos"), 600);
}

TEST_F(CodeMapCommands, WhatAnAgentWritesIsReadAgainWithoutBeingAskedFor) {
    put("src/a.ts", "export const before = 1\n");
    const auto write = [&](std::string_view text) {
        put("src/a.ts", text);
        world_.opencode("tool.execute.after",
                        {{"sessionID", "s"}, {"tool", "write"}, {"args", {{"filePath", "src/a.ts"}}}});
    };
    write("export const early = 1\n");
    EXPECT_FALSE(fs::exists(codemap_path(project_paths(world_.directory())))) << "nobody asked for a map";
    ask({"scan"});
    write("export function later() {} // TODO: more\n");
    auto codemap = CodeMap::open_existing(project_paths(world_.directory()), Deadline::in(seconds(5)));
    ASSERT_TRUE(codemap);
    EXPECT_EQ(read_code(codemap->connection(), "src/a.ts")->symbols.front().name, "later");
    fs::remove(world_.directory() / "src/a.ts");
    world_.opencode("tool.execute.after",
                    {{"sessionID", "s"}, {"tool", "bash"}, {"args", {{"command", "rm src/a.ts"}}}});
    EXPECT_TRUE(mapped_files(codemap->connection())->empty());
    // Changed by others while nobody worked: read when the next session begins.
    put("src/b.ts", "export const b = 1\n");
    world_.opencode("event", {{"type", "session.created"}, {"properties", {{"info", {{"id", "s2"}}}}}});
    EXPECT_TRUE(mapped_files(codemap->connection())->contains("src/b.ts"));
}

TEST_F(CodeMapCommands, WhatFilesInHandDeclareIsInThePack) {
    put("src/a.ts", "/** x */\nexport function open(door: Door): void {}\nfunction own(a = '</file>') {}\n");
    put("src/b.ts", "export const other = 1\n");
    const auto pack = [&] {
        world_.opencode("chat.message", {{"sessionID", "s"}, {"text", "go"}});
        return std::string(
            text_member(world_.opencode("messages.transform", {{"sessionID", "s"}, {"prompt", "go"}}), "inject"));
    };
    pack();
    world_.opencode("tool",
                    {{"sessionID", "s"}, {"tool", "govern_task"}, {"args", {{"action", "start"}, {"name", "Doors"}}}});
    const std::string task(world_.cli_json({"task", "list"}).at(0).at("id").as_string());
    ASSERT_EQ(world_.cli({"task", "change", task, "--file-locks", "src/a.ts"}).exit_code, 0);
    EXPECT_EQ(pack().find("<code>"), std::string::npos) << "there is no map yet";
    ask({"scan"});
    std::string shown = pack();
    EXPECT_NE(
        shown.find("<file path=\"src/a.ts\">\n   2 + export function open(door: Door): void\n   3   function own(a = "
                   "&apos;&lt;/file&gt;&apos;)\n</file>"),
        std::string::npos)
        << shown;
    EXPECT_EQ(shown.find("src/b.ts"), std::string::npos);
    // Changed by hand: what is shown is what is there.
    put("src/a.ts", "export function shut(): void {}\n");
    shown = pack();
    EXPECT_NE(shown.find("shut()"), std::string::npos) << shown;
    EXPECT_EQ(shown.find("open(door"), std::string::npos);
}

TEST_F(CodeMapCommands, AreOfferedToAgentsAsOneTool) {
    put_project();
    world_.opencode("chat.message", {{"sessionID", "s"}, {"text", "look"}});
    for (const std::string_view action : {"scan", "diff", "inconsistencies", "todos", "graph"}) {
        const json::object said =
            world_.opencode("tool", {{"sessionID", "s"}, {"tool", "hivemind_codemap"}, {"args", {{"action", action}}}});
        EXPECT_FALSE(text_member(said, "output").empty()) << action << to_text(said);
        EXPECT_EQ(text_member(said, "output").find("WHAT:"), std::string_view::npos) << action << to_text(said);
    }
}

}  // namespace
}  // namespace hm
