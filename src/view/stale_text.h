// What is past its date, as a person reads it and as machines do.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/time.h"

namespace hm {

struct StaleEntry {
    std::string_view noun;
    json::object record;
    Time confirmed_at;  // when somebody last said that it holds, or changed it
    Duration unconfirmed_for;
    std::optional<std::int64_t> confidence;  // now, of knowledge
    std::string reason = {};                 // why, of a document; empty: its date, or its source
};

std::string stale_text(const std::vector<StaleEntry>& entries);
// "2 anchors and 1 memory are past their date or come from what changed: `hivemind stale` shows them."
std::string stale_warning(const std::vector<StaleEntry>& entries);
// For the agent: a task in hand that nothing was done under for so long.
std::string stale_task_note(std::string_view id, std::string_view name, Duration untouched_for);
json::array stale_json(const std::vector<StaleEntry>& entries);

}  // namespace hm
