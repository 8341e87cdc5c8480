// knowledge tree: the entries, each under the one it belongs to.
#include <fmt/format.h>

#include "app/queries/queries.h"
#include "base/utf8.h"
#include "store/sql/knowledge.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::int64_t most_entries = 500;
constexpr int deepest = 12;
constexpr std::size_t longest_line = 120;

struct ShowKnowledgeTree {
    std::optional<Id> id;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ShowKnowledgeTree::id, "The entry to begin with; left out: all."));
    }
};

class Tree {
public:
    explicit Tree(const QueryContext& context) : context_(context) {}

    Result<json::array> under(const std::optional<Id>& parent, int depth) {
        json::array nodes;
        if (depth == deepest) return nodes;
        HM_TRY_ASSIGN(const auto entries, knowledge_under(context_.connection(), parent, left_, context_.bad));
        for (const Knowledge& entry : entries) {
            if (left_ == 0) break;
            HM_TRY_ASSIGN(json::object node, with_children(entry, depth));
            nodes.push_back(std::move(node));
        }
        return nodes;
    }

    Result<json::object> with_children(const Knowledge& entry, int depth) {
        --left_;
        const std::int64_t confidence = confidence_at(entry, context_.now);
        text += fmt::format("{}{} [{}, {}]  {}\n", std::string(static_cast<std::size_t>(depth) * 2, ' '),
                            shorten(plain_text(entry.title.view()), longest_line), name_of(entry.type), confidence,
                            entry.id.text());
        HM_TRY_ASSIGN(json::array children, under(entry.id, depth + 1));
        return json::object{{"id", entry.id.text()},
                            {"title", entry.title.view()},
                            {"type", name_of(entry.type)},
                            {"confidence", confidence},
                            {"children", std::move(children)}};
    }

    std::string text;

private:
    const QueryContext& context_;
    std::int64_t left_ = most_entries;
};

Result<Answer> run(const ShowKnowledgeTree& input, const QueryContext& context) {
    Tree tree(context);
    json::array nodes;
    if (input.id) {
        HM_TRY_ASSIGN(const auto entry, find<Knowledge>(context.connection(), *input.id, context.bad));
        if (!entry) {
            return fail(ErrorCode::not_found, fmt::format("No knowledge {}.", input.id->text()),
                        "Use an id from `hivemind knowledge list`.");
        }
        HM_TRY_ASSIGN(json::object node, tree.with_children(*entry, 0));
        nodes.push_back(std::move(node));
    } else {
        HM_TRY_ASSIGN(nodes, tree.under(std::nullopt, 0));
    }
    return Answer{std::move(nodes), tree.text.empty() ? "Nothing is known yet.\n" : tree.text};
}

}  // namespace

Query show_knowledge_tree() {
    return make_query<ShowKnowledgeTree, run>("knowledge tree", "Show the entries, each under the one it belongs to.",
                                              "id");
}

}  // namespace hm
