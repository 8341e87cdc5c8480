#include "app/session/clean_context.h"

#include "base/json.h"
#include "domain/session_counters.h"

namespace hm {
namespace {

// Beside the counters, which leave alone what is not theirs.
constexpr std::string_view key = "clean_context";
constexpr std::int64_t calls_it_stays = 30;

}  // namespace

void keep_clean_context(Session& session, const CleanContextPlan& plan) {
    const std::int64_t calls = read_counters(session.counters).total_tool_calls;
    session.counters[key] = json::object{{"plan", plan.view()}, {"until_call", calls + calls_it_stays}};
}

void drop_clean_context(Session& session) {
    session.counters.erase(key);
}

std::string clean_context(const Session& session) {
    const json::object& kept = object_member(session.counters, key);
    const json::value* until = kept.if_contains("until_call");
    if (until == nullptr || !until->is_int64()) return {};
    if (read_counters(session.counters).total_tool_calls >= until->get_int64()) return {};
    return std::string(text_member(kept, "plan"));
}

}  // namespace hm
