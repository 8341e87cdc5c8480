#include "view/hand_over_text.h"

#include <fmt/format.h>

#include "base/short_id.h"
#include "base/strings.h"
#include "base/text.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::size_t most_left_named = 3;

std::string cut_words(std::string_view text, std::size_t characters) {
    return plain_text(shorten(text, characters));
}

std::string test_outcome(const Checkpoint& test) {
    if (test.kind == CheckpointKind::masked_test) return "ended, with an exit code that says nothing of the tests";
    if (test.exit_source == ExitSource::failure) return "failed";
    if (!test.exit_code) return "ran, how they ended is not known";
    return *test.exit_code == 0 ? "passed" : fmt::format("failed (exit code {})", *test.exit_code);
}

std::string standing_of(const LeftWork& work) {
    std::string text = work.last_change ? fmt::format("last change {}: {}", to_iso_minute(work.last_change->created_at),
                                                      cut_words(work.last_change->summary.view(), 120))
                                        : std::string("nothing was changed yet");
    text += work.last_test
                ? fmt::format("; tests {} {} ({})", test_outcome(*work.last_test),
                              to_iso_minute(work.last_test->created_at), cut_words(work.last_test->summary.view(), 80))
                : std::string("; no tests were seen");
    if (work.task.status == TaskStatus::review) text += "; it is in review";
    std::string next;
    for (const std::string& each : work.next) next += (next.empty() ? "" : ", ") + cut_words(each, 80);
    if (next.empty() && work.task.expected_output) next = cut_words(work.task.expected_output->view(), 160);
    if (!next.empty()) text += "; next: " + next;
    return text;
}

}  // namespace

std::string holder_text(const HolderWords& holder) {
    const Session& session = holder.session;
    const std::string agent = session.agent ? session.agent->str() + ", " : std::string();
    std::string process;
    if (session.place.process) {
        const std::string_view key = session.place.process->view();
        process = fmt::format(", process {}", key.substr(0, key.find(':')));
    }
    return fmt::format("session {} ({}{} in {}{}), last heard of {}", session.stamp.view(), agent, session.role.view(),
                       session.client.view(), process, to_iso_minute(holder.last_heard_at));
}

std::string left_work_note(const std::vector<LeftWork>& left) {
    std::string text;
    for (std::size_t i = 0; i < left.size() && i < most_left_named; ++i) {
        const LeftWork& work = left[i];
        text +=
            fmt::format("{} \"{}\" ({}): {}. Left by {}.\n", i == 0 ? "You were on" : "And on",
                        cut_words(work.task.name.view(), 120), short_id(work.task.id), standing_of(work), work.holder);
    }
    if (left.size() > most_left_named)
        text += fmt::format("And {} more: `hivemind status`.\n", left.size() - most_left_named);
    // Said as packs say it: quotes would be escaped there.
    const std::string first = left.empty() ? std::string("…") : short_id(left.front().task.id);
    return text + fmt::format("Go on with it: govern_task start, task {}, or change one of its files.", first);
}

std::string left_work_lines(const std::vector<LeftWork>& left) {
    std::string text;
    for (const LeftWork& work : left) {
        text += fmt::format("  {} {}: {}. Left by {}.\n", short_id(work.task.id), cut_words(work.task.name.view(), 120),
                            standing_of(work), work.holder);
    }
    return text;
}

std::string delegated_work_note(const std::vector<DelegatedWork>& works) {
    if (works.empty()) return {};
    std::string text = "Delegated work:";
    for (const DelegatedWork& work : works) {
        text += fmt::format("\n- \"{}\" ({}) to {}: {}, {}", cut_words(work.task.name.view(), 100),
                            short_id(work.task.id), work.to, work.state, name_of(work.task.status));
        text += work.holder.empty() ? "; nobody has taken it up" : "; " + work.holder;
        if (work.task.started_at) text += "; begun " + to_iso_minute(*work.task.started_at);
        if (work.last_step) {
            text += fmt::format("; last checkpoint {}: {}", to_iso_minute(work.last_step->created_at),
                                cut_words(work.last_step->summary.view(), 80));
        }
        for (const std::string& each : work.waits_for) text += "; " + cut_words(each, 80);
    }
    return text;
}

Error held_by_another(const Task& task, const HolderWords& holder, Duration lease) {
    std::string evidence = fmt::format("\"{}\" is held by {}", task.name.view(), holder_text(holder));
    if (task.started_at) evidence += fmt::format("; begun {}", to_iso(*task.started_at));
    return Error{
        ErrorCode::conflict,
        fmt::format("Task {} cannot be started here.", task.id.text()),
        fmt::format("Ask for it: `hivemind comment {} \"…\"` reaches that session with its next pack. After {} "
                    "of silence you can start it; a person can release it: `hivemind task release {}`.",
                    task.id.text(), to_text(lease), task.id.text()),
        "Another session works on it.",
        {std::move(evidence)}};
}

std::string lost_task_note(const Task& task, std::string_view taker, Liveness because, Time last_heard_at) {
    const std::string_view reason = because == Liveness::dead ? "its client was gone" : "nothing was heard of it";
    return fmt::format(
        "\"{}\" ({}) is no longer this session's: {} took it over, because {} since {}. "
        "Do not change its files; start another task.",
        cut_words(task.name.view(), 120), short_id(task.id), taker, reason, to_iso(last_heard_at));
}

Error lost_task_error(const Task& task, std::string_view holder) {
    return Error{
        ErrorCode::conflict,
        fmt::format("\"{}\" is no longer this session's.", task.name.view()),
        fmt::format("Leave it to the session that has it; `hivemind comment {} \"…\"` reaches it.", task.id.text()),
        "Another session took it over while this one was silent.",
        {fmt::format("task {} belongs to {} now", task.id.text(), holder)}};
}

}  // namespace hm
