#include "app/doctor_events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "app/new_event.h"
#include "base/redact.h"
#include "store/sql/event.h"

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

}  // namespace hm
