// The files of the first HiveMind and of iDumb are taken in: nothing lost, the same twice, never changed.
#include <gtest/gtest.h>

#include <fstream>

#include "app/project/project.h"
#include "store/records/any_record.h"
#include "store/records/reading.h"
#include "support/exported_directory.h"
#include "support/places.h"
#include "support/world.h"

namespace hm {
namespace {

class FirstImplementation : public ::testing::Test {
protected:
    FirstImplementation() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    static std::filesystem::path fixture(std::string_view name) {
        return testing::source_directory() / "tests/fixtures/first_implementation" / name;
    }

    json::object import(std::string_view name) {
        const auto before = testing::files_below(fixture(name));
        json::object report = world_.cli_json({"import", fixture(name).string()}).as_object();
        EXPECT_EQ(testing::files_below(fixture(name)), before);
        return report;
    }

    // The record that had this name.
    json::object was(std::string_view alias) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Connection& connection = project->workspace().store.connection();
        const auto ids = ids_with_alias(connection, alias);
        EXPECT_TRUE(ids && ids->size() == 1) << alias;
        if (!ids || ids->empty()) return {};
        BadRows bad;
        const AnyNoun* noun = *noun_of(connection, ids->front());
        auto record = *noun->find(connection, ids->front(), bad);
        EXPECT_TRUE(bad.empty());
        return *record;
    }

    std::map<std::string, std::string> exported() {
        EXPECT_EQ(world_.cli({"export", "out"}).exit_code, 0);
        return testing::files_below(world_.directory() / "out");
    }

    testing::World world_;
};

TEST_F(FirstImplementation, TheGraphIsTakenIn) {
    const json::object report = import("graph");
    EXPECT_EQ(report.at("set_aside").to_number<int>(), 0) << report;
    const json::object plan = was("91a00000-eeee-4eee-8eee-000000000001");
    EXPECT_EQ(plan.at("status"), "active");
    EXPECT_EQ(plan.at("sot_document_path"), "docs/hive.md");
    const json::object phase = was("fa5e0000-cccc-4ccc-8ccc-000000000001");
    EXPECT_EQ(phase.at("parent_plan_id"), plan.at("id"));
    EXPECT_EQ(phase.at("status"), "active");
    EXPECT_EQ(was("fa5e0000-cccc-4ccc-8ccc-000000000002").at("position"), 1);
    const json::object task = was("7a5c0000-dddd-4ddd-8ddd-000000000001");
    EXPECT_EQ(task.at("parent_phase_id"), phase.at("id"));
    EXPECT_EQ(task.at("status"), "active");
    EXPECT_EQ(task.at("file_locks"), json::value({"roof.md"}));
    EXPECT_EQ(task.at("created_at"), 1773346200000);
    // A phase that was never there is no reason to lose the task.
    const json::object nails = was("7a5c0000-dddd-4ddd-8ddd-000000000002");
    EXPECT_FALSE(nails.contains("parent_phase_id"));
    EXPECT_EQ(nails.at("status"), "completed");
    EXPECT_EQ(nails.at("depends_on").as_array().at(0), task.at("id"));
    EXPECT_EQ(was("task_paint_the_walls").at("status"), "abandoned");
    EXPECT_EQ(was("0a0a0000-1212-4121-8121-000000000001").at("name"), "Feed the bees");
    EXPECT_EQ(was("5e551010-bbbb-4bbb-8bbb-000000000001/todo-1").at("status"), "active");
    const json::object head = was("11111111-aaaa-4aaa-8aaa-000000000001");
    EXPECT_EQ(head.at("active_phase_id"), phase.at("id"));
    EXPECT_NE(world_.cli({"show", "task_paint_the_walls"}).out.find("Paint the walls"), std::string::npos);
    EXPECT_EQ(head.at("active_task_ids").as_array().at(0), task.at("id"));
}

TEST_F(FirstImplementation, MemoriesStayFreshForThreeDaysFromTheirMaking) {
    import("graph");
    const json::object insight = was("3e300000-ffff-4fff-8fff-000000000001");
    EXPECT_EQ(insight.at("stale_at").as_int64(), insight.at("created_at").as_int64() + hours(72).ms);
    EXPECT_EQ(insight.at("origin_task_id"), was("7a5c0000-dddd-4ddd-8ddd-000000000001").at("id"));
    EXPECT_EQ(insight.at("relevance"), 0.75);
    const json::object false_path = was("3e300000-ffff-4fff-8fff-000000000002");
    EXPECT_EQ(false_path.at("kind"), "false_path");
    EXPECT_FALSE(false_path.contains("stale_at"));
    EXPECT_FALSE(false_path.contains("origin_task_id"));
}

TEST_F(FirstImplementation, SessionsAnchorsAndSettingsAreTakenIn) {
    const json::object report = import("graph");
    const json::object session = was("5e551010-bbbb-4bbb-8bbb-000000000001");
    EXPECT_EQ(session.at("client_session_id"), "ses_hive1");
    EXPECT_EQ(session.at("mode"), "quick_fix");
    EXPECT_EQ(session.at("compaction_count"), 2);
    EXPECT_EQ(session.at("counters").at("governance_counters").at("drift"), 3);
    EXPECT_EQ(was("5e551010-bbbb-4bbb-8bbb-000000000009").at("stamp"), "590406032026");
    const json::array anchors = world_.cli_json({"anchor", "list"}).as_array();
    ASSERT_EQ(anchors.size(), 1U);
    EXPECT_EQ(anchors.at(0).at("value"), "cedar");
    EXPECT_EQ(anchors.at(0).at("version"), 2);
    EXPECT_EQ(world_.cli_json({"config", "list"}).at("mode"), "strict");
    const std::string all = to_text(report);
    EXPECT_NE(all.find("2 copies of messages"), std::string::npos) << all;
    const auto files = exported();
    EXPECT_EQ(files.at("state/brain.json").find("a long copy"), std::string::npos);
    EXPECT_NE(files.at("state/brain.json").find(R"("ratings":[{"score":7)"), std::string::npos);
    EXPECT_NE(files.at("system/config.json").find("max_turns_before_warning"), std::string::npos);
    // The old word and what has no place are kept.
    EXPECT_NE(files.at("graph/tasks.json").find(R"("status":"in_progress","priority":"high")"), std::string::npos)
        << files.at("graph/tasks.json");
}

TEST_F(FirstImplementation, TheTreeAndACutOffFileAreTakenIn) {
    const json::object report = import("flat");
    EXPECT_EQ(report.at("set_aside").to_number<int>(), 0) << report;
    const json::object plan = was("t_311114022026");
    EXPECT_EQ(plan.at("title"), "Harvest honey");
    EXPECT_EQ(plan.at("stamp"), "311114022026");
    const json::object phase = was("tc_321114022026");
    EXPECT_EQ(phase.at("status"), "completed");
    EXPECT_EQ(phase.at("parent_plan_id"), plan.at("id"));
    const json::object task = was("a_331114022026");
    EXPECT_EQ(task.at("status"), "completed");
    EXPECT_EQ(was("a_341114022026").at("parent_task_id"), task.at("id"));
    EXPECT_EQ(was("a_341114022026").at("stamp"), "341114022026");
    EXPECT_EQ(was("read-head").at("active_task_ids").as_array().at(0), task.at("id"));
    const json::object memory = was("mem_1771044916275_auio");
    EXPECT_EQ(memory.at("tags").as_array().size(), 3U);
    EXPECT_EQ(memory.at("session_id"), was("session-1771042167990-4a2wen").at("id"));
    EXPECT_NE(to_text(report).find("memory/mems.json: it is broken; the whole nodes in it were read."),
              std::string::npos);
    // The tree comes out as a tree again.
    const std::string tree = exported().at("state/hierarchy.json");
    const auto parsed = parse_json(tree);
    ASSERT_TRUE(parsed) << tree;
    EXPECT_EQ(parsed->at("version"), 1);
    EXPECT_EQ(parsed->at("cursor"), "a_331114022026");
    EXPECT_EQ(parsed->at("root").at("id"), "t_311114022026");
    EXPECT_EQ(parsed->at("root").at("level"), "trajectory");
    const json::value& tactic = parsed->at("root").at("children").at(0);
    EXPECT_EQ(tactic.at("status"), "complete");
    EXPECT_EQ(tactic.at("completed"), 1771043590605);
    EXPECT_EQ(tactic.at("children").at(0).at("children").at(0).at("content"), "Find the tongs");
}

TEST_F(FirstImplementation, ThreeLinesThatStoodForATreeBecomeOne) {
    const json::object report = import("lines");
    EXPECT_EQ(report.at("set_aside").to_number<int>(), 0) << report;
    const json::object plan = was("brain/trajectory");
    EXPECT_EQ(plan.at("title"), "Keep the garden");
    const json::object phase = was("brain/tactic");
    EXPECT_EQ(phase.at("title"), "Water the beds");
    EXPECT_EQ(phase.at("parent_plan_id"), plan.at("id"));
    const json::object task = was("brain/action");
    EXPECT_EQ(task.at("name"), "Mend the hose");
    EXPECT_EQ(task.at("parent_phase_id"), phase.at("id"));
}

TEST_F(FirstImplementation, WorkPlansEpicsAnchorsAndKnowledgeOfIDumbAreTakenIn) {
    const json::object report = import("idumb");
    EXPECT_EQ(report.at("set_aside").to_number<int>(), 0) << report;
    const json::object plan = was("wp-100");
    EXPECT_EQ(plan.at("category"), "spec_kit");
    EXPECT_EQ(plan.at("governance_level"), "strict");
    EXPECT_EQ(plan.at("owned_by"), "idumb-supreme-coordinator");
    EXPECT_EQ(plan.at("depends_on").as_array().at(0), was("wp-99").at("id"));
    EXPECT_EQ(was("wp-99").at("status"), "archived");
    const json::object legs = was("tn-1");
    EXPECT_EQ(legs.at("parent_phase_id"), was("wp-100/phase").at("id"));
    EXPECT_EQ(legs.at("result").at("evidence"), "Measured twice");
    EXPECT_EQ(legs.at("delegated_by"), "idumb-supreme-coordinator");
    EXPECT_EQ(was("cp-1").at("task_id"), legs.at("id"));
    const json::object joint = was("tn-2");
    EXPECT_EQ(joint.at("temporal_gate").at("after_task_id"), legs.at("id"));
    EXPECT_EQ(joint.at("temporal_gate").at("reason"), "Legs first");
    EXPECT_EQ(was("wp-100/ahead/0").at("planned_ahead"), true);
    EXPECT_EQ(was("epic-1").at("category"), "research");
    EXPECT_EQ(was("sub-1").at("parent_task_id"), was("task-1").at("id"));
    EXPECT_EQ(was("anchor-1").at("priority"), "critical");
    EXPECT_EQ(was("brain-1").at("type"), "tech_stack");
    EXPECT_EQ(was("brain-1").at("related_to").as_array().at(0), was("brain-2").at("id"));
    EXPECT_EQ(was("brain-1").at("stale_after"), "7d");
    EXPECT_EQ(was("read-head").at("active_plan_id"), plan.at("id"));
}

TEST_F(FirstImplementation, ImportingTwiceChangesNothingAndTheIdsAreTheSameEverywhere) {
    testing::World other;
    ASSERT_EQ(other.cli({"init"}).exit_code, 0);
    other.clock().advance(hours(50));
    for (const char* name : {"graph", "flat", "lines", "idumb"}) {
        import(name);
        const auto once = exported();
        const json::object again = import(name);
        EXPECT_EQ(again.at("new").to_number<int>() + again.at("newer").to_number<int>(), 0) << name << again;
        EXPECT_EQ(exported(), once);
        other.cli_json({"import", fixture(name).string()});
    }
    ASSERT_EQ(other.cli({"export", "out"}).exit_code, 0);
    EXPECT_EQ(testing::files_below(other.directory() / "out"), exported());
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 0);
}

json::value parsed_file(const std::filesystem::path& file) {
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    return *parse_json(text);
}

// The first packer by its own rules: a memory is shown until its staleness_stamp, which for most is when it was made,
// and tasks only under an active plan, which the trajectory does not name.
TEST_F(FirstImplementation, ThePackShowsWhatTheFirstPackerLeftOutOfTheSameFiles) {
    const json::value trajectory = parsed_file(fixture("graph") / "graph/trajectory.json").at("trajectory");
    ASSERT_TRUE(trajectory.at("active_plan_id").is_null()) << "so that the first packer shows no task";
    const json::value mems = parsed_file(fixture("graph") / "graph/mems.json").at("mems");
    ASSERT_FALSE(mems.as_array().empty());
    for (const json::value& mem : mems.as_array()) {
        const json::value* stamp = mem.as_object().if_contains("staleness_stamp");
        if (stamp == nullptr) continue;
        EXPECT_LT(stamp->as_string(), to_iso(world_.clock().now())) << "so that the first packer shows no memory";
    }
    import("graph");
    const std::string pack = world_.cli({"pack"}).out;
    EXPECT_NE(pack.find(">Choose the shingles</task>"), std::string::npos) << pack;
    EXPECT_NE(pack.find(">Cedar lasts longer than pine</mem>"), std::string::npos) << pack;
    EXPECT_NE(pack.find(">Gluing the shingles failed in the rain</avoid>"), std::string::npos) << pack;
    for (const std::size_t budget : {500U, 1'200U, 4'000U}) {
        const json::value small = world_.cli_json({"pack", "--budget", std::to_string(budget)});
        EXPECT_LE(small.at("characters").to_number<std::size_t>(), budget) << "the first packer left its cap aside";
    }
}

}  // namespace
}  // namespace hm
