// What keeps Codex from running the hooks that are wired, as its settings say. That these say so in the real Codex is
// shown in tests/clients.
#include "adapters/clients/shared/clients.h"

#include <gtest/gtest.h>

#include <fstream>

#include "adapters/wiring/changes.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class CodexObstacles : public ::testing::Test {
protected:
    CodexObstacles() {
        fs::create_directories(world_.directory() / "project/.hivemind");
        EXPECT_TRUE(wire(wiring_, place("project"), Time{1}).has_value());
    }

    WiringPlace place(const std::string& name) const {
        WiringPlace place{.root = world_.directory() / name, .program = "/opt/hivemind"};
        place.homes.codex = world_.directory() / "home/.codex";
        place.moved_from = moved_from(place);
        return place;
    }

    fs::path config() const { return place("project").homes.codex / "config.toml"; }

    void replace(const fs::path& file, const std::string& what, const std::string& with) const {
        std::string text = **read_whole_file(file);
        const std::size_t at = text.find(what);
        ASSERT_NE(at, std::string::npos) << text;
        std::ofstream(file) << text.replace(at, what.size(), with);
    }

    // The only one that is there.
    std::string obstacle(const std::string& name = "project") const {
        const auto found = wiring_.obstacles(place(name));
        EXPECT_EQ(found.size(), 1U);
        return found.empty() ? "" : found.front().what + " | " + found.front().remedy;
    }

    World world_;
    ClientWiring wiring_ = codex::wiring();
};

TEST_F(CodexObstacles, AreNoneWhereItWasWired) {
    EXPECT_TRUE(wiring_.obstacles(place("project")).empty());
}

// Codex reads such a file alone first, and drops it when a server in it has no command.
TEST_F(CodexObstacles, AProfileNamesTheCommandOfItsServer) {
    for (const std::string_view name : {"hivemind-executor.toml", "hivemind-investigator.toml"}) {
        const auto text = read_whole_file(world_.directory() / "project/.codex/agents" / name);
        ASSERT_TRUE(text && *text) << name;
        const std::size_t server = (*text)->find("\n[mcp_servers.hivemind]\ncommand = \"");
        ASSERT_NE(server, std::string::npos) << **text;
        EXPECT_NE((*text)->find("\nenabled_tools = [\"", server), std::string::npos) << **text;
    }
}

TEST_F(CodexObstacles, AMovedProjectHasNoTrust) {
    fs::rename(world_.directory() / "project", world_.directory() / "moved");
    const std::string told = obstacle("moved");
    EXPECT_TRUE(told.starts_with("wired but not trusted by Codex: 11 of 11 hooks in ")) << told;
    for (const fs::path& named :
         {world_.directory() / "moved/.codex/hooks.json", config(), world_.directory() / "project"}) {
        EXPECT_NE(told.find(" " + named.string()), std::string::npos) << named << "\n" << told;
    }
    EXPECT_NE(told.find("Run `hivemind init --client codex`"), std::string::npos) << told;

    ASSERT_TRUE(wire(wiring_, place("moved"), Time{2}).has_value());
    EXPECT_TRUE(wiring_.obstacles(place("moved")).empty());
    const std::string text = **read_whole_file(config());
    EXPECT_EQ(text.find((world_.directory() / "project").string() + "/"), std::string::npos) << text;
}

TEST_F(CodexObstacles, ACopyHasNoTrustAndTheOriginalKeepsIts) {
    fs::copy(world_.directory() / "project", world_.directory() / "copy", fs::copy_options::recursive);
    EXPECT_NE(obstacle("copy").find("11 of 11"), std::string::npos);
    ASSERT_TRUE(wire(wiring_, place("copy"), Time{2}).has_value());
    EXPECT_TRUE(wiring_.obstacles(place("copy")).empty());
    EXPECT_TRUE(wiring_.obstacles(place("project")).empty());
}

TEST_F(CodexObstacles, AChangedHookIsNoLongerTrusted) {
    replace(world_.directory() / "project/.codex/hooks.json", "\"timeout\":10", "\"timeout\":11");
    EXPECT_TRUE(obstacle().starts_with("wired but not trusted by Codex: 1 of 11 hooks in "));
}

TEST_F(CodexObstacles, AHookMayBeSwitchedOff) {
    replace(config(), "trusted_hash", "enabled = false\ntrusted_hash");
    EXPECT_TRUE(obstacle().starts_with("wired but switched off in Codex: 1 of 11 hooks in "));
    ASSERT_TRUE(wire(wiring_, place("project"), Time{2}).has_value());
    EXPECT_TRUE(wiring_.obstacles(place("project")).empty());
}

TEST_F(CodexObstacles, AllHooksMayBeSwitchedOff) {
    std::ofstream(config(), std::ios::app) << "[features]\nhooks = false\n";
    EXPECT_TRUE(obstacle().starts_with("wired but switched off in Codex: " + config().string()));
}

TEST_F(CodexObstacles, AFolderMayBeUntrusted) {
    fs::create_directories(world_.directory() / ".git");
    const std::string table = "\n[projects.\"" + world_.directory().string() + "\"]\ntrust_level = ";
    std::ofstream(config(), std::ios::app) << table << "\"untrusted\"\n";
    const std::string told = obstacle();
    EXPECT_NE(told.find("the folder " + world_.directory().string() + " is untrusted"), std::string::npos) << told;
    replace(config(), "\"untrusted\"", "\"trusted\"");
    EXPECT_TRUE(wiring_.obstacles(place("project")).empty());
}

}  // namespace
}  // namespace hm::testing
