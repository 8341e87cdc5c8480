#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "app/project/project.h"
#include "store/records/health.h"
#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class PurgeTest : public ::testing::Test {
protected:
    PurgeTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }

    // The files under .hivemind that hold the text, whatever its case: the index folds it.
    std::vector<std::string> files_holding(std::string text) {
        const auto folded = [](std::string bytes) {
            for (char& c : bytes) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
            return bytes;
        };
        text = folded(text);
        std::vector<std::string> found;
        for (const auto& entry : fs::recursive_directory_iterator(world_.directory() / ".hivemind")) {
            if (!entry.is_regular_file()) continue;
            std::ifstream in(entry.path(), std::ios::binary);
            const std::string bytes = folded({std::istreambuf_iterator<char>(in), {}});
            if (bytes.find(text) != std::string::npos) found.push_back(entry.path().filename().string());
        }
        return found;
    }

    void expect_sound() {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        ASSERT_TRUE(project);
        Connection& connection = project->workspace().store.connection();
        EXPECT_EQ(*quick_check(connection), "ok");
        auto dangling = connection.prepare("SELECT count(*) FROM pragma_foreign_key_check");
        ASSERT_TRUE(*dangling->step());
        EXPECT_EQ(dangling->integer(0), 0);
        EXPECT_EQ(unreadable_rows(connection)->size(), 0U);
        EXPECT_TRUE(connection.execute("INSERT INTO memory_search(memory_search, rank) VALUES('integrity-check', 1)"));
    }

    testing::World world_;
};

TEST_F(PurgeTest, LeavesNoByteOfAMemoryInTheStore) {
    // Enough around it that pages were split and cells moved while it was there.
    for (int i = 0; i < 120; ++i) make({"memory", "save", fmt::format("Neighbour {} of the one {:x>900}", i, "")});
    const std::string memory = make({"memory", "save", "The zanzibarword opens the vault", "--tags", "quaggatag",
                                     "--evidence", "seen in okapifile", "--shelf", "narwhalshelf"});
    make({"memory", "change", memory, "--content", "The axolotlword opens the vault", "--tags", "quaggatag"});
    for (int i = 0; i < 120; ++i) make({"memory", "save", fmt::format("Later neighbour {} {:y>900}", i, "")});
    for (const char* word : {"zanzibarword", "axolotlword", "quaggatag", "okapifile", "narwhalshelf"}) {
        EXPECT_FALSE(files_holding(word).empty()) << word;
    }
    const auto outcome = world_.cli({"purge", memory});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("Purged 1 record for good."), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\"memories\":1"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("not_wiped"), std::string::npos) << outcome.out;
    for (const char* word : {"zanzibarword", "axolotlword", "quaggatag", "okapifile", "narwhalshelf"}) {
        EXPECT_EQ(files_holding(word), std::vector<std::string>{}) << word;
    }
    expect_sound();
    EXPECT_EQ(world_.cli_json({"status"}).at("memories").as_int64(), 240);
    EXPECT_EQ(world_.cli_json({"memory", "recall", "neighbour", "--limit", "300"}).as_array().size(), 240U);
    EXPECT_EQ(world_.cli_json({"memory", "recall", "zanzibarword"}).as_array().size(), 0U);
    EXPECT_EQ(world_.cli({"show", memory}).exit_code, 4);
}

TEST_F(PurgeTest, OfEveryNounLeavesNothingAndKeepsTheRest) {
    const std::string plan = make({"plan", "create", "Kept plan"});
    const std::string task = make({"task", "create", "Kept task"});
    const std::vector<std::vector<std::string>> commands{
        {"plan", "create", "gnugnu title", "--intent", "gnugnu", "--acceptance", "gnugnu", "--depends-on", plan},
        {"phase", "create", "--parent-plan-id", plan, "--title", "gnugnu"},
        {"task", "create", "gnugnu", "--expected-output", "gnugnu", "--allowed-paths", "gnugnu", "--depends-on", task},
        {"decision", "add", "gnugnu?", "--options", "gnugnu"},
        {"artifact", "create", "gnugnu", "--path", "gnugnu.md", "--task-ids", task},
        {"trajectory", "create", "gnugnu", "--active-task-ids", task},
        {"memory", "save", "gnugnu", "--origin-task-id", task},
        {"anchor", "save", "gnugnu", "--key", "gnugnu"},
        {"knowledge", "create", "gnugnu", "gnugnu", "--related-to", task},
        {"comment", task, "gnugnu"},
        {"grant", "gnugnu/x", "--reason", "gnugnu"},
        {"delegation", "create", "--task-id", task, "--from-role", "gnugnu", "--to-role", "solo"},
        {"swarm", "create", "gnugnu", "--task-id", task},
        {"turning-point", "create", "gnugnu", "--task-id", task},
    };
    for (const auto& command : commands) {
        const std::string id = make(command);
        EXPECT_FALSE(files_holding("gnugnu").empty()) << command[0];
        const auto outcome = world_.cli({"purge", id});
        EXPECT_EQ(outcome.exit_code, 0) << command[0] << outcome.err;
        EXPECT_EQ(files_holding("gnugnu"), std::vector<std::string>{}) << command[0];
        EXPECT_EQ(world_.cli({"show", id}).exit_code, 4) << command[0];
    }
    expect_sound();
    EXPECT_EQ(world_.cli({"show", plan}).exit_code, 0);
    EXPECT_EQ(world_.cli({"show", task}).exit_code, 0);
}

TEST_F(PurgeTest, TakesMentionsOutOfWhatIsKept) {
    const std::string first = make({"task", "create", "First"});
    const std::string second = make({"task", "create", "Second", "--depends-on", first});
    const std::string part = make({"task", "create", "Part", "--parent-task-id", first});
    const std::string memory = make({"memory", "save", "Learnt", "--origin-task-id", first});
    EXPECT_EQ(world_.cli({"purge", first}).exit_code, 0);
    const json::object kept = world_.cli_json({"show", second}).as_object();
    EXPECT_TRUE(kept.at("depends_on").as_array().empty());
    EXPECT_FALSE(world_.cli_json({"show", part}).as_object().contains("parent_task_id"));
    EXPECT_FALSE(world_.cli_json({"show", memory}).as_object().contains("origin_task_id"));
    expect_sound();
}

TEST_F(PurgeTest, IsRefusedWithTheListWhenOthersNeedIt) {
    const std::string plan = make({"plan", "create", "Plan"});
    const std::string phase = make({"phase", "create", "--parent-plan-id", plan, "--title", "Phase"});
    const std::string comment = make({"comment", phase, "Remark"});
    const auto refused = world_.cli({"purge", plan});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find(phase), std::string::npos) << refused.err;
    EXPECT_EQ(world_.cli({"show", plan}).exit_code, 0);

    const auto tried = world_.cli({"purge", plan, "--with-dependents", "--dry-run"});
    EXPECT_NE(tried.out.find("Would purge 3 records"), std::string::npos) << tried.out << tried.err;
    EXPECT_NE(tried.out.find(R"("comments":1)"), std::string::npos) << tried.out;
    for (const std::string& id : {plan, phase, comment}) EXPECT_EQ(world_.cli({"show", id}).exit_code, 0);
    const std::size_t events = world_.cli_json({"log"}).as_array().size();
    EXPECT_EQ(events, 3U) << "a dry run leaves no event";

    EXPECT_EQ(world_.cli({"purge", plan, "--with-dependents"}).exit_code, 0);
    for (const std::string& id : {plan, phase, comment}) EXPECT_EQ(world_.cli({"show", id}).exit_code, 4);
    expect_sound();
}

TEST_F(PurgeTest, LeavesItsOwnEventAndNamesCopiesItDidNotTouch) {
    const std::string one = make({"memory", "save", "gnugnu one"});
    const std::string two = make({"memory", "save", "gnugnu two"});
    fs::create_directories(world_.directory() / ".hivemind" / "backups");
    std::ofstream(world_.directory() / ".hivemind" / "backups" / "old.db") << "a copy";
    const auto outcome = world_.cli({"purge", one, two});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find(".hivemind/backups/old.db"), std::string::npos) << outcome.out;
    EXPECT_TRUE(fs::exists(world_.directory() / ".hivemind" / "backups" / "old.db"));
    const json::value events = world_.cli_json({"log"});
    ASSERT_EQ(events.as_array().size(), 3U);
    EXPECT_EQ(events.as_array()[0].at("summary").as_string(), "purged");
    EXPECT_EQ(events.as_array()[2].at("kind").as_string(), "purge");
    // What is gone cannot be brought back, and says so.
    for (const char* event : {"1", "3"}) {
        const auto refused = world_.cli({"undo", event});
        EXPECT_EQ(refused.exit_code, 3) << refused.out;
        EXPECT_NE(refused.err.find("gone for good"), std::string::npos) << refused.err;
    }
}

TEST_F(PurgeTest, RemovesQuarantinedRowsBeforeImagesAndSpoolFiles) {
    const std::string memory = make({"memory", "save", "gnugnu"});
    {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Connection& connection = project->workspace().store.connection();
        ASSERT_TRUE(connection.execute("UPDATE memories SET standing='nonsense'"));
    }
    EXPECT_EQ(world_.cli({"doctor", "--fix"}).exit_code, 0);
    EXPECT_FALSE(files_holding("gnugnu").empty()) << "quarantine keeps it";
    fs::create_directories(world_.directory() / ".hivemind" / "spool");
    std::ofstream(world_.directory() / ".hivemind" / "spool" / "x.refused") << "gnugnu of " << memory;
    EXPECT_EQ(world_.cli({"purge", memory}).exit_code, 0);
    EXPECT_EQ(files_holding("gnugnu"), std::vector<std::string>{});
    expect_sound();
}

// Somebody reads an earlier state of the store: its pages cannot be given up yet, and that is said.
TEST_F(PurgeTest, SaysWhenTheBytesCouldNotBeWipedAndWipesThemLater) {
    const std::string memory = make({"memory", "save", "gnugnu"});
    EXPECT_EQ(world_.cli({"config", "set", "command_deadline", "200ms"}).exit_code, 0);
    {
        auto reader = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        ASSERT_TRUE(reader);
        Connection& connection = reader->workspace().store.connection();
        const auto snapshot = Snapshot::begin(connection);
        auto read = connection.prepare("SELECT count(*) FROM memories");
        ASSERT_TRUE(*read->step());
        const auto outcome = world_.cli({"purge", memory});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_NE(outcome.out.find("run `hivemind purge`"), std::string::npos) << outcome.out;
        EXPECT_EQ(read->integer(0), 1) << "the reader sees its own state to the end";
    }
    EXPECT_EQ(world_.cli({"show", memory}).exit_code, 4);
    EXPECT_FALSE(files_holding("gnugnu").empty());
    const auto wiped = world_.cli({"purge"});
    EXPECT_NE(wiped.out.find("Wiped the free pages and the log."), std::string::npos) << wiped.out;
    EXPECT_EQ(files_holding("gnugnu"), std::vector<std::string>{});
    expect_sound();
}

TEST_F(PurgeTest, IsForPeopleOnlyAndNeedsARecord) {
    const std::string memory = make({"memory", "save", "Kept"});
    EXPECT_EQ(world_.cli({"purge", memory}, ActorKind::agent).exit_code, 3);
    EXPECT_EQ(world_.cli({"purge", "0193a1b2-0000-7000-8000-000000000001"}).exit_code, 4);
    EXPECT_EQ(world_.cli({"purge", "nonsense"}).exit_code, 4) << "no record has such an id or name";
    EXPECT_EQ(world_.cli({"show", memory}).exit_code, 0);
}

}  // namespace
}  // namespace hm
