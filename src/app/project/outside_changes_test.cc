// Changes that no recorded call made, with real files and the real clock.
#include "app/project/outside_changes.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/hooks/after_tool.h"
#include "app/hooks/before_tool.h"
#include "app/project/project.h"
#include "store/queries/event.h"
#include "support/world.h"

namespace hm::testing {
namespace {

class OutsideChanges : public ::testing::Test {
protected:
    OutsideChanges() {
        put(".git/config", "[core]\n");
        put("src/a.ts", "a");
        put("src/b.ts", "b");
        put("node_modules/x/index.js", "x");
        world_.cli({"init"});
        project_ = std::make_unique<Project>(
            std::move(*Project::open(world_.directory(), clock_, ids_, Deadline::in(seconds(10)))));
    }

    void put(const std::string& name, const std::string& text) {
        const auto path = world_.directory() / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::app) << text;
    }
    std::vector<OutsideChange> tree() {
        Workspace workspace = project_->workspace();
        BadRows bad;
        const auto found = changed_tree_files(workspace, Deadline::in(seconds(10)), bad);
        EXPECT_TRUE(found.has_value());
        return found ? *found : std::vector<OutsideChange>{};
    }
    static AgentIdentity who() { return {{}, "opencode", "s", {}, {}}; }
    void call(const ToolUse& use, const std::function<void()>& act) {
        Workspace workspace = project_->workspace();
        ASSERT_TRUE(before_tool({who(), use}, world_.directory(), workspace).has_value());
        act();
        ASSERT_TRUE(after_tool({.who = who(), .use = use}, world_.directory(), workspace).has_value());
    }
    std::vector<Event> reports() {
        BadRows bad;
        Workspace workspace = project_->workspace();
        return *list_events(workspace.store.connection(), {.kind_prefix = "files.changed_outside"}, bad);
    }

    World world_;
    SystemClock clock_;
    RandomIds ids_;
    std::unique_ptr<Project> project_;
};

TEST_F(OutsideChanges, AreNotWhatAClientKeepsByItself) {
    put("opencode.json", "{\n  \"plugin\": []\n}\n");
    tree();
    ASSERT_TRUE(changed_watched_files(*std::make_unique<Workspace>(project_->workspace())).has_value());
    const auto settings = world_.directory() / "opencode.json";
    const std::string schema = "\n  \"$schema\": \"https://opencode.ai/config.json\",";
    std::ofstream(settings) << "{" + schema + "\n  \"plugin\": []\n}\n";
    put(".opencode/.gitignore", "node_modules\n");
    put(".opencode/package.json", "{}");
    EXPECT_TRUE(tree().empty());
    EXPECT_TRUE(changed_watched_files(*std::make_unique<Workspace>(project_->workspace()))->empty());
    std::ofstream(settings) << "{" + schema + "\n  \"plugin\": [\"theirs\"]\n}\n";
    put(".opencode/.gitignore", "mine\n");
    const auto changes = tree();
    ASSERT_EQ(changes.size(), 2U) << "by whoever";
    EXPECT_EQ(changes[0].path, ".opencode/.gitignore");
    EXPECT_EQ(changes[1].path, "opencode.json");
}

TEST_F(OutsideChanges, AreFoundInTheTreeButNotInWhatBuildsLeave) {
    EXPECT_TRUE(tree().empty());
    put("src/a.ts", "more");
    put("src/new.ts", "new");
    std::filesystem::remove(world_.directory() / "src/b.ts");
    put("node_modules/x/index.js", "more");
    const auto changes = tree();
    ASSERT_EQ(changes.size(), 3U);
    EXPECT_EQ(changes[0].path, "src/a.ts");
    EXPECT_EQ(changes[1].kind, FileChangeKind::made);
    EXPECT_EQ(changes[2].kind, FileChangeKind::gone);
    EXPECT_FALSE(is_grave(changes));
    EXPECT_TRUE(tree().empty());
}

TEST_F(OutsideChanges, AreNotThoseOfRecordedCalls) {
    EXPECT_TRUE(tree().empty());
    call({.tool = "write", .kind = ToolKind::write, .paths = {"src/a.ts"}}, [&] { put("src/a.ts", "by the agent"); });
    call({.tool = "bash", .kind = ToolKind::shell, .paths = {}, .command = "npm run build"},
         [&] { put("src/generated.ts", "by the build"); });
    EXPECT_TRUE(tree().empty());
}

// The turn of one agent ends while another's call is at work.
// A minute behind the clock of the files.
class LateClock final : public Clock {
public:
    Time now() override { return Time{SystemClock().now().ms - 60'000}; }
};

// What is written later than a call that wrote the file is not the call's.
TEST_F(OutsideChanges, OfAFileThatACallHasWrittenAreThoseThatCameLater) {
    LateClock late;
    project_.reset();
    project_ =
        std::make_unique<Project>(std::move(*Project::open(world_.directory(), late, ids_, Deadline::in(seconds(10)))));
    EXPECT_TRUE(tree().empty());
    call({.tool = "write", .kind = ToolKind::write, .paths = {"src/a.ts"}}, [&] { put("src/a.ts", "2"); });
    const auto changes = tree();
    project_.reset();
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].path, "src/a.ts");
}

TEST_F(OutsideChanges, AreNotThoseOfACallThatWasLetThroughAndIsNotDoneYet) {
    EXPECT_TRUE(tree().empty());
    Workspace workspace = project_->workspace();
    const ToolUse use{.tool = "write", .kind = ToolKind::write, .paths = {"src/a.ts"}};
    ASSERT_TRUE(before_tool({who(), use}, world_.directory(), workspace).has_value());
    put("src/a.ts", "by the agent");
    put("src/b.ts", "by somebody else");
    const auto changes = tree();
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].path, "src/b.ts");
}

// Several agents together leave more records than are read: a write among those that are not is none of these.
TEST_F(OutsideChanges, AreNotThoseOfRecordedCallsThatLieFurtherBackThanIsRead) {
    EXPECT_TRUE(tree().empty());
    call({.tool = "write", .kind = ToolKind::write, .paths = {"src/a.ts"}}, [&] { put("src/a.ts", "by the agent"); });
    Workspace workspace = project_->workspace();
    auto transaction = Transaction::begin(workspace.store.connection(), Durability::process_crash);
    ASSERT_TRUE(transaction.has_value());
    for (int i = 0; i < 2000; ++i) {
        Event other;
        other.at = clock_.now();
        other.id = ids_.next(other.at);
        other.kind = *Word::make("tool.done");
        other.actor = ActorKind::hook;
        other.summary = *Sentence::make("read");
        ASSERT_TRUE(append_event(*transaction, std::move(other)).has_value());
    }
    ASSERT_TRUE(transaction->commit().has_value());
    EXPECT_TRUE(tree().empty());
}

TEST_F(OutsideChanges, OfProtectedFilesAreReportedAfterTheNextCall) {
    const ToolUse read{.tool = "read", .kind = ToolKind::read, .paths = {"src/a.ts"}};
    call(read, [] {});
    EXPECT_TRUE(reports().empty());
    put(".git/config", "[alias]\n");
    call(read, [] {});
    ASSERT_EQ(reports().size(), 1U);
    EXPECT_EQ(text_member(reports().front().facts, "severity"), "high");
    EXPECT_NE(reports().front().summary.str().find("changed outside recorded calls: .git/config"), std::string::npos);
    call(read, [] {});
    EXPECT_EQ(reports().size(), 1U);
}

TEST_F(OutsideChanges, ThatInitMakesAreNoNews) {
    const ToolUse read{.tool = "read", .kind = ToolKind::read, .paths = {"src/a.ts"}};
    call(read, [] {});
    ASSERT_EQ(world_.cli({"init", "--client", "claude-code", "--yes"}).exit_code, 0);
    call(read, [] {});
    EXPECT_TRUE(reports().empty());
}

TEST_F(OutsideChanges, OfProtectedFilesDuringAShellCallNameTheCall) {
    const ToolUse test{.tool = "bash", .kind = ToolKind::shell, .paths = {}, .command = "npm test"};
    call(test, [] {});
    call(test, [&] { put(".env", "A=1"); });
    ASSERT_EQ(reports().size(), 1U);
    EXPECT_EQ(text_member(reports().front().facts, "during"), "bash npm test");
    const ToolUse git{.tool = "bash", .kind = ToolKind::shell, .paths = {}, .command = "git push -u origin x"};
    call(git, [&] { put(".git/config", "[branch]\n"); });
    EXPECT_EQ(reports().size(), 1U);
}

TEST_F(OutsideChanges, OfLockedFilesAreGrave) {
    world_.cli({"task", "create", "Hold a", "--file-locks", "src/a.ts"});
    const std::string id(world_.cli_json({"task", "list"}).as_array().front().at("id").as_string());
    world_.cli({"task", "start", "--id", id});
    const ToolUse read{.tool = "read", .kind = ToolKind::read, .paths = {"src/b.ts"}};
    call(read, [] {});
    put("src/a.ts", "behind its back");
    call(read, [] {});
    ASSERT_EQ(reports().size(), 1U);
    EXPECT_EQ(text_member(reports().front().facts, "severity"), "high");
}

TEST_F(OutsideChanges, OfTheVeryFirstSessionAreReportedWhenItRests) {
    const auto tell = [&](std::string_view type) {
        world_.opencode("event", {{"sessionID", "first"},
                                  {"type", type},
                                  {"properties", {{"sessionID", "first"}, {"info", {{"id", "first"}}}}}});
    };
    tell("session.created");
    put("src/a.ts", "past the gate");
    tell("session.idle");
    ASSERT_EQ(reports().size(), 1U);
    EXPECT_NE(reports().front().summary.str().find("src/a.ts"), std::string::npos);
    tell("session.idle");
    EXPECT_EQ(reports().size(), 1U);
}

// A project of before, or one whose view was lost, is watched from its next session on.
TEST_F(OutsideChanges, AreWatchedFromTheNextSessionOnWhenNothingIsKept) {
    std::filesystem::remove(world_.directory() / ".hivemind/seen/tree");
    world_.opencode("event", {{"type", "session.created"}, {"properties", {{"info", {{"id", "next"}}}}}});
    put("src/a.ts", "past the gate");
    world_.opencode("event", {{"type", "session.idle"}, {"properties", {{"sessionID", "next"}}}});
    EXPECT_EQ(reports().size(), 1U);
}

TEST_F(OutsideChanges, ThatTheDoctorFindsAreRecordedOnce) {
    put("src/a.ts", "past the gate");
    const CliOutcome found = world_.cli({"doctor"});
    EXPECT_NE(found.out.find("changed outside recorded calls"), std::string::npos) << found.out;
    EXPECT_EQ(reports().size(), 1U);
    EXPECT_EQ(world_.cli({"doctor"}).out.find("changed outside recorded calls"), std::string::npos);
    EXPECT_EQ(reports().size(), 1U);
}

TEST_F(OutsideChanges, AreNotedWhenASessionRests) {
    Workspace workspace = project_->workspace();
    ASSERT_TRUE(note_tree_changes(who(), workspace).has_value());
    put("src/a.ts", "by a person");
    ASSERT_TRUE(note_tree_changes(who(), workspace).has_value());
    ASSERT_EQ(reports().size(), 1U);
    EXPECT_EQ(text_member(reports().front().facts, "severity"), "low");
}

TEST_F(OutsideChanges, AreTakenForNothingWhenTheViewIsLostOrSpoilt) {
    EXPECT_TRUE(tree().empty());
    std::ofstream(world_.directory() / ".hivemind/seen/tree", std::ios::trunc) << "rubbish\n";
    put("src/a.ts", "more");
    EXPECT_TRUE(tree().empty());
    put("src/a.ts", "more");
    EXPECT_EQ(tree().size(), 1U);
}

}  // namespace
}  // namespace hm::testing
