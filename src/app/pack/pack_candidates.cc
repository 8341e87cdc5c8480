#include <algorithm>
#include <map>
#include <set>

#include "app/pack/load_pack_facts.h"
#include "base/strings.h"
#include "engine/recall/query_words.h"
#include "store/queries/memory.h"
#include "store/queries/near_read_head.h"

namespace hm {
namespace {

constexpr std::int64_t most_of_a_task = 40;
constexpr std::int64_t most_answers = 40;
constexpr std::int64_t most_of_a_neighbour = 5;
constexpr std::int64_t most_recent = 12;
constexpr std::int64_t most_false_paths = 12;
constexpr std::int64_t most_critical_anchors = 200;
constexpr std::int64_t most_anchors = 60;
constexpr std::int64_t most_decisions = 5;
constexpr std::int64_t most_entries_of_a_node = 5;
constexpr std::int64_t most_entries = 8;
constexpr std::size_t longest_question = 8'000;
// A prompt of fewer words, such as "go on", asks for what the read-head is at.
constexpr std::size_t words_of_a_question = 3;

class Candidates {
public:
    void add(Memory memory, FoundBy found_by) { (void)candidate(std::move(memory), found_by); }

    void add_answer(Memory memory, const RecallHit& hit, std::size_t place) {
        MemoryCandidate& added = candidate(std::move(memory), FoundBy::question);
        added.match = hit.match;
        added.place = place;
        added.reasons = hit.reasons;
    }

    std::vector<MemoryCandidate> take() { return std::move(candidates_); }

private:
    MemoryCandidate& candidate(Memory memory, FoundBy found_by) {
        const auto [known, is_new] = places_.try_emplace(memory.id, candidates_.size());
        if (is_new) candidates_.push_back({std::move(memory), found_by, 0, not_asked_for, {}, false});
        return candidates_[known->second];
    }

    std::map<Id, std::size_t> places_;
    std::vector<MemoryCandidate> candidates_;
};

struct Question {
    std::string text;
    bool is_the_prompt = true;
};

Question question_of(const PackAsk& ask, const LoadedReadHead& head) {
    std::string prompt = without_own_text(first_characters(ask.prompt, longest_question));
    if (query_words(prompt).size() >= words_of_a_question) return {std::move(prompt), true};
    std::string text = prompt;
    for (const Task& task : head.tasks) text += "\n" + task.name.str();
    if (head.trajectory && head.trajectory->intent) text += "\n" + head.trajectory->intent->str();
    return {std::move(text), !query_words(prompt).empty() && head.tasks.empty()};
}

Result<void> add_answers(const PackAsk& ask, const LoadedReadHead& head, Connection& connection, PackFacts& facts,
                         Candidates& candidates, BadRows& bad) {
    const Question question = question_of(ask, head);
    if (query_words(question.text).empty()) return {};
    const RecallAsk recalled{.question = question.text, .limit = most_answers};
    HM_TRY_ASSIGN(std::vector<RecallHit> hits, ask.memo != nullptr ? ask.memo->ask(recalled, connection, facts.now, bad)
                                                                   : recall(recalled, connection, facts.now, bad));
    for (std::size_t i = 0; i < hits.size(); ++i) {
        RecallHit& hit = hits[i];
        if (auto* memory = std::get_if<Memory>(&hit.record)) {
            Memory found = std::move(*memory);
            candidates.add_answer(std::move(found), hit, question.is_the_prompt ? i : not_asked_for);
        } else if (auto* entry = std::get_if<Knowledge>(&hit.record)) {
            facts.knowledge.push_back({std::move(*entry), far_from_read_head, hit.match});
        } else if (auto* anchor = std::get_if<Anchor>(&hit.record)) {
            facts.anchors.push_back({std::move(*anchor), far_from_read_head - 1});
        }
    }
    return {};
}

// A memory of a task that was found wrong is told apart; most candidates share a few tasks.
Result<void> mark_invalidated(std::vector<MemoryCandidate>& candidates, const LoadedReadHead& head,
                              Connection& connection) {
    std::map<Id, bool> known;
    for (const Task& task : head.tasks) known[task.id] = false;
    for (MemoryCandidate& candidate : candidates) {
        if (!candidate.memory.origin_task_id) continue;
        const Id& task_id = *candidate.memory.origin_task_id;
        auto found = known.find(task_id);
        if (found == known.end()) {
            HM_TRY_ASSIGN(const bool is_wrong, is_invalidated(connection, task_id));
            found = known.emplace(task_id, is_wrong).first;
        }
        candidate.is_of_invalidated_task = found->second;
    }
    return {};
}

// What the tasks at the read-head write to, and the directories it lies in.
std::set<std::string> files_of(const PackFacts& facts) {
    std::set<std::string> files;
    const auto add = [&](const FilePath& path) {
        files.insert(path.str());
        const std::size_t slash = path.view().rfind('/');
        if (slash != std::string_view::npos) files.insert(path.str().substr(0, slash));
    };
    for (const TaskAtHead& at_head : facts.tasks) {
        if (at_head.task.location.file) add(*at_head.task.location.file);
        for (const FilePath& path : at_head.task.file_locks) add(path);
        for (const FilePath& path : at_head.task.allowed_paths) add(path);
        for (const Checkpoint& checkpoint : at_head.checkpoints) {
            for (const FilePath& path : checkpoint.files_modified) add(path);
        }
    }
    return files;
}

class Nearness {
public:
    Nearness(const PackFacts& facts, const LoadedReadHead& head) : files_(files_of(facts)) {
        for (const TaskAtHead& at_head : facts.tasks) steps_[at_head.task.id] = 0;
        for (const TaskBeside& beside : facts.beside) steps_.try_emplace(beside.task.id, 1);
        for (const Id& id : head.of_level) steps_.try_emplace(id, 1);
        if (head.phase) steps_.try_emplace(head.phase->id, 1);
        if (head.plan) steps_.try_emplace(head.plan->id, 1);
    }

    int of(const std::optional<Id>& task_id, const std::optional<FilePath>& file,
           const std::vector<Id>& related) const {
        int depth = far_from_read_head;
        const auto look = [&](const Id& id) {
            const auto step = steps_.find(id);
            if (step != steps_.end()) depth = std::min(depth, step->second);
        };
        if (task_id) look(*task_id);
        for (const Id& id : related) look(id);
        if (file && lies_near(file->str())) depth = std::min(depth, 1);
        return depth;
    }

private:
    bool lies_near(const std::string& file) const {
        const std::size_t slash = file.rfind('/');
        return files_.contains(file) || (slash != std::string::npos && files_.contains(file.substr(0, slash)));
    }

    std::map<Id, int> steps_;
    std::set<std::string> files_;
};

template <class Candidate, class Record>
bool is_among(const std::vector<Candidate>& candidates, const Record& record, Record Candidate::* member) {
    return std::any_of(candidates.begin(), candidates.end(),
                       [&](const Candidate& each) { return (each.*member).id == record.id; });
}

}  // namespace

Result<void> add_memories(const PackAsk& ask, const LoadedReadHead& head, Connection& connection, PackFacts& facts,
                          BadRows& bad) {
    Candidates candidates;
    for (const Task& task : head.tasks) {
        HM_TRY_ASSIGN(auto memories, memories_of_task(connection, task.id, most_of_a_task, bad));
        for (Memory& memory : memories) candidates.add(std::move(memory), FoundBy::active_task);
    }
    HM_TRY(add_answers(ask, head, connection, facts, candidates, bad));
    for (const Task& task : head.beside) {
        HM_TRY_ASSIGN(auto memories, memories_of_task(connection, task.id, most_of_a_neighbour, bad));
        for (Memory& memory : memories) candidates.add(std::move(memory), FoundBy::nearby);
    }
    HM_TRY_ASSIGN(auto dead_ends, memories_of_kind(connection, MemoryKind::false_path, most_false_paths, bad));
    for (Memory& memory : dead_ends) candidates.add(std::move(memory), FoundBy::recency);
    HM_TRY_ASSIGN(auto recent, recent_memories(connection, most_recent, bad));
    for (Memory& memory : recent) candidates.add(std::move(memory), FoundBy::recency);
    facts.memories = candidates.take();
    return mark_invalidated(facts.memories, head, connection);
}

Result<void> add_anchors(Connection& connection, const LoadedReadHead& head, PackFacts& facts, BadRows& bad) {
    HM_TRY_ASSIGN(auto anchors, critical_anchors(connection, most_critical_anchors, bad));
    HM_TRY_ASSIGN(auto others, fresh_anchors(connection, most_anchors, bad));
    std::move(others.begin(), others.end(), std::back_inserter(anchors));
    for (Anchor& anchor : anchors) {
        if (!is_among(facts.anchors, anchor, &AnchorCandidate::anchor)) facts.anchors.push_back({std::move(anchor), 0});
    }
    const Nearness nearness(facts, head);
    for (AnchorCandidate& candidate : facts.anchors) {
        const Anchor& anchor = candidate.anchor;
        candidate.depth = nearness.of(anchor.source.task_id, anchor.source.file, anchor.related_to);
    }
    return {};
}

Result<void> add_decisions(Connection& connection, PackFacts& facts, BadRows& bad) {
    std::set<Id> seen;
    for (const TaskAtHead& at_head : facts.tasks) {
        for (const Id& id : at_head.task.tech_decision_ids) {
            HM_TRY_ASSIGN(auto decision, find<Decision>(connection, id, bad));
            const bool holds = decision && decision->status != DecisionStatus::superseded && !decision->archived_at;
            if (holds && seen.insert(id).second) facts.decisions.push_back(std::move(*decision));
        }
    }
    HM_TRY_ASSIGN(auto recent, recent_decisions(connection, most_decisions, bad));
    for (Decision& decision : recent) {
        if (seen.insert(decision.id).second) facts.decisions.push_back(std::move(decision));
    }
    return {};
}

Result<void> add_knowledge(Connection& connection, const LoadedReadHead& head, PackFacts& facts, BadRows& bad) {
    const auto add = [&](std::vector<Knowledge> entries) {
        for (Knowledge& entry : entries) {
            if (is_among(facts.knowledge, entry, &KnowledgeCandidate::knowledge)) continue;
            facts.knowledge.push_back({std::move(entry), far_from_read_head, 0});
        }
    };
    for (const Task& task : head.tasks) {
        HM_TRY_ASSIGN(auto entries, knowledge_about(connection, task.id, most_entries_of_a_node, bad));
        add(std::move(entries));
    }
    if (head.plan) {
        HM_TRY_ASSIGN(auto entries, knowledge_about(connection, head.plan->id, most_entries_of_a_node, bad));
        add(std::move(entries));
    }
    HM_TRY_ASSIGN(auto entries, fresh_knowledge(connection, most_entries, bad));
    add(std::move(entries));
    const Nearness nearness(facts, head);
    for (KnowledgeCandidate& candidate : facts.knowledge) {
        candidate.depth = nearness.of(std::nullopt, std::nullopt, candidate.knowledge.related_to);
    }
    return {};
}

}  // namespace hm
