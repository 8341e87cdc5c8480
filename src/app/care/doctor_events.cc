#include "app/care/doctor_events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "app/command/command.h"
#include "base/redact.h"
#include "base/strings.h"
#include "store/files/trust.h"
#include "store/queries/event.h"

namespace hm {
namespace {

Event doctor_event(std::string_view kind, std::string_view summary, std::string_view subject_id, json::object facts,
                   Workspace& workspace) {
    Event event = new_event(kind, summary, {.kind = ActorKind::person}, workspace.clock.now(), workspace.ids);
    if (auto id = Id::parse(subject_id)) event.subject_id = std::move(*id);
    event.facts = std::move(facts);
    return event;
}

// The same break has the same key, so the trail takes it once.
std::string key_of(const DanglingReference& reference) {
    const std::string whole = fmt::format("{} {} {} {}", reference.table, reference.column,
                                          fmt::join(reference.values, " "), reference.value);
    return fmt::format("chain.break {} {:016x}", shorten(repair_utf8(reference.id), 60),
                       std::hash<std::string>{}(whole));
}

}  // namespace

Result<void> record_chain_break(Transaction& transaction, const DanglingReference& reference, Workspace& workspace) {
    const std::string error = describe(reference);
    Event event =
        doctor_event("chain.break", fmt::format("{} {}: {}", reference.noun, reference.id, error), reference.id,
                     {{"noun", reference.noun},
                      {"id", repair_utf8(reference.id)},
                      {"errors", {error}},
                      {"names", repair_utf8(reference.value)}},
                     workspace);
    set_request_id(event, key_of(reference));
    HM_TRY_ASSIGN(const bool is_recorded, has_event_of_request(transaction.connection(), event.request_id));
    if (is_recorded) return {};
    HM_TRY(append_event(transaction, std::move(event)));
    return {};
}

Result<void> record_chain_breaks(const std::vector<DanglingReference>& dangling, Workspace& workspace) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    for (const DanglingReference& reference : dangling) {
        HM_TRY(record_chain_break(transaction, reference, workspace));
    }
    return transaction.commit();
}

Result<void> record_fix(Transaction& transaction, std::string_view done, std::string_view subject_id,
                        json::object facts, Workspace& workspace) {
    HM_TRY_ASSIGN(const std::int64_t seq,
                  append_event(transaction, doctor_event("doctor.fix", done, subject_id, std::move(facts), workspace)));
    HM_TRY(keep_changes(transaction, seq));
    transaction.changes().clear();
    return {};
}

Result<void> record_outside_changes(const std::vector<OutsideChange>& changes, Workspace& workspace) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY(append_event(transaction, doctor_event(outside_kind, redact(outside_text(changes)), "",
                                                  outside_facts(changes, "the doctor's look"), workspace)));
    return transaction.commit();
}

Result<void> record_restore(Transaction& transaction, std::string_view backup, std::string_view aside,
                            Workspace& workspace) {
    HM_TRY(append_event(transaction, doctor_event("backup.restore", fmt::format("Restored the store from {}", backup),
                                                  "", {{"backup", backup}, {"aside", aside}}, workspace)));
    return {};
}

namespace {

// A store that stays broken fails at every call; the first failures say it all, and other records need the room.
constexpr std::size_t enough_waiting = 200;

SpooledRecord record_of(const EngineFailure& failure, Clock& clock, IdSource& ids) {
    std::string summary = fmt::format("{}: {}", failure.where, redact(shorten(repair_utf8(failure.what), 160)));
    if (!failure.came_of_it.empty()) summary += fmt::format(" ({})", failure.came_of_it);
    SpooledRecord record;
    record.event = new_event(engine_failure_kind, summary, {.kind = ActorKind::hook}, clock.now(), ids);
    record.event.facts = {{"where", failure.where}, {"came_of_it", failure.came_of_it}};
    return record;
}

}  // namespace

FailMode fail_mode_for(const Error& error, const Settings& settings) {
    const bool is_unreadable = error.code == ErrorCode::invalid_input;
    return is_unreadable && settings.mode == GateMode::strict ? FailMode::closed : effective_fail(settings);
}

Result<void> spool_engine_failure(const std::filesystem::path& directory, const EngineFailure& failure, Clock& clock,
                                  IdSource& ids) {
    const auto paths = locate_project(directory);
    // Nothing is written beside a store that is not this user's.
    if (!paths || !find_trust(paths->database)) return {};
    HM_TRY_ASSIGN(const std::size_t waiting, count_spool(*paths));
    if (waiting >= enough_waiting) return {};
    return write_spool(*paths, record_of(failure, clock, ids));
}

SpoolFile prepare_engine_failure(const std::filesystem::path& root, const EngineFailure& failure, Clock& clock,
                                 IdSource& ids) {
    return prepare_spool(project_paths(root), record_of(failure, clock, ids));
}

}  // namespace hm
