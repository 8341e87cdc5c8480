#include "adapters/clients/opencode/wiring.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;

class InstalledPlugin : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(world.cli({"init", "--client", "opencode", "--yes"}).exit_code, 0);
        place.root = world.directory();
        place.homes.opencode = world.directory() / "home/.config/opencode";
    }

    hm::testing::World world;
    WiringPlace place;
};

TEST_F(InstalledPlugin, HasThisProgramsVersionAndNoCopyBesideIt) {
    EXPECT_EQ(installed_version(place), HIVEMIND_VERSION);
    EXPECT_TRUE(other_copies(place).empty());
}

TEST_F(InstalledPlugin, IsSeenToStartAProgramThatIsNotThere) {
    const auto starts = [&](std::string_view program) {
        std::ofstream(place.root / ".opencode/hivemind.js") << "const BINARY = " << program << ";\nconst FAIL = 1;\n";
        return missing_program(place);
    };
    EXPECT_EQ(starts(R"("/no/such/hive\"mind")"), "/no/such/hive\"mind");
    EXPECT_EQ(starts(R"("/bin/sh")"), "");
    EXPECT_EQ(starts(R"("hivemind")"), "") << "found on the PATH, or not";
}

TEST_F(InstalledPlugin, FromNpmIsOneCopyWithItsSecondHalf) {
    std::ofstream(place.root / "opencode.json")
        << R"({"plugin":["hivemind-opencode@0.1.0","theirs","hivemind-opencode-last@0.1.0"]})";
    EXPECT_EQ(other_copies(place).size(), 1U);
}

TEST_F(InstalledPlugin, IsSeenToBeLoadedTwice) {
    fs::create_directories(place.root / ".opencode/plugin");
    fs::copy_file(place.root / ".opencode/hivemind.js", place.root / ".opencode/plugin/governance.js");
    std::ofstream(place.root / ".opencode/plugin/theirs.js") << "export default { id: \"theirs\" };";
    fs::create_directories(place.homes.opencode);
    std::ofstream(place.homes.opencode / "opencode.json")
        << R"({"plugin":["theirs",["hivemind-opencode@0.1.0",{"x":1}],], /* mine */})";
    const auto copies = other_copies(place);
    ASSERT_EQ(copies.size(), 2U);
    EXPECT_NE(copies[0].find("governance.js"), std::string::npos);
    EXPECT_NE(copies[1].find("hivemind-opencode@0.1.0"), std::string::npos);
}

}  // namespace
}  // namespace hm::opencode
