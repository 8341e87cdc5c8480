#include "app/hooks/session_signals.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command/command.h"
#include "app/hooks/record.h"
#include "engine/detect/detect.h"
#include "store/queries/event.h"
#include "store/queries/session.h"
#include "store/records/reading.h"
#include "view/notes_text.h"

namespace hm {
namespace {

constexpr std::int64_t told_enough = 2;

template <class T>
std::optional<T> cut_signal_to(std::string_view text) {
    auto made = T::make(shorten(repair_utf8(text), T::max_characters));
    return made ? std::optional(std::move(*made)) : std::nullopt;
}

// The entry of a signal in the counters.
struct Kept {
    std::optional<Id> id;
    bool is_open = false;
    std::int64_t told = 0;
    bool is_reworded = false;
};

Kept read_kept(const SessionCounters& counters, SignalKind kind) {
    const json::object& entry = object_member(counters.signals, name_of(kind));
    Kept kept;
    if (auto id = Id::parse(text_member(entry, "id"))) kept.id = *id;
    const json::value* is_open = entry.if_contains("is_open");
    kept.is_open = is_open != nullptr && *is_open == json::value(true);
    const json::value* is_reworded = entry.if_contains("is_reworded");
    kept.is_reworded = is_reworded != nullptr && *is_reworded == json::value(true);
    const json::value* told = entry.if_contains("told");
    if (told != nullptr && told->is_int64()) kept.told = told->get_int64();
    return kept;
}

void write_kept(SessionCounters& counters, SignalKind kind, const Kept& kept) {
    json::object entry{{"id", kept.id->text()}, {"is_open", kept.is_open}};
    if (kept.told > 0) entry["told"] = kept.told;
    if (kept.is_reworded) entry["is_reworded"] = true;
    counters.signals[name_of(kind)] = std::move(entry);
}

// One pass over all signals of one session, in the transaction that counted.
class Signals {
public:
    Signals(CountedIn counted, Transaction& transaction, IdSource& ids, Time now)
        : counted_(std::move(counted)), transaction_(transaction), ids_(ids), now_(now) {}

    SessionCounters& counters() { return counted_.counters; }

    Result<void> hold(const Detected& detected) {
        Kept kept = read_kept(counters(), detected.kind);
        const bool is_left = kept.is_open && kept.told >= told_enough && !kept.is_reworded;
        if (kept.is_open && !is_left) return {};
        if (detected.kind == SignalKind::cancels_in_row) counters().is_tightened = 1;
        HM_TRY_ASSIGN(Signal signal, stored_or_new(kept));
        const SignalWords words = signal_words(detected, is_left ? Tone::again : Tone::first);
        signal.kind = *cut_signal_to<Word>(name_of(detected.kind));
        signal.severity = signal_table[detected.kind].severity;
        signal.text = *cut_signal_to<Sentence>(words.text);
        signal.advice = cut_signal_to<Sentence>(words.advice);
        signal.facts = {{"count", detected.count}};
        if (!detected.about.empty()) signal.facts["about"] = shorten(detected.about, 200);
        signal.modified_at = now_;
        signal.cleared_at.reset();
        const bool is_new = !kept.id;
        if (kept.id && !is_left) signal.raised_count += 1;
        HM_TRY(is_new ? insert(transaction_, signal) : update(transaction_, signal));
        if (!is_left) HM_TRY(tell("signal.raised", words.text, signal.id));
        kept = {signal.id, true, is_left ? kept.told : 0, is_left};
        write_kept(counters(), detected.kind, kept);
        has_changed_ = true;
        return {};
    }

    Result<void> end(SignalKind kind) {
        Kept kept = read_kept(counters(), kind);
        if (!kept.is_open || !kept.id) return {};
        BadRows bad;
        HM_TRY_ASSIGN(auto signal, find<Signal>(transaction_.connection(), *kept.id, bad));
        if (signal) {
            signal->cleared_at = now_;
            signal->modified_at = now_;
            HM_TRY(update(transaction_, *signal));
            HM_TRY(tell("signal.cleared", signal->text.view(), signal->id));
        }
        kept.is_open = false;
        kept.told = 0;
        kept.is_reworded = false;
        write_kept(counters(), kind, kept);
        has_changed_ = true;
        return {};
    }

    Result<void> save() {
        if (!has_changed_) return {};
        return save_counters(transaction_, counted_.session_id, counters());
    }

private:
    Result<Signal> stored_or_new(const Kept& kept) {
        BadRows bad;
        if (kept.id) {
            HM_TRY_ASSIGN(auto stored, find<Signal>(transaction_.connection(), *kept.id, bad));
            if (stored) return std::move(*stored);
        }
        Signal signal;
        HM_TRY_ASSIGN(signal.stamp, take_stamp(transaction_, local_minute(now_)));
        signal.id = ids_.next(now_);
        signal.created_at = now_;
        signal.session_id = counted_.session_id;
        return signal;
    }

    Result<void> tell(std::string_view kind, std::string_view text, const Id& signal_id) {
        Event event;
        event.at = now_;
        event.id = ids_.next(now_);
        event.kind = *cut_signal_to<Word>(kind);
        event.summary = *cut_signal_to<Sentence>(text);
        event.actor = ActorKind::hook;
        event.session_id = counted_.session_id;
        event.subject_id = signal_id;
        HM_TRY(append_event(transaction_, std::move(event)));
        return {};
    }

    CountedIn counted_;
    Transaction& transaction_;
    IdSource& ids_;
    Time now_;
    bool has_changed_ = false;
};

}  // namespace

Result<void> raise_signals(CountedIn counted, const HookFrame& frame, Transaction& transaction, Workspace& workspace) {
    const Time now = workspace.clock.now();
    const std::vector<Detected> detected =
        detect({counted.counters, frame.session.mode, frame.session.role.str(), frame.settings, now});
    if (detected.empty() && counted.counters.signals.empty()) return {};
    Signals signals(std::move(counted), transaction, workspace.ids, now);
    for (const Detected& each : detected) HM_TRY(signals.hold(each));
    for (const SignalRow& row : signal_table) {
        const bool holds = std::ranges::any_of(detected, [&](const Detected& each) { return each.kind == row.kind; });
        if (!holds) HM_TRY(signals.end(row.kind));
    }
    return signals.save();
}

Result<void> count_request(const Id& session_id, const HookFrame& frame, Transaction& transaction,
                           Workspace& workspace) {
    CountedIn counted{session_id, {}};
    HM_TRY_ASSIGN(counted.counters, counters_of(transaction.connection(), session_id));
    if (counted.counters.signals.empty()) return {};
    count(counted.counters, {.kind = HappeningKind::request}, workspace.clock.now());
    HM_TRY(save_counters(transaction, session_id, counted.counters));
    return raise_signals(std::move(counted), frame, transaction, workspace);
}

bool has_untold_signals(const SessionCounters& counters) {
    if (counters.signals.empty()) return false;
    return std::ranges::any_of(signal_table, [&](const SignalRow& row) {
        const Kept kept = read_kept(counters, row.kind);
        return kept.is_open && kept.told == 0;
    });
}

Result<void> answer_signals(const Id& session_id, std::string_view entry, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const auto kinds = [&](const SessionCounters& counters) {
        std::vector<SignalKind> open;
        for (const SignalRow& row : signal_table) {
            if (row.command == entry && read_kept(counters, row.kind).is_open) open.push_back(row.kind);
        }
        return open;
    };
    HM_TRY_ASSIGN(const SessionCounters seen, counters_of(connection, session_id));
    if (kinds(seen).empty()) return {};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    CountedIn counted{session_id, {}};
    HM_TRY_ASSIGN(counted.counters, counters_of(connection, session_id));
    const std::vector<SignalKind> open = kinds(counted.counters);
    for (const SignalKind kind : open) answer(kind, counted.counters);
    Signals signals(std::move(counted), transaction, workspace.ids, workspace.clock.now());
    for (const SignalKind kind : open) {
        if (signal_table[kind].reset != nullptr) HM_TRY(signals.end(kind));
    }
    HM_TRY(signals.save());
    return transaction.commit();
}

Result<void> scan_drift(CountedIn& counted, const HookFrame& frame, Transaction& transaction, Workspace& workspace) {
    SessionCounters& counters = counted.counters;
    if (counters.write_calls - counters.writes_at_scan < writes_between_scans) return {};
    counters.writes_at_scan = counters.write_calls - counters.write_calls % writes_between_scans;
    counters.drift_at_scan = drift_score(counters);
    const std::int64_t health = health_score(counters, counters.signals.size());
    Event event = hook_event("session.drift",
                             fmt::format("after {} writes: drift {} of 100, health {} of 100", counters.write_calls,
                                         counters.drift_at_scan, health),
                             frame, workspace);
    event.request_id.reset();  // the event that was counted carries it
    event.session_id = counted.session_id;
    event.facts = {{"writes", counters.write_calls}, {"drift", counters.drift_at_scan}, {"health", health}};
    HM_TRY(append_event(transaction, std::move(event)));
    return save_counters(transaction, counted.session_id, counters);
}

}  // namespace hm
