#include "view/session_record_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/codec.h"
#include "view/age_text.h"
#include "view/plain_text.h"
#include "view/signal_text.h"

namespace hm {
namespace {

json::array to_array(const std::vector<std::string>& texts) {
    json::array array;
    for (const std::string& text : texts) array.emplace_back(text);
    return array;
}

std::vector<std::string> files_of(const SessionCounters& counters) {
    std::vector<std::string> files;
    for (const json::value& file : counters.files_touched) {
        if (file.is_string()) files.emplace_back(file.get_string());
    }
    return files;
}

std::string list_line(std::string_view name, const std::vector<std::string>& list) {
    return list.empty() ? std::string()
                        : fmt::format("{}: {}\n", name, plain_text(fmt::format("{}", fmt::join(list, ", "))));
}

std::vector<std::string> only_in(const std::vector<std::string>& one, const std::vector<std::string>& other) {
    std::vector<std::string> found;
    for (const std::string& each : one) {
        if (std::ranges::find(other, each) == other.end()) found.push_back(each);
    }
    return found;
}

struct Compared {
    std::string_view name;
    std::vector<std::string> (*list)(const SessionRecord&);
};

constexpr Compared compared[] = {
    {"files", [](const SessionRecord& record) { return files_of(record.counters); }},
    {"tasks_completed", [](const SessionRecord& record) { return record.tasks_completed; }},
    {"turning_points", [](const SessionRecord& record) { return record.turning_points; }},
    {"entries_created", [](const SessionRecord& record) { return record.entries_created; }},
};

}  // namespace

std::string session_headline(const Session& session, Time now) {
    return fmt::format("Session {} ({}, {}, {}, {}) began {} ago{}", session.stamp.view(), session.client.view(),
                       session.role.view(), name_of(session.mode), name_of(session.status),
                       coarse_age(now - session.created_at),
                       session.governance_status ? fmt::format(", {}", session.governance_status->view()) : "");
}

std::string session_record_text(const SessionRecord& record) {
    const SessionCounters& counters = record.counters;
    std::string text = session_headline(record.session, record.now) + "\n";
    text += fmt::format("{} turns, {} calls ({} failed, {} refused): {} read, {} write, {} query, {} governance\n",
                        counters.turn_count, counters.total_tool_calls,
                        counters.total_tool_calls - counters.successful_tool_calls, counters.violation_count,
                        counters.read_calls, counters.write_calls, counters.query_calls, counters.governance_calls);
    text += fmt::format("{} compactions", record.session.compaction_count);
    if (counters.compactions_seen > 0) text += fmt::format(", the last one freed {} %", counters.freed_percent);
    if (counters.window > 0) text += fmt::format("; context {} of {} tokens", counters.tokens, counters.window);
    text += "\n";
    text += list_line("files changed", files_of(counters));
    text += list_line("tasks completed", record.tasks_completed);
    text += list_line("delegations", record.delegations_issued);
    text += list_line("turning points", record.turning_points);
    text += list_line("saved", record.entries_created);
    if (!counters.continues.empty()) text += fmt::format("goes on from session {}\n", counters.continues);
    if (!counters.continued_by.empty()) text += fmt::format("goes on in session {}\n", counters.continued_by);
    if (!record.signals.empty()) text += "signals\n" + signal_lines(record.signals);
    return text;
}

json::object session_record_json(const SessionRecord& record) {
    json::object data{{"session", encode(record.session)},
                      {"started_at", record.session.created_at.ms},
                      {"agent_role", record.session.role.view()},
                      {"tools_used", record.counters.tools_used},
                      {"files_modified", to_array(files_of(record.counters))},
                      {"tasks_completed", to_array(record.tasks_completed)},
                      {"delegations_issued", to_array(record.delegations_issued)},
                      {"compaction_count", record.session.compaction_count},
                      {"anchors_survived", to_array(record.anchors_survived)},
                      {"entries_created", to_array(record.entries_created)},
                      {"turning_points", to_array(record.turning_points)},
                      {"signals", encode(record.signals)}};
    data["last_event_at"] = record.last_event_at ? json::value(record.last_event_at->ms) : json::value(nullptr);
    return data;
}

std::string session_diff_text(const SessionRecord& one, const SessionRecord& other) {
    std::string text =
        fmt::format("- {}\n+ {}\n", session_headline(one.session, one.now), session_headline(other.session, other.now));
    text += fmt::format("calls {} → {}, turns {} → {}, compactions {} → {}\n", one.counters.total_tool_calls,
                        other.counters.total_tool_calls, one.counters.turn_count, other.counters.turn_count,
                        one.session.compaction_count, other.session.compaction_count);
    for (const Compared& each : compared) {
        for (const std::string& line : only_in(each.list(one), each.list(other))) {
            text += fmt::format("- {}: {}\n", each.name, plain_text(line));
        }
        for (const std::string& line : only_in(each.list(other), each.list(one))) {
            text += fmt::format("+ {}: {}\n", each.name, plain_text(line));
        }
    }
    return text;
}

json::object session_diff_json(const SessionRecord& one, const SessionRecord& other) {
    json::object only_one;
    json::object only_other;
    for (const Compared& each : compared) {
        only_one[each.name] = to_array(only_in(each.list(one), each.list(other)));
        only_other[each.name] = to_array(only_in(each.list(other), each.list(one)));
    }
    return {{"one", session_record_json(one)},
            {"other", session_record_json(other)},
            {"only_one", std::move(only_one)},
            {"only_other", std::move(only_other)}};
}

std::string drift_text(const SessionRecord& record) {
    const SessionCounters& counters = record.counters;
    std::string text = session_headline(record.session, record.now) + "\n";
    text += fmt::format("drift {} of 100, health {} of 100\n", drift_score(counters),
                        health_score(record.counters, record.signals.size()));
    text += fmt::format(
        "{} turns in this section, {} updates, {} failures in a row, {} writes without a task, {} reads since the last "
        "write, {} identical calls in a row, {} cancels in a row\n",
        counters.consecutive_same_section, counters.context_updates, counters.consecutive_failures,
        counters.writes_without_task, counters.reads_since_write, counters.identical_calls, counters.cancels_in_row);
    if (counters.writes_at_scan > 0) {
        text += fmt::format("last looked at by itself after {} writes: drift {}\n", counters.writes_at_scan,
                            counters.drift_at_scan);
    }
    text += record.signals.empty() ? "no signals\n" : "signals\n" + signal_lines(record.signals);
    return text;
}

json::object drift_json(const SessionRecord& record) {
    return {{"session_id", record.session.id.text()},
            {"drift_score", drift_score(record.counters)},
            {"auto_health_score", health_score(record.counters, record.signals.size())},
            {"counters", write_counters(record.counters)},
            {"signals", encode(record.signals)}};
}

}  // namespace hm
