#include "app/set_bad_rows_aside.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/new_event.h"
#include "store/health.h"
#include "store/record_links.h"
#include "store/sql/event.h"

namespace hm {
namespace {

constexpr std::size_t most_named = 5;

bool is_of_a_noun(const BadRow& row) {
    const auto nouns = all_nouns();
    return std::any_of(nouns.begin(), nouns.end(), [&](const AnyNoun& noun) { return noun.table.name == row.table; });
}

Result<bool> is_named(const BadRow& row, const CommandContext& context) {
    BadRows ignored;
    HM_TRY_ASSIGN(const auto naming,
                  records_naming(context.connection(), Id::trusted(std::string(row.id)), Archived::shown, 1, ignored));
    // A bad row may name it too, and cannot be asked.
    return !naming.empty() || !ignored.empty();
}

Event event_of(const BadRows& rows, const CommandContext& context) {
    Event event =
        new_event("quarantine", fmt::format("Set {} rows aside that could not be read.", rows.size()),
                  {.kind = context.actor.kind, .session_id = context.actor.session_id}, context.now, context.ids);
    json::array named;
    for (std::size_t i = 0; i < rows.size() && i < most_named; ++i) {
        named.push_back({{"table", rows[i].table},
                         {"id", shorten(repair_utf8(rows[i].id), 60)},
                         {"reason", shorten(repair_utf8(rows[i].reason), 200)}});
    }
    event.facts = {{"rows", std::move(named)}, {"count", rows.size()}};
    return event;
}

}  // namespace

Result<void> set_bad_rows_aside(const CommandContext& context) {
    BadRows moved;
    std::set<std::pair<std::string, std::string>> seen;
    for (const BadRow& row : BadRows(context.bad)) {
        if (!seen.insert({row.table, row.id}).second || !is_of_a_noun(row)) continue;
        HM_TRY_ASSIGN(const bool must_stay, is_named(row, context));
        if (must_stay) continue;
        HM_TRY_ASSIGN(const std::size_t count, quarantine_bad_rows(context.transaction, {row}, context.now));
        if (count > 0) moved.push_back(row);
    }
    if (moved.empty()) return {};
    HM_TRY(append_event(context.transaction, event_of(moved, context)));
    return {};
}

}  // namespace hm
