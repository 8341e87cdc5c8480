#include "view/status_text.h"

#include <fmt/format.h>

#include "base/codec.h"
#include "view/record_lists.h"

namespace hm {

std::string status_text(const StatusFacts& facts) {
    std::string text =
        fmt::format("HiveMind {} in {}\nmode {}, fails {}, {} memories, {} anchors, {} sessions seen lately\n",
                    facts.version, facts.root, name_of(facts.mode), name_of(facts.fail), facts.memories,
                    facts.anchors.size(), facts.sessions.size());
    if (facts.paused_until) text += fmt::format("the gate is paused until {}\n", to_iso(*facts.paused_until));
    text += "\nActive tasks\n" + task_lines(facts.active_tasks, facts.now);
    if (!facts.planned_tasks.empty()) text += "\nPlanned tasks\n" + task_lines(facts.planned_tasks, facts.now);
    text += "\nLast events\n" + event_lines({facts.last_events.rbegin(), facts.last_events.rend()});
    if (facts.past_date > 0) {
        text += fmt::format("\n{}{} records are past their date; `hivemind stale` lists them.\n", facts.past_date,
                            facts.past_date >= facts.past_date_counted ? " or more" : "");
    }
    if (facts.spooled > 0) text += fmt::format("\n{} records wait in the spool for the next write.\n", facts.spooled);
    if (facts.bad_rows > 0)
        text += fmt::format("\n{} stored rows cannot be read; run `hivemind doctor`.\n", facts.bad_rows);
    return text;
}

json::object status_json(const StatusFacts& facts) {
    return {{"version", facts.version},
            {"root", facts.root},
            {"mode", name_of(facts.mode)},
            {"paused_until", encode(facts.paused_until)},
            {"fail", name_of(facts.fail)},
            {"memories", facts.memories},
            {"past_date", facts.past_date},
            {"active_tasks", to_json(facts.active_tasks)},
            {"planned_tasks", to_json(facts.planned_tasks)},
            {"anchors", encode(facts.anchors)},
            {"sessions", encode(facts.sessions)},
            {"last_events", encode(facts.last_events)},
            {"spooled", facts.spooled},
            {"bad_rows", facts.bad_rows}};
}

}  // namespace hm
