// ready: what may start now, and why the rest may not.
#include <fmt/format.h>

#include "app/facts/load_blockers.h"
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/sql/task.h"
#include "view/ready_text.h"

namespace hm {
namespace {

struct ShowReady {
    std::optional<std::int64_t> limit;
    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ShowReady::limit, "Most to show of each sort; 50 when left out."));
    }
};

constexpr std::int64_t most_looked_at = 20'000;

void add(std::vector<ReadyTask>& tasks, std::size_t& count, ReadyTask task, std::int64_t limit) {
    ++count;
    if (static_cast<std::int64_t>(tasks.size()) < limit) tasks.push_back(std::move(task));
}

Result<Answer> run(const ShowReady& input, const QueryContext& context) {
    const std::int64_t limit = list_limit(input.limit);
    ReadyFacts facts;
    HM_TRY_ASSIGN(const std::vector<TaskRow> rows, planned_task_rows(context.connection(), most_looked_at));
    for (const TaskRow& row : rows) {
        ReadyTask task{row.id, row.name, row.assigned_to, {}};
        HM_TRY_ASSIGN(task.blockers, load_blockers(context.connection(), row.id));
        if (!task.blockers.empty()) {
            add(facts.blocked, facts.blocked_count, std::move(task), limit);
        } else if (row.is_planned_ahead) {
            add(facts.ahead, facts.ahead_count, std::move(task), limit);
        } else {
            add(facts.ready, facts.ready_count, std::move(task), limit);
        }
    }
    return Answer{ready_json(facts), ready_text(facts)};
}

}  // namespace

Query show_ready() {
    return make_query<ShowReady, run>("ready", "List what may start now, and why the rest may not.");
}

}  // namespace hm
