// Decisions hold the tasks back that wait for them, and those about the stack are compared with the manifests.
#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

class DecisionTest : public ::testing::Test {
protected:
    DecisionTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    void write(const std::string& name, const std::string& text) { std::ofstream(world_.directory() / name) << text; }
    std::string add(const std::string& question) {
        return std::string(text_member(world_.cli_json({"decision", "add", question}).as_object(), "id"));
    }

    World world_;
};

TEST_F(DecisionTest, KeepsWhatTheManifestSaysAsEvidence) {
    write("package.json", R"({"dependencies":{"react":"^18.3.0"}})");
    const std::string id = add("Which UI library?");
    const json::value receipt = world_.cli_json({"decision", "resolve", id, "react@^18"});
    EXPECT_EQ(receipt.at("stack").as_string(), "agrees");
    EXPECT_EQ(receipt.at("found").as_string(), "package.json has react ^18.3.0");
    EXPECT_EQ(world_.cli_json({"decision", "show", id}).at("evidence").at(0).as_string(),
              "package.json has react ^18.3.0");
    EXPECT_EQ(world_.cli({"doctor"}).out.find("decided was"), std::string::npos);
    // The project goes another way.
    write("package.json", R"({"dependencies":{"react":"^19.0.0"}})");
    EXPECT_NE(world_.cli({"doctor"}).out.find("package.json has react ^19.0.0, decided was ^18"), std::string::npos);
}

TEST_F(DecisionTest, HoldsBackTheTasksThatItIsPutFor) {
    const std::string task(text_member(world_.cli_json({"task", "create", "Store it"}).as_object(), "id"));
    const json::value made = world_.cli_json({"decision", "add", "Which store?", "--task-ids", task});
    EXPECT_EQ(made.at("held_back"), 1);
    const std::string id(made.at("id").as_string());
    EXPECT_EQ(world_.cli_json({"task", "show", task}).at("tech_decision_ids").at(0).as_string(), id);
    const CliOutcome held = world_.cli({"task", "start", task});
    EXPECT_EQ(held.exit_code, 3);
    EXPECT_NE(held.err.find("needs the decision \"Which store?\""), std::string::npos) << held.err;
    EXPECT_EQ(world_.cli({"decision", "resolve", id, "SQLite"}).exit_code, 0);
    EXPECT_EQ(world_.cli({"task", "start", task}).exit_code, 0);

    EXPECT_EQ(world_.cli({"decision", "add", "And?", "--task-ids", id}).exit_code, 4) << "no task";
    ASSERT_EQ(world_.cli({"task", "complete", task}).exit_code, 0);
    EXPECT_EQ(world_.cli({"decision", "add", "And?", "--task-ids", task}).exit_code, 3) << "it is over";
    EXPECT_EQ(world_.cli_json({"decision", "list"}).as_array().size(), 1U) << "all or nothing";
}

TEST_F(DecisionTest, SaysWhenTheManifestHasSomethingElseOrNothing) {
    write("requirements.txt", "django==4.2\n");
    const json::value differs = world_.cli_json({"decision", "resolve", add("Which framework?"), "django>=5,<6"});
    EXPECT_EQ(differs.at("stack").as_string(), "differs");
    EXPECT_EQ(differs.at("found").as_string(), "requirements.txt has django ==4.2, decided was >=5,<6");
    const json::value missing = world_.cli_json({"decision", "resolve", add("Which client?"), "httpx@0.27"});
    EXPECT_EQ(missing.at("stack").as_string(), "missing");
    EXPECT_FALSE(
        world_.cli_json({"decision", "resolve", add("Which style?"), "Plain functions"}).as_object().contains("stack"));
}

TEST_F(DecisionTest, IsKnownOfTheStackFromThenOnUntilAnotherTakesItsPlace) {
    write("package.json", R"({"dependencies":{"react":"^18.3.0"}})");
    const std::string id = add("Which UI library?");
    world_.cli({"decision", "resolve", id, "react@^18"});
    const json::array found = world_.cli_json({"knowledge", "query", "which UI library do we use?"}).as_array();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].at("type"), "tech_stack");
    EXPECT_EQ(found[0].at("content"), "Which UI library?: react@^18");
    EXPECT_EQ(found[0].at("evidence").at(0), "package.json has react ^18.3.0");
    EXPECT_EQ(found[0].at("related_to").at(0).as_string(), id);
    // Said again, it is the same decision.
    world_.cli({"decision", "change", id, "--evidence", "It renders on the server."});
    EXPECT_EQ(world_.cli_json({"knowledge", "list"}).as_array().size(), 1U);

    const json::value next = world_.cli_json({"decision", "add", "Which UI library now?", "--supersedes", id});
    world_.cli({"decision", "change", std::string(next.at("id").as_string()), "--status", "resolved", "--choice",
                "Plain web components"});
    const json::array now = world_.cli_json({"knowledge", "query", "which UI library"}).as_array();
    ASSERT_FALSE(now.empty());
    EXPECT_EQ(now[0].at("type"), "decision");
    EXPECT_EQ(now[0].at("supersedes"), found[0].at("id"));
}

TEST_F(DecisionTest, IsBeforeWhoWorksOnItsTask) {
    const std::string id = add("Which store?");
    world_.cli({"decision", "resolve", id, "sqlite@3"});
    world_.cli({"task", "start", "Write the store"});
    EXPECT_NE(world_.cli({"pack"}).out.find("sqlite@3"), std::string::npos) << world_.cli({"pack"}).out;
}

}  // namespace
}  // namespace hm::testing
