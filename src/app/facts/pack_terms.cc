#include "app/facts/pack_terms.h"

#include "view/rules_text.h"

namespace hm {

PackTerms pack_terms(const ClientTraits& client, const Settings& settings, std::int64_t characters,
                     const std::optional<std::int64_t>& context_window) {
    PackTerms terms{client, injection_budget(client, characters, context_window)};
    if (client.places == ContextPlaces::several) terms.rules = rules_within(settings.mode, terms.budget) + "\n";
    return terms;
}

PackAsk ask_for(const PackTerms& terms, std::optional<Session> session, std::string prompt) {
    PackAsk ask{std::move(session), std::move(prompt), terms.budget, count_characters(terms.rules)};
    if (terms.client.context == ContextKind::ephemeral) ask.usual = usual_characters;
    return ask;
}

PackParts pack_parts(const PackTerms& terms, const PackText& whole, const Pack& pack, const PackFacts& facts) {
    if (terms.client.places == ContextPlaces::one) return {{}, whole};
    return {terms.rules + stable_sections(whole), behind_stable_sections(whole, pack, facts)};
}

}  // namespace hm
