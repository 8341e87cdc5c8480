// What an import does with nodes that are newer, older, broken, or of two minds.
#include "app/care/exchange.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/project/project.h"
#include "support/exported_directory.h"
#include "support/world.h"

namespace hm {
namespace {

using testing::World;

std::string id_of(const json::value& receipt) {
    return std::string(text_member(receipt.as_object(), "id"));
}

struct TwoProjects {
    TwoProjects() {
        EXPECT_EQ(mine_.cli({"init"}).exit_code, 0);
        EXPECT_EQ(theirs_.cli({"init"}).exit_code, 0);
        theirs_.clock().advance(hours(1));
    }

    // Something of many kinds, exported from their project.
    void make_their_export() {
        task_ = id_of(theirs_.cli_json({"task", "create", "Write the parser"}));
        part_ = id_of(theirs_.cli_json({"task", "create", "Write its test", "--parent-task-id", task_}));
        memory_ = id_of(theirs_.cli_json({"memory", "save", "tabs are four wide", "--origin-task-id", task_}));
        other_memory_ = id_of(theirs_.cli_json({"memory", "save", "the build needs ninja"}));
        theirs_.cli_json({"anchor", "save", "--key", "database", "--value", "postgres"});
        export_theirs();
    }

    void export_theirs() { ASSERT_EQ(theirs_.cli({"export", "export"}).exit_code, 0); }
    std::filesystem::path their(std::string_view file) { return theirs_.directory() / "export" / file; }

    json::object import() { return mine_.cli_json({"import", (theirs_.directory() / "export").string()}).as_object(); }
    static int count(const json::object& report, std::string_view what) { return report.at(what).to_number<int>(); }
    bool is_mine(const std::string& id) { return mine_.cli({"show", id}).exit_code == 0; }
    std::string orphans() { return testing::bytes_of(their("graph/orphans.json")); }
    static std::size_t times(const std::string& text, const std::string& what) {
        std::size_t found = 0;
        for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
        return found;
    }

    World mine_;
    World theirs_;
    std::string task_, part_, memory_, other_memory_;
};

class ImportFiles : public ::testing::Test, protected TwoProjects {};

TEST_F(ImportFiles, IsForPeople) {
    make_their_export();
    const auto outcome = mine_.cli({"import", (theirs_.directory() / "export").string()}, ActorKind::agent);
    EXPECT_EQ(outcome.exit_code, 3) << outcome.out;
    EXPECT_FALSE(is_mine(task_));
}

TEST_F(ImportFiles, ADryRunSaysTheSameAndWritesNothing) {
    make_their_export();
    testing::replace_in(their("graph/mems.json"), R"("standing":"observed")", R"("standing":"nonsense")");
    const auto before = testing::files_below(theirs_.directory() / "export");
    const json::object dry =
        mine_.cli_json({"import", (theirs_.directory() / "export").string(), "--dry-run"}).as_object();
    EXPECT_EQ(count(dry, "new"), 4);
    EXPECT_EQ(count(dry, "set_aside"), 1);
    EXPECT_FALSE(is_mine(task_));
    EXPECT_EQ(testing::files_below(theirs_.directory() / "export"), before);
    EXPECT_EQ(mine_.cli_json({"log"}).as_array().size(), 0U);
    EXPECT_EQ(count(import(), "new"), 4);
}

TEST_F(ImportFiles, TheNewestVersionWinsAndOursWhenBothAreOfOneMoment) {
    make_their_export();
    EXPECT_EQ(count(import(), "new"), 5);
    // Older and of the same moment: ours stays.
    testing::replace_in(their("graph/tasks.json"), "Write the parser", "Same moment");
    json::object report = import();
    EXPECT_EQ(count(report, "equal"), 5);
    EXPECT_EQ(mine_.cli({"show", task_}).out.find("Same moment"), std::string::npos);
    // And the person whose edit it is hears of it.
    EXPECT_EQ(count(report, "differing"), 1);
    EXPECT_NE(to_text(report).find("task " + task_ + " differs"), std::string::npos) << report;
    mine_.clock().advance(hours(2));
    mine_.cli_json({"task", "start", part_});
    report = import();
    EXPECT_EQ(count(report, "older"), 1);
    EXPECT_NE(mine_.cli({"show", part_}).out.find("active"), std::string::npos);
    theirs_.clock().advance(hours(9));
    theirs_.cli_json({"task", "start", task_});
    export_theirs();
    report = import();
    EXPECT_EQ(count(report, "newer"), 1);
    EXPECT_NE(mine_.cli({"show", task_}).out.find("active"), std::string::npos);
}

TEST_F(ImportFiles, LosesOnlyTheBrokenNode) {
    const std::vector<std::pair<std::string, std::string>> breaks{
        {R"("kind":"insight")", R"("kind":"rumour")"},
        {R"("content":"tabs are four wide")", R"("content":7)"},
        {R"("content":"tabs are four wide")", R"("content":"tabs are four wide)"},
        {R"("content":"tabs are four wide")", fmt::format(R"("content":"{}")", std::string(5000, 'x'))},
        {R"({"noun":"memory")", R"({"noun":"rumour")"},
        {R"({"noun":"memory")", R"({"nuon":"memory")"},
        {R"("modified_at")", R"("modified_ta")"},
    };
    for (const auto& [what, with] : breaks) {
        SCOPED_TRACE(with.substr(0, 60));
        TwoProjects fresh;
        fresh.make_their_export();
        testing::replace_in(fresh.their("graph/mems.json"), what, with);
        const json::object report = fresh.import();
        EXPECT_EQ(count(report, "new"), 4);
        EXPECT_EQ(count(report, "set_aside"), 1);
        EXPECT_FALSE(fresh.is_mine(fresh.memory_));
        EXPECT_TRUE(fresh.is_mine(fresh.other_memory_));
        EXPECT_EQ(times(fresh.orphans(), R"("noun":"orphan","id")"), 1U) << fresh.orphans();
        EXPECT_NE(fresh.orphans().find("reason"), std::string::npos);
        // Again: nothing doubles, here or there.
        const json::object again = fresh.import();
        EXPECT_EQ(count(again, "set_aside"), 0);
        EXPECT_EQ(count(again, "set_aside_again"), 1);
        EXPECT_EQ(times(fresh.orphans(), R"("noun":"orphan","id")"), 1U) << fresh.orphans();
        EXPECT_EQ(fresh.mine_.cli({"doctor"}).exit_code, 0);
    }
}

TEST_F(ImportFiles, WhatNamesALostNodeIsLostWithItAndNothingElse) {
    make_their_export();
    testing::replace_in(their("graph/tasks.json"), R"("status":"planned")", R"("status":"dreamt")");
    const json::object report = import();
    // The task, its part and the memory of it; the other memory and the anchor are taken in.
    EXPECT_EQ(count(report, "set_aside"), 3) << report;
    EXPECT_EQ(count(report, "new"), 2);
    EXPECT_TRUE(is_mine(other_memory_));
    EXPECT_NE(orphans().find("parent_task_id: " + task_ + " is not among the tasks."), std::string::npos) << orphans();
    // Mended in its own file, everything is taken in, and nothing is left in the orphans.
    testing::replace_in(their("graph/tasks.json"), R"("status":"dreamt")", R"("status":"planned")");
    EXPECT_EQ(count(import(), "new"), 3);
    EXPECT_TRUE(is_mine(memory_));
    EXPECT_EQ(times(orphans(), R"("noun":"orphan","id")"), 0U) << orphans();
    ASSERT_EQ(mine_.cli({"export", "export"}).exit_code, 0);
    const auto here = testing::bytes_of(mine_.directory() / "export/graph/orphans.json");
    EXPECT_EQ(times(here, R"("noun":"orphan","id")"), 0U) << here;
}

TEST_F(ImportFiles, AnOrphanThatIsMendedAmongTheOrphansIsTakenIn) {
    make_their_export();
    testing::replace_in(their("graph/mems.json"), R"("kind":"insight")", R"("kind":"rumour")");
    EXPECT_EQ(count(import(), "set_aside"), 1);
    ASSERT_EQ(mine_.cli({"export", "export"}).exit_code, 0);
    testing::replace_in(mine_.directory() / "export/graph/orphans.json", R"("kind":"rumour")", R"("kind":"insight")");
    const json::object report = mine_.cli_json({"import", "export"}).as_object();
    EXPECT_EQ(count(report, "new"), 1) << report;
    EXPECT_TRUE(is_mine(memory_));
}

TEST_F(ImportFiles, AFileThatIsCutOffIsTakenInUpToTheCut) {
    make_their_export();
    const std::string whole = testing::bytes_of(their("graph/mems.json"));
    testing::write_text(their("graph/mems.json"), whole.substr(0, whole.find("the build needs") + 5));
    const json::object report = import();
    EXPECT_TRUE(is_mine(memory_));
    EXPECT_FALSE(is_mine(other_memory_));
    EXPECT_EQ(count(report, "set_aside"), 1);
    EXPECT_NE(to_text(report).find("graph/mems.json: it ends early"), std::string::npos) << report;
}

TEST_F(ImportFiles, ReadsBothSidesOfAMergeConflict) {
    make_their_export();
    const std::string text = testing::bytes_of(their("graph/tasks.json"));
    std::string line = text.substr(text.find('\n') + 1);
    line = line.substr(0, line.find('\n') + 1);
    std::string newer = line;
    const std::string field = "\"modified_at\":";
    const std::size_t at = newer.find(field) + field.size();
    newer[at] = '2';
    const std::size_t name = newer.find("Write the parser");
    newer.replace(name, 16, "Newer name");
    std::string merged = text;
    merged.replace(merged.find(line), line.size(),
                   "<<<<<<< ours\n" + newer + "||||||| base\n=======\n" + line + ">>>>>>> theirs\n");
    testing::write_text(their("graph/tasks.json"), merged);
    const json::object report = import();
    EXPECT_EQ(count(report, "new"), 5);
    EXPECT_EQ(count(report, "set_aside"), 0);
    EXPECT_NE(mine_.cli({"show", task_}).out.find("Newer name"), std::string::npos);
    EXPECT_NE(to_text(report).find("4 lines of a merge conflict"), std::string::npos) << report;
}

TEST_F(ImportFiles, ReadsAFileThatAnEditorReformatted) {
    make_their_export();
    const json::value value = *parse_json(testing::bytes_of(their("graph/tasks.json")));
    std::string spread = "[\n";
    for (const json::value& item : value.as_array()) {
        spread += spread.size() > 2 ? ",\n  {\n" : "  {\n";
        bool is_first = true;
        for (const auto& member : item.as_object()) {
            spread += fmt::format("{}    {}: {}", is_first ? "" : ",\n", to_text(json::value(member.key())),
                                  to_text(member.value()));
            is_first = false;
        }
        spread += "\n  }";
    }
    testing::write_text(their("graph/tasks.json"), spread + "\n]\n");
    EXPECT_EQ(count(import(), "new"), 5);
}

TEST_F(ImportFiles, TakesCredentialsOutOfWhatComesIn) {
    make_their_export();
    const std::string secret = "ghp_" + std::string(36, 'a');
    testing::replace_in(their("graph/mems.json"), "tabs are four wide", "the token is " + secret);
    testing::replace_in(their("graph/tasks.json"), R"("status":"planned")", R"("status":")" + secret + "\"");
    import();
    EXPECT_EQ(orphans().find(secret), std::string::npos);
    const std::string wal = testing::bytes_of(mine_.directory() / ".hivemind/hivemind.db-wal");
    EXPECT_EQ(wal.find(secret), std::string::npos);
    EXPECT_NE(wal.find("[redacted: github token]"), std::string::npos);
}

TEST_F(ImportFiles, OnlyTheNewerOfTwoAnchorsStaysInUseOnBothSides) {
    mine_.cli_json({"anchor", "save", "--key", "database", "--value", "sqlite"});
    make_their_export();
    import();
    ASSERT_EQ(mine_.cli({"export", "back"}).exit_code, 0);
    theirs_.cli_json({"import", (mine_.directory() / "back").string()});
    for (World* world : {&mine_, &theirs_}) {
        const json::array anchors = world->cli_json({"anchor", "list"}).as_array();
        ASSERT_EQ(anchors.size(), 1U);
        EXPECT_EQ(text_member(anchors.at(0).as_object(), "value"), "postgres");
        ASSERT_EQ(world->cli({"export", "end"}).exit_code, 0);
    }
    EXPECT_EQ(testing::files_below(mine_.directory() / "end"), testing::files_below(theirs_.directory() / "end"));
}

TEST_F(ImportFiles, AFileThatIsHeldHereStaysWithItsHolder) {
    const std::string mine = id_of(mine_.cli_json({"task", "create", "Mine", "--file-locks", "src/a.cc"}));
    const std::string other =
        id_of(theirs_.cli_json({"task", "create", "Theirs", "--file-locks", "src/a.cc", "--file-locks", "src/b.cc"}));
    export_theirs();
    const json::object report = import();
    EXPECT_EQ(count(report, "new"), 1);
    EXPECT_NE(to_text(report).find("does not get src/a.cc"), std::string::npos) << report;
    EXPECT_NE(mine_.cli({"show", mine}).out.find("src/a.cc"), std::string::npos);
    EXPECT_EQ(mine_.cli({"show", other}).out.find("src/a.cc"), std::string::npos);
    EXPECT_NE(mine_.cli({"show", other}).out.find("src/b.cc"), std::string::npos);
}

TEST_F(ImportFiles, ASessionThatIsKnownUnderAnotherIdIsThatSession) {
    for (World* world : {&mine_, &theirs_}) {
        world->opencode("tool.execute.before", {{"sessionID", "ses_same"}, {"tool", "read"}});
    }
    const auto sessions = theirs_.cli_json({"session", "list"}).as_array();
    ASSERT_EQ(sessions.size(), 1U);
    const std::string their_session(text_member(sessions.at(0).as_object(), "id"));
    const std::string mine(text_member(mine_.cli_json({"session", "list"}).as_array().at(0).as_object(), "id"));
    make_their_export();
    testing::replace_in(their("graph/mems.json"), R"("shelf":)", R"("session_id":")" + their_session + R"(","shelf":)");
    const json::object report = import();
    EXPECT_EQ(count(report, "set_aside"), 0) << report;
    EXPECT_EQ(mine_.cli_json({"session", "list"}).as_array().size(), 1U);
    EXPECT_NE(mine_.cli({"show", memory_}).out.find(mine), std::string::npos) << mine_.cli({"show", memory_}).out;
}

TEST_F(ImportFiles, SettingsThatAreSetHereStay) {
    theirs_.cli_json({"config", "set", "mode", "permissive"});
    theirs_.cli_json({"config", "set", "pack_characters", "9000"});
    theirs_.cli_json({"pause", "--for", "10m", "--reason", "haste"});
    mine_.cli_json({"config", "set", "mode", "strict"});
    export_theirs();
    const json::object report = import();
    const json::object settings = mine_.cli_json({"config", "list"}).as_object();
    EXPECT_EQ(settings.at("mode"), "strict");
    EXPECT_EQ(settings.at("pack_characters"), 9000);
    EXPECT_FALSE(settings.contains("paused_until"));
    EXPECT_NE(to_text(report).find("Setting mode stays"), std::string::npos);
}

TEST_F(ImportFiles, ASoundNodeTakesThePlaceOfASpoiltRow) {
    make_their_export();
    import();
    {
        auto project = Project::open(mine_.directory(), mine_.clock(), mine_.ids(), Deadline::in(seconds(5)));
        ASSERT_TRUE(project->workspace().store.connection().execute(
            "UPDATE tasks SET status='nonsense', modified_at=5 WHERE id='" + task_ + "'"));
    }
    EXPECT_FALSE(is_mine(task_));
    EXPECT_EQ(count(import(), "newer"), 1);
    EXPECT_TRUE(is_mine(task_));
    EXPECT_EQ(mine_.cli({"doctor"}).exit_code, 0) << mine_.cli({"doctor"}).out;
}

TEST_F(ImportFiles, AnIdThatIsAnothersIsNotTakenOver) {
    make_their_export();
    import();
    testing::replace_in(their("graph/mems.json"), other_memory_, task_);
    const json::object report = import();
    EXPECT_EQ(count(report, "set_aside"), 1) << report;
    EXPECT_NE(mine_.cli({"show", task_}).out.find("Write the parser"), std::string::npos);
}

TEST_F(ImportFiles, OrphansComeBackByteForByteToo) {
    make_their_export();
    testing::replace_in(their("graph/mems.json"), R"("kind":"insight")", R"("kind":"rumour")");
    testing::add_line(their("graph/mems.json"), "this is no node at all: \"quoted\" {");
    import();
    ASSERT_EQ(mine_.cli({"export", "out"}).exit_code, 0);
    World third;
    ASSERT_EQ(third.cli({"init"}).exit_code, 0);
    third.clock().advance(hours(77));
    third.cli_json({"import", (mine_.directory() / "out").string()});
    ASSERT_EQ(third.cli({"export", "out"}).exit_code, 0);
    EXPECT_EQ(testing::files_below(third.directory() / "out"), testing::files_below(mine_.directory() / "out"));
}

TEST_F(ImportFiles, IsOneEventWithWhatEverythingWasBefore) {
    make_their_export();
    import();
    theirs_.clock().advance(hours(3));
    theirs_.cli_json({"task", "start", task_});
    export_theirs();
    import();
    auto project = Project::open(mine_.directory(), mine_.clock(), mine_.ids(), Deadline::in(seconds(5)));
    Connection& connection = project->workspace().store.connection();
    Statement read = *connection.prepare(
        "SELECT e.kind, count(c.id), count(c.before), max(c.before) FROM events e JOIN changes c ON c.event_seq=e.seq "
        "GROUP BY e.seq ORDER BY e.seq");
    ASSERT_TRUE(*read.step());
    EXPECT_EQ(read.text(0), "import");
    EXPECT_EQ(read.integer(1), 5);
    EXPECT_EQ(read.integer(2), 0);
    ASSERT_TRUE(*read.step());
    EXPECT_EQ(read.integer(1), 1);
    EXPECT_NE(read.text(3).find(R"("status":"planned")"), std::string_view::npos);
}

TEST_F(ImportFiles, SaysWhenThereIsNothing) {
    const auto outcome = mine_.cli({"import", "nowhere"});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_NE(outcome.err.find("holds nothing to import"), std::string::npos);
}

}  // namespace
}  // namespace hm
