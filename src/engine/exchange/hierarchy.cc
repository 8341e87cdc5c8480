#include "engine/exchange/hierarchy.h"

#include "base/json.h"

namespace hm::exchange {
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
