#include "engine/session/context.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "base/strings.h"

namespace hm {

SplitDecision decide_split(const SessionCounters& counters, const Settings& settings) {
    SplitDecision decision;
    if (counters.window <= 0) return decision;
    decision.percent = std::clamp<std::int64_t>(counters.tokens * 100 / counters.window, 0, 999);
    const bool is_full = settings.split_at_percent > 0 && decision.percent >= settings.split_at_percent;
    decision.is_due = is_full && counters.is_split == 0;
    return decision;
}

std::vector<SplitMessage> last_messages(const std::vector<SplitMessage>& messages) {
    std::vector<SplitMessage> kept;
    for (auto it = messages.rbegin(); it != messages.rend() && kept.size() < most_split_messages; ++it) {
        if (it->text.find_first_not_of(" \t\r\n") == std::string::npos) continue;
        kept.push_back({it->from, shorten(repair_utf8(it->text), split_message_characters)});
    }
    std::ranges::reverse(kept);
    return kept;
}

namespace {

constexpr std::size_t least_characters = 2000;
constexpr std::size_t most_characters = 12'000;
constexpr std::int64_t characters_a_token = 3;

// Deciding, giving up, undoing and failing change the direction; saving and finishing do not.
constexpr std::array<std::string_view, 12> direction_changes{
    "turning-point.create", "decision.resolve", "decision.change", "memory.flag-false-path", "plan.create",
    "plan.abandon",         "plan.archive",     "task.fail",       "task.invalidate",        "undo",
    "session.start",        "session.cancelled"};

}  // namespace

bool is_useless_to_add(const SessionCounters& counters) {
    return counters.useless_compactions >= useless_compactions_taken;
}

std::size_t compaction_characters(const SessionCounters& counters, const Settings& settings) {
    std::size_t characters =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::max<std::int64_t>(settings.pack_characters, 0)) / 2,
                                least_characters, most_characters);
    if (counters.window > 0) {
        const std::int64_t by_window = std::max<std::int64_t>(1, counters.window / 100) * characters_a_token;
        characters = std::clamp<std::size_t>(static_cast<std::size_t>(by_window), least_characters, characters);
    }
    return characters;
}

bool is_turning_point(const Event& event) {
    return std::ranges::find(direction_changes, event.kind.view()) != direction_changes.end();
}

std::vector<Event> turning_points_among(const std::vector<Event>& events, std::size_t most) {
    std::vector<Event> found;
    for (const Event& event : events) {
        if (found.size() < most && is_turning_point(event)) found.push_back(event);
    }
    return found;
}

namespace {

// What is saved is saved with every later request; what is lost is paid once.
constexpr std::int64_t requests_that_pay = 10;

bool may_be_left_out(const ToolOutput& output, std::size_t from_the_end) {
    if (output.is_left_out || output.work == OutputWork::at_hand) return false;
    if (output.characters < least_characters_of_an_output || from_the_end < newest_outputs_kept) return false;
    const bool has_had_its_day = output.work == OutputWork::ended || output.work == OutputWork::repeated;
    return has_had_its_day || from_the_end >= untied_outputs_kept;
}

}  // namespace

std::optional<PruneBatch> choose_outputs(const PruneFacts& facts) {
    if (facts.is_compaction_pending || facts.turns_since_last < turns_between_batches) return std::nullopt;
    PruneBatch batch;
    for (std::size_t i = 0; i < facts.outputs.size(); ++i) {
        const ToolOutput& output = facts.outputs[i];
        const bool is_chosen =
            batch.call_ids.size() < most_outputs_of_a_batch && may_be_left_out(output, facts.outputs.size() - 1 - i);
        if (is_chosen) {
            batch.call_ids.push_back(output.call_id);
            batch.characters_saved += output.characters;
        }
        if (!batch.call_ids.empty() && !output.is_left_out) batch.prefix_lost += output.characters;
    }
    const bool is_worth_it = batch.characters_saved >= least_characters_of_a_batch &&
                             batch.characters_saved * requests_that_pay >= batch.prefix_lost;
    if (!is_worth_it) return std::nullopt;
    return batch;
}

namespace {

constexpr std::size_t most_files = 20;
constexpr std::size_t sentence_characters = 300;

bool says_something(std::string_view line) {
    if (line.empty()) return false;
    constexpr std::string_view passed_over = "#`|>-*<";
    return passed_over.find(line.front()) == std::string_view::npos;
}

}  // namespace

std::string first_sentence(std::string_view text) {
    bool is_code = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.starts_with("```")) is_code = !is_code;
        if (is_code || !says_something(line)) continue;
        const std::size_t stop = line.find(". ");
        return shorten(line.substr(0, stop == std::string_view::npos ? line.size() : stop + 1), sentence_characters);
    }
    return {};
}

Synthesis synthesise(const std::vector<ExportedAnswer>& answers) {
    Synthesis made;
    std::set<std::string> files;
    for (const ExportedAnswer& answer : answers) {
        if (!answer.gist.empty()) made.content += "- " + answer.gist + "\n";
        files.insert(answer.files.begin(), answer.files.end());
        made.evidence.push_back("export " + answer.file);
    }
    if (!files.empty()) {
        made.content += "Files:";
        std::size_t shown = 0;
        for (const std::string& file : files) {
            if (shown++ == most_files) break;
            made.content += " " + file;
        }
        made.content += "\n";
    }
    return made;
}

}  // namespace hm
