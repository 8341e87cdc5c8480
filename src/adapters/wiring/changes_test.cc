// Wiring gives back exactly what it found. Real files in a throw-away home and project.
#include "adapters/wiring/changes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "app/project/project.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

constexpr Time now{1'790'000'000'000};

class Wiring : public ::testing::TestWithParam<const char*> {
protected:
    Wiring() {
        fs::create_directories(world_.directory() / ".hivemind");
        for (const char* folder : {".claude", ".codex", ".gemini"}) fs::create_directories(place().homes.home / folder);
    }

    WiringPlace place(FailMode fail = FailMode::open, WiringLevel level = WiringLevel::project) const {
        const fs::path home = world_.directory() / "home";
        return {level,
                world_.directory(),
                "/opt/it's here/hivemind",
                fail,
                {home, home / ".claude", home / ".claude.json", home / ".codex", home / ".gemini",
                 home / ".config/opencode", home / "state"}};
    }

    void put(const fs::path& path, const std::string& text) const {
        fs::create_directories((world_.directory() / path).parent_path());
        std::ofstream(world_.directory() / path) << text;
    }

    // Every settings file there is, with its text.
    std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> found;
        for (const auto& entry : fs::recursive_directory_iterator(world_.directory())) {
            const std::string path = entry.path().lexically_relative(world_.directory()).string();
            if (entry.is_regular_file() && !path.starts_with(".hivemind") && !path.starts_with("home/state")) {
                found[path] = **read_whole_file(entry.path());
            }
        }
        return found;
    }

    const ClientWiring& wiring() const { return *find_wiring(GetParam()); }

    World world_;
};

const std::map<std::string, std::string> settings_of_others{
    {".claude/settings.local.json",
     "{\n  \"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": "
     "\"mine\"}]}]},"
     "\n  \"model\": \"x\"\n}\n"},
    {".mcp.json", "{\"mcpServers\": {\"other\": {\"command\": \"x\"}}}"},
    {".codex/hooks.json", "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"mine\"}]}]}}"},
    {"home/.codex/config.toml", "# mine\nmodel = \"x\"\n\n[features]\nplugins = false"},
    {".gemini/settings.json", "{\n  // mine\n  \"mcpServers\": {},\n}\n"},
    {"opencode.json", "{\"plugin\": [\"mine\"]}\n"},
    {".opencode/agent/hivemind-executor.md", "mine, by chance of the same name\n"},
};

TEST_P(Wiring, GivesBackExactlyWhatItFound) {
    for (const auto& [path, text] : settings_of_others) put(path, text);
    const auto before = files();
    ASSERT_TRUE(wire(wiring(), place(), now).has_value());
    EXPECT_NE(files(), before);
    // Wired again for another fail mode, what was there first is still remembered.
    ASSERT_TRUE(wire(wiring(), place(FailMode::closed), now).has_value());
    ASSERT_TRUE(unwire(wiring(), place(FailMode::closed)).has_value());
    EXPECT_EQ(files(), before);
}

TEST_P(Wiring, LeavesNothingWhereThereWasNothing) {
    const auto before = files();
    ASSERT_TRUE(wire(wiring(), place(), now).has_value());
    ASSERT_TRUE(unwire(wiring(), place()).has_value());
    EXPECT_EQ(files(), before);
    EXPECT_FALSE(fs::exists(world_.directory() / ".opencode")) << "nor an empty folder";
    EXPECT_FALSE(fs::exists(world_.directory() / ".claude"));
}

TEST_P(Wiring, ChangesNothingTheSecondTime) {
    ASSERT_TRUE(wire(wiring(), place(), now).has_value());
    const auto once = files();
    const auto changes = plan_wiring(wiring(), place());
    ASSERT_TRUE(changes.has_value());
    for (const FileChange& change : *changes) EXPECT_EQ(change.before, change.after) << change.path;
    ASSERT_TRUE(wire(wiring(), place(), now).has_value());
    EXPECT_EQ(files(), once);
    EXPECT_EQ(*wiring_state(wiring(), place()), WiringState::current);
    EXPECT_EQ(*wiring_state(wiring(), place(FailMode::closed)), WiringState::different);
}

TEST_P(Wiring, TakesOnlyItsOwnOutOfWhatSomebodyElseChanged) {
    ASSERT_TRUE(wire(wiring(), place(), now).has_value());
    const auto wired = files();
    for (const auto& [path, text] : wired) {
        if (path.ends_with(".json")) put(path, text.substr(0, text.rfind('}')) + ", \"theirs\": 1}\n");
        if (path.ends_with(".toml")) put(path, text + "\n[theirs]\na = 1\n");
    }
    ASSERT_TRUE(unwire(wiring(), place()).has_value());
    for (const auto& [path, text] : files()) {
        EXPECT_NE(text.find("theirs"), std::string::npos) << path;
        EXPECT_EQ(text.find("hivemind"), std::string::npos) << path << "\n" << text;
    }
    EXPECT_EQ(*wiring_state(wiring(), place()), WiringState::absent);
}

TEST_P(Wiring, AlsoInThePersonsOwnSettings) {
    const auto before = files();
    const WiringPlace user = place(FailMode::open, WiringLevel::user);
    ASSERT_TRUE(wire(wiring(), user, now).has_value());
    EXPECT_EQ(*wiring_state(wiring(), user), WiringState::current);
    for (const auto& [path, text] : files()) EXPECT_TRUE(path.starts_with("home/") || before.contains(path)) << path;
    ASSERT_TRUE(unwire(wiring(), user).has_value());
    EXPECT_EQ(files(), before);
}

// Of a file that is kept elsewhere, and of a folder that was not there.
TEST_P(Wiring, KeepsLinksAndLeavesNoFolderBehind) {
    const WiringPlace user = place(FailMode::open, WiringLevel::user);
    put("kept/settings.json", "{\"theirs\": 1}\n");
    const fs::path link = user.homes.gemini / "settings.json";
    fs::create_symlink(world_.directory() / "kept/settings.json", link);
    fs::create_symlink(world_.directory() / "kept/settings.json", user.homes.claude / "settings.json");
    const auto before = files();
    ASSERT_TRUE(wire(wiring(), user, now).has_value());
    EXPECT_TRUE(fs::is_symlink(link));
    ASSERT_TRUE(unwire(wiring(), user).has_value());
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(files(), before);
    ASSERT_TRUE(wire(wiring(), place(), now).has_value());
    ASSERT_TRUE(unwire(wiring(), place()).has_value());
    for (const char* folder : {".claude", ".codex", ".gemini"}) {
        EXPECT_FALSE(fs::exists(world_.directory() / folder)) << folder;
    }
}

TEST_P(Wiring, NamesTheFileThatCannotBeEditedAndChangesNone) {
    if (std::string_view(GetParam()) == "opencode") return;  // has files of its own
    const std::map<std::string, std::string> broken{{"claude-code", ".claude/settings.local.json"},
                                                    {"codex", ".codex/hooks.json"},
                                                    {"gemini", ".gemini/settings.json"}};
    const std::string& file = broken.at(GetParam());
    for (const char* text :
         {"{broken", "[]", "{\"hooks\": \"x\"}", "{\"hooks\": {\"PreToolUse\": {}, \"BeforeTool\": 1}}"}) {
        put(file, text);
        const auto before = files();
        const auto wired = wire(wiring(), place(), now);
        ASSERT_FALSE(wired.has_value()) << text;
        ASSERT_FALSE(wired.error().evidence.empty()) << text;
        EXPECT_TRUE(wired.error().evidence.front().ends_with(file)) << wired.error().evidence.front();
        EXPECT_EQ(files(), before) << text;
    }
}

// It stands in settings of every directory, so what it does when we fail is the project's to say, and it need not
// change with it.
TEST_P(Wiring, InThePersonsOwnSettingsDoesNotDependOnTheFailMode) {
    ASSERT_TRUE(wire(wiring(), place(FailMode::open, WiringLevel::user), now).has_value());
    const WiringPlace closed = place(FailMode::closed, WiringLevel::user);
    EXPECT_EQ(*wiring_state(wiring(), closed), WiringState::current);
    if (wiring().wired_command == nullptr) {
        EXPECT_NE(files().at("home/.config/opencode/hivemind.js").find(fail_mark_name), std::string::npos);
        return;
    }
    const auto command = wiring().wired_command(closed);
    ASSERT_TRUE(command.has_value() && command->has_value());
    EXPECT_EQ((*command)->arguments.front(), "sh");
    EXPECT_NE((*command)->arguments.back().find(fail_mark), std::string::npos) << (*command)->arguments.back();
}

std::string name_of_client(const ::testing::TestParamInfo<const char*>& client) {
    std::string name = client.param;
    std::erase(name, '-');
    return name;
}

const auto all_clients = ::testing::Values("opencode", "claude-code", "codex", "gemini");

INSTANTIATE_TEST_SUITE_P(Clients, Wiring, all_clients, name_of_client);

// A project and a home beside it, so that the project can be moved.
class WiringOfAMovedProject : public ::testing::TestWithParam<const char*> {
protected:
    WiringOfAMovedProject() {
        fs::create_directories(folder("project") / ".hivemind");
        for (const auto& [path, text] : settings_of_others) {
            const fs::path file = folder(path.starts_with("home/") ? path : "project/" + path);
            fs::create_directories(file.parent_path());
            std::ofstream(file) << text;
        }
    }

    fs::path folder(const std::string& name) const { return world_.directory() / name; }

    WiringPlace place(const std::string& name) const {
        const fs::path home = folder("home");
        WiringPlace place{WiringLevel::project,
                          folder(name),
                          "/opt/hivemind",
                          FailMode::open,
                          {home, home / ".claude", home / ".claude.json", home / ".codex", home / ".gemini",
                           home / ".config/opencode", home / "state"}};
        place.moved_from = moved_from(place);
        return place;
    }

    // Every file in the folder but our own, with its text.
    std::map<std::string, std::string> files(const std::string& name) const {
        std::map<std::string, std::string> found;
        for (const auto& entry : fs::recursive_directory_iterator(folder(name))) {
            const std::string path = entry.path().lexically_relative(folder(name)).string();
            if (entry.is_regular_file() && !path.starts_with(".hivemind"))
                found[path] = **read_whole_file(entry.path());
        }
        return found;
    }

    const ClientWiring& wiring() const { return *find_wiring(GetParam()); }

    World world_;
};

TEST_P(WiringOfAMovedProject, GivesBackWhatItFoundInTheOldPlace) {
    const auto before = files("project");
    const auto home_before = files("home");
    ASSERT_TRUE(wire(wiring(), place("project"), now).has_value());
    fs::rename(folder("project"), folder("moved"));
    EXPECT_EQ(place("moved").moved_from, folder("project"));
    EXPECT_EQ(*last_wired_at(wiring(), place("moved")), now);
    ASSERT_TRUE(unwire(wiring(), place("moved")).has_value());
    EXPECT_EQ(files("moved"), before);
    EXPECT_EQ(files("home"), home_before);
}

TEST_P(WiringOfAMovedProject, GivesItBackAlsoWhenItWasWiredAgainThere) {
    const auto before = files("project");
    const auto home_before = files("home");
    ASSERT_TRUE(wire(wiring(), place("project"), now).has_value());
    fs::rename(folder("project"), folder("moved"));
    ASSERT_TRUE(wire(wiring(), place("moved"), now).has_value());
    EXPECT_EQ(*wiring_state(wiring(), place("moved")), WiringState::current);
    for (const auto& [path, text] : files("home")) {
        EXPECT_EQ(text.find(folder("project").string() + "/"), std::string::npos) << path << "\n" << text;
    }
    ASSERT_TRUE(unwire(wiring(), place("moved")).has_value());
    EXPECT_EQ(files("moved"), before);
    EXPECT_EQ(files("home"), home_before);
}

TEST_P(WiringOfAMovedProject, LeavesTheOriginalOfACopyAlone) {
    const auto before = files("project");
    ASSERT_TRUE(wire(wiring(), place("project"), now).has_value());
    fs::copy(folder("project"), folder("copy"), fs::copy_options::recursive);
    const auto wired = files("project");
    const auto home_wired = files("home");
    EXPECT_EQ(place("copy").moved_from, fs::path());
    ASSERT_TRUE(wire(wiring(), place("copy"), now).has_value());
    EXPECT_EQ(*wiring_state(wiring(), place("project")), WiringState::current);
    ASSERT_TRUE(unwire(wiring(), place("copy")).has_value());
    EXPECT_EQ(files("copy"), before);
    EXPECT_EQ(files("project"), wired);
    EXPECT_EQ(files("home"), home_wired);
}

TEST_P(WiringOfAMovedProject, IsNotMovedWhenItIsReachedThroughALink) {
    const auto home_before = files("home");
    ASSERT_TRUE(wire(wiring(), place("project"), now).has_value());
    fs::create_symlink(folder("project"), folder("link"));
    EXPECT_EQ(place("link").moved_from, fs::path());
    ASSERT_TRUE(unwire(wiring(), place("link")).has_value());
    EXPECT_EQ(files("home"), home_before);
}

INSTANTIATE_TEST_SUITE_P(Clients, WiringOfAMovedProject, all_clients, name_of_client);

}  // namespace
}  // namespace hm::testing
