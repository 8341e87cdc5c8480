#include "support/counted_work.h"

#include <sqlite3.h>

namespace hm::testing {
namespace {

int count_step(void* steps) {
    ++*static_cast<std::int64_t*>(steps);
    return 0;
}

}  // namespace

std::int64_t steps_of(Connection& connection, const std::function<void()>& work) {
    std::int64_t steps = 0;
    sqlite3_progress_handler(connection.handle(), 1, count_step, &steps);
    work();
    sqlite3_progress_handler(connection.handle(), 0, nullptr, nullptr);
    return steps;
}

}  // namespace hm::testing
