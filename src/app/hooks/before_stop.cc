#include "app/hooks/before_stop.h"

#include <algorithm>
#include <tuple>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/hooks/take_in_waiting.h"
#include "app/retention.h"
#include "app/session/export_answer.h"
#include "base/sha256.h"
#include "engine/detect/read_words.h"
#include "store/sql/event.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

// Equal for answers that differ in nothing but white space.
std::optional<Word> print_of(std::string_view answer) {
    std::string words;
    for (const char c : answer) {
        const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!is_space) words += c;
    }
    if (words.empty()) return std::nullopt;
    auto print = Word::make(sha256_hex(words).substr(0, 16));
    return print ? std::optional(std::move(*print)) : std::nullopt;
}

}  // namespace

Result<void> note_turn_end(const BeforeStop& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::record_deadline, workspace));
    const Event probe = hook_event("session.turn", "The turn ended", frame, workspace);
    HM_TRY_ASSIGN(const bool is_repeated, has_event_of_request(workspace.store.connection(), probe.request_id));
    if (is_repeated) return {};
    Happening happening{.kind = event.was_cancelled ? HappeningKind::cancel : HappeningKind::turn_end};
    if (const std::string_view word = stuck_word_in(event.last_answer); !word.empty()) {
        if (auto kept = Word::make(std::string(word))) happening.keyword = std::move(*kept);
    }
    happening.print = print_of(event.last_answer);
    HM_TRY(
        record(hook_event(event.was_cancelled ? "session.cancelled" : "session.turn",
                          event.was_cancelled ? "The person cancelled the turn" : "The turn ended", frame, workspace),
               std::nullopt, frame, workspace, std::move(happening)));
    if (event.was_cancelled || event.last_answer.empty()) return {};
    return export_answer(event.last_answer, frame, workspace);
}

void tidy_after_turn(Workspace& workspace) {
    BadRows bad;
    const auto settings = load_settings(workspace.store.connection(), bad);
    if (!settings) return;
    workspace.store.connection().set_deadline(Deadline::in(settings->record_deadline));
    take_in_waiting(workspace);
    // What happened today is looked at by signals and the doctor.
    const Duration kept_for{std::max(settings->events_kept_for.ms, hours(24).ms)};
    std::ignore = archive_old_events(kept_for, workspace);
}

Result<void> before_stop(const BeforeStop& event, Workspace& workspace) {
    const Result<void> noted = note_turn_end(event, workspace);
    tidy_after_turn(workspace);
    return noted;
}

}  // namespace hm
