// pack: exactly what would be put before the model now. Only shows; nothing counts as injected.
#include <fmt/format.h>

#include "app/facts/pack_terms.h"
#include "app/queries/queries.h"
#include "app/session/session_meant.h"
#include "domain/role.h"
#include "view/pack_explained.h"

namespace hm {
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
