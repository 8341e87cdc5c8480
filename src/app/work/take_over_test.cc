// Random histories of sessions, deaths, silence, clock jumps, take-overs and replaced knowledge, held against a model
// that knows nothing of the store: a task has one owner at most, the one the model says, and nothing that was replaced
// is shown as holding.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <random>
#include <set>

#include "app/bus/bus.h"
#include "app/event/hook_frame.h"
#include "app/hooks/after_tool.h"
#include "app/memory/recall.h"
#include "app/project/project.h"
#include "app/session/liveness.h"
#include "app/work/task.h"
#include "base/process.h"
#include "store/queries/near_read_head.h"
#include "store/queries/spool.h"
#include "store/queries/task.h"
#include "support/world.h"

namespace hm::testing {
namespace {

constexpr std::string_view no_process = "2147480000:1";

class TakeOver : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(world_.cli({"init", "--mode", "assisted"}).exit_code, 0);
        project_ = std::make_unique<Project>(
            *Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5))));
    }
    Workspace workspace() { return project_->workspace(); }
    Connection& connection() { return project_->workspace().store.connection(); }

    AgentIdentity who(int number) {
        AgentIdentity who;
        who.client = "opencode";
        who.session = fmt::format("s{}", number);
        who.process = key_of_process(getpid());
        return who;
    }
    Session session(int number) {
        Workspace here = workspace();
        return *session_of(who(number), &Settings::command_deadline, here);
    }
    Result<Receipt> run(std::string_view command, json::object input, int number) {
        const Session own = session(number);
        Workspace here = workspace();
        return execute(*find_command(command), {std::move(input), agent_actor(own)}, here);
    }
    // Its client's process is gone.
    void die(int number) {
        const Session own = session(number);
        Statement update = *connection().prepare("UPDATE sessions SET place_process=? WHERE id=?");
        update.bind(1, no_process);
        update.bind(2, own.id);
        ASSERT_TRUE(update.run().has_value());
    }
    Task task(const Id& id) {
        BadRows bad;
        return **find<Task>(connection(), id, bad);
    }

    World world_;
    std::unique_ptr<Project> project_;
};

TEST_F(TakeOver, OfADeadSessionRaisesTheGenerationAndLeavesOneNote) {
    const Id id = *run("task start", {{"name", "Fix it"}}, 1)->id;
    const std::int64_t before = task(id).generation.value_or(0);
    die(1);
    const auto taken = run("task start", {{"id", id.text()}}, 2);
    ASSERT_TRUE(taken.has_value()) << taken.error().what;
    EXPECT_NE(taken->sentence.find("Took up \"Fix it\""), std::string::npos) << taken->sentence;
    EXPECT_EQ(task(id).generation.value_or(0), before + 1);
    EXPECT_EQ(task(id).assigned_session_id, session(2).id);
    EXPECT_EQ(task(id).taken_from, session(1).id);
    EXPECT_EQ(world_.cli_json({"comment", "list"}).as_array().size(), 1U);
    const auto lost = run("task complete", {{"evidence", "done"}}, 1);
    ASSERT_FALSE(lost.has_value());
    EXPECT_EQ(lost.error().what, "\"Fix it\" is no longer this session's.");
}

TEST_F(TakeOver, IsRefusedWhileTheSessionIsThere) {
    const Id id = *run("task start", {{"name", "Fix it"}}, 1)->id;
    for (json::object input : {json::object{{"id", id.text()}}, json::object{{"name", "fix IT"}}}) {
        const auto refused = run("task start", input, 2);
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().why, "Another session works on it.");
        EXPECT_NE(refused.error().remedy.find("hivemind comment"), std::string::npos);
    }
    world_.clock().advance(minutes(16));
    EXPECT_TRUE(run("task start", {{"id", id.text()}}, 2).has_value()) << "it was silent for longer than the lease";
}

TEST_F(TakeOver, ACheckpointOfAnEarlierOwnerStandsUnderNoTask) {
    const Id id = *run("task start", {{"name", "Fix it"}}, 1)->id;
    const Task believed = task(id);
    die(1);
    ASSERT_TRUE(run("task start", {{"id", id.text()}}, 2).has_value());
    // As a hook that read the task before it was taken over.
    Workspace here = workspace();
    SpooledRecord record;
    record.event = new_event("checkpoint", "write src/a.ts", agent_actor(session(1)), here.clock.now(), here.ids);
    record.event.facts[generation_fact] = believed.generation.value_or(0);
    record.checkpoint.emplace();
    record.checkpoint->id = record.event.id;
    record.checkpoint->created_at = record.event.at;
    record.checkpoint->modified_at = record.event.at;
    record.checkpoint->stamp = make_stamp(local_minute(record.event.at), 0);
    record.checkpoint->task_id = id;
    record.checkpoint->tool = *Word::make("write");
    record.checkpoint->summary = *Sentence::make("write src/a.ts");
    {
        auto transaction = Transaction::begin(connection(), Durability::process_crash);
        ASSERT_TRUE(transaction.has_value());
        ASSERT_TRUE(take_in_record(*transaction, record, here.ids).has_value());
        ASSERT_TRUE(transaction->commit().has_value());
    }
    BadRows bad;
    EXPECT_TRUE(checkpoints_of(connection(), id, 10, bad)->empty());
}

// What the model believes of a session.
struct ModelSession {
    bool has_process = true;
    std::int64_t heard_at = 0;
};

class RandomHistory : public TakeOver, public ::testing::WithParamInterface<int> {};

TEST_P(RandomHistory, HasOneOwnerForEachTask) {
    constexpr int sessions = 4;
    constexpr int names = 3;
    constexpr int steps = 120;
    std::mt19937 random(static_cast<unsigned>(GetParam()));
    const auto roll = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    const std::int64_t lease = Settings{}.session_lease.ms;
    std::map<int, ModelSession> model;
    std::map<int, Id> ids;     // by number of the task
    std::map<int, int> owner;  // task → session; none: in the list
    const auto now = [&] { return world_.clock().now().ms; };
    std::vector<Id> session_ids;  // looking a session up again would tell that it is there
    for (int i = 0; i < sessions; ++i) {
        session_ids.push_back(session(i).id);
        model[i].heard_at = now();
    }
    for (int step = 0; step < steps; ++step) {
        const int who_acts = roll(sessions);
        const int which = roll(names);
        switch (roll(8)) {
            case 0:
                die(who_acts);
                model[who_acts].has_process = false;
                break;
            case 1: world_.clock().advance(minutes(roll(40))); break;
            case 2: world_.clock().advance(Duration{-minutes(roll(10)).ms}); break;
            case 3: {  // completing is the owner's alone
                if (!ids.contains(which) || !owner.contains(which)) break;
                const bool may = owner[which] == who_acts;
                const auto done = run("task release", {{"id", ids[which].text()}}, who_acts);
                model[who_acts].has_process = true;  // whoever acts is there
                EXPECT_EQ(done.has_value(), may) << "step " << step;
                if (done) owner.erase(which);
                if (done) model[who_acts].heard_at = now();
                break;
            }
            default: {
                const bool by_id = ids.contains(which) && roll(2) == 0;
                const json::object input = by_id ? json::object{{"id", ids[which].text()}}
                                                 : json::object{{"name", fmt::format("Task {}", which)}};
                bool may = true;
                if (owner.contains(which) && owner[which] != who_acts) {
                    const ModelSession& holder = model[owner[which]];
                    may = !holder.has_process || now() - holder.heard_at > lease;
                }
                const auto started = run("task start", input, who_acts);
                model[who_acts].has_process = true;
                ASSERT_EQ(started.has_value(), may) << "step " << step << " session " << who_acts << " task " << which
                                                    << " " << (started ? started->sentence : started.error().what);
                if (!started) break;
                model[who_acts].heard_at = now();
                ids.try_emplace(which, *started->id);
                ASSERT_EQ(ids[which], *started->id) << "the same name is the same task";
                std::erase_if(owner, [&](const auto& each) { return each.second == who_acts; });
                owner[which] = who_acts;
                break;
            }
        }
        for (const auto& [number, id] : ids) {
            const Task kept = task(id);
            ASSERT_EQ(kept.status == TaskStatus::active, owner.contains(number)) << "step " << step;
            if (owner.contains(number)) {
                ASSERT_EQ(*kept.assigned_session_id, session_ids[static_cast<std::size_t>(owner[number])])
                    << "step " << step;
            }
        }
    }
}

TEST_P(RandomHistory, ShowsNothingThatWasReplaced) {
    std::mt19937 random(static_cast<unsigned>(GetParam()) + 1000);
    const auto roll = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    std::vector<Id> made;
    std::set<Id> replaced;
    std::set<Id> removed;
    Workspace here = workspace();
    for (int step = 0; step < 40; ++step) {
        world_.clock().advance(minutes(7));
        const bool replaces = !made.empty() && roll(3) > 0;
        json::object input{{"title", fmt::format("Entry {}", step)},
                           {"content", fmt::format("The session store holds number {}.", step)}};
        Id old;
        if (replaces) {
            old = made[static_cast<std::size_t>(roll(static_cast<int>(made.size())))];
            if (replaced.contains(old) || removed.contains(old)) continue;
            input["supersedes"] = old.text();
        }
        const auto receipt = execute(*find_command("knowledge create"), {std::move(input), Actor{}}, here);
        ASSERT_TRUE(receipt.has_value()) << receipt.error().what;
        made.push_back(*receipt->id);
        if (replaces) replaced.insert(old);
        // What was replaced may be taken out of use as well; what it replaced does not come back.
        if (replaces && roll(3) == 0) {
            ASSERT_TRUE(execute(*find_command("knowledge remove"), {json::object{{"id", old.text()}}, Actor{}}, here)
                            .has_value());
            removed.insert(old);
        }
        BadRows bad;
        const auto knowledge = fresh_knowledge(connection(), 100, bad);
        ASSERT_TRUE(knowledge);
        for (const Knowledge& entry : *knowledge) {
            EXPECT_FALSE(replaced.contains(entry.id) || removed.contains(entry.id)) << "step " << step;
        }
        const RecallAsk ask{.question = "which session store holds number", .limit = 50};
        const auto hits = recall(ask, connection(), world_.clock().now(), bad);
        ASSERT_TRUE(hits);
        for (const RecallHit& hit : *hits) {
            const auto* entry = std::get_if<Knowledge>(&hit.record);
            if (entry == nullptr) continue;
            EXPECT_FALSE(replaced.contains(entry->id) || removed.contains(entry->id)) << "step " << step;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomHistory, ::testing::Range(1, 6));

}  // namespace
}  // namespace hm::testing
