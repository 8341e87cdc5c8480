// why injection: what was put before the model, when, which records, and what each section cost.
#include <fmt/format.h>

#include "app/queries/queries.h"
#include "domain/injection.h"
#include "store/sql/injection.h"
#include "view/injection_text.h"

namespace hm {
namespace {

struct WhyInjection {
    Id id;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &WhyInjection::id, "The injection, as `hivemind injections` or `hivemind log` names it."));
    }
};

Result<Answer> run(const WhyInjection& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto injection, find<Injection>(context.connection(), input.id, context.bad));
    if (!injection) {
        return fail(ErrorCode::not_found, fmt::format("No injection {}.", input.id.text()),
                    "Use an id from `hivemind injections`.");
    }
    std::vector<ShownSection> sections;
    for (const auto& member : injection->sections) {
        if (!member.value().is_object()) continue;
        ShownSection section{std::string(member.key()), member.value().get_object(), std::nullopt};
        const json::value* hash = section.cost.if_contains("hash");
        if (hash != nullptr && hash->is_int64()) {
            HM_TRY_ASSIGN(section.text, find_pack_text(context.connection(), hash->get_int64()));
        }
        sections.push_back(std::move(section));
    }
    return Answer{injection_json(*injection, sections), injection_text(*injection, sections)};
}

}  // namespace

Query why_injection() {
    return make_query<WhyInjection, run>("why injection", "Show what was put before the model, and what it cost.",
                                         "id");
}

}  // namespace hm
