// Where things stand, in a screenful.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "domain/anchor.h"
#include "domain/event.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "view/shown_task.h"

namespace hm {

struct StatusFacts {
    std::string version;
    std::string root;
    GateMode mode = GateMode::assisted;
    std::optional<Time> paused_until;
    FailMode fail = FailMode::open;
    Time now;
    std::vector<ShownTask> active_tasks;
    std::vector<ShownTask> planned_tasks;
    std::vector<Anchor> anchors;
    std::vector<Session> sessions;
    std::vector<Event> last_events;
    std::int64_t memories = 0;
    std::int64_t past_date = 0;  // counted no further than past_date_counted
    std::int64_t past_date_counted = 100;
    std::size_t spooled = 0;
    std::size_t bad_rows = 0;
};

std::string status_text(const StatusFacts& facts);
json::object status_json(const StatusFacts& facts);

}  // namespace hm
