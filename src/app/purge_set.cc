#include "app/purge_set.h"

#include <fmt/format.h>

#include "app/nouns/spoken.h"
#include "store/purge.h"
#include "store/record_links.h"
#include "view/any_record_text.h"

namespace hm {
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

}  // namespace hm
