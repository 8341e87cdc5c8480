#include "view/session_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/codec.h"
#include "base/strings.h"
#include "view/notes_text.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::size_t most_gaps = 5;
constexpr std::size_t most_log_lines = 200;
constexpr std::size_t content_characters = 120;
constexpr std::string_view notes_heading = "\n## Notes\n";

constexpr std::string_view builtin_template =
    "---\n"
    "session_id: {{session_id}}\n"
    "stamp: {{stamp}}\n"
    "mode: {{mode}}\n"
    "governance_status: {{governance_status}}\n"
    "created: {{created}}\n"
    "last_updated: {{last_updated}}\n"
    "---\n"
    "\n"
    "# {{stamp}} — {{title}} [{{status}}]\n"
    "\n"
    "## Hierarchy\n"
    "\n"
    "<!-- Rendered by HiveMind from its store; changes here are not read. -->\n"
    "{{hierarchy}}"
    "\n"
    "## Notes\n"
    "\n"
    "## Log\n"
    "\n";

char mark_of(TreeStatus status) {
    switch (status) {
        case TreeStatus::complete: return 'x';
        case TreeStatus::active: return '>';
        case TreeStatus::blocked: return '!';
        case TreeStatus::pending: break;
    }
    return ' ';
}

void add_node(std::string& text, const TreeNode& node, std::size_t depth, const SessionTree& tree, Time now,
              std::size_t& lines) {
    if (lines++ >= most_log_lines) return;
    text += fmt::format("{}[{}] {} {}  {} ({}){}\n", std::string(depth * 2, ' '), mark_of(node.status), node.name,
                        plain_text(shorten(node.content, content_characters)), name_of(node.status),
                        coarse_age(now - node.created_at), node.name == tree.cursor ? "  <-- cursor" : "");
    for (const TreeNode& child : node.children) add_node(text, child, depth + 1, tree, now, lines);
}

json::object node_json(const TreeNode& node) {
    json::array children;
    for (const TreeNode& child : node.children) children.push_back(node_json(child));
    json::object object{{"id", node.id.text()},
                        {"name", node.name},
                        {"stamp", node.stamp},
                        {"level", name_of(node.level)},
                        {"content", node.content},
                        {"status", name_of(node.status)},
                        {"created_at", node.created_at.ms}};
    if (node.completed_at) object["completed_at"] = node.completed_at->ms;
    object["children"] = std::move(children);
    return object;
}

void fill_in(std::string& text, std::string_view name, std::string_view value) {
    const std::string place = fmt::format("{{{{{}}}}}", name);
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + value.size())) {
        text.replace(at, place.size(), value);
    }
}

}  // namespace

std::string tree_text(const SessionTree& tree, Time now) {
    if (!tree.root) return "(no tree yet; `hivemind session start` begins one)\n";
    std::string text;
    std::size_t lines = 0;
    add_node(text, *tree.root, 0, tree, now, lines);
    if (lines > most_log_lines) text += fmt::format("… and {} more nodes\n", lines - most_log_lines);
    std::size_t shown = 0;
    for (const TreeGap& gap : find_gaps(tree)) {
        if (gap.severity == GapSeverity::healthy || shown++ == most_gaps) break;
        text += fmt::format("gap {} of {} between {} and {} ({})\n", name_of(gap.severity), coarse_age(gap.length),
                            gap.from, gap.to, name_of(gap.sort));
    }
    return text;
}

json::object tree_json(const SessionTree& tree) {
    json::array gaps;
    for (const TreeGap& gap : find_gaps(tree)) {
        if (gaps.size() == 50) break;
        gaps.push_back(json::object{{"from", gap.from},
                                    {"to", gap.to},
                                    {"gap_ms", gap.length.ms},
                                    {"relationship", name_of(gap.sort)},
                                    {"severity", name_of(gap.severity)}});
    }
    const TreeStats stats = stats_of(tree);
    const FlatLine flat = flat_line(tree);
    return {{"root", tree.root ? json::value(node_json(*tree.root)) : json::value(nullptr)},
            {"cursor", tree.cursor.empty() ? json::value(nullptr) : json::value(tree.cursor)},
            {"gaps", std::move(gaps)},
            {"stats",
             {{"nodes", stats.nodes},
              {"active", stats.active},
              {"pending", stats.pending},
              {"complete", stats.complete},
              {"blocked", stats.blocked},
              {"depth", stats.depth}}},
            {"flat", {{"trajectory", flat.trajectory}, {"tactic", flat.tactic}, {"action", flat.action}}}};
}

std::string_view session_template() {
    return builtin_template;
}

std::string session_file_text(std::string_view from_template, const SessionFileWords& words) {
    std::string text(from_template);
    fill_in(text, "session_id", words.session_id);
    fill_in(text, "stamp", words.stamp);
    fill_in(text, "mode", words.mode);
    fill_in(text, "governance_status", words.governance_status);
    fill_in(text, "created", std::to_string(words.created));
    fill_in(text, "last_updated", std::to_string(words.last_updated));
    fill_in(text, "status", words.status);
    fill_in(text, "title", plain_text(shorten(words.title, content_characters)));
    fill_in(text, "hierarchy", words.hierarchy);
    return text;
}

std::string_view rendered_part(std::string_view file) {
    return file.substr(0, file.find(notes_heading));
}

std::string_view kept_part(std::string_view file) {
    return file.substr(rendered_part(file).size());
}

std::string log_line(Time at, std::string_view kind, std::string_view text) {
    return fmt::format("- {} {}: {}", to_iso(at), kind, plain_text(shorten(text, 300)));
}

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
