// What a purge takes along: the records asked for and, when wanted, all that cannot be without them. Records that only
// mention one of them are kept and lose the mention.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/noun_commands.h"
#include "store/files/session_files.h"
#include "store/records/record_links.h"
#include "view/record_text.h"

namespace hm {

HM_ENUM(Dependents, refused, taken_along)

// Refuses with the list when other records need one of them and are not to be taken along.
Result<std::set<Id>> purge_set(const std::vector<Id>& asked, Dependents dependents, const CommandContext& context);

// Takes the mentions of the records out of all others; answers how many records that changed.
Result<std::size_t> forget_mentions(const std::set<Id>& ids, const CommandContext& context);

namespace {

constexpr std::int64_t looked_at_once = 1000;
constexpr std::size_t largest_purge = 10'000;
constexpr std::size_t most_listed = 20;

Error needed_by(const Id& id, const std::vector<Naming>& needing) {
    Error error{ErrorCode::conflict,
                fmt::format("Purge of {}.", id.text()),
                "Purge those first, or all together with --with-dependents; --dry-run shows what would go.",
                "Other records cannot be without it. Nothing was removed.",
                {}};
    for (const Naming& each : needing) {
        if (error.evidence.size() == most_listed) {
            error.evidence.push_back(fmt::format("and {} more", needing.size() - most_listed));
            break;
        }
        error.evidence.push_back(fmt::format("{} {} needs it as its {}: {}", spoken(each.noun->table.noun),
                                             each.id.text(), each.field, headline_of(each.record)));
    }
    return error;
}

// The records outside the set that need this one, archived ones included.
Result<std::vector<Naming>> needing(const Id& id, const std::set<Id>& within, const CommandContext& context) {
    HM_TRY_ASSIGN(auto naming, records_naming(context.connection(), id, Archived::shown, looked_at_once, context.bad));
    std::erase_if(naming, [&](const Naming& each) { return each.need == Need::optional || within.contains(each.id); });
    return naming;
}

Result<void> check_is_there(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(const bool is_there, holds_anything_of(context.connection(), id));
    if (is_there) return {};
    return fail(ErrorCode::not_found, fmt::format("No record {}.", id.text()),
                "Use an id that was printed; `hivemind trace <stamp>` finds records by their minute.");
}

}  // namespace

Result<std::set<Id>> purge_set(const std::vector<Id>& asked, Dependents dependents, const CommandContext& context) {
    std::set<Id> all(asked.begin(), asked.end());
    std::vector<Id> waiting(asked);
    for (const Id& id : asked) HM_TRY(check_is_there(id, context));
    while (!waiting.empty()) {
        const Id id = waiting.back();
        waiting.pop_back();
        HM_TRY_ASSIGN(const auto needed, needing(id, all, context));
        if (!needed.empty() && dependents == Dependents::refused) return fail(needed_by(id, needed));
        for (const Naming& each : needed) {
            if (all.insert(each.id).second) waiting.push_back(each.id);
        }
        // What one look did not show is still needed by it.
        if (needed.size() >= static_cast<std::size_t>(looked_at_once)) waiting.push_back(id);
        if (all.size() > largest_purge) {
            return fail(ErrorCode::conflict, fmt::format("A purge of more than {} records.", largest_purge),
                        "Purge the records that hang off it in several steps.");
        }
    }
    return all;
}

Result<std::size_t> forget_mentions(const std::set<Id>& ids, const CommandContext& context) {
    std::set<Id> changed;
    for (const Id& id : ids) {
        while (true) {
            HM_TRY_ASSIGN(auto naming,
                          records_naming(context.connection(), id, Archived::shown, looked_at_once, context.bad));
            std::erase_if(naming, [&](const Naming& each) { return ids.contains(each.id); });
            if (naming.empty()) break;
            for (Naming& each : naming) {
                json::object without = without_links_to(std::move(each.record), each.noun->shape(), id);
                without["modified_at"] = context.now.ms;
                HM_TRY(each.noun->put(context.transaction, without));
                changed.insert(each.id);
            }
        }
    }
    return changed.size();
}

// purge: removes records for good, everywhere in the store. The purge itself stays in the trail, without what it
// removed.

namespace {

constexpr std::size_t most_purged_named = 10;

struct Purge {
    std::vector<Id> ids;
    bool with_dependents = false;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("ids", &Purge::ids,
                    "The records to remove; none: only wipe what earlier purges left in free pages."));
        visit(field("with_dependents", &Purge::with_dependents, "Also the records that cannot be without them."));
        visit(field("dry_run", &Purge::dry_run, "Only show what would be removed."));
    }
};

json::object rows_json(const RemovedRows& removed) {
    json::object object;
    for (const auto& [table, rows] : removed) object[table] = rows;
    return object;
}

void name_copies(const ProjectPaths& paths, Receipt& receipt) {
    const std::vector<std::string> copies = copies_of_store(paths);
    if (copies.empty()) return;
    json::array named;
    for (std::size_t i = 0; i < copies.size() && i < most_purged_named; ++i) named.emplace_back(copies[i]);
    if (copies.size() > most_purged_named)
        named.emplace_back(fmt::format("and {} more", copies.size() - most_purged_named));
    receipt.details["not_touched"] = std::move(named);
    receipt.sentence += " Copies of the store were not touched and may still hold it.";
}

// Once the records are gone for everyone: their traces in files.
void wipe(Connection& connection, const ProjectPaths& paths, const std::set<Id>& ids, Duration patience,
          Receipt& receipt) {
    if (const std::size_t files = purge_spool(paths, ids); files > 0) receipt.details["spool_files"] = files;
    if (const std::size_t lines = purge_archive(paths, ids); lines > 0) receipt.details["archived_events"] = lines;
    if (const auto scrubbed = scrub(connection, Deadline::in(patience)); !scrubbed) {
        receipt.sentence += " Its bytes may still be in free pages or in the log: run `hivemind purge` to wipe them.";
        receipt.details["not_wiped"] = scrubbed.error().what + " " + scrubbed.error().why;
    }
    name_copies(paths, receipt);
}

Result<Receipt> run(const Purge& input, const CommandContext& context) {
    Connection& connection = context.connection();
    HM_TRY_ASSIGN(const std::set<Id> ids,
                  purge_set(input.ids, input.with_dependents ? Dependents::taken_along : Dependents::refused, context));
    HM_TRY_ASSIGN(const std::size_t changed, forget_mentions(ids, context));
    HM_TRY_ASSIGN(const RemovedRows removed, remove_for_good(context.transaction, ids));
    Receipt receipt{ids.empty() ? std::string("Wiped the free pages and the log.")
                                : fmt::format("{} {} {} for good.", input.dry_run ? "Would purge" : "Purged",
                                              ids.size(), ids.size() == 1 ? "record" : "records"),
                    input.ids.size() == 1 ? std::optional(input.ids.front()) : std::nullopt};
    if (!removed.empty()) receipt.details["removed"] = rows_json(removed);
    if (changed > 0) receipt.details["mentions_taken_out_of"] = changed;
    context.afterwards.roll_back = input.dry_run;
    if (input.dry_run) name_copies(context.paths, receipt);
    context.afterwards.acts.emplace_back(
        [&connection, paths = context.paths, ids, patience = context.settings.command_deadline](Receipt& done) {
            wipe(connection, paths, ids, patience, done);
        });
    return receipt;
}

}  // namespace

Command purge() {
    return loosening(
        make_command<Purge, run>("purge", "Remove records for good, everywhere in the store.", "ids", Access::person));
}

}  // namespace hm
