#include "adapters/clients/shared/tool_arguments.h"

#include <gtest/gtest.h>

#include "engine/shell/judge.h"

namespace hm {
namespace {

using Texts = std::vector<std::string>;

Texts paths_of(std::string_view arguments, ToolKind kind = ToolKind::write) {
    return paths_named(parse_json(arguments)->get_object(), kind);
}

TEST(ToolArguments, KnowsTheSpellingsOfOnePath) {
    for (const char* name : {"filePath", "file_path", "path", "filepath", "file", "notebook_path", "absolute_path",
                             "target_file", "filename"}) {
        EXPECT_EQ(paths_of(R"({")" + std::string(name) + R"(":"src/a.ts","content":"x"})"), Texts{"src/a.ts"}) << name;
    }
}

TEST(ToolArguments, FindsEveryFileOfListsAndEdits) {
    EXPECT_EQ(paths_of(R"({"paths":["a","b","a"]})"), (Texts{"a", "b"}));
    EXPECT_EQ(paths_of(R"({"file_path":"a","edits":[{"old_string":"x"},{"file_path":"b"},{"filePath":"c"}]})"),
              (Texts{"a", "b", "c"}));
    EXPECT_EQ(paths_of(R"({"changes":{"src/a.ts":{"add":{}},"src/b.ts":{"delete":{}}}})"),
              (Texts{"src/a.ts", "src/b.ts"}));
    EXPECT_EQ(paths_of(R"({"old_path":"a","new_path":"b"})"), (Texts{"b", "a"}));
}

TEST(ToolArguments, ReadsPatchesOfBothForms) {
    EXPECT_EQ(
        paths_of(
            R"({"patchText":"*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\r\n*** Add File: c\n*** Delete File: d\n"})"),
        (Texts{"a.ts", "b.ts", "c", "d"}));
    EXPECT_EQ(
        paths_of(
            R"({"patch":"--- a/x.c\t2026\n+++ b/x.c\n@@ -1 +1 @@\n--- not a head\n-+++ neither\n--- /dev/null\n+++ b/new.c\n"})"),
        (Texts{"x.c", "new.c"}));
    EXPECT_EQ(paths_of(R"({"input":"*** Update File: a.ts"})", ToolKind::read), Texts{});
}

TEST(ToolArguments, ReadsPatchesAsLenientlyAsTheClients) {
    EXPECT_EQ(paths_of(R"({"input":"*** Begin Patch\n  *** Add File: .env\r\n\t*** Update File:b.ts \n"})"),
              (Texts{".env", "b.ts"}));
}

TEST(ToolArguments, AListOfWordsThatAppliesAPatchIsJudgedByItsFiles) {
    const std::string text =
        command_named({{"command", {"apply_patch", "*** Begin Patch\n*** Add File: .env\n+it's\n"}}});
    EXPECT_EQ(judge_shell(text, {}).writes, Texts{".env"});
    const std::string inner =
        "cd web && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nEOF\n";
    const Texts written = judge_shell(command_named({{"command", {"bash", "-lc", inner}}}), {}).writes;
    EXPECT_EQ(written, (Texts{"web/a", "a"}));
}

TEST(ToolArguments, IsBounded) {
    json::array many;
    for (int i = 0; i < 5000; ++i) many.emplace_back("f" + std::to_string(i));
    EXPECT_EQ(paths_named({{"paths", std::move(many)}}, ToolKind::write).size(), 501U) << "one more than is judged";
}

TEST(ToolArguments, ReadsACommandOfWords) {
    EXPECT_EQ(command_named({{"command", "npm test"}}), "npm test");
    EXPECT_EQ(command_named({{"command", {"npm", "test"}}}), "npm test");
    EXPECT_EQ(command_named({{"cmd", "ls"}}), "ls");
    EXPECT_EQ(command_named({}), "");
}

Texts directories_of(std::string_view tool, std::string_view arguments) {
    return directories_named(tool, parse_json(arguments)->get_object());
}

TEST(ToolArguments, KnowsTheDirectoryThatAClientsShellRunsIn) {
    EXPECT_EQ(directories_of("bash", R"({"command":"ls","workdir":"src"})"), Texts{"src"});
    EXPECT_EQ(directories_of("shell", R"({"command":["ls"],"workdir":"/etc"})"), Texts{"/etc"});
    EXPECT_EQ(directories_of("run_shell_command", R"({"command":"ls","dir_path":"src"})"), Texts{"src"});
    EXPECT_EQ(directories_of("bash", R"({"command":"ls"})"), Texts{});
}

// An argument that the tool does not know is dropped by its client, and must not lead the look elsewhere.
TEST(ToolArguments, LooksInBothPlacesWhereTheToolMayIgnoreTheDirectory) {
    for (const char* name : {"cwd", "dir", "directory", "working_directory", "workingDirectory", "cd", "workdir",
                             "dir_path", "base_dir", "working_dir"}) {
        EXPECT_EQ(directories_of("Bash", R"({"command":"ls",")" + std::string(name) + R"(":"src"})"),
                  (Texts{"src", "."}))
            << name;
    }
    EXPECT_EQ(directories_of("bash", R"({"command":"ls","cwd":"/tmp/x"})"), (Texts{"/tmp/x", "."}));
    EXPECT_EQ(directories_of("bash", R"({"command":"ls","cwd":"/tmp/x","workdir":"src"})"), Texts{"src"});
}

TEST(ToolArguments, SaysWhichDirectoryIsNoText) {
    const auto bad = [](std::string_view arguments) {
        return unreadable_directory(parse_json(arguments)->get_object());
    };
    EXPECT_EQ(bad(R"({"workdir":["a"]})"), "workdir");
    EXPECT_EQ(bad(R"({"cwd":7})"), "cwd");
    EXPECT_EQ(bad(R"({"cwd":null,"workdir":"a"})"), "");
}

ToolKind kind_of(std::string_view tool, std::string_view arguments) {
    return kind_by_words(tool, parse_json(arguments)->get_object());
}

TEST(ToolArguments, AToolNobodyKnowsIsTakenByItsWord) {
    for (const char* tool : {"Bash", "shell", "run_shell_command", "exec_command", "mcp__box__run", "terminal.execute"})
        EXPECT_EQ(kind_of(tool, R"({"command":"rm -rf src"})"), ToolKind::shell) << tool;
    EXPECT_EQ(kind_of("exec_command", R"({"cmd":"ls"})"), ToolKind::shell);
    for (const char* tool : {"Write", "NotebookEdit", "mcp__filesystem__write_file", "fs-delete", "MultiEdit"})
        EXPECT_EQ(kind_of(tool, R"({"path":".env"})"), ToolKind::write) << tool;
    EXPECT_EQ(kind_of("mcp__fs__move_file", R"({"source":".env","destination":"a"})"), ToolKind::write);
    EXPECT_EQ(paths_of(R"({"source":".env","destination":"a"})"), (Texts{".env", "a"}));
    EXPECT_EQ(kind_of("Task", R"({"subagent_type":"executor","prompt":"x"})"), ToolKind::delegate);
    // Neither the word alone nor the argument alone says it.
    EXPECT_EQ(kind_of("mcp__browser__navigate", R"({"path":"/login"})"), ToolKind::other);
    EXPECT_EQ(kind_of("create_issue", R"({"title":"x"})"), ToolKind::other);
    EXPECT_EQ(kind_of("mcp__docs__search", R"({"command":"ls"})"), ToolKind::other);
    EXPECT_EQ(kind_of("runner_status", R"({})"), ToolKind::other);
}

}  // namespace
}  // namespace hm
