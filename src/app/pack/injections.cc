// What was put before the model and why: pack, injection list, injection why.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/pack/load_pack_facts.h"
#include "app/session/session_meant.h"
#include "domain/injection.h"
#include "domain/memory.h"
#include "domain/role.h"
#include "store/queries/event.h"
#include "store/queries/injection.h"
#include "view/pack_text.h"

namespace hm {

// injections: what was put before the model lately, what it cost by session and by section, and which memories were
// shown again and again and never mattered.

namespace {

constexpr std::int64_t injections_looked_at = 500;
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
                  recent_injections(context.connection(), input.session, injections_looked_at, context.bad));
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

// why injection: what was put before the model, when, which records, and what each section cost.

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

// pack: exactly what would be put before the model now. Only shows; nothing counts as injected.

namespace {

struct ShowPack {
    std::optional<SessionName> session;
    std::optional<Text<1, 200'000>> prompt;
    std::optional<std::int64_t> budget;
    std::optional<Word> client;
    std::optional<Word> role;
    bool explain = false;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &ShowPack::session, "Session to pack for, by its id or stamp; without it, a new one."));
        visit(field("prompt", &ShowPack::prompt, "What the person would ask."));
        visit(field("budget", &ShowPack::budget, "Most characters, instead of the setting; 500 to 200000."));
        visit(field(
            "client", &ShowPack::client,
            "Client to pack for: opencode, claude-code, codex, gemini-cli; without it, that of the session. It may "
            "take less, and may have a place of its own for what never changes."));
        visit(field("role", &ShowPack::role, "Role of the new session, without a session to pack for; else solo."));
        visit(field("explain", &ShowPack::explain,
                    "Every candidate with its score, the parts of it, and why it was kept, shortened or left out."));
    }
};

// The one that was asked for, or that of the session. Of nobody in particular: everything there is room for, as one
// text.
ClientTraits client_meant(const ShowPack& input, const std::optional<Session>& session) {
    if (input.client) return traits_of(input.client->view());
    return session ? traits_of(session->client.view()) : ClientTraits{};
}

json::object sections_json(const PackText& text) {
    json::object sections;
    for (const SectionText& section : text.sections) {
        sections[name_of(section.section)] = {{"characters", section.characters},
                                              {"tokens", section.tokens},
                                              {"entries", section.entries},
                                              {"stable", is_stable(section.section)}};
    }
    return sections;
}

Result<Answer> run(const ShowPack& input, const QueryContext& context) {
    if (input.budget) HM_TRY(check_pack_characters(*input.budget));
    std::optional<Session> session;
    if (input.session) {
        HM_TRY_ASSIGN(session, session_meant(input.session, context.actor, context.connection(), context.bad));
    }
    const PackTerms terms = pack_terms(client_meant(input, session), context.settings,
                                       input.budget.value_or(context.settings.pack_characters),
                                       session ? session->context_window : std::nullopt);
    PackAsk ask = ask_for(terms, session, input.prompt ? input.prompt->str() : std::string());
    if (input.role) {
        if (!find_role(context.settings.roles, input.role->view())) {
            return fail(ErrorCode::not_found, fmt::format("No role {}.", input.role->view()),
                        "Use a name from `hivemind role list`.");
        }
        ask.role = input.role->str();
    }
    if (terms.client.name.empty()) ask.usual = 0;
    HM_TRY_ASSIGN(const PackFacts facts, load_pack_facts(ask, context.settings, context.workspace, context.bad));
    const Pack pack = fitted_pack(facts);
    const PackText whole = write_pack(pack, facts);
    const auto [stable, text] = pack_parts(terms, whole, pack, facts);
    json::object data{{"text", text.text},
                      {"stable_text", stable},
                      {"checklist", text.checklist},
                      {"characters", text.characters + count_characters(stable)},
                      {"tokens", text.tokens},
                      {"budget", terms.budget},
                      {"items", pack.items.size()},
                      {"stale_dropped", pack.stale_dropped},
                      {"false_paths", pack.false_paths_set_aside},
                      {"left_out", pack.left_out_for_room},
                      {"sections", sections_json(whole)}};
    if (!input.explain)
        return Answer{std::move(data),
                      stable + text.text + "\n" + (text.checklist.empty() ? "" : text.checklist + "\n")};
    data["candidates"] = pack_explained_json(pack);
    return Answer{std::move(data), pack_explained_text(pack, whole, terms.budget)};
}

}  // namespace

Query show_pack() {
    return make_query<ShowPack, run>("pack", "Print exactly what would be put before the model now.", "prompt");
}

}  // namespace hm
