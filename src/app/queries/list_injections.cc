// injections: what was put before the model lately, what it cost by session and by section, and which memories were
// shown again and again and never mattered.
#include <algorithm>
#include <map>

#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "domain/memory.h"
#include "store/sql/event.h"
#include "store/sql/injection.h"
#include "view/injection_text.h"

namespace hm {
namespace {

constexpr std::int64_t looked_at = 500;
constexpr std::size_t most_sessions = 20;
constexpr std::size_t most_unused = 20;
// A memory that was shown this often and that nothing happened to since did not matter.
constexpr std::size_t shown_often = 5;

struct ListInjections {
    std::optional<Id> session;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &ListInjections::session, "Only of this session."));
        visit(field("limit", &ListInjections::limit, "Most to list; 10 when left out. Costs count the newest 500."));
    }
};

struct Shown {
    std::size_t times = 0;
    Time since;
};

void count_section(const json::object& section, Time at, SectionCost& cost, std::map<std::string, Shown>* memories) {
    const auto number = [&](std::string_view name) {
        const json::value* value = section.if_contains(name);
        return value != nullptr && value->is_int64() ? value->get_int64() : 0;
    };
    cost.characters += number("characters");
    cost.tokens += number("tokens");
    const json::value* ids = section.if_contains("ids");
    if (memories == nullptr || ids == nullptr || !ids->is_array()) return;
    for (const json::value& id : ids->get_array()) {
        if (!id.is_string()) continue;
        Shown& shown = (*memories)[std::string(id.get_string())];
        ++shown.times;
        shown.since = at;  // the oldest comes last
    }
}

// Nothing happened to it: nobody confirmed, changed, replaced or saved it again since it was first shown.
Result<bool> has_mattered(const std::string& id, const Shown& shown, const QueryContext& context) {
    EventFilter about;
    about.subject_id = Id::trusted(std::string(id));
    about.since = shown.since;
    about.limit = 1;
    HM_TRY_ASSIGN(const auto events, list_events(context.connection(), about, context.bad));
    return !events.empty();
}

Result<std::vector<UnusedMemory>> unused(const std::map<std::string, Shown>& memories, const QueryContext& context) {
    std::vector<std::pair<std::string, Shown>> often;
    for (const auto& [id, shown] : memories) {
        if (shown.times >= shown_often) often.emplace_back(id, shown);
    }
    std::stable_sort(often.begin(), often.end(),
                     [](const auto& a, const auto& b) { return a.second.times > b.second.times; });
    std::vector<UnusedMemory> found;
    for (const auto& [id, shown] : often) {
        if (found.size() == most_unused) break;
        HM_TRY_ASSIGN(const bool mattered, has_mattered(id, shown, context));
        if (mattered) continue;
        HM_TRY_ASSIGN(const auto memory, find<Memory>(context.connection(), Id::trusted(std::string(id)), context.bad));
        if (memory && !memory->archived_at) found.push_back({memory->id, memory->content.str(), shown.times});
    }
    return found;
}

Result<Answer> run(const ListInjections& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto injections,
                  recent_injections(context.connection(), input.session, looked_at, context.bad));
    InjectionCosts costs;
    std::map<std::string, Shown> memories;
    for (const Injection& injection : injections) {
        const std::string session = injection.session_id ? injection.session_id->text() : std::string("none");
        SectionCost& of_session = costs.by_session[session];
        ++of_session.injections;
        of_session.characters += injection.characters;
        of_session.tokens += injection.tokens;
        for (const auto& member : injection.sections) {
            if (!member.value().is_object()) continue;
            SectionCost& of_section = costs.by_section[std::string(member.key())];
            ++of_section.injections;
            const bool has_memories = member.key() == "relevant_mems";
            count_section(member.value().get_object(), injection.created_at, of_section,
                          has_memories ? &memories : nullptr);
        }
    }
    costs.counted = injections.size();
    const auto listed = static_cast<std::size_t>(list_limit(input.limit.value_or(10)));
    costs.latest.assign(injections.begin(),
                        injections.begin() + static_cast<std::ptrdiff_t>(std::min(listed, injections.size())));
    while (costs.by_session.size() > most_sessions) costs.by_session.erase(costs.by_session.begin());
    HM_TRY_ASSIGN(costs.never_mattered, unused(memories, context));
    return Answer{injection_costs_json(costs), injection_costs_text(costs)};
}

}  // namespace

Query list_injections() {
    return make_query<ListInjections, run>("injections", "Show what injections cost, and what of them never mattered.");
}

}  // namespace hm
