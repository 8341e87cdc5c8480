// Rows that were spoilt with plain SQL: reads serve everything else and never write, the next write that meets one sets
// it aside with the reason.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "app/bus/bus.h"
#include "app/command/noun_commands.h"
#include "app/project/project.h"
#include "support/world.h"

namespace hm {
namespace {

struct Spoilt {
    std::string noun;
    std::string table;
    std::vector<std::string> create;  // the last word is what is told apart
    std::string what;                 // the SET of an UPDATE
};

class BadRowsTest : public ::testing::Test {
protected:
    BadRowsTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }

    // As somebody with a SQL shell would, past all our types.
    void sql(const std::string& text) {
        with_connection([&](Connection& connection) {
            ASSERT_TRUE(connection.execute("PRAGMA foreign_keys=OFF"));
            const auto done = connection.execute(text);
            ASSERT_TRUE(done) << done.error().what << done.error().why;
        });
    }
    std::int64_t number(const std::string& text) {
        std::int64_t found = -1;
        with_connection([&](Connection& connection) {
            auto read = connection.prepare(text);
            ASSERT_TRUE(read) << read.error().what;
            ASSERT_TRUE(*read->step());
            found = read->integer(0);
        });
        return found;
    }
    void with_connection(const std::function<void(Connection&)>& act) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        ASSERT_TRUE(project);
        act(project->workspace().store.connection());
    }

    testing::World world_;
};

const std::string nobody = "0193a1b2-0000-7000-8000-00000000dead";

std::vector<Spoilt> spoilt_rows() {
    const std::string long_text = "hex(zeroblob(9000))";
    return {
        {"plan", "plans", {"plan", "create"}, "status='nonsense'"},
        {"plan", "plans", {"plan", "create"}, "acceptance='{broken'"},
        {"decision", "decisions", {"decision", "add"}, "status='blocked'"},
        {"decision", "decisions", {"decision", "add"}, "options='[1,2]'"},
        {"artifact", "artifacts", {"artifact", "create"}, "sections='[{\"heading\":'"},
        {"artifact", "artifacts", {"artifact", "create"}, "title=" + long_text},
        {"knowledge", "knowledge", {"knowledge", "create", "--content", "known", "--title"}, "content=" + long_text},
        {"knowledge", "knowledge", {"knowledge", "create", "--content", "known", "--title"}, "type='gossip'"},
        {"turning_point", "turning_points", {"turning-point", "create"}, "summary=''"},
        {"swarm", "swarms", {"swarm", "create"}, "state='lost'"},
        {"grant", "grants", {"grant"}, "kind='door'"},
    };
}

TEST_F(BadRowsTest, ReadsServeTheRestAndNeverWrite) {
    for (const Spoilt& row : spoilt_rows()) {
        SCOPED_TRACE(row.table + " " + row.what);
        auto create = row.create;
        create.push_back("kept");
        const std::string kept = make(create);
        create.back() = "spoilt";
        const std::string spoilt = make(create);
        sql(fmt::format("UPDATE {} SET {} WHERE id='{}'", row.table, row.what, spoilt));
        const json::value list = world_.cli_json({typed(row.noun), "list", "--limit", "1000"});
        bool has_kept = false;
        for (const json::value& record : list.as_array()) {
            EXPECT_NE(record.at("id").as_string(), spoilt);
            has_kept = has_kept || record.at("id").as_string() == kept;
        }
        EXPECT_TRUE(has_kept);
        const auto shown = world_.cli({typed(row.noun), "show", spoilt});
        EXPECT_EQ(shown.exit_code, 6) << shown.out;
        EXPECT_NE(shown.err.find("doctor --fix"), std::string::npos) << shown.err;
        EXPECT_EQ(world_.cli({"status"}).exit_code, 0);
        EXPECT_EQ(world_.cli({"trace", kept}).exit_code, 0);
        EXPECT_EQ(number(fmt::format("SELECT count(*) FROM {} WHERE id='{}'", row.table, spoilt)), 1) << "a read wrote";
        const auto report = world_.cli({"doctor"});
        EXPECT_NE(report.out.find(spoilt), std::string::npos) << report.out;
        EXPECT_EQ(world_.cli({"doctor", "--fix"}).exit_code, 0);
        EXPECT_EQ(number(fmt::format("SELECT count(*) FROM {} WHERE id='{}'", row.table, spoilt)), 0);
        EXPECT_EQ(number(fmt::format("SELECT count(*) FROM quarantine WHERE id='{}'", spoilt)), 1);
        EXPECT_EQ(world_.cli({typed(row.noun), "show", kept}).exit_code, 0);
    }
}

TEST_F(BadRowsTest, AChangeOfABadRecordSetsItAside) {
    // The change itself is refused; the next command that meets the row and succeeds moves it.
    const std::string plan = make({"plan", "create", "Ship it"});
    sql(fmt::format("UPDATE plans SET status='nonsense' WHERE id='{}'", plan));
    EXPECT_EQ(world_.cli({"plan", "change", plan, "--title", "Other"}).exit_code, 4);
    EXPECT_EQ(number("SELECT count(*) FROM quarantine"), 0) << "a refused command writes nothing";
    const std::string other = make({"plan", "create", "Other"});
    sql(fmt::format("INSERT INTO plan_depends_on(plan_id,position,value) VALUES('{}',0,'{}')", plan, other));
    // Undoing looks for who names what was made, and so meets it: a bad row cannot object.
    EXPECT_EQ(world_.cli({"undo", "2"}).exit_code, 0);
    EXPECT_EQ(number(fmt::format("SELECT count(*) FROM quarantine WHERE id='{}'", plan)), 1);
    EXPECT_EQ(number("SELECT count(*) FROM plan_depends_on"), 0) << "its lists go with it";
}

TEST_F(BadRowsTest, ACommandThatMeetsABadTaskSucceedsAndQuarantinesIt) {
    const std::string task = make({"task", "start", "Kept"});
    const std::string bad = make({"task", "start", "Spoilt"});
    sql(fmt::format("UPDATE tasks SET allowed_tools='{{broken' WHERE id='{}'", bad));
    // Saving a memory looks for the task in hand, and so meets both.
    const std::string memory = make({"memory", "save", "Learnt"});
    EXPECT_EQ(world_.cli_json({"show", memory}).at("origin_task_id").as_string(), task);
    EXPECT_EQ(number(fmt::format("SELECT count(*) FROM tasks WHERE id='{}'", bad)), 0);
    EXPECT_EQ(number(fmt::format("SELECT count(*) FROM quarantine WHERE id='{}' AND content LIKE '%Spoilt%'", bad)), 1);
    const json::value events = world_.cli_json({"log", "--kind", "quarantine"});
    ASSERT_EQ(events.as_array().size(), 1U);
    EXPECT_EQ(events.as_array()[0].at("facts").at("rows").as_array()[0].at("id").as_string(), bad);
    EXPECT_EQ(world_.cli({"doctor"}).out.find("trouble"), std::string::npos);
}

TEST_F(BadRowsTest, ARowThatOthersNeedStaysForTheDoctor) {
    const std::string task = make({"task", "start", "Spoilt"});
    const std::string comment = make({"comment", task, "Remark"});
    sql(fmt::format("UPDATE tasks SET allowed_tools='{{broken' WHERE id='{}'", task));
    make({"memory", "save", "Learnt"});
    EXPECT_EQ(number(fmt::format("SELECT count(*) FROM tasks WHERE id='{}'", task)), 1);
    EXPECT_EQ(world_.cli({"show", comment}).exit_code, 0);
}

TEST_F(BadRowsTest, ADanglingKeyIsReportedAndNeverStopsARead) {
    const std::string memory = make({"memory", "save", "spoilt"});
    make({"memory", "save", "kept"});
    sql(fmt::format("UPDATE memories SET origin_task_id='{}' WHERE id='{}'", nobody, memory));
    EXPECT_EQ(world_.cli_json({"memory", "list"}).as_array().size(), 2U);
    EXPECT_EQ(world_.cli({"trace", memory}).exit_code, 0);
    EXPECT_NE(world_.cli({"doctor"}).out.find(memory), std::string::npos);
}

// Another process holds the write lock: bad input is refused at once all the same.
TEST_F(BadRowsTest, BadInputNeverAsksForTheWriteLock) {
    with_connection([&](Connection& holder) {
        ASSERT_TRUE(holder.execute("BEGIN IMMEDIATE"));
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        ASSERT_TRUE(project);
        Workspace workspace = project->workspace();
        for (const Command& command : all_commands()) {
            const json::object input{{"no_such_field", 1}};
            const auto refused = execute(command, {input, {}}, workspace);
            ASSERT_FALSE(refused) << command.name;
            EXPECT_EQ(refused.error().code, ErrorCode::invalid_input) << command.name << refused.error().what;
        }
        ASSERT_TRUE(holder.execute("ROLLBACK"));
    });
}

}  // namespace
}  // namespace hm
