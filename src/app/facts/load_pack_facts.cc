#include "app/facts/load_pack_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/recall.h"
#include "app/task_in_hand.h"
#include "domain/role.h"
#include "store/sql/anchor.h"
#include "store/sql/checkpoint.h"
#include "store/sql/memory.h"

namespace hm {
namespace {

constexpr std::int64_t most_anchors = 60;
constexpr std::int64_t most_false_paths = 12;
constexpr std::int64_t most_memories_each_way = 40;
constexpr std::int64_t most_checkpoints = 3;
constexpr std::size_t most_tasks = 8;
constexpr std::int64_t smallest_budget = 500;
constexpr std::int64_t largest_budget = 200'000;

class Candidates {
public:
    void add(Memory memory, FoundBy found_by, double match) {
        if (seen_.insert(memory.id).second) candidates_.push_back({std::move(memory), found_by, match});
    }
    std::vector<MemoryCandidate> take() { return std::move(candidates_); }

private:
    std::set<Id> seen_;
    std::vector<MemoryCandidate> candidates_;
};

// The surest way to a memory is tried first: its task, then the question, then recency.
Result<std::vector<MemoryCandidate>> load_memories(const std::vector<Task>& tasks, std::string_view prompt,
                                                   Connection& connection, Time now, BadRows& bad) {
    Candidates candidates;
    for (const Task& task : tasks) {
        HM_TRY_ASSIGN(auto memories, memories_of_task(connection, task.id, most_memories_each_way, bad));
        for (Memory& memory : memories) candidates.add(std::move(memory), FoundBy::active_task, 0);
    }
    if (!prompt.empty()) {
        const RecallAsk ask{
            .question = std::string(prompt), .scope = RecallScope::memories, .limit = most_memories_each_way};
        HM_TRY_ASSIGN(auto hits, recall(ask, connection, now, bad));
        for (RecallHit& hit : hits) candidates.add(std::get<Memory>(hit.record), FoundBy::question, hit.match);
    }
    HM_TRY_ASSIGN(auto recent, recent_memories(connection, most_memories_each_way, bad));
    for (Memory& memory : recent) candidates.add(std::move(memory), FoundBy::recency, 0);
    return candidates.take();
}

std::string pause_note(const Settings& settings) {
    return fmt::format("A person paused the gate until {}: {}. Work on as agreed; everything is recorded.",
                       to_iso(*settings.paused_until), settings.pause_reason ? settings.pause_reason->view() : "");
}

}  // namespace

Result<PackFacts> load_pack_facts(const std::optional<Session>& session, std::string_view prompt,
                                  const Settings& settings, Workspace& workspace, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    PackFacts facts;
    facts.now = workspace.clock.now();
    facts.mode = effective_mode(settings, facts.now);
    if (is_paused(settings, facts.now)) facts.notes.push_back(pause_note(settings));
    facts.role = session ? session->role.str() : std::string(solo_role);
    facts.session_stamp = session ? session->stamp.str() : std::string();
    facts.compaction_count = session ? session->compaction_count : 0;
    facts.budget = static_cast<std::size_t>(std::clamp(settings.pack_characters, smallest_budget, largest_budget));
    HM_TRY_ASSIGN(facts.active_tasks,
                  tasks_in_hand(connection, session ? std::optional(session->id) : std::nullopt, bad));
    if (facts.active_tasks.size() > most_tasks) facts.active_tasks.resize(most_tasks);
    for (const Task& task : facts.active_tasks) {
        HM_TRY_ASSIGN(auto checkpoints, checkpoints_of(connection, task.id, most_checkpoints, bad));
        std::move(checkpoints.begin(), checkpoints.end(), std::back_inserter(facts.checkpoints));
    }
    HM_TRY_ASSIGN(facts.anchors, current_anchors(connection, most_anchors, bad));
    HM_TRY_ASSIGN(facts.false_paths, false_paths(connection, most_false_paths, bad));
    HM_TRY_ASSIGN(facts.memories, load_memories(facts.active_tasks, prompt, connection, facts.now, bad));
    return facts;
}

}  // namespace hm
