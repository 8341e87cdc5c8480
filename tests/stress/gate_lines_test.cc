// `gate try --stdin`: one call a line in, one verdict a line out, for scripts and CI.
#include <gtest/gtest.h>

#include <fstream>

#include "support/temp_project.h"

namespace hm::testing {
namespace {

class GateLines : public ::testing::Test {
protected:
    // The verdict on a line, or the error; "" when no answer came.
    std::string answer_to(const std::string& line) {
        EXPECT_TRUE(child_.send_line(line));
        const auto answer = child_.read_line();
        const auto parsed = answer ? parse_json(*answer) : Result<json::value>(json::value());
        if (!parsed || !parsed->is_object()) return {};
        const json::object& object = parsed->get_object();
        if (object.contains("error")) return "error: " + std::string(text_member(object, "error"));
        return std::string(text_member(object, "verdict")) + " " + std::string(text_member(object, "rule"));
    }
    static std::string shell(const std::string& command) {
        return to_text(json::object{{"tool", "bash"}, {"args", {{"command", command}}}});
    }
    int exit_code() {
        child_.close_input();
        return child_.wait().exit_code;
    }

    TempProject project_;
    ChildProcess child_ =
        ChildProcess::start_hivemind({"gate", "try", "--stdin", "--role", "executor"}, {project_.root()});
};

TEST_F(GateLines, AreAnsweredOneByOne) {
    EXPECT_EQ(answer_to(shell("ls")), "allow none");
    std::filesystem::create_directory(project_.root() / "src");
    std::ofstream(project_.root() / "src/a.ts") << "x";
    EXPECT_EQ(answer_to(shell("rm -rf src")), "block removal_restorable");
    EXPECT_EQ(answer_to(shell("rm -rf /srv")), "block shell_class_allowed");
    EXPECT_EQ(answer_to(R"({"tool":"write","args":{"filePath":".env"}})"), "block path_not_protected");
    EXPECT_EQ(answer_to(R"({"tool":"write","args":{"filePath":"a.ts"},"role":"coordinator"})"),
              "block role_may_use_tool");
    EXPECT_EQ(answer_to(R"({"tool":"write","args":{"filePath":"a.ts"},"role":"nobody"})"), "block role_known");
    EXPECT_EQ(exit_code(), 3);
    EXPECT_EQ(project_.run_json({"status"}).at("active_tasks").as_array().size(), 0U) << "nothing was done";
}

TEST_F(GateLines, ThatCannotBeReadAreAnsweredTooAndPassForNothing) {
    EXPECT_EQ(answer_to(shell("ls")), "allow none");
    EXPECT_TRUE(child_.send_line("")) << "an empty line is no call";
    EXPECT_TRUE(answer_to("no json").starts_with("error: Broken JSON"));
    EXPECT_EQ(answer_to("[]"), "error: The line is no JSON object.");
    EXPECT_EQ(answer_to("{}"), "error: The call names no tool.");
    EXPECT_TRUE(answer_to(std::string(200'000, '[')).starts_with("error: Broken JSON"));
    EXPECT_EQ(answer_to(shell("ls")), "allow none");
    EXPECT_EQ(exit_code(), 2) << "what was not judged is not permitted";
}

TEST_F(GateLines, OfManyBytesAreJudgedOrSaidToBeTooLong) {
    const json::object large{{"tool", "write"},
                             {"args", {{"content", std::string(3'000'000, 'x')}, {"filePath", ".git/config"}}}};
    EXPECT_EQ(answer_to(to_text(large)), "block path_not_protected");
    EXPECT_TRUE(answer_to(std::string(9U << 20U, 'x')).starts_with("error: JSON of "));
    EXPECT_EQ(answer_to(shell("ls")), "allow none");
    EXPECT_EQ(exit_code(), 3);
}

TEST_F(GateLines, ThatAreAllAllowedEndWell) {
    EXPECT_EQ(answer_to(shell("touch notes.md")), "advise write_needs_task");
    EXPECT_EQ(answer_to(shell("git status")), "allow none");
    EXPECT_EQ(exit_code(), 0);
}

}  // namespace
}  // namespace hm::testing
