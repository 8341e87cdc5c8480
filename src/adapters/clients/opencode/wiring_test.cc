#include "adapters/clients/shared/clients.h"

#include <gtest/gtest.h>

#include <regex>

#include "adapters/clients/shared/agent_tools.h"
#include "base/embedded.h"
#include "support/temp_project.h"

namespace hm::opencode {
namespace {

using testing::TempDirectory;

std::vector<WiredFile> planned(const std::filesystem::path& root, const std::filesystem::path& program) {
    auto files = wiring().files({.root = root, .program = program, .fail = FailMode::open});
    EXPECT_TRUE(files.has_value());
    return std::move(*files);
}

const WiredFile& of_name(const std::vector<WiredFile>& files, std::string_view name) {
    for (const WiredFile& file : files) {
        if (file.path.filename() == name) return file;
    }
    ADD_FAILURE() << "no " << name;
    return files.front();
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
    const auto files = planned(directory.path(), "/opt/it's here/hivemind");
    EXPECT_EQ(files.size(), 10U);
    EXPECT_EQ(files.back().path.filename(), "opencode.json") << "the plugin is there before it is named";
    EXPECT_NE(of_name(files, "hivemind-doctor.md").wired.find(R"('/opt/it'\''s here/hivemind' doctor)"),
              std::string::npos);
    for (const WiredFile& file : files) {
        EXPECT_EQ(file.wired.find("@HIVEMIND"), std::string::npos) << file.path;
        EXPECT_FALSE(file.before.has_value()) << file.path;
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
