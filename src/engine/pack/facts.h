// PackFacts: everything a pack is made from, gathered before it is made. Same facts, same bytes.
#pragma once

#include <string>
#include <vector>

#include "domain/anchor.h"
#include "domain/checkpoint.h"
#include "domain/code_file.h"
#include "domain/comment.h"
#include "domain/decision.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/settings.h"
#include "domain/task.h"
#include "engine/recall/recall_hit.h"

namespace hm {

// How a memory came to be a candidate, the surest way first.
HM_ENUM(FoundBy, active_task, question, nearby, recency)

// The place of a memory that the prompt did not ask for: the words of the read-head found it.
inline constexpr std::size_t not_asked_for = 1'000;

struct MemoryCandidate {
    Memory memory;
    FoundBy found_by = FoundBy::recency;
    double match = 0;                    // how well it answers the question, 0 to 1
    std::size_t place = 0;               // among the answers to the question, 0 is the best
    std::vector<std::string> reasons{};  // recall's own words for why it was found
    bool is_of_invalidated_task = false;
};

// How many steps an anchor or an entry is away from the read-head: 0 belongs to a task at it, 1 to its phase, its
// parent, its parts or its files, 2 to the plan or to nothing in particular.
inline constexpr int far_from_read_head = 2;

struct AnchorCandidate {
    Anchor anchor;
    int depth = far_from_read_head;
};

struct KnowledgeCandidate {
    Knowledge knowledge;
    int depth = far_from_read_head;
    double match = 0;
};

// A task at the read-head, with what was done under it.
struct TaskAtHead {
    Task task;
    std::vector<Checkpoint> checkpoints{};  // the latest first
    std::vector<std::string> waits_for{};   // what keeps it from going on, in words
};

// A task beside the read-head: what may come next, and what it waits for.
struct TaskBeside {
    Task task;
    std::vector<std::string> waits_for{};
};

// A file that a task at the read-head holds, as the code map has it.
struct LockedFile {
    std::string path;
    std::vector<CodeSymbol> symbols;
};

struct PackFacts {
    Time now;
    GateMode mode = GateMode::assisted;
    Duration anchor_fresh_for = hours(48);
    std::string role;
    std::string session_stamp;
    std::int64_t compaction_count = 0;
    std::size_t budget = 15'000;        // characters of the whole pack
    std::size_t usual = 0;              // what was only found by recall ends here; 0: at the budget
    bool shows_critical_values = true;  // false: room is so short that their keys must do
    std::vector<std::string> notes;
    std::vector<std::pair<std::string, std::int64_t>> governance;  // turns, violations and the like

    std::optional<Plan> plan;
    std::optional<Phase> phase;
    std::optional<Paragraph> intent;
    std::vector<TaskAtHead> tasks;
    std::optional<Time> last_commit_at;  // nothing where it is not known
    std::vector<std::string> open_ends;  // what is open beside the tasks, to be looked at before stopping
    std::vector<TaskBeside> beside;
    std::vector<Comment> comments;
    std::vector<LockedFile> locked_files;

    std::vector<AnchorCandidate> anchors;
    std::vector<Decision> decisions;
    std::vector<KnowledgeCandidate> knowledge;
    std::vector<MemoryCandidate> memories;  // false paths among them
};

}  // namespace hm
