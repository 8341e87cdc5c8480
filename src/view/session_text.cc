#include "view/session_text.h"

#include <fmt/format.h>

#include <array>

#include "base/utf8.h"
#include "view/age_text.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t most_gaps = 5;
constexpr std::size_t most_lines = 200;
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
    if (lines++ >= most_lines) return;
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
    if (lines > most_lines) text += fmt::format("… and {} more nodes\n", lines - most_lines);
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

}  // namespace hm
