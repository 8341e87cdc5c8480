#include "view/stale_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "view/age_text.h"
#include "view/any_record_text.h"
#include "view/plain_text.h"

namespace hm {
namespace {

std::int64_t whole_hours(Duration duration) {
    return duration.ms / 3'600'000;
}

bool has_changed_source(const StaleEntry& entry) {
    const json::value* since = entry.record.if_contains("stale_since");
    return since != nullptr && !since->is_null();
}

}  // namespace

std::string stale_text(const std::vector<StaleEntry>& entries) {
    if (entries.empty()) return "Nothing is past its date.\n";
    std::string text;
    for (const StaleEntry& entry : entries) {
        const std::string sure = entry.confidence ? fmt::format(", {} % sure now", *entry.confidence) : std::string();
        text += fmt::format("{}  {:<10} {:>5}h{}{}  {}\n", std::string_view(entry.record.at("id").get_string()),
                            entry.noun, whole_hours(entry.unconfirmed_for), sure,
                            has_changed_source(entry) ? ", its source changed" : "", headline_of(entry.record));
        if (!entry.reason.empty()) text += fmt::format("    {}\n", entry.reason);
    }
    return text +
           "\n`hivemind validate <id>` says that one still holds; `hivemind <noun> remove <id>` takes it away.\n";
}

std::string stale_warning(const std::vector<StaleEntry>& entries) {
    std::string counts;
    for (const std::string_view noun : {"anchor", "memory", "knowledge", "artifact"}) {
        const auto count =
            std::count_if(entries.begin(), entries.end(), [&](const StaleEntry& entry) { return entry.noun == noun; });
        if (count > 0) counts += fmt::format("{}{}: {}", counts.empty() ? "" : ", ", noun, count);
    }
    return fmt::format("Past their date, or come from what changed since ({}): `hivemind stale` shows them.", counts);
}

std::string stale_task_note(std::string_view id, std::string_view name, Duration untouched_for) {
    return fmt::format(
        "Nothing was done under the task \"{}\" ({}) for {}. If it is still what is worked on, go on; else end it with "
        "govern_task complete or fail.",
        plain_text(shorten(name, 100)), id, coarse_age(untouched_for));
}

json::array stale_json(const std::vector<StaleEntry>& entries) {
    json::array array;
    for (const StaleEntry& entry : entries) {
        json::object object{{"noun", entry.noun},
                            {"record", entry.record},
                            {"confirmed_at", entry.confirmed_at.ms},
                            {"staleness_hours", whole_hours(entry.unconfirmed_for)},
                            {"source_changed", has_changed_source(entry)},
                            {"is_stale", true}};
        if (entry.confidence) object["confidence_now"] = *entry.confidence;
        if (!entry.reason.empty()) object["reason"] = entry.reason;
        array.push_back(std::move(object));
    }
    return array;
}

}  // namespace hm
