#include "app/hooks/before_stop.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "app/bus/bus.h"
#include "app/care/retention.h"
#include "app/command/command.h"
#include "app/event/hook_frame.h"
#include "app/hooks/record.h"
#include "app/session/read_head.h"
#include "app/session/situation.h"
#include "base/digest.h"
#include "base/redact.h"
#include "domain/knowledge.h"
#include "engine/detect/read_words.h"
#include "engine/session/context.h"
#include "engine/work/completion.h"
#include "store/files/files.h"
#include "store/files/read_files.h"
#include "store/files/session_files.h"
#include "store/queries/event.h"
#include "store/queries/session.h"
#include "store/queries/settings.h"
#include "store/queries/work.h"
#include "store/records/reading.h"
#include "view/stop_text.h"

namespace hm {
namespace {

// Equal for answers that differ in nothing but white space.
std::optional<Word> answer_print(std::string_view answer) {
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

Result<void> note_turn_end(const TurnEnd& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::record_deadline, workspace));
    const Event probe = hook_event("session.turn", "The turn ended", frame, workspace);
    HM_TRY_ASSIGN(const bool is_repeated, has_event_of_request(workspace.store.connection(), probe.request_id));
    if (is_repeated) return {};
    Happening happening{.kind = event.was_cancelled ? HappeningKind::cancel : HappeningKind::turn_end};
    if (const std::string_view word = stuck_word_in(event.last_answer); !word.empty()) {
        if (auto kept = Word::make(std::string(word))) happening.keyword = std::move(*kept);
    }
    happening.print = answer_print(event.last_answer);
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

Result<void> end_turn(const TurnEnd& event, Workspace& workspace) {
    const Result<void> noted = note_turn_end(event, workspace);
    tidy_after_turn(workspace);
    return noted;
}

namespace {

constexpr std::int64_t most_swarms_looked_at = 100;

Result<bool> has_subagents_at_work(const HookFrame& frame, Workspace& workspace, BadRows& bad) {
    HM_TRY_ASSIGN(const auto open, open_swarms(workspace.store.connection(), most_swarms_looked_at, bad));
    return std::any_of(open.begin(), open.end(), [&](const Swarm& swarm) {
        return swarm.parent_session_id == frame.session.id && swarm.state == SwarmState::running;
    });
}

}  // namespace

Result<std::string> refuse_stop(const AgentIdentity& who, StopTry stop, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::gate_deadline, workspace));
    const bool is_strict = effective_mode(frame.settings, workspace.clock.now()) == GateMode::strict;
    if (!is_strict || stop == StopTry::again) return std::string();
    HM_TRY_ASSIGN(std::vector<Task> tasks, tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    // What a parent or a person has in hand is not this agent's to end.
    std::erase_if(tasks, [&](const Task& task) { return task.assigned_session_id != frame.session.id; });
    if (tasks.empty()) return std::string();
    // Once for a task: an agent that was told and goes on over several turns knows it.
    HM_TRY_ASSIGN(const auto told,
                  list_events(workspace.store.connection(),
                              {.session_id = frame.session.id, .kind_prefix = "stop.block", .limit = 20}, frame.bad));
    const bool was_told =
        std::any_of(told.begin(), told.end(), [&](const Event& event) { return event.task_id == tasks.front().id; });
    if (was_told) return std::string();
    HM_TRY_ASSIGN(const bool waits_for_others, has_subagents_at_work(frame, workspace, frame.bad));
    if (waits_for_others) return std::string();
    Event event = hook_event(
        "stop.block", fmt::format("block the end of the turn: {} active", tasks.front().name.view()), frame, workspace);
    event.task_id = tasks.front().id;
    event.facts = {{"active_tasks", tasks.size()}};
    HM_TRY(record(std::move(event), std::nullopt, frame, workspace));
    return stop_refusal(tasks);
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_export_bytes = 256 * 1024;

std::string export_name(const AnswerExport& made) {
    return fmt::format("{}-{:04}.json", made.stamp.view(), made.number);
}

// What is claimed is compared with what is there.
void check_files(const std::string& text, AnswerExport& made, Workspace& workspace) {
    const fs::path& root = workspace.store.paths().root;
    for (const std::string& name : files_named_in(text)) {
        const ResolvedPath resolved = resolve_path(root, root, name);
        std::error_code error;
        auto path = FilePath::make(resolved.shown);
        if (resolved.place == PathPlace::inside && path && fs::exists(root / resolved.shown, error)) {
            made.files.push_back(std::move(*path));
        } else if (auto issue = Sentence::make(fmt::format("names {}, which is not there", name))) {
            made.validation.issues.push_back(std::move(*issue));
        }
    }
}

Result<AnswerExport> make_export(std::string_view answer, std::int64_t number, const HookFrame& frame,
                                 Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(const Situation situation, load_situation(frame.session, frame.settings, workspace, bad));
    AnswerExport made;
    made.session_id = frame.session.id;
    made.stamp = frame.session.stamp;
    made.number = number;
    made.exported_at = workspace.clock.now();
    made.stale_at = made.exported_at + frame.settings.session_fresh_for;
    for (const Phase& phase : situation.facts.phases) {
        const auto& head = situation.facts.read_head;
        if (head && head->active_phase_id == phase.id) made.hierarchy.phase = phase.title;
    }
    for (const Task& task : situation.in_hand) made.hierarchy.tasks.push_back(task.name);
    for (const Anchor& anchor : situation.critical_anchors) made.hierarchy.anchors.push_back(anchor.key);
    const std::string text = redact(repair_utf8(answer));
    check_files(text, made, workspace);
    made.validation.is_complete = made.validation.issues.empty();
    made.gist = Text<0, 500>::clipped(first_sentence(text));
    made.text = Text<0, 20'000>::clipped(text);
    return made;
}

// The exports that were not taken into an entry yet, as far as their files are still there and whole.
std::vector<ExportedAnswer> last_exports(const AnswerExport& newest, Workspace& workspace) {
    std::vector<ExportedAnswer> answers;
    for (std::int64_t number = newest.number - exports_for_synthesis + 1; number <= newest.number; ++number) {
        AnswerExport each = newest;
        each.number = number;
        const fs::path file = session_places(workspace.store.paths()).exports / export_name(each);
        const auto text = read_bounded_file(file, max_export_bytes);
        if (!text || !*text) continue;
        const auto value = parse_json(**text);
        if (!value) continue;
        const auto read = decode_as<AnswerExport>(*value, "export");
        if (!read) continue;
        ExportedAnswer answer{file.filename().string(), read->gist.str(), {}};
        for (const FilePath& named : read->files) answer.files.push_back(named.str());
        answers.push_back(std::move(answer));
    }
    return answers;
}

Result<void> keep_synthesis(const AnswerExport& newest, const HookFrame& frame, Transaction& transaction,
                            Workspace& workspace) {
    const Synthesis made = synthesise(last_exports(newest, workspace));
    auto content = MemoryText::make(shorten(made.content, MemoryText::max_characters));
    if (!content) return {};  // answers without a sentence
    const Time now = workspace.clock.now();
    Knowledge entry;
    HM_TRY_ASSIGN(entry.stamp, take_stamp(transaction, local_minute(now)));
    entry.id = workspace.ids.next(now);
    entry.created_at = now;
    entry.modified_at = now;
    entry.type = KnowledgeType::research;
    entry.source = KnowledgeSource::synthesis;
    entry.confidence = 60;
    HM_TRY_ASSIGN(entry.title, Title::make(fmt::format("What session {} answered, {} to {}", frame.session.stamp.view(),
                                                       newest.number - exports_for_synthesis + 1, newest.number)));
    entry.content = std::move(*content);
    entry.related_to = {frame.session.id};
    for (const std::string& each : made.evidence) {
        if (auto evidence = Sentence::make(each)) entry.evidence.push_back(std::move(*evidence));
    }
    HM_TRY(insert(transaction, entry));
    Event event;
    event.at = now;
    event.id = workspace.ids.next(now);
    HM_TRY_ASSIGN(event.kind, Word::make("knowledge.synthesised"));
    HM_TRY_ASSIGN(event.summary, Sentence::make(entry.title.str()));
    event.actor = ActorKind::hook;
    event.session_id = frame.session.id;
    event.subject_id = entry.id;
    HM_TRY(append_event(transaction, std::move(event)));
    return {};
}

}  // namespace

Result<void> export_answer(std::string_view answer, const HookFrame& frame, Workspace& workspace) {
    const SessionPlaces places = session_places(workspace.store.paths());
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(SessionCounters counters, counters_of(workspace.store.connection(), frame.session.id));
    HM_TRY_ASSIGN(const AnswerExport made, make_export(answer, counters.exports + 1, frame, workspace));
    HM_TRY(write_new_file(places.exports / export_name(made), to_text(encode(made)) + "\n"));
    counters.exports += 1;
    counters.exports_since_synthesis += 1;
    if (counters.exports_since_synthesis >= exports_for_synthesis) {
        HM_TRY(keep_synthesis(made, frame, transaction, workspace));
        counters.exports_since_synthesis = 0;
    }
    HM_TRY(save_counters(transaction, frame.session.id, counters));
    HM_TRY(transaction.commit());
    // Looking through the folder costs; once in a while is enough to keep it bounded.
    constexpr std::int64_t between_looks = 16;
    if (made.number % between_looks == 0 || made.number == 1) {
        keep_newest(places.exports,
                    static_cast<std::size_t>(std::max<std::int64_t>(frame.settings.session_files_kept, 4)));
    }
    return {};
}

}  // namespace hm
