// gate try as scripts use it: the members of its answer, its exit codes, the spellings of every client.
#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

class GateTry : public ::testing::Test {
protected:
    GateTry() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    CliOutcome ask(const std::string& role, const std::string& tool, const std::string& arguments) {
        return world_.cli({"gate", "try", "--role", role, "--tool", tool, "--args", arguments, "--json"});
    }

    World world_;
};

TEST_F(GateTry, AlwaysAnswersTheSameSixMembers) {
    const std::vector<std::string> members{"verdict", "rule", "what", "why", "use_instead", "evidence"};
    for (const char* command : {"ls", "rm -rf src", "npm test"}) {
        const CliOutcome outcome = ask("executor", "bash", to_text(json::object{{"command", command}}));
        std::vector<std::string> found;
        const json::value answer = *parse_json(outcome.out);
        for (const auto& member : answer.as_object()) found.emplace_back(member.key());
        EXPECT_EQ(found, members) << outcome.out;
        EXPECT_EQ(outcome.exit_code, answer.at("verdict") == "block" ? 3 : 0);
    }
    EXPECT_EQ(world_.cli_json({"log"}).as_array().size(), 0U) << "nothing was recorded";
}

TEST_F(GateTry, KnowsTheToolsOfEveryClient) {
    std::filesystem::create_directory(world_.directory() / "src");
    std::ofstream(world_.directory() / "src/a.ts") << "x";
    for (const char* tool : {"bash", "Bash", "run_shell_command", "shell", "exec_command"})
        EXPECT_EQ(ask("solo", tool, R"({"command":"rm -rf src"})").exit_code, 3) << tool;
    for (const char* tool : {"write", "Write", "edit", "Edit", "write_file", "replace", "mcp__fs__write_file"}) {
        EXPECT_EQ(ask("solo", tool, R"({"file_path":".env"})").exit_code, 3) << tool;
        EXPECT_EQ(ask("solo", tool, R"({"file_path":"../x"})").exit_code, 3) << tool;
    }
    EXPECT_EQ(ask("investigator", "Read", R"({"file_path":"a.ts"})").exit_code, 0);
}

TEST_F(GateTry, NamesTheGrantThatLetsTheCallPass) {
    const std::string copy = R"({"command":"cp .env.example .env"})";
    const CliOutcome refused = ask("executor", "bash", copy);
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.out.find("`hivemind grant .env`"), std::string::npos) << refused.out;
    EXPECT_EQ(world_.cli({"grant", ".env"}).exit_code, 0);
    EXPECT_EQ(ask("executor", "bash", copy).exit_code, 0);
}

TEST_F(GateTry, TakesASessionByItsStamp) {
    world_.opencode("tool.execute.before",
                    {{"sessionID", "ses_1"}, {"tool", "read"}, {"callID", "c1"}, {"args", {{"filePath", "a.ts"}}}});
    const json::value session = world_.cli_json({"session", "list"}).at(0);
    for (const char* name : {"id", "stamp"}) {
        const std::string named(session.at(name).as_string());
        EXPECT_EQ(world_.cli({"gate", "try", "--session", named, "--tool", "bash", "--args", R"({"command":"ls"})"})
                      .exit_code,
                  0)
            << name;
    }
    EXPECT_EQ(world_.cli({"gate", "try", "--session", "010101012020", "--tool", "read"}).exit_code, 4);
}

}  // namespace
}  // namespace hm::testing
