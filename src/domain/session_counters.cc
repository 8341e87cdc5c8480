#include "domain/session_counters.h"

#include <algorithm>
#include <cmath>

namespace hm {
namespace {

constexpr std::size_t most_tools = 24;
constexpr std::size_t most_files = 24;
constexpr std::int64_t whole_word = 100;  // hundredths

template <class T>
void read_member(const json::object& stored, std::string_view name, T& out) {
    const json::value* value = stored.if_contains(name);
    if (value == nullptr) return;
    if constexpr (std::is_same_v<T, std::int64_t>) {
        if (value->is_int64()) out = value->get_int64();
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (value->is_string()) out = std::string(value->get_string());
    } else if constexpr (std::is_same_v<T, json::object>) {
        if (value->is_object()) out = value->get_object();
    } else {
        if (value->is_array()) out = value->get_array();
    }
}

template <class T>
bool is_nothing(const T& value) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
        return value == 0;
    } else {
        return value.empty();
    }
}

void count_rate(SessionCounters& counters, Time at) {
    const std::int64_t since = at.ms - counters.window_started_at;
    if (since >= call_window_ms || since < 0) {
        counters.calls_in_last_window = since >= 0 && since < 2 * call_window_ms ? counters.calls_in_window : 0;
        counters.calls_in_window = 0;
        counters.window_started_at =
            since >= 0 && since < 2 * call_window_ms ? counters.window_started_at + call_window_ms : at.ms;
    }
    counters.calls_in_window += 1;
}

void count_tool(SessionCounters& counters, const Word& tool) {
    if (json::value* calls = counters.tools_used.if_contains(tool.view()); calls != nullptr && calls->is_int64()) {
        calls->get_int64() += 1;
    } else if (counters.tools_used.size() < most_tools) {
        counters.tools_used[tool.view()] = 1;
    }
}

void note_files(SessionCounters& counters, const std::vector<FilePath>& files) {
    for (const FilePath& file : files) {
        const json::value name(file.view());
        const auto known = std::find(counters.files_touched.begin(), counters.files_touched.end(), name);
        if (known != counters.files_touched.end()) counters.files_touched.erase(known);
        counters.files_touched.push_back(name);
        if (counters.files_touched.size() > most_files) counters.files_touched.erase(counters.files_touched.begin());
    }
}

void count_class(SessionCounters& counters, const Happening& call) {
    switch (call.tool_class.value_or(ToolClass::query)) {
        case ToolClass::read:
            counters.read_calls += 1;
            counters.reads_since_write += 1;
            break;
        case ToolClass::write:
            counters.write_calls += 1;
            counters.reads_since_write = 0;
            counters.identical_answers = 0;
            counters.last_answer.clear();
            counters.writes_without_task = call.has_task ? 0 : counters.writes_without_task + 1;
            break;
        case ToolClass::query: counters.query_calls += 1; break;
        case ToolClass::governance:
            counters.governance_calls += 1;
            counters.calls_in_section = 0;
            break;
    }
}

// Words fade: what was said long ago is not what is going on.
void count_keyword(SessionCounters& counters, const std::optional<Word>& keyword) {
    counters.keyword_points = counters.keyword_points * 9 / 10;
    if (!keyword) return;
    counters.keyword_points += whole_word;
    counters.last_keyword = keyword->str();
}

void count_call(SessionCounters& counters, const Happening& call, Time at) {
    counters.total_tool_calls += 1;
    counters.awaits_purification = 0;
    counters.calls_in_section += 1;
    count_rate(counters, at);
    if (call.tool) count_tool(counters, *call.tool);
    note_files(counters, call.files);
    if (call.has_failed) {
        counters.consecutive_failures += 1;
    } else {
        counters.consecutive_failures = 0;
        counters.successful_tool_calls += 1;
    }
    count_class(counters, call);
    count_keyword(counters, call.keyword);
    const std::string print = call.print ? call.print->str() : std::string();
    counters.identical_calls = !print.empty() && print == counters.last_call ? counters.identical_calls + 1 : 1;
    counters.last_call = print;
    if (!call.has_task) {
        counters.task_quiet_since = 0;
    } else if (call.left_checkpoint) {
        counters.task_quiet_since = at.ms;
    } else if (call.task_since) {
        counters.task_quiet_since = std::max(counters.task_quiet_since, call.task_since->ms);
    }
}

// An agent that is called to an end again and again says the same again and again.
void count_turn_end(SessionCounters& counters, const Happening& end) {
    counters.cancels_in_row = 0;
    if (!end.print) return;
    const bool is_same = end.print->view() == counters.last_answer;
    counters.identical_answers = is_same ? counters.identical_answers + 1 : 1;
    counters.last_answer = end.print->str();
}

void count_usage(SessionCounters& counters, const Happening& usage) {
    if (usage.window && *usage.window > 0) counters.window = *usage.window;
    if (!usage.tokens || *usage.tokens < 0) return;
    const std::int64_t before = counters.tokens_before_compaction;
    if (before > 0) {
        counters.freed_percent = std::clamp<std::int64_t>((before - *usage.tokens) * 100 / before, -100, 100);
        const bool is_useless = counters.freed_percent < usage.useless_below.value_or(0);
        counters.useless_compactions = is_useless ? counters.useless_compactions + 1 : 0;
        counters.compactions_seen += 1;
        counters.tokens_before_compaction = 0;
    }
    counters.tokens = *usage.tokens;
}

void count_compaction(SessionCounters& counters) {
    counters.tokens_before_compaction = counters.tokens;
    counters.awaits_purification = 1;
    counters.prompt_points = 0;
    counters.keyword_points = 0;
}

void count_prompt(SessionCounters& counters, const Happening& prompt, Time at) {
    counters.turn_count += 1;
    counters.consecutive_same_section += 1;
    // The person spoke: what ran away before has been seen.
    counters.identical_calls = 0;
    counters.last_call.clear();
    counters.consecutive_failures = 0;
    if (prompt.completed_branches) counters.completed_branches = *prompt.completed_branches;
    if (prompt.has_no_tree) counters.has_no_tree = *prompt.has_no_tree ? 1 : 0;
    if (!prompt.points) return;
    counters.prompt_points = prompt_points_at(counters, at) * whole_word + *prompt.points * whole_word;
    counters.prompt_points_at = at.ms;
}

void tell_signals(SessionCounters& counters) {
    for (auto& signal : counters.signals) {
        if (!signal.value().is_object()) continue;
        json::object& entry = signal.value().get_object();
        const json::value* is_open = entry.if_contains("is_open");
        if (is_open == nullptr || *is_open != json::value(true)) continue;
        json::value& told = entry["told"];
        told = told.is_int64() ? told.get_int64() + 1 : 1;
    }
}

}  // namespace

SessionCounters read_counters(const json::object& stored) {
    SessionCounters counters;
    SessionCounters::fields([&](std::string_view name, auto member) { read_member(stored, name, counters.*member); });
    return counters;
}

json::object write_counters(const SessionCounters& counters, json::object stored) {
    SessionCounters::fields([&](std::string_view name, auto member) {
        if (is_nothing(counters.*member)) {
            stored.stable_erase(name);
        } else {
            stored[name] = counters.*member;
        }
    });
    return stored;
}

std::int64_t calls_a_minute(const SessionCounters& counters, Time now) {
    const std::int64_t since = now.ms - counters.window_started_at;
    if (since < 0 || since >= 2 * call_window_ms) return 0;
    if (since >= call_window_ms) return counters.calls_in_window * (2 * call_window_ms - since) / call_window_ms;
    return counters.calls_in_window + counters.calls_in_last_window * (call_window_ms - since) / call_window_ms;
}

std::int64_t prompt_points_at(const SessionCounters& counters, Time now) {
    const double hours_since = std::max<double>(0, static_cast<double>(now.ms - counters.prompt_points_at) / 3.6e6);
    return static_cast<std::int64_t>(static_cast<double>(counters.prompt_points) * std::pow(0.9, hours_since)) /
           whole_word;
}

namespace {

void count_bypass(SessionCounters& counters, const Happening& happening) {
    counters.bypasses += 1;
    std::string named = happening.tool ? "the arguments of " + happening.tool->str() : std::string();
    for (const FilePath& file : happening.files) named += (named.empty() ? "" : ", ") + file.str();
    counters.last_bypass = shorten(named, 200);
}

}  // namespace

void count(SessionCounters& counters, const Happening& happening, Time at) {
    const bool is_activity = happening.kind == HappeningKind::call || happening.kind == HappeningKind::prompt;
    if (is_activity) {
        counters.silence_ms =
            counters.last_activity_at > 0 ? std::max<std::int64_t>(0, at.ms - counters.last_activity_at) : 0;
        counters.last_activity_at = at.ms;
    }
    switch (happening.kind) {
        case HappeningKind::call: count_call(counters, happening, at); break;
        case HappeningKind::refusal: counters.violation_count += 1; break;
        case HappeningKind::prompt: count_prompt(counters, happening, at); break;
        case HappeningKind::turn_end: count_turn_end(counters, happening); break;
        case HappeningKind::cancel: counters.cancels_in_row += 1; break;
        case HappeningKind::request: tell_signals(counters); break;
        case HappeningKind::usage: count_usage(counters, happening); break;
        case HappeningKind::compaction: count_compaction(counters); break;
        case HappeningKind::bypass: count_bypass(counters, happening); break;
    }
}

std::int64_t drift_score(const SessionCounters& counters) {
    const auto part = [](std::int64_t count, std::int64_t each, std::int64_t most) {
        return std::min(most, count * each);
    };
    return part(counters.consecutive_same_section, 3, 30) + part(counters.writes_without_task, 5, 20) +
           part(counters.consecutive_failures, 5, 20) +
           part(std::max<std::int64_t>(0, counters.similar_updates - 1), 5, 15) +
           part(counters.identical_calls > 1 ? counters.identical_calls : 0, 3, 15);
}

std::int64_t health_score(const SessionCounters& counters, std::size_t open_signals) {
    const std::int64_t success =
        counters.total_tool_calls > 0 ? counters.successful_tool_calls * 100 / counters.total_tool_calls : 100;
    const std::int64_t weight = static_cast<std::int64_t>(open_signals) * 10;
    return std::clamp<std::int64_t>(success - weight - drift_score(counters) / 4, 0, 100);
}

void begin_section(SessionCounters& counters, std::string_view content, bool is_similar) {
    counters.context_updates += 1;
    counters.consecutive_same_section = 0;
    counters.calls_in_section = 0;
    counters.reads_since_write = 0;
    counters.writes_without_task = 0;
    counters.similar_updates = is_similar ? counters.similar_updates + 1 : 1;
    counters.last_section_content = shorten(content, 200);
}

}  // namespace hm
