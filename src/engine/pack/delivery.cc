#include "engine/pack/delivery.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace hm {
namespace {

SeenSections prints_of(const std::vector<SectionPrint>& sections) {
    SeenSections prints;
    for (const SectionPrint& section : sections) prints[section.name] = section.hash;
    return prints;
}

Delivery whole(const std::vector<SectionPrint>& sections) {
    Delivery delivery{DeliveryKind::full, {}, {}, prints_of(sections)};
    for (const SectionPrint& section : sections) delivery.sections.push_back(section.name);
    return delivery;
}

}  // namespace

bool begins_anew(Occasion occasion) {
    return occasion != Occasion::prompt;
}

Delivery plan_delivery(ContextKind context, Occasion occasion, const std::optional<SeenSections>& seen,
                       const std::vector<SectionPrint>& sections) {
    if (context == ContextKind::ephemeral || begins_anew(occasion) || !seen) return whole(sections);
    Delivery delivery{DeliveryKind::delta, {}, {}, prints_of(sections)};
    for (const SectionPrint& section : sections) {
        const auto known = seen->find(section.name);
        if (known == seen->end() || known->second != section.hash) delivery.sections.push_back(section.name);
    }
    for (const auto& [name, hash] : *seen) {
        if (!delivery.seen.contains(name)) delivery.gone.push_back(name);
    }
    // When everything is new, a list of what is gone would only be longer than the whole.
    if (delivery.sections.size() == sections.size() && delivery.gone.empty()) return whole(sections);
    if (delivery.sections.empty() && delivery.gone.empty()) delivery.kind = DeliveryKind::nothing;
    return delivery;
}

namespace {

// Claude Code cuts an injection at 10,000 characters.
constexpr std::array<ClientTraits, 4> known_clients{{
    {"opencode", ContextKind::ephemeral, ContextPlaces::several, std::nullopt, SummaryWords::whole, OwnTools::as_event,
     true},
    {"claude_code", ContextKind::accumulating, ContextPlaces::one, 9'500, SummaryWords::added},
    {"codex", ContextKind::accumulating, ContextPlaces::one, std::nullopt},
    {"gemini", ContextKind::ephemeral, ContextPlaces::one, std::nullopt},
}};

constexpr std::int64_t percent_of_window = 12;
// Dense text has about three characters a token; a ceiling must hold for it too.
constexpr std::int64_t characters_a_token = 3;

}  // namespace

ClientTraits traits_of(std::string_view client) {
    std::string name(client);
    std::replace(name.begin(), name.end(), '-', '_');
    for (const ClientTraits& traits : known_clients) {
        if (name.starts_with(traits.name)) return traits;
    }
    return {};
}

Result<void> check_pack_characters(std::int64_t characters) {
    const bool is_there = characters >= static_cast<std::int64_t>(smallest_budget) &&
                          characters <= static_cast<std::int64_t>(largest_budget);
    if (is_there) return {};
    return fail(ErrorCode::invalid_input, fmt::format("A pack cannot have {} characters at the most.", characters),
                fmt::format("Give a number from {} to {}.", smallest_budget, largest_budget));
}

std::size_t injection_budget(const ClientTraits& client, std::int64_t setting,
                             const std::optional<std::int64_t>& context_window) {
    std::int64_t budget =
        std::clamp(setting, static_cast<std::int64_t>(smallest_budget), static_cast<std::int64_t>(largest_budget));
    if (client.most_characters) budget = std::min(budget, static_cast<std::int64_t>(*client.most_characters));
    if (context_window && *context_window > 0) {
        budget = std::min(budget, *context_window / 100 * percent_of_window * characters_a_token);
    }
    return static_cast<std::size_t>(std::max(budget, static_cast<std::int64_t>(smallest_budget)));
}

}  // namespace hm
