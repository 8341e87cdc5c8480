#include "app/session/session_signals.h"

#include <algorithm>

#include "app/local_minute.h"
#include "engine/detect/detect.h"
#include "store/sql/event.h"
#include "store/sql/session.h"
#include "store/sql/stamp.h"
#include "view/signal_text.h"

namespace hm {
namespace {

constexpr std::int64_t told_enough = 2;

template <class T>
std::optional<T> cut_to(std::string_view text) {
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
        signal.kind = *cut_to<Word>(name_of(detected.kind));
        signal.severity = severity_of(detected.kind);
        signal.text = *cut_to<Sentence>(words.text);
        signal.advice = cut_to<Sentence>(words.advice);
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
        event.kind = *cut_to<Word>(kind);
        event.summary = *cut_to<Sentence>(text);
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
    for (std::size_t i = 0; i < enum_names<SignalKind>.size(); ++i) {
        const auto kind = static_cast<SignalKind>(i);
        const bool holds = std::ranges::any_of(detected, [&](const Detected& each) { return each.kind == kind; });
        if (!holds) HM_TRY(signals.end(kind));
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
    for (std::size_t i = 0; i < enum_names<SignalKind>.size() && !counters.signals.empty(); ++i) {
        const Kept kept = read_kept(counters, static_cast<SignalKind>(i));
        if (kept.is_open && kept.told == 0) return true;
    }
    return false;
}

Result<void> answer_signals(const Id& session_id, std::string_view entry, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const auto is_answered = [&](const SessionCounters& counters, SignalKind kind) {
        return command_of(kind) == entry && read_kept(counters, kind).is_open;
    };
    const auto kinds = [&](const SessionCounters& counters) {
        std::vector<SignalKind> open;
        for (std::size_t i = 0; i < enum_names<SignalKind>.size(); ++i) {
            if (is_answered(counters, static_cast<SignalKind>(i))) open.push_back(static_cast<SignalKind>(i));
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
        if (kind != SignalKind::useless_compaction) HM_TRY(signals.end(kind));
    }
    HM_TRY(signals.save());
    return transaction.commit();
}

}  // namespace hm
