#include "app/stale_anchors.h"

#include "engine/staleness/staleness.h"
#include "store/records.h"
#include "store/sql/anchor.h"
#include "store/sql/past_date.h"

namespace hm {
namespace {

constexpr std::int64_t most_at_once = 200;

}  // namespace

Result<std::int64_t> let_stale_anchors_go(Transaction& transaction, const Settings& settings, Time now) {
    Connection& connection = transaction.connection();
    BadRows bad;
    HM_TRY_ASSIGN(auto active, active_task_ids(connection));
    const StalenessFacts facts = staleness_facts(settings, now, std::move(active));
    HM_TRY_ASSIGN(const auto anchors, current_anchors(connection, most_at_once, bad));
    std::int64_t gone = 0;
    for (Anchor anchor : anchors) {
        if (!is_stale(anchor, facts)) continue;
        anchor.purged_at = now;
        anchor.modified_at = now;
        HM_TRY(update(transaction, anchor));
        ++gone;
    }
    return gone;
}

}  // namespace hm
