// What the skill teaches an agent exists: every tool with its action, and every command line, which is run in a
// project.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <map>
#include <regex>
#include <sstream>

#include "adapters/clients/shared/agent_tools.h"
#include "base/embedded.h"
#include "support/world.h"

namespace hm::testing {
namespace {

std::vector<std::string> all_matches(const std::string& text, const std::regex& pattern) {
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
        found.push_back((*at)[1].str());
    return found;
}

// Line breaks of the text are blanks of the command.
std::string skill_text() {
    return std::regex_replace(std::string(embedded_file("opencode/skill.md")), std::regex("\n *"), " ");
}

std::vector<std::string> words_of(const std::string& line, const std::map<std::string, std::string>& ids) {
    std::vector<std::string> words;
    std::istringstream stream(line);
    std::string word;
    while (stream >> std::quoted(word)) words.push_back(ids.contains(word) ? ids.at(word) : word);
    return words;
}

TEST(Skill, TeachesOnlyToolsAndActionsThatExist) {
    const std::string text = skill_text();
    const auto calls = all_matches(text, std::regex("((?:govern|hivemind)_[a-z]+ [a-z_]+)"));
    std::size_t known = 0;
    for (const std::string& call : calls) {
        const std::string tool = call.substr(0, call.find(' '));
        const std::string action = call.substr(call.find(' ') + 1);
        if (tool == "hivemind_state") continue;
        const AgentTool* found = find_agent_tool(tool);
        ASSERT_NE(found, nullptr) << call;
        const bool has_action = std::ranges::any_of(found->actions, [&](auto& each) { return each.action == action; });
        EXPECT_TRUE(has_action) << call;
        ++known;
    }
    EXPECT_GE(known, 8U);
}

TEST(Skill, TeachesOnlyCommandsThatWork) {
    World world;
    EXPECT_EQ(world.cli({"init"}).exit_code, 0);
    std::filesystem::create_directory(world.directory() / "docs");
    std::ofstream(world.directory() / "docs/plan.md") << "# Aims\n";
    const auto make = [&](std::vector<std::string> line) {
        return std::string(text_member(world.cli_json(std::move(line)).as_object(), "id"));
    };
    std::map<std::string, std::string> ids{{"<plan>", make({"plan", "create", "Ship"})},
                                           {"<task>", make({"task", "create", "Work"})}};
    const auto lines = all_matches(skill_text(), std::regex("`hivemind ([^`]+)`"));
    EXPECT_GE(lines.size(), 8U);
    for (const std::string& line : lines) {
        world.clock().advance(seconds(1));
        // Each finds a document of its own, as some end it.
        ids["<artifact>"] = make({"artifact", "create", "Paper", "docs/plan.md", "--plan-id", ids.at("<plan>")});
        std::vector<std::string> words = words_of(line, ids);
        if (line.find(" --by ") != std::string::npos) words.back() = make({"artifact", "create", "Newer"});
        // A lever that the text only names is a person's, and needs more words.
        if (line == "grant") words.emplace_back("--help");
        const CliOutcome outcome = world.cli(words);
        EXPECT_EQ(outcome.exit_code, 0) << line << "\n" << outcome.err;
    }
    for (const std::string& flags : all_matches(skill_text(), std::regex("`(--[^`]+)`"))) {
        std::vector<std::string> words{"artifact", "create", "With flags"};
        ids["<artifact>"] = make({"artifact", "create", "Above"});
        for (std::string& word : words_of(flags, ids)) words.push_back(std::move(word));
        EXPECT_EQ(world.cli(words).exit_code, 0) << flags;
    }
}

// An agent reaches these by its shell; the gate must not hold them back.
TEST(Skill, TeachesCommandsThatARoleAtWorkMayRun) {
    World world;
    EXPECT_EQ(world.cli({"init"}).exit_code, 0);
    for (const std::string& line :
         all_matches(skill_text(), std::regex("`(hivemind (?:artifact|stale|validate)[^`]*)`"))) {
        const std::string arguments =
            to_text(json::object{{"command", std::regex_replace(line, std::regex("<[a-z]+>"), "0193a1b2")}});
        for (const char* role : {"solo", "executor"}) {
            EXPECT_EQ(world.cli({"gate", "try", "--role", role, "--tool", "bash", "--args", arguments}).exit_code, 0)
                << role << ": " << line;
        }
    }
}

}  // namespace
}  // namespace hm::testing
