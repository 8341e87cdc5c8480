#include "engine/exchange/layout.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/shape.h"

namespace hm::exchange {

std::vector<std::string_view> files_to_read() {
    std::vector<std::string_view> files{config_file};
    for (const Home& home : homes) {
        if (files.back() != home.file) files.push_back(home.file);
    }
    files.push_back(orphans_file);
    return files;
}

bool may_be_ours(std::string_view file) {
    constexpr std::array<std::string_view, 7> folders{"system/",
                                                      "graph/",
                                                      "state/",
                                                      "sessions/active/",
                                                      "sessions/archive/compacted/",
                                                      "artifacts/synthesis/",
                                                      "artifacts/dashboards/"};
    const bool is_in_a_folder =
        std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) { return file.starts_with(folder); });
    return is_in_a_folder && file.ends_with(".json") && file.find("..") == std::string_view::npos &&
           file.find("//") == std::string_view::npos && file.size() < 200;
}

namespace {

constexpr std::string_view mark = "hivemind";
constexpr std::string_view head_mark = "export";
constexpr std::string_view foot_mark = "end";
constexpr std::array<std::string_view, 4> markers{"<<<<<<<", "|||||||", "=======", ">>>>>>>"};
constexpr std::array<std::string_view, 4> head_members{"version", "schema", "noun", "view"};

std::string_view trimmed(std::string_view text, std::string_view front, std::string_view back) {
    const std::size_t begin = text.find_first_not_of(front);
    if (begin == std::string_view::npos) return {};
    const std::size_t end = text.find_last_not_of(back);
    return end == std::string_view::npos || end < begin ? std::string_view() : text.substr(begin, end - begin + 1);
}

}  // namespace

std::string head_line(const Head& head, const json::object& unknown) {
    json::object object{{mark, head_mark}, {"version", format_version}, {"schema", head.schema}, {"noun", head.noun}};
    if (head.role == FileRole::view) object["view"] = true;
    put_back_unknown(object, unknown);
    return "[" + to_text(object) + ",\n";
}

std::string node_line(std::string_view noun, const json::object& record, const json::object& unknown) {
    json::object object{{"noun", noun}};
    for (const auto& member : record) object[member.key()] = member.value();
    put_back_unknown(object, unknown);
    return to_text(object) + ",\n";
}

std::string foot_line() {
    return to_text(json::object{{mark, foot_mark}}) + "]\n";
}

bool begins_as_export(std::string_view text) {
    return text.substr(0, 200).find(R"("hivemind":"export")") != std::string_view::npos;
}

Line read_line(std::string_view text) {
    const bool is_marker =
        std::any_of(markers.begin(), markers.end(), [&](std::string_view m) { return text.starts_with(m); });
    if (is_marker) return {.kind = LineKind::conflict_marker};
    const std::string_view inner = trimmed(text, "\xEF\xBB\xBF \t\r[,", " \t\r],");
    if (inner.empty()) return {};
    if (inner == "{") return {.kind = LineKind::opening_brace};
    auto parsed = parse_json(inner);
    if (!parsed) return {.kind = LineKind::broken, .reason = parsed.error().what};
    if (!parsed->is_object()) return {.kind = LineKind::broken, .reason = "Not a JSON object."};
    return read_object(std::move(parsed->get_object()));
}

Line read_object(json::object object) {
    const std::string marked(text_member(object, mark));
    if (marked == head_mark) {
        const json::value* version = object.if_contains("version");
        const std::int64_t number = version != nullptr && version->is_int64() ? version->get_int64() : 0;
        object.stable_erase(mark);
        for (const std::string_view member : head_members) object.stable_erase(member);
        return {.kind = LineKind::head, .object = std::move(object), .version = number};
    }
    if (marked == foot_mark) return {.kind = LineKind::foot};
    std::string noun(text_member(object, "noun"));
    if (noun.empty()) return {.kind = LineKind::broken, .object = std::move(object), .reason = "It has no noun."};
    object.stable_erase("noun");
    return {.kind = LineKind::node, .object = std::move(object), .noun = std::move(noun)};
}

namespace {

void add_text(std::string& text, const TreeNode& node) {
    json::object shown{{"id", node.name},
                       {"level", name_of(node.level)},
                       {"content", node.content},
                       {"status", name_of(node.status)},
                       {"created", node.created_at.ms},
                       {"stamp", node.stamp}};
    if (node.completed_at) shown["completed"] = node.completed_at->ms;
    std::string members = to_text(shown);
    members.pop_back();
    text += members + ",\"children\":[";
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        text += i == 0 ? "\n" : ",\n";
        add_text(text, node.children[i]);
    }
    text += "]}";
}

}  // namespace

std::string hierarchy_text(const HierarchyFacts& facts) {
    std::string text = R"({"hivemind":"export","view":true,"version":1,"cursor":)";
    const SessionTree tree = make_tree(facts);
    if (!tree.root) return text + "null,\"root\":null}\n";
    text += to_text(json::value(tree.cursor)) + ",\"root\":\n";
    add_text(text, *tree.root);
    return text + "}\n";
}

}  // namespace hm::exchange
