#include "store/turn_on_log.h"

#include <unistd.h>

namespace hm {

// SQLite does not wait for others here, so we do.
Result<void> turn_on_log(Connection& connection) {
    while (true) {
        auto turned_on = connection.execute("PRAGMA journal_mode=WAL");
        const bool is_worth_waiting = !turned_on && turned_on.error().code == ErrorCode::busy;
        if (!is_worth_waiting || connection.deadline().has_passed()) return turned_on;
        usleep(2000);
    }
}

}  // namespace hm
