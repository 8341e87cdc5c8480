// What keeps Gemini CLI from running the hooks that are wired, as its settings say.
#include "adapters/clients/shared/clients.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class GeminiObstacles : public ::testing::Test {
protected:
    GeminiObstacles() {
        place_.root = world_.directory() / "work/project";
        place_.homes.gemini = world_.directory() / "home/.gemini";
        fs::create_directories(place_.root / ".gemini");
        fs::create_directories(place_.homes.gemini);
    }

    void trust(json::object rules) const {
        std::ofstream(place_.homes.gemini / "trustedFolders.json") << to_text(rules);
    }

    bool is_distrusted() const {
        const auto found = gemini::wiring().obstacles(place_);
        EXPECT_LE(found.size(), 1U);
        return !found.empty() && found.front().what.starts_with("wired but not trusted by Gemini CLI: ");
    }

    World world_;
    WiringPlace place_;
};

TEST_F(GeminiObstacles, TheRuleOfTheLongestPathDecides) {
    const std::string root = place_.root.string();
    const std::string above = place_.root.parent_path().string();
    EXPECT_FALSE(is_distrusted()) << "it asks";
    trust({{root, "DO_NOT_TRUST"}});
    EXPECT_TRUE(is_distrusted());
    trust({{root, "TRUST_FOLDER"}, {above, "DO_NOT_TRUST"}});
    EXPECT_FALSE(is_distrusted());
    trust({{above, "DO_NOT_TRUST"}});
    EXPECT_TRUE(is_distrusted());
    trust({{above + "/other", "TRUST_PARENT"}, {above, "DO_NOT_TRUST"}});
    EXPECT_FALSE(is_distrusted());
    trust({{root + "2", "DO_NOT_TRUST"}});
    EXPECT_FALSE(is_distrusted()) << "a folder of a longer name";
}

TEST_F(GeminiObstacles, NoneComesOfFoldersThatItDoesNotAskAbout) {
    trust({{place_.root.string(), "DO_NOT_TRUST"}});
    std::ofstream(place_.homes.gemini / "settings.json") << R"({"security":{"folderTrust":{"enabled":false}}})";
    EXPECT_FALSE(is_distrusted());
}

TEST_F(GeminiObstacles, HooksMayBeSwitchedOff) {
    std::ofstream(place_.root / ".gemini/settings.json") << R"({"hooksConfig":{"enabled":false}})";
    const auto found = gemini::wiring().obstacles(place_);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found.front().what.starts_with("wired but switched off in Gemini CLI: ")) << found.front().what;
}

}  // namespace
}  // namespace hm::testing
