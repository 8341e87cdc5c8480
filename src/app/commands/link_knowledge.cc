// knowledge link: says how an entry belongs with another record.
#include <fmt/format.h>

#include <algorithm>

#include "app/commands/commands.h"
#include "app/nouns/noun_commands.h"
#include "domain/knowledge.h"
#include "store/any_record.h"

namespace hm {
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

}  // namespace hm
