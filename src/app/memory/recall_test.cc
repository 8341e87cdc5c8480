// Recall as people and agents ask it, on a real store.
#include "app/memory/recall.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/project/project.h"
#include "store/queries/memory.h"
#include "support/plain_memory.h"
#include "support/world.h"

namespace hm {
namespace {

class RecallTest : public ::testing::Test {
protected:
    RecallTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        const json::value made = world_.cli_json(std::move(arguments));
        return std::string(made.at("id").as_string());
    }
    std::string save(const std::string& content, std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{"memory", "save", content};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return make(std::move(arguments));
    }
    json::array asked(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"memory", "recall"});
        return world_.cli_json(std::move(arguments)).as_array();
    }
    std::vector<std::string> ids(std::vector<std::string> arguments) {
        std::vector<std::string> found;
        for (const json::value& hit : asked(std::move(arguments))) found.emplace_back(hit.at("id").as_string());
        return found;
    }

    using Ids = std::vector<std::string>;
    std::string last_event() {
        const json::value events = world_.cli_json({"log", "--limit", "1"});
        return std::to_string(events.as_array().back().at("seq").as_int64());
    }

    testing::World world_;
};

TEST_F(RecallTest, FindsBySentenceWordIdentifierPathStampAndId) {
    save("Nothing to do with it.");
    const std::string id = save("parseConfig in src/settings/load_file.cc retries three times with backoff");
    EXPECT_EQ(ids({"Why does parsing the config retry?"}).front(), id);
    EXPECT_EQ(ids({"backoff"}), Ids{id});
    EXPECT_EQ(ids({"parseConfig"}), Ids{id});
    EXPECT_EQ(ids({"parse_config"}), Ids{id});
    EXPECT_EQ(ids({"src/settings/load_file.cc"}), Ids{id});
    EXPECT_EQ(ids({"LoadFile"}), Ids{id});
    EXPECT_EQ(ids({id}).front(), id);
    const std::string stamp(asked({"backoff"}).front().at("stamp").as_string());
    EXPECT_EQ(ids({stamp}).front(), id);
    EXPECT_TRUE(ids({"zebra"}).empty());
    EXPECT_TRUE(ids({"\" OR NOT * ( : content"}).empty());
}

TEST_F(RecallTest, FindsAWordInItsOtherForms) {
    save("Nothing was frozen here.");
    const std::string id = save("The team bought a second licence and chose the eastern region.");
    EXPECT_EQ(ids({"which region did we choose?"}), Ids{id});
    EXPECT_EQ(ids({"buy"}), Ids{id});
    EXPECT_EQ(ids({"buying bought"}), Ids{id});
    const json::array hits = asked({"Did we buy or choose?"});
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_GT(hits[0].at("parts").at("words").to_number<double>(), 0);
}

TEST_F(RecallTest, ExplainsEveryHitByPartsThatMakeItsScore) {
    save("The issuer of staging signs with another key.", {"--tags", "staging"});
    const json::array hits = asked({"Who is the issuer of staging?"});
    ASSERT_EQ(hits.size(), 1U);
    double sum = 0;
    for (const auto& part : hits[0].at("parts").as_object()) sum += part.value().to_number<double>();
    EXPECT_NEAR(sum, hits[0].at("score").to_number<double>(), 1e-9);
    EXPECT_EQ(hits[0].at("match").to_number<double>(), 1);
    EXPECT_EQ(hits[0].at("reasons").as_array().front().as_string(), "holds issuer, staging");
    EXPECT_EQ(hits[0].at("noun").as_string(), "memory");
}

TEST_F(RecallTest, FiltersByTimeTaskFileShelfTagAndSession) {
    const std::string old = save("The token is old.");
    world_.clock().advance(hours(24 * 10));
    const std::string task = make({"task", "start", "Renew"});
    const std::string in_task = save("The token is of the task.");
    const std::string filed = save("The token is on a shelf.", {"--shelf", "ops"});
    const std::string tagged = save("The token has a tag.", {"--tags", "auth flow"});
    const std::string shown = save("The token is shown.", {"--evidence", "src/auth/token.ts line 3"});
    EXPECT_EQ(ids({"token", "--until", "3d"}), Ids{old});
    EXPECT_EQ(ids({"token", "--since", "3d"}).size(), 4U);
    EXPECT_EQ(ids({"token", "--since", "last week", "--until", "yesterday"}), Ids{old});
    EXPECT_EQ(ids({"token", "--task-id", task}).size(), 4U);
    EXPECT_EQ(ids({"token", "--shelf", "ops"}), Ids{filed});
    EXPECT_EQ(ids({"token", "--tag", "auth flow"}), Ids{tagged});
    EXPECT_EQ(ids({"token", "--file", "src/auth/token.ts"}), Ids{shown});
    EXPECT_EQ(ids({"--shelf", "ops"}), Ids{filed});
    EXPECT_EQ(ids({"--until", "3d"}), Ids{old});
    EXPECT_EQ(ids({"--limit", "2"}).size(), 2U);
    EXPECT_NE(world_.cli({"memory", "recall", "token", "--since", "soon"}).exit_code, 0);
}

TEST_F(RecallTest, ListsTheNewestOfAShelf) {
    const std::string first = save("On a shelf.", {"--shelf", "ops"});
    save("Elsewhere, by the word ops.");
    const std::string second = save("Also on that shelf.", {"--shelf", "ops"});
    const std::string third = make({"memory", "supersede", "--id", second, "In its place."});
    const std::string gone = save("Taken off the shelf again.", {"--shelf", "ops"});
    EXPECT_EQ(world_.cli({"memory", "remove", gone}).exit_code, 0);
    Ids listed;
    const json::array on_shelf = world_.cli_json({"memory", "list", "--shelf", "ops"}).as_array();
    for (const json::value& each : on_shelf) {
        listed.emplace_back(each.at("id").as_string());
    }
    EXPECT_EQ(listed, (Ids{third, first}));
    EXPECT_EQ(world_.cli_json({"memory", "list", "--shelf", "ops", "--limit", "1"}).as_array().size(), 1U);
    EXPECT_TRUE(world_.cli_json({"memory", "list", "--shelf", "none"}).as_array().empty());
}

TEST_F(RecallTest, LeadsFromWhatWasSupersededToWhatReplacedIt) {
    const std::string first = save("The server listens on 4096 behind nginx.");
    const std::string second = make({"memory", "supersede", "--id", first, "It moved to 5000 behind caddy."});
    const std::string third = make({"memory", "supersede", "--id", second, "Port 6000 now, without any proxy."});
    const json::array hits = asked({"nginx"});
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_EQ(hits[0].at("id").as_string(), third);
    EXPECT_NE(to_text(hits[0].at("reasons")).find(first), std::string::npos);
}

TEST_F(RecallTest, LeavesOutWhatWasRejectedOrRemoved) {
    const std::string rejected = save("The issuer is wrong.");
    const std::string removed = save("The issuer is gone.");
    const std::string kept = save("The issuer is right.");
    EXPECT_EQ(world_.cli({"memory", "change", rejected, "--standing", "rejected"}).exit_code, 0);
    EXPECT_EQ(world_.cli({"memory", "remove", removed}).exit_code, 0);
    EXPECT_EQ(ids({"issuer"}), Ids{kept});
    EXPECT_EQ(world_.cli({"undo", last_event()}).exit_code, 0);
    EXPECT_EQ(ids({"issuer"}).size(), 2U) << "what undo brought back is found again";
}

TEST_F(RecallTest, CoversKnowledgeAndAnchorsAndWhatIsRelated) {
    const std::string anchor = make({"anchor", "save", "--key", "port", "The server listens on 4096."});
    const std::string far = make({"knowledge", "create", "Timeouts", "Proxies cut idle sockets."});
    const std::string near = make({"knowledge", "create", "Server", "It is a single process.", "--related-to", far});
    const std::vector<std::string> found = ids({"server"});
    EXPECT_NE(std::find(found.begin(), found.end(), anchor), found.end());
    EXPECT_NE(std::find(found.begin(), found.end(), near), found.end());
    EXPECT_EQ(found.back(), far) << "followed along related_to, after what was asked for";
    EXPECT_EQ(world_.cli({"anchor", "remove", "port"}).exit_code, 0);
    EXPECT_EQ(ids({"4096"}).size(), 0U);
}

TEST_F(RecallTest, DoubtsKnowledgeThatNobodyConfirmed) {
    const std::string aged = make({"knowledge", "create", "Cache", "The cache is in memory."});
    world_.clock().advance(hours(24 * 60));
    const std::string fresh = make({"knowledge", "create", "Cache", "The cache is in memory."});
    EXPECT_EQ(ids({"cache memory"}), (Ids{fresh, aged}));
}

TEST_F(RecallTest, SharesScoreWithWhatTheSameSessionSaidNext) {
    const auto say = [&](const std::string& session, const std::string& content) {
        world_.opencode("tool", {{"sessionID", session},
                                 {"tool", "hivemind_memory"},
                                 {"callID", content},
                                 {"args", {{"action", "save"}, {"content", content}}}});
    };
    say("one", "Which colour did the kiln give the pottery?");
    say("one", "A deep blue, after the second firing.");
    say("two", "Blue whales are large.");
    const json::array hits = asked({"pottery kiln"});
    ASSERT_EQ(hits.size(), 2U);
    EXPECT_EQ(hits[1].at("content").as_string(), "A deep blue, after the second firing.");
    EXPECT_NE(to_text(hits[1].at("reasons")).find("next to one that answers"), std::string::npos);
}

TEST_F(RecallTest, FindsWhatWasWrittenBeforeThereWasTheIndex) {
    const std::string id = save("The zanzibar issue is known.");
    const std::string entry = make({"knowledge", "create", "Zanzibar", "It is an island."});
    auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
    ASSERT_TRUE(project);
    Connection& connection = project->workspace().store.connection();
    for (const char* sql : {"DELETE FROM memory_search", "DELETE FROM memory_prints", "DELETE FROM searched"}) {
        ASSERT_TRUE(connection.execute(sql)) << sql;
    }
    EXPECT_TRUE(ids({"zanzibar"}).empty());
    EXPECT_EQ(*fill_all_missing_prints(connection), 1);
    EXPECT_EQ(ids({"zanzibar"}).size(), 2U);
}

// More rows hold the common words than are read of a word; the oldest row of all answers best.
TEST_F(RecallTest, AnOldAnswerKeepsItsCommonWords) {
    auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
    ASSERT_TRUE(project);
    auto transaction = Transaction::begin(project->workspace().store.connection(), Durability::process_crash);
    ASSERT_TRUE(transaction);
    std::string answer;
    const auto add = [&](const std::string& content) {
        const Memory memory = plain_memory(world_, content);
        EXPECT_TRUE(insert(*transaction, memory).has_value());
        if (answer.empty()) answer = memory.id.text();
    };
    add("The quokka crosses the river by the bridge");
    for (int i = 0; i < 400; ++i) add(fmt::format("A quokka of number {} sleeps", i));
    for (int i = 0; i < 5'600; ++i) add(fmt::format("River and bridge of number {}", i));
    transaction->changes().clear();
    ASSERT_TRUE(transaction->commit().has_value());
    EXPECT_EQ(ids({"quokka river bridge", "--limit", "3"}).front(), answer);
}

// Hundreds hold one asked word each, all of them newer; only two that follow each other hold both between them.
TEST_F(RecallTest, FindsAmongHundredsOfEqualsTheOneWhoseNeighbourAnswersToo) {
    auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
    ASSERT_TRUE(project);
    auto transaction = Transaction::begin(project->workspace().store.connection(), Durability::process_crash);
    ASSERT_TRUE(transaction);
    const auto add = [&](const std::string& content) {
        const Memory memory = plain_memory(world_, content);
        EXPECT_TRUE(insert(*transaction, memory).has_value());
        return memory.id.text();
    };
    const std::string told = add("The quokka came at noon");
    const std::string answer = add("Then it met a heron");
    for (int i = 0; i < 400; ++i) {
        add(fmt::format("{} number {}", i % 2 == 0 ? "quokka" : "heron", i));
        for (int k = 0; k < 3; ++k) add(fmt::format("Nothing of {} {}", i, k));
    }
    transaction->changes().clear();
    ASSERT_TRUE(transaction->commit().has_value());
    const Ids found = ids({"quokka heron", "--limit", "200"});
    EXPECT_NE(std::find(found.begin(), found.end(), told), found.end());
    EXPECT_NE(std::find(found.begin(), found.end(), answer), found.end());
}

TEST_F(RecallTest, TakesHostileAndEndlessQuestions) {
    save("A token.");
    EXPECT_EQ(world_.cli({"memory", "recall", std::string(2000, 'x')}).exit_code, 0);
    std::string many;
    for (int i = 0; i < 300; ++i) many += fmt::format("w{} ", i);
    EXPECT_EQ(ids({many + "token"}).size(), 0U) << "only the first words of a very long question are searched";
    EXPECT_EQ(ids({"token \xE2\x80\xAE <script> '; DROP TABLE memories; --"}).size(), 1U);
}

}  // namespace
}  // namespace hm
