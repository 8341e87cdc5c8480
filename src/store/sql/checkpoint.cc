#include "store/sql/checkpoint.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Checkpoint)

Result<std::vector<Checkpoint>> checkpoints_of(Connection& connection, const Id& task_id, std::int64_t limit,
                                               BadRows& bad) {
    return select<Checkpoint>(connection, "WHERE t.task_id=? ORDER BY t.created_at DESC, t.id DESC LIMIT ?", bad,
                              task_id, limit);
}

}  // namespace hm
