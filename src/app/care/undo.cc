// undo: takes back what an event changed. The undo is an event of its own, so it can be undone in turn.
#include "app/care/undo.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/command/catalog.h"
#include "app/command/named.h"
#include "app/command/noun_commands.h"
#include "domain/task.h"
#include "store/queries/gate.h"
#include "store/queries/settings.h"
#include "store/queries/task.h"
#include "store/records/change.h"
#include "store/records/record_links.h"
#include "view/record_text.h"

namespace hm {
namespace {

constexpr std::size_t most_listed_changes = 20;

// Why an event cannot be undone, line by line.
class Objections {
public:
    void add(std::string line) {
        ++count_;
        if (lines_.size() < most_listed_changes) lines_.push_back(std::move(line));
    }
    bool empty() const { return lines_.empty(); }
    std::vector<std::string> take() {
        if (count_ > lines_.size()) lines_.push_back(fmt::format("and {} more", count_ - lines_.size()));
        return std::move(lines_);
    }

private:
    std::size_t count_ = 0;
    std::vector<std::string> lines_;
};

bool is_made(const KeptChange& change) {
    return !change.before;
}

std::string name_of_event(const Event& event) {
    return fmt::format("event {} ({})", event.seq, event.kind.view());
}

Result<void> check_can_be_undone(const Event& event, const std::vector<KeptChange>& changes, Connection& connection) {
    const bool is_purged = event.facts.contains("purged") || event.kind.view() == "purge";
    if (is_purged) {
        return fail(ErrorCode::conflict, fmt::format("Undo of {}.", name_of_event(event)),
                    "Take what is needed from a backup, if there is one.", "What was purged is gone for good.");
    }
    if (changes.empty()) {
        return fail(ErrorCode::conflict, fmt::format("Undo of {}.", name_of_event(event)),
                    "`hivemind log` shows the trail; only events that changed a record can be undone.",
                    "It changed no record.");
    }
    HM_TRY_ASSIGN(const auto undo, undone_by(connection, event.seq));
    if (!undo) return {};
    return fail(Error{ErrorCode::conflict,
                      fmt::format("Undo of {}.", name_of_event(event)),
                      fmt::format("To do it again, undo the undo: `hivemind undo {}`.", *undo),
                      "It is already undone.",
                      {fmt::format("event {} undid it", *undo)}});
}

// An event that was undone, and the undo itself, have no effect any more.
Result<bool> is_without_effect(const Event& later, std::int64_t than, Connection& connection) {
    HM_TRY_ASSIGN(const auto undo, undone_by(connection, later.seq));
    const auto target = undone_event(later);
    return undo.has_value() || (target && *target > than);
}

Result<void> object_to_later_events(const Event& event, const std::vector<KeptChange>& changes,
                                    const CommandContext& context, Objections& objections) {
    std::set<std::int64_t> later;
    for (const KeptChange& change : changes) {
        HM_TRY_ASSIGN(const auto events, events_changing(context.connection(), change.id, event.seq));
        later.insert(events.begin(), events.end());
    }
    for (const std::int64_t seq : later) {
        HM_TRY_ASSIGN(const auto found, find_event(context.connection(), seq, context.bad));
        if (!found) {
            objections.add(fmt::format("event {} changed the same and cannot be read", seq));
            continue;
        }
        HM_TRY_ASSIGN(const bool is_void, is_without_effect(*found, event.seq, context.connection()));
        if (is_void) continue;
        objections.add(
            fmt::format("event {} {} changed the same: {}", found->seq, found->kind.view(), found->summary.view()));
    }
    return {};
}

Result<void> object_to_dependents(const std::vector<KeptChange>& changes, const CommandContext& context,
                                  Objections& objections) {
    std::set<std::string> own;
    for (const KeptChange& change : changes) own.insert(change.id);
    for (const KeptChange& change : changes) {
        if (!is_made(change) || change.noun == setting_noun) continue;
        HM_TRY_ASSIGN(const auto naming, records_naming(context.connection(), Id::trusted(std::string(change.id)),
                                                        Archived::left_out, most_listed_changes + 1, context.bad));
        for (const Naming& each : naming) {
            if (own.contains(each.id.text())) continue;
            objections.add(fmt::format("{} {} names the {} in {}: {}", spoken(each.noun->table.noun), each.id.text(),
                                       spoken(change.noun), each.field, headline_of(each.record)));
        }
    }
    return {};
}

// What a client reports of its session is not in the trail as a change.
Result<void> object_to_reports(const Event& event, const KeptChange& change, const CommandContext& context,
                               Objections& objections) {
    if (change.noun != "session" || is_made(change)) return {};
    const AnyNoun* noun = noun_named(change.noun);
    HM_TRY_ASSIGN(const auto now, noun->find(context.connection(), Id::trusted(std::string(change.id)), context.bad));
    if (now && now->at("modified_at").to_number<std::int64_t>() > event.at.ms) {
        objections.add(fmt::format("session {} has gone on since", change.id));
    }
    return {};
}

// A file lock is held by one task at a time; another may have taken it meanwhile.
Result<void> object_to_lost_locks(const KeptChange& change, const std::vector<KeptChange>& changes,
                                  const CommandContext& context, Objections& objections) {
    if (change.noun != "task" || is_made(change)) return {};
    HM_TRY_ASSIGN(const Task before, decode_as<Task>(*change.before, "The task as it was"));
    for (const FilePath& path : before.file_locks) {
        HM_TRY_ASSIGN(const auto holders, lock_holders(context.connection(), path.view(), NameCase::counts));
        for (const Id& holder : holders) {
            const bool is_own = std::any_of(changes.begin(), changes.end(),
                                            [&](const KeptChange& each) { return each.id == holder.text(); });
            if (!is_own) objections.add(fmt::format("{} is held by task {} now", path.view(), holder.text()));
        }
    }
    return {};
}

// A task that nobody shall work on holds no session and no files.
json::object at_rest(json::object record, std::string_view noun, Time now) {
    if (noun != "task") return record;
    auto task = decode_as<Task>(record, noun);
    if (!task) return record;
    if (task->status == TaskStatus::active || task->status == TaskStatus::review) {
        const auto moved = move_to(*task, TaskStatus::planned, now);
        HM_ASSERT(moved.has_value());
    }
    task->file_locks.clear();
    return Codec<Task>::encode_object(*task);
}

Result<void> take_out(const AnyNoun& noun, const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(auto record, noun.find(context.connection(), id, context.bad));
    if (!record) return fail(ErrorCode::not_found, fmt::format("No {} {}.", noun.table.noun, id.text()), "");
    json::object out = at_rest(std::move(*record), noun.table.noun, context.now);
    out["archived_at"] = context.now.ms;
    out["modified_at"] = context.now.ms;
    return noun.put(context.transaction, out);
}

Result<void> reverse(const KeptChange& change, const CommandContext& context) {
    if (change.noun == setting_noun) {
        return is_made(change) ? clear_setting(context.transaction, change.id)
                               : save_setting(context.transaction, change.id, *change.before);
    }
    const AnyNoun* noun = noun_named(change.noun);
    if (noun == nullptr) {
        return fail(ErrorCode::unsupported, fmt::format("The noun {} is not known.", change.noun), "");
    }
    if (is_made(change)) return take_out(*noun, Id::trusted(std::string(change.id)), context);
    if (!change.before->is_object()) return fail(ErrorCode::corrupt, "A before-image is no record.", "");
    return noun->put(context.transaction, change.before->get_object());
}

// A record that was changed several times is put back once.
Compensated count(const std::vector<KeptChange>& changes) {
    Compensated done;
    std::set<std::string> seen;
    for (const KeptChange& change : changes) {
        // A setting that was made has its default again.
        const bool is_taken_out = is_made(change) && change.noun != setting_noun;
        if (seen.insert(change.id).second) ++(is_taken_out ? done.taken_out : done.restored);
    }
    return done;
}

Error cannot_be_restored(const Event& event, Error cause) {
    std::vector<std::string> evidence{cause.what};
    if (!cause.why.empty()) evidence.push_back(cause.why);
    evidence.insert(evidence.end(), cause.evidence.begin(), cause.evidence.end());
    return {cause.code, fmt::format("Undo of {}.", name_of_event(event)), "Make the change you want by hand.",
            "What was before cannot be put back as it was. Nothing was changed.", std::move(evidence)};
}

}  // namespace

Result<Compensated> compensate(const Event& event, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto changes, changes_of(context.connection(), event.seq));
    HM_TRY(check_can_be_undone(event, changes, context.connection()));
    Objections objections;
    HM_TRY(object_to_later_events(event, changes, context, objections));
    HM_TRY(object_to_dependents(changes, context, objections));
    for (const KeptChange& change : changes) {
        HM_TRY(object_to_reports(event, change, context, objections));
        HM_TRY(object_to_lost_locks(change, changes, context, objections));
    }
    if (!objections.empty()) {
        return fail(Error{ErrorCode::conflict, fmt::format("Undo of {}.", name_of_event(event)),
                          "Undo or change what is listed first, the latest first.",
                          "Later work builds on it. Nothing was changed.", objections.take()});
    }
    // Backwards through the very states it went through, so that no rule of uniqueness is broken on the way.
    for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
        auto reversed = reverse(*change, context);
        if (!reversed) return fail(cannot_be_restored(event, std::move(reversed).error()));
    }
    return count(changes);
}

namespace {

struct Undo {
    Text<1, 60> event;

    static constexpr void fields(auto&& visit) {
        visit(field("event", &Undo::event, "The event: its place in the trail as `hivemind log` shows it, or its id."));
    }
};

Result<Receipt> run(const Undo& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto event, event_named(context.connection(), input.event.view(), context.bad));
    if (!event) {
        return fail(ErrorCode::not_found, fmt::format("No event {}.", input.event.view()),
                    "Use a number from the first column of `hivemind log`.");
    }
    HM_TRY_ASSIGN(const Compensated done, compensate(*event, context));
    Receipt receipt{fmt::format("Undid event {}, {}: {} put back, {} taken out of use.", event->seq, event->kind.view(),
                                done.restored, done.taken_out),
                    event->subject_id, event->task_id};
    receipt.details[undoes_member] = event->seq;
    return receipt;
}

}  // namespace

Command undo() {
    return loosening(make_command<Undo, run>("undo", "Take back what an event changed.", "event", Access::person));
}

namespace {

constexpr std::int64_t most_review_events = 200;

Result<std::optional<Event>> last_review(const Id& id, Connection& connection) {
    BadRows bad;
    HM_TRY_ASSIGN(std::vector<Event> events, events_about(connection, id, most_review_events, bad));
    for (Event& event : events) {
        if (!event.kind.view().starts_with("review.")) continue;
        HM_TRY_ASSIGN(const auto undo, undone_by(connection, event.seq));
        if (!undo) return std::move(event);
    }
    return std::nullopt;
}

}  // namespace

Result<Receipt> undo_review(const Id& id, const Actor& actor, Workspace& workspace) {
    HM_TRY_ASSIGN(const auto review, last_review(id, workspace.store.connection()));
    if (!review) {
        return fail(ErrorCode::not_found, fmt::format("No review of {} is in force.", id.text()),
                    "`hivemind review` lists what nobody has looked at; `hivemind log` what was done.");
    }
    return execute(*find_command("undo"), {json::object{{"event", std::to_string(review->seq)}}, actor}, workspace);
}

}  // namespace hm
