// The context of a session: when it is split, compacted, pruned or summed up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "domain/event.h"
#include "domain/session_counters.h"
#include "domain/settings.h"

namespace hm {

// Split: when a context is nearly full, its session goes on in a fresh one, which opens with the pack and the last
// messages. Decided by the tokens that the client reports, never by turns. Pure.

struct SplitDecision {
    bool is_due = false;
    std::int64_t percent = 0;  // of the window in use; 0 when the client does not tell
};

SplitDecision decide_split(const SessionCounters& counters, const Settings& settings);

struct SplitMessage {
    std::string from;  // "user" or "assistant"
    std::string text;
};

inline constexpr std::size_t most_split_messages = 6;
inline constexpr std::size_t split_message_characters = 2000;

// The last messages, each cut to its cap; what is empty is no message. Oldest first.
std::vector<SplitMessage> last_messages(const std::vector<SplitMessage>& messages);

// Compaction: how much to say to one, when to stop saying more, and which events were turning points. Pure.

// After this many in a row that freed too little, HiveMind stops adding to the problem.
inline constexpr std::int64_t useless_compactions_taken = 2;

bool is_useless_to_add(const SessionCounters& counters);

// Characters of the block for a compaction: a part of the pack's, and no more than a hundredth of the window.
std::size_t compaction_characters(const SessionCounters& counters, const Settings& settings);

// Whether an event changed the direction, or was routine progress.
bool is_turning_point(const Event& event);

// The events that changed direction, in the given order, at most `most`.
std::vector<Event> turning_points_among(const std::vector<Event>& events, std::size_t most);

// Which old tool outputs of a conversation are left out from now on. They are chosen in batches, because each batch
// makes the provider read the conversation again from the first one that changed: a batch comes at most once in so many
// turns, and only where it saves enough to pay for that. Outputs of finished work go first, those of the work at hand
// never, unless the same was looked at again since.

// Repeated: the same was looked at again later, whatever work it belonged to; what that call said holds.
HM_ENUM(OutputWork, at_hand, ended, other, repeated)

struct ToolOutput {
    std::string call_id;
    std::int64_t characters = 0;
    OutputWork work = OutputWork::other;
    bool is_left_out = false;
};

struct PruneFacts {
    std::vector<ToolOutput> outputs;  // in the order of the conversation
    std::int64_t turns_since_last = 0;
    bool is_compaction_pending = false;  // it would summarise what is left, and everything goes anyway
};

struct PruneBatch {
    std::vector<std::string> call_ids;
    std::int64_t characters_saved = 0;
    std::int64_t prefix_lost = 0;  // characters of tool outputs from the first chosen one on
};

inline constexpr std::int64_t turns_between_batches = 20;
inline constexpr std::int64_t least_characters_of_an_output = 600;
inline constexpr std::int64_t least_characters_of_a_batch = 8'000;
// Outputs this near to the end are never taken, whatever they belong to.
inline constexpr std::size_t newest_outputs_kept = 6;
// Outputs that belong to no task are taken only when they are this far back.
inline constexpr std::size_t untied_outputs_kept = 40;
inline constexpr std::size_t most_outputs_of_a_batch = 200;

// Nothing when no batch is due or worth its price.
std::optional<PruneBatch> choose_outputs(const PruneFacts& facts);

// Synthesis: one entry of knowledge from a few exported answers, without a model: the first sentence of each, and the
// files they name that are really there. Pure.

inline constexpr std::int64_t exports_for_synthesis = 4;

// Its first sentence that says something: headings, lists and code are passed over.
std::string first_sentence(std::string_view text);

struct ExportedAnswer {
    std::string file;                // of the export
    std::string gist;                // its first sentence
    std::vector<std::string> files;  // that it names and that are there
};

struct Synthesis {
    std::string content;
    std::vector<std::string> evidence;
};

Synthesis synthesise(const std::vector<ExportedAnswer>& answers);

}  // namespace hm
