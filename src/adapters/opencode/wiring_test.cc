#include "adapters/opencode/wiring.h"

#include <gtest/gtest.h>

#include <regex>

#include "adapters/agent_tools.h"
#include "base/embedded.h"
#include "support/temp_project.h"

namespace hm::opencode {
namespace {

using testing::TempDirectory;

std::vector<FileChange> planned(const std::filesystem::path& root, const std::filesystem::path& program) {
    auto changes = plan_wiring(root, program, FailMode::open);
    EXPECT_TRUE(changes.has_value());
    return std::move(*changes);
}

const FileChange& of_name(const std::vector<FileChange>& changes, std::string_view name) {
    for (const FileChange& change : changes) {
        if (change.path.filename() == name) return change;
    }
    ADD_FAILURE() << "no " << name;
    return changes.front();
}

bool has_action(std::string_view tool, std::string_view action) {
    for (const AgentTool& known : all_agent_tools()) {
        if (known.name != tool) continue;
        for (const ToolAction& offered : known.actions) {
            if (offered.action == action) return true;
        }
    }
    return false;
}

TEST(OpenCodeWiring, WritesPluginProfilesCommandsAndSkill) {
    const TempDirectory directory;
    const auto changes = planned(directory.path(), "/opt/it's here/hivemind");
    EXPECT_EQ(changes.size(), 9U);
    EXPECT_EQ(changes.back().path.filename(), "opencode.json") << "the plugin is there before it is named";
    EXPECT_NE(of_name(changes, "hivemind-status.md").after.find(R"('/opt/it'\''s here/hivemind' status)"),
              std::string::npos);
    for (const FileChange& change : changes) {
        EXPECT_EQ(change.after.find("@HIVEMIND"), std::string::npos) << change.path;
        EXPECT_FALSE(change.before.has_value()) << change.path;
    }
}

TEST(OpenCodeWiring, NamesOnlyActionsThatExist) {
    const std::regex named(
        R"((govern_\w+|hivemind_memory|hivemind_anchor) (create|plan_tasks|quick_start|assign|start|complete|fail|status|save|recall|flag_false_path)\b)");
    std::size_t count = 0;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.name.starts_with("opencode/") || !file.name.ends_with(".md")) continue;
        const std::string text(file.content);
        for (std::sregex_iterator it(text.begin(), text.end(), named), end; it != end; ++it) {
            ++count;
            EXPECT_TRUE(has_action((*it)[1].str(), (*it)[2].str())) << file.name << ": " << it->str();
        }
    }
    EXPECT_GT(count, 10U);
}

}  // namespace
}  // namespace hm::opencode
