// Planning documents on their whole way: registered with their sections, stale by their place in the chain, replaced,
// given up with their plan, remarked on, purged.
#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

class ArtifactTest : public ::testing::Test {
protected:
    ArtifactTest() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        write("plan.md", "# Aims\nShip.\n# How\nFast.\n");
        plan_ = make({"plan", "create", "Ship"});
        top_ = make({"artifact", "create", "Plan", "plan.md", "--plan-id", plan_});
    }

    void write(const std::string& name, const std::string& text) { std::ofstream(world_.directory() / name) << text; }
    std::string make(std::vector<std::string> arguments) {
        world_.clock().advance(seconds(1));
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    void run(const std::vector<std::string>& arguments) {
        world_.clock().advance(seconds(1));
        const CliOutcome outcome = world_.cli(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    json::object shown(const std::string& id) { return world_.cli_json({"artifact", "show", id}).as_object(); }
    // "stale above_changed"
    std::string state(const std::string& id) {
        const json::object record = shown(id);
        std::string text(text_member(record, "state"));
        for (const json::value& finding : record.at("findings").as_array())
            text += " " + std::string(finding.at("kind").as_string());
        return text;
    }
    std::string pack() { return world_.cli({"pack"}).out; }

    World world_;
    std::string plan_;
    std::string top_;
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)
#define EXPECT_HAS_NOT(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (text)

TEST_F(ArtifactTest, ReadsTheSectionsOfItsFileAndSeesWhatChanged) {
    const json::array sections = shown(top_).at("sections").as_array();
    ASSERT_EQ(sections.size(), 2U);
    EXPECT_EQ(sections[1].at("heading").as_string(), "How");
    EXPECT_EQ(sections[1].at("hash").as_string().size(), 32U);
    EXPECT_EQ(state(top_), "current");
    write("plan.md", "# Aims\nShip.\n# How\nSlowly.\n# Who\nAll.\n");
    EXPECT_EQ(state(top_), "stale text_changed");
    EXPECT_HAS(world_.cli({"artifact", "list"}).out, "its text changed since it was read: How, Who");
    run({"validate", top_});
    EXPECT_EQ(state(top_), "stale text_changed") << "a word does not make the text what it was";
    const json::value receipt = world_.cli_json({"artifact", "refresh", top_});
    EXPECT_EQ(receipt.at("changed").as_array(), json::array{"How"});
    EXPECT_EQ(receipt.at("added").as_array(), json::array{"Who"});
    EXPECT_EQ(state(top_), "current");
    EXPECT_HAS(world_.cli({"artifact", "refresh", top_}).out, "Nothing changed");
}

TEST_F(ArtifactTest, IsStaleByItsPlaceInTheChainAndNotByItsAge) {
    const std::string middle = make({"artifact", "create", "Middle", "--parent-id", top_});
    const std::string leaf = make({"artifact", "create", "Leaf", "--parent-id", middle});
    world_.clock().advance(hours(24 * 365));
    EXPECT_EQ(state(leaf), "current");
    write("plan.md", "# Aims\nShip later.\n");
    EXPECT_EQ(state(leaf), "stale above_changed") << "before anybody took the new text in";
    run({"artifact", "refresh", top_});
    EXPECT_EQ(state(middle), "stale above_changed");
    EXPECT_EQ(state(leaf), "stale above_changed") << "all the way down";
    EXPECT_HAS(world_.cli({"stale"}).out, "the document above it, \"Plan\", changed after it");
    EXPECT_EQ(world_.cli_json({"status"}).at("past_date").as_int64(), 2);
    run({"validate", middle});
    EXPECT_EQ(state(middle), "current");
    EXPECT_EQ(state(leaf), "stale above_changed") << "each is confirmed for itself";
    run({"validate", leaf});
    EXPECT_EQ(state(leaf), "current");
    run({"validate", top_});
    EXPECT_EQ(state(leaf), "current") << "confirming what is above changes nothing below";
    EXPECT_EQ(world_.cli_json({"stale"}).as_array().size(), 0U);
}

TEST_F(ArtifactTest, BelowOneThatWasReplacedIsStaleUntilItHangsBelowAnother) {
    const std::string leaf = make({"artifact", "create", "Leaf", "--parent-id", top_});
    const std::string next = make({"artifact", "create", "Plan 2", "--plan-id", plan_});
    run({"artifact", "supersede", top_, "--by", next});
    run({"validate", leaf});
    EXPECT_EQ(state(leaf), "stale above_replaced") << "by position: no word of anybody mends it";
    const json::object old = shown(top_);
    EXPECT_EQ(text_member(old, "state"), "over");
    EXPECT_EQ(text_member(old, "status"), "superseded");
    EXPECT_TRUE(old.contains("purged_at"));
    EXPECT_EQ(old.at("sections").at(0).at("standing").as_string(), "superseded");
    EXPECT_EQ(old.at("successors").at(0).at("id").as_string(), next);
    EXPECT_EQ(old.at("children").at(0).at("id").as_string(), leaf);
    EXPECT_EQ(shown(next).at("replaces").at(0).at("id").as_string(), top_);
    run({"artifact", "change", leaf, "--parent-id", next});
    EXPECT_EQ(state(leaf), "current");
    EXPECT_EQ(shown(leaf).at("parents").at(0).at("title").as_string(), "Plan 2");
}

TEST_F(ArtifactTest, NamesWhatHangsOnNothing) {
    const std::string loose = make({"artifact", "create", "Loose"});
    EXPECT_EQ(state(loose), "outlier in_no_chain");
    const std::string gone = make({"artifact", "create", "Gone", "gone.md", "--plan-id", plan_});
    EXPECT_EQ(state(gone), "outlier file_gone");
    write("gone.md", "# Here\n");
    EXPECT_EQ(state(gone), "current");
    const CliOutcome doctor = world_.cli({"doctor"});
    EXPECT_HAS(doctor.out, "\"Loose\" among them: it belongs to no plan, task or document");
    const std::string task = make({"task", "create", "Work", "--artifacts", loose});
    EXPECT_EQ(state(loose), "current") << "a task names it";
    const std::string far = make({"artifact", "create", "Far", "../outside.md", "--plan-id", plan_});
    EXPECT_EQ(state(far), "current") << "nothing outside the project is looked at";
}

TEST_F(ArtifactTest, RefusesAChainThatBitesItsTail) {
    const std::string leaf = make({"artifact", "create", "Leaf", "--parent-id", top_});
    const CliOutcome circle = world_.cli({"artifact", "change", top_, "--parent-id", leaf});
    EXPECT_EQ(circle.exit_code, 3) << circle.out << circle.err;
    EXPECT_HAS(circle.err, "\"Plan\" → \"Leaf\" → itself");
    EXPECT_EQ(world_.cli({"artifact", "supersede", top_, "--by", top_}).exit_code, 3);
    run({"artifact", "supersede", top_, "--by", leaf});
    EXPECT_EQ(world_.cli({"artifact", "supersede", leaf, "--by", top_}).exit_code, 3);
}

TEST_F(ArtifactTest, GoesWithItsPlan) {
    const std::string other = make({"plan", "create", "Other"});
    const std::string done = make({"artifact", "create", "Done", "--plan-id", other});
    const json::value receipt = world_.cli_json({"plan", "abandon", "--id", plan_, "no longer wanted"});
    EXPECT_EQ(receipt.at("documents_abandoned").to_number<int>(), 1);
    EXPECT_EQ(text_member(shown(top_), "status"), "abandoned");
    EXPECT_TRUE(shown(top_).contains("purged_at"));
    run({"plan", "complete", other});
    EXPECT_EQ(text_member(shown(done), "status"), "completed");
    EXPECT_TRUE(shown(done).contains("implemented_at"));
}

TEST_F(ArtifactTest, IsHeardOfByWhoWorksOnItsTask) {
    const std::string task = make({"task", "start", "Work"});
    const std::string part = make({"artifact", "create", "Part", "--parent-id", top_, "--task-ids", task});
    EXPECT_EQ(world_.cli_json({"task", "show", task}).at("artifacts").at(0).as_string(), part);
    EXPECT_HAS_NOT(pack(), "document");
    write("plan.md", "# Aims\nOther.\n");
    run({"artifact", "refresh", top_});
    EXPECT_HAS(pack(), "The document &quot;Part&quot; of this task is stale: the document above it");
    run({"validate", part});
    EXPECT_HAS_NOT(pack(), "is stale");
    run({"comment", part, "Shorter, please"});
    EXPECT_HAS(pack(), "Shorter, please");
}

TEST_F(ArtifactTest, ARemarkOnAPlansDocumentReachesWhoWorksOnThePlan) {
    const json::object start{{"sessionID", "ses_1"},
                             {"agent", "build"},
                             {"tool", "govern_plan"},
                             {"callID", "c"},
                             {"args", {{"action", "quick_start"}, {"name", "Ship more"}}}};
    world_.opencode("tool", start);
    const auto plans = world_.cli_json({"plan", "list"});
    const std::string plan(plans.at(0).at("id").as_string());
    const std::string paper = make({"artifact", "create", "Paper", "--plan-id", plan});
    run({"comment", paper, "Mind the budget"});
    run({"comment", top_, "Of another plan"});
    const auto turn = [&] {
        world_.clock().advance(seconds(1));
        return std::string(text_member(
            world_.opencode("messages.transform", {{"sessionID", "ses_1"}, {"agent", "build"}, {"prompt", "go on"}}),
            "inject"));
    };
    const std::string first = turn();
    EXPECT_HAS(first, "Mind the budget");
    EXPECT_HAS_NOT(first, "Of another plan");
    EXPECT_HAS(turn(), "Mind the budget") << "it stays for the turn";
}

TEST_F(ArtifactTest, IsPurgedWithWhatNamesIt) {
    const std::string task = make({"task", "create", "Work"});
    const std::string part = make({"artifact", "create", "Part", "--task-ids", task});
    run({"purge", part, "--with-dependents"});
    EXPECT_EQ(world_.cli({"artifact", "show", part}).exit_code, 4);
    EXPECT_EQ(world_.cli_json({"task", "show", task}).at("artifacts").as_array().size(), 0U);
}

}  // namespace
}  // namespace hm::testing
