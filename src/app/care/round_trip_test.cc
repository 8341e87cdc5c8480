// Import(export(x)) is x, byte for byte.
#include <gtest/gtest.h>

#include "app/care/exchange.h"
#include "engine/exchange/layout.h"
#include "store/records/any_record.h"
#include "support/exported_directory.h"
#include "support/random_graph.h"
#include "support/world.h"

namespace hm {
namespace {

using testing::files_below;
using testing::World;

void init(World& world) {
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
}

std::map<std::string, std::string> exported(World& world, const std::string& name = "export") {
    const auto outcome = world.cli({"export", name});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    return files_below(world.directory() / name);
}

json::object import(World& world, const std::filesystem::path& from) {
    return world.cli_json({"import", from.string()}).as_object();
}

TEST(RoundTrip, EveryNounHasAHome) {
    for (const AnyNoun& noun : all_nouns()) {
        const auto found = std::find_if(exchange::homes.begin(), exchange::homes.end(),
                                        [&](const exchange::Home& home) { return home.noun == noun.table.noun; });
        EXPECT_NE(found, exchange::homes.end()) << noun.table.noun;
    }
    EXPECT_EQ(exchange::homes.size(), all_nouns().size());
}

TEST(RoundTrip, RandomGraphsOfEveryNounComeBackByteForByte) {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        World first;
        init(first);
        testing::fill_with_random_graph(first.directory(), seed, 7);
        first.cli_json({"config", "set", "mode", "strict"});
        const auto before = exported(first);
        World second;
        init(second);
        const json::object report = import(second, first.directory() / "export");
        EXPECT_EQ(report.at("new").to_number<int>(), 7 * 18);
        EXPECT_EQ(report.at("set_aside").to_number<int>(), 0) << report;
        const auto after = exported(second);
        ASSERT_EQ(before.size(), after.size());
        for (const auto& [file, text] : before) EXPECT_EQ(text, after.at(file)) << file << " with seed " << seed;
        EXPECT_EQ(second.cli({"doctor"}).exit_code, 0) << second.cli({"doctor"}).out;
    }
}

TEST(RoundTrip, ExportingAndImportingAgainChangesNothing) {
    World world;
    init(world);
    testing::fill_with_random_graph(world.directory(), 9, 5);
    const auto once = exported(world);
    EXPECT_EQ(exported(world), once);
    const json::object report = import(world, world.directory() / "export");
    EXPECT_EQ(report.at("equal").to_number<int>(), 5 * 18);
    EXPECT_EQ(report.at("new").to_number<int>() + report.at("newer").to_number<int>(), 0);
    EXPECT_EQ(exported(world), once);
}

TEST(RoundTrip, UnknownFieldsComeOutWhereTheyWentIn) {
    World world;
    init(world);
    world.cli_json({"task", "create", "Write the parser"});
    exported(world);
    const auto tasks = world.directory() / "export/graph/tasks.json";
    testing::replace_in(tasks, R"("location":{})", R"("location":{"room":"attic"})");
    testing::replace_in(tasks, "}},\n",
                        R"(},"colour":{"name":"red","codes":[1,2.5E0]}},)"
                        "\n");
    testing::replace_in(tasks, R"("noun":"task"},)", R"("noun":"task","made_for":"us"},)");
    const std::string edited = testing::bytes_of(tasks);
    World other;
    init(other);
    import(other, world.directory() / "export");
    EXPECT_EQ(exported(other).at("graph/tasks.json"), edited);
    // A change of the task keeps them too.
    const std::string id(text_member(other.cli_json({"task", "list"}).as_array().at(0).as_object(), "id"));
    other.cli_json({"task", "start", id});
    const std::string later = exported(other).at("graph/tasks.json");
    EXPECT_NE(later.find(R"("status":"active")"), std::string::npos);
    EXPECT_NE(later.find(R"("room":"attic")"), std::string::npos);
    EXPECT_NE(later.find(R"("colour":{"name":"red","codes":[1,2.5E0]})"), std::string::npos);
}

TEST(Export, HasTheLayoutOfTheFirstDesign) {
    World world;
    init(world);
    const std::string plan(text_member(world.cli_json({"plan", "create", "Ship it"}).as_object(), "id"));
    const auto files = exported(world);
    for (const char* file :
         {"system/config.json", "system/manifest.json", "graph/trajectory.json", "graph/plans.json", "graph/tasks.json",
          "graph/mems.json", "graph/orphans.json", "state/brain.json", "state/anchors.json", "state/hierarchy.json",
          "sessions/active/session_main.json", "sessions/archive/compacted/sessions.json",
          "artifacts/synthesis/entries.json", "artifacts/dashboards/summary.json"}) {
        ASSERT_TRUE(files.contains(file)) << file;
        const auto value = parse_json(files.at(file));
        ASSERT_TRUE(value.has_value()) << file << files.at(file);
    }
    EXPECT_NE(files.at("system/manifest.json").find(plan), std::string::npos);
    for (const auto& [file, text] : files) {
        EXPECT_EQ(text.find(world.directory().string()), std::string::npos) << file;
        EXPECT_EQ(text.find('\r'), std::string::npos) << file;
        EXPECT_EQ(text.back(), '\n') << file;
    }
}

TEST(Export, ShowsTheLeadingSessionAndOnlyWhatIsInUse) {
    World world;
    init(world);
    world.opencode("tool.execute.before", {{"sessionID", "ses_lead"}, {"tool", "read"}});
    const std::string kept(text_member(world.cli_json({"memory", "save", "kept"}).as_object(), "id"));
    const std::string gone(text_member(world.cli_json({"memory", "save", "gone"}).as_object(), "id"));
    ASSERT_EQ(world.cli({"memory", "remove", gone}).exit_code, 0);
    const auto files = exported(world);
    EXPECT_NE(files.at("sessions/active/session_main.json").find("ses_lead"), std::string::npos);
    EXPECT_NE(files.at("state/brain.json").find("ses_lead"), std::string::npos);
    // The manifest is of what is in use; the export of everything.
    EXPECT_NE(files.at("system/manifest.json").find(kept), std::string::npos);
    EXPECT_EQ(files.at("system/manifest.json").find(gone), std::string::npos);
    EXPECT_NE(files.at("graph/mems.json").find(gone), std::string::npos);
}

TEST(Export, ShowsEverySettingAndTakesInOnlyThoseThatWereSet) {
    World world;
    init(world);
    ASSERT_EQ(world.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    const auto files = exported(world);
    const json::array lines = parse_json(files.at("system/config.json"))->as_array();
    std::map<std::string, bool> is_default;
    for (const json::value& line : lines) {
        if (const json::value* id = line.as_object().if_contains("id")) {
            is_default[std::string(id->as_string())] = line.as_object().contains("default");
        }
    }
    EXPECT_FALSE(is_default.at("mode"));
    for (const char* shown : {"split_at_percent", "anchor_fresh_for", "memory_fresh_for"}) {
        EXPECT_TRUE(is_default.contains(shown)) << shown;
    }
    EXPECT_FALSE(is_default.contains("paused_until"));
    World other;
    init(other);
    const std::string before = other.cli({"config", "list"}).out;
    ASSERT_EQ(other.cli({"import", (world.directory() / "export").string()}).exit_code, 0);
    EXPECT_EQ(other.cli({"config", "get", "mode"}).out, "strict\n");
    std::string strict = before;
    const std::size_t mode = strict.find("mode = assisted");
    ASSERT_NE(mode, std::string::npos);
    strict.replace(mode, std::string_view("mode = assisted").size(), "mode = strict");
    EXPECT_EQ(other.cli({"config", "list"}).out, strict);
}

TEST(Export, CountsWhatThereIsAndShowsWhatCompactionsLeft) {
    World world;
    init(world);
    world.opencode("tool.execute.before", {{"sessionID", "ses_lead"}, {"tool", "read"}});
    world.opencode("event", {{"type", "session.compacted"}, {"properties", {{"sessionID", "ses_lead"}}}});
    world.cli({"task", "create", "Compile"});
    const auto files = exported(world);
    EXPECT_NE(files.at("artifacts/dashboards/summary.json").find(R"("id":"task","planned":1)"), std::string::npos)
        << files.at("artifacts/dashboards/summary.json");
    EXPECT_NE(files.at("sessions/archive/compacted/sessions.json").find(R"("compaction_count":1)"), std::string::npos)
        << files.at("sessions/archive/compacted/sessions.json");
}

TEST(Export, DrawsTheTreeAlongTheReadHead) {
    World world;
    init(world);
    const auto make = [&](std::vector<std::string> arguments) {
        return std::string(text_member(world.cli_json(std::move(arguments)).as_object(), "id"));
    };
    const std::string plan = make({"plan", "create", "Ship it"});
    const std::string phase = make({"phase", "create", "--title", "Build", "--parent-plan-id", plan});
    const std::string task = make({"task", "create", "Compile", "--parent-phase-id", phase});
    make({"trajectory", "create", "--active-plan-id", plan, "--active-phase-id", phase, "--active-task-ids", task});
    const json::value tree = *parse_json(exported(world).at("state/hierarchy.json"));
    const json::value& action = tree.at("root").at("children").at(0).at("children").at(0);
    EXPECT_EQ(tree.at("root").at("content"), "Ship it");
    EXPECT_EQ(action.at("content"), "Compile");
    EXPECT_EQ(action.at("level"), "action");
    EXPECT_EQ(tree.at("cursor"), action.at("id"));
}

TEST(Export, RemovesOnlyWhatAnEarlierExportMade) {
    World world;
    init(world);
    const std::string swarm(text_member(world.cli_json({"swarm", "create", "--prompt", "look"}).as_object(), "id"));
    const std::string view = "sessions/active/swarms/" + swarm + ".json";
    ASSERT_TRUE(exported(world).contains(view));
    testing::write_text(world.directory() / "export/sessions/active/swarms/mine.json", "{}");
    // A manifest that was tampered with removes nothing else.
    testing::write_text(world.directory() / "precious.json", R"({"hivemind":"export"})");
    testing::add_line(world.directory() / "export/system/manifest.json",
                      R"({"noun":"file","id":"graph/../../precious.json"},)");
    ASSERT_EQ(world.cli({"swarm", "change", swarm, "--state", "cancelled"}).exit_code, 0);
    const auto files = exported(world);
    EXPECT_FALSE(files.contains(view));
    EXPECT_TRUE(files.contains("sessions/active/swarms/mine.json"));
    EXPECT_TRUE(std::filesystem::exists(world.directory() / "precious.json"));
}

TEST(Export, FollowsALinkToItsDirectoryButNoneBelow) {
    World world;
    init(world);
    std::filesystem::create_directory(world.directory() / "real");
    std::filesystem::create_directory(world.directory() / "elsewhere");
    std::filesystem::create_directory_symlink("real", world.directory() / "link");
    EXPECT_EQ(world.cli({"export", "link"}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(world.directory() / "real/graph/tasks.json"));
    std::filesystem::remove_all(world.directory() / "real/graph");
    std::filesystem::create_directory_symlink("../elsewhere", world.directory() / "real/graph");
    const auto outcome = world.cli({"export", "real"});
    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    EXPECT_TRUE(std::filesystem::is_empty(world.directory() / "elsewhere"));
}

TEST(Export, LeavesFilesAloneThatNoExportMade) {
    World world;
    init(world);
    testing::write_text(world.directory() / "old/graph/tasks.json", R"({"version":"1.0.0","tasks":[]})");
    const auto outcome = world.cli({"export", "old"});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_NE(outcome.err.find("no export made it"), std::string::npos) << outcome.err;
    EXPECT_EQ(files_below(world.directory() / "old").size(), 1U);
}

}  // namespace
}  // namespace hm
