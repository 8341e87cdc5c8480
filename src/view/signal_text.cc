#include "view/signal_text.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace hm {
namespace {

std::string about_or(const Detected& detected, std::string_view otherwise) {
    return detected.about.empty() ? std::string(otherwise) : fmt::format("\"{}\"", shorten(detected.about, 80));
}

std::string span(std::int64_t minutes) {
    return minutes < 120 ? fmt::format("{} min", minutes) : fmt::format("{} h", minutes / 60);
}

std::string seen(const Detected& detected) {
    const std::int64_t count = detected.count;
    switch (detected.kind) {
        case SignalKind::gate_bypassed:
            return fmt::format(
                "{} time(s) something went past the gate, or a person did it: files changed that no recorded call "
                "explains, or a call ran with other arguments than it was judged by.",
                count);
        case SignalKind::cancels_in_row:
            return fmt::format("The person cancelled {} times in a row. The session is held strictly.", count);
        case SignalKind::failures_in_row:
            return fmt::format("{} calls in a row failed. Step back before the next one.", count);
        case SignalKind::identical_calls:
            return fmt::format("The same call was made {} times in a row. It will not answer differently.", count);
        case SignalKind::identical_answers:
            return fmt::format("The last {} answers say the same, and nothing was written between them.", count);
        case SignalKind::too_many_calls: return fmt::format("{} calls within a minute. Is this a loop?", count);
        case SignalKind::useless_compaction:
            return fmt::format(
                "{} compactions in a row freed too little, the last one {} %. HiveMind adds only the "
                "essentials to the next.",
                count, detected.about);
        case SignalKind::context_nearly_full: return fmt::format("The context is {} % full.", count);
        case SignalKind::stuck_words:
            return fmt::format("You said {} and the like {} times lately.", about_or(detected, "\"stuck\""), count);
        case SignalKind::same_section_again:
            return fmt::format("{} was declared {} times with nearly the same words. Circling?",
                               about_or(detected, "The section"), count);
        case SignalKind::long_section:
            return fmt::format("{} turns or calls on {} without a word. Note what you decided.", count,
                               about_or(detected, "one thing"));
        case SignalKind::write_without_task: return fmt::format("{} writes without a task in hand.", count);
        case SignalKind::task_without_checkpoint:
            return fmt::format("The active task has had no checkpoint for {}.", span(count));
        case SignalKind::long_silence:
            return fmt::format("Nothing happened here for {}. Context may be lost.", span(count));
        case SignalKind::prompts_pile_up:
            return fmt::format("Long prompts have gathered {} points. Purify the context: say what must stay.", count);
        case SignalKind::reads_without_write:
            return fmt::format("{} reads since the last write. Still exploring, or stuck?", count);
        case SignalKind::completed_pile_up: return fmt::format("{} branches of the plan are completed.", count);
        case SignalKind::missing_tree: return fmt::format("{} writes in a session that has declared no aim.", count);
    }
    return {};
}

std::string_view how(SignalKind kind) {
    switch (kind) {
        case SignalKind::gate_bypassed: return "Look at what changed";
        case SignalKind::cancels_in_row: return "Ask the person what is wrong; they end it with";
        case SignalKind::failures_in_row:
        case SignalKind::stuck_words:
        case SignalKind::same_section_again: return "Look back over the whole session";
        case SignalKind::identical_calls: return "Mark it as a dead end and go another way";
        case SignalKind::identical_answers: return "If the work is done, end it once";
        case SignalKind::too_many_calls: return "Stop and compare with the aim";
        case SignalKind::useless_compaction: return "Begin a fresh session from";
        case SignalKind::context_nearly_full: return "Go on in a fresh session";
        case SignalKind::long_section:
        case SignalKind::task_without_checkpoint:
        case SignalKind::reads_without_write: return "Say where you are";
        case SignalKind::write_without_task: return "Say what you are doing";
        case SignalKind::long_silence: return "Read where things stand";
        case SignalKind::prompts_pile_up: return "Keep what must survive";
        case SignalKind::completed_pile_up: return "Fold them up";
        case SignalKind::missing_tree: return "Declare one";
    }
    return {};
}

}  // namespace

SignalWords signal_words(const Detected& detected, Tone tone) {
    const std::string act = fmt::format("{}: `hivemind {}`.", how(detected.kind), command_of(detected.kind));
    if (tone == Tone::first) return {seen(detected), act};
    return {fmt::format("Told before and left as it is: {}", seen(detected)),
            fmt::format("If that is meant, go on; it will not be pressed. If not: `hivemind {}`.",
                        command_of(detected.kind))};
}

std::string signal_lines(const std::vector<Signal>& signals) {
    std::string text;
    for (const Signal& signal : signals) {
        text += fmt::format("  {:<8} {} {}\n", name_of(signal.severity), signal.text.view(),
                            signal.advice ? signal.advice->view() : std::string_view());
    }
    return text;
}

}  // namespace hm
