// Knowledge: its commands and queries.
#include <fmt/format.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/noun_commands.h"
#include "app/memory/learn.h"
#include "app/memory/recall.h"
#include "base/strings.h"
#include "domain/knowledge.h"
#include "store/queries/anchor.h"
#include "store/queries/past_date.h"
#include "store/queries/search.h"
#include "store/records/any_record.h"
#include "view/memory_text.h"
#include "view/text.h"

namespace hm {

// knowledge: what holds for the project beyond a task.

namespace {

Result<void> check_confidence(Knowledge& knowledge, const CommandContext&) {
    if (knowledge.confidence >= 0 && knowledge.confidence <= 100) return {};
    return fail(ErrorCode::invalid_input, fmt::format("The confidence {} cannot be taken.", knowledge.confidence),
                "Give a number from 0 to 100.");
}

}  // namespace

std::vector<Command> knowledge_commands() {
    return {
        create_noun<Knowledge, check_confidence>("knowledge create", "Keep what holds for the project beyond a task.",
                                                 "title content"),
        change_noun<Knowledge, check_confidence>("knowledge change", "Change what is known."),
        remove_noun<Knowledge>("knowledge remove", "Take an entry out of use; it stays in the store."),
    };
}

// knowledge link: says how an entry belongs with another record.

namespace {

HM_ENUM(LinkKind, related, parent, supersedes)

struct LinkKnowledge {
    Id id;
    Id to;
    std::optional<LinkKind> as;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &LinkKnowledge::id, "The entry."));
        visit(
            field("to", &LinkKnowledge::to, "The record it belongs with; an entry when it is its parent or replaced."));
        visit(field("as", &LinkKnowledge::as,
                    "related when left out; parent: it belongs under it; supersedes: it "
                    "replaces it."));
    }
};

// Following the parents or the replaced ones of `from` must not lead back to the entry.
Result<void> check_no_circle(const Id& entry, const Id& from, std::optional<Id> Knowledge::* link,
                             const CommandContext& context) {
    constexpr int longest_chain = 100;
    std::optional<Id> at = from;
    for (int i = 0; at && i < longest_chain; ++i) {
        if (*at == entry) {
            return fail(ErrorCode::conflict, fmt::format("{} would belong under itself.", entry.text()),
                        "Link it the other way round, or as related.");
        }
        HM_TRY_ASSIGN(const Knowledge next, require_record<Knowledge>(context, *at));
        at = next.*link;
    }
    return {};
}

Result<Receipt> run(const LinkKnowledge& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Knowledge knowledge, require_record<Knowledge>(context, input.id));
    const LinkKind kind = input.as.value_or(LinkKind::related);
    if (kind == LinkKind::related) {
        HM_TRY_ASSIGN(const AnyNoun* noun, noun_of(context.connection(), input.to));
        if (noun == nullptr || input.to == input.id) {
            return fail(ErrorCode::not_found, fmt::format("No other record {}.", input.to.text()),
                        "Give the id of a record that is there.");
        }
        std::vector<Id>& related = knowledge.related_to;
        if (std::find(related.begin(), related.end(), input.to) == related.end()) related.push_back(input.to);
    } else {
        const auto link = kind == LinkKind::parent ? &Knowledge::parent_id : &Knowledge::supersedes;
        HM_TRY(check_no_circle(input.id, input.to, link, context));
        knowledge.*link = input.to;
    }
    knowledge.modified_at = context.now;
    HM_TRY(update(context.transaction, knowledge));
    return Receipt{fmt::format("Linked \"{}\" ({}).", knowledge.title.view(), name_of(kind)), knowledge.id};
}

}  // namespace

Command link_knowledge() {
    return make_command<LinkKnowledge, run>("knowledge link", "Say how an entry belongs with another record.", "id to");
}

// knowledge prune: takes entries out of use that nobody confirmed for so long that nothing of their confidence is left,
// or that were replaced. They stay in the store.

namespace {

struct PruneKnowledge {
    std::optional<std::int64_t> below;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("below", &PruneKnowledge::below,
                    "Those whose confidence fell below this, 0 to 100; 10 when left out."));
        visit(field("dry_run", &PruneKnowledge::dry_run, "Only show which."));
    }
};

Result<Receipt> run(const PruneKnowledge& input, const CommandContext& context) {
    constexpr std::int64_t usual_bound = 10;
    const std::int64_t below = std::clamp<std::int64_t>(input.below.value_or(usual_bound), 0, 100);
    HM_TRY_ASSIGN(const auto stale,
                  knowledge_past_date(context.connection(), context.now, largest_list_limit, context.bad));
    json::array taken;
    for (Knowledge entry : stale) {
        HM_TRY_ASSIGN(const auto newer, replacement_of_knowledge(context.connection(), entry.id));
        if (confidence_at(entry, context.now) >= below && !newer) continue;
        entry.archived_at = context.now;
        entry.modified_at = context.now;
        HM_TRY(update(context.transaction, entry));
        if (taken.size() < usual_list_limit) taken.emplace_back(entry.id.text());
    }
    Receipt receipt{fmt::format("{} {} out of use; nothing is lost.", input.dry_run ? "Would take" : "Took",
                                taken.size() == 1 ? "1 entry" : fmt::format("{} entries", taken.size())),
                    std::nullopt};
    receipt.details["entries"] = std::move(taken);
    context.afterwards.roll_back = input.dry_run;
    return receipt;
}

}  // namespace

Command prune_knowledge() {
    return make_command<PruneKnowledge, run>("knowledge prune", "Take entries out of use whose confidence is gone.");
}

// knowledge learn: takes in what the newest git commits tell, one entry each, each commit once. The bus brings them
// along (app/bus/bus.h); by itself the command knows of none.

namespace {

struct LearnKnowledge {
    static constexpr void fields(auto&&) {}
};

Result<Receipt> run(const LearnKnowledge&, const CommandContext& context) {
    HM_TRY_ASSIGN(const LearntCommits learnt, learn_from_commits({{}, "No commits were brought along."}, context));
    return learnt_receipt(learnt);
}

}  // namespace

Command learn_knowledge() {
    return make_command<LearnKnowledge, run>("knowledge learn", "Take in what the newest git commits tell.");
}

// knowledge query: what the project knows about a question: entries and anchors, and what is linked with them.

namespace {

struct QueryKnowledge {
    Paragraph question;
    std::optional<KnowledgeType> type;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("question", &QueryKnowledge::question, "A sentence, a word, an identifier or a path."));
        visit(field("type", &QueryKnowledge::type, "Only entries of this sort."));
        visit(field("limit", &QueryKnowledge::limit, "Most to show; 10 when left out, 200 at the most."));
    }
};

bool is_asked(const RecallHit& hit, const QueryKnowledge& input) {
    const auto* knowledge = std::get_if<Knowledge>(&hit.record);
    if (knowledge == nullptr) return !input.type && !std::holds_alternative<Memory>(hit.record);
    return !input.type || knowledge->type == *input.type;
}

Result<Answer> run(const QueryKnowledge& input, const QueryContext& context) {
    constexpr std::int64_t usual_limit = 10;
    constexpr std::int64_t largest_limit = 200;
    const std::int64_t limit = std::min(list_limit(input.limit.value_or(usual_limit)), largest_limit);
    RecallAsk ask{.question = input.question.str(), .limit = limit};
    ask.scope = RecallScope::knowledge;
    if (input.type) ask.limit = largest_limit;
    HM_TRY_ASSIGN(auto hits, recall(ask, context.connection(), context.now, context.bad));
    std::erase_if(hits, [&](const RecallHit& hit) { return !is_asked(hit, input); });
    if (std::ssize(hits) > limit) hits.resize(static_cast<std::size_t>(limit));
    json::array data;
    for (const RecallHit& hit : hits) data.push_back(recall_json(hit));
    return Answer{std::move(data), recall_lines(hits, context.now)};
}

}  // namespace

Query query_knowledge() {
    return make_query<QueryKnowledge, run>("knowledge query", "Find what the project knows, following what is linked.",
                                           "question");
}

// knowledge tree: the entries, each under the one it belongs to.

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
