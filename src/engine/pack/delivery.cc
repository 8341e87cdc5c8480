#include "engine/pack/delivery.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "engine/pack/pack.h"

namespace hm {
namespace {

Delivery whole(const DeliveryAsk& ask, const std::vector<SectionPrint>& sections) {
    Delivery delivery;
    for (const SectionPrint& section : sections) {
        delivery.sections.push_back(section.name);
        delivery.seen[section.name] = section.hash;
    }
    delivery.seen[std::string(seen_tasks)] = ask.tasks;
    return delivery;
}

const SectionRow* row_of(std::string_view name) {
    const auto section = enum_named<PackSection>(name);
    return section ? &pack_sections[*section] : nullptr;
}

bool is_told_now(std::string_view name, const DeliveryAsk& ask) {
    const SectionRow* row = row_of(name);
    const Telling telling = row == nullptr ? Telling::at_once : row->telling;
    if (telling == Telling::with_whole) return false;
    if (ask.moment == TurnMoment::prompt || telling == Telling::at_once) return true;
    const auto tasks = ask.seen->find(std::string(seen_tasks));
    return telling == Telling::with_tasks && tasks != ask.seen->end() && tasks->second != ask.tasks;
}

}  // namespace

bool begins_anew(Occasion occasion) {
    return occasion != Occasion::prompt;
}

Delivery plan_delivery(const DeliveryAsk& ask, const std::vector<SectionPrint>& sections) {
    if (ask.context == ContextKind::ephemeral || begins_anew(ask.occasion) || !ask.seen) return whole(ask, sections);
    Delivery delivery{DeliveryKind::delta, {}, {}, *ask.seen};
    for (const SectionPrint& section : sections) {
        const auto known = ask.seen->find(section.name);
        if (known != ask.seen->end() && known->second == section.hash) continue;
        if (!is_told_now(section.name, ask)) continue;
        delivery.sections.push_back(section.name);
        delivery.seen[section.name] = section.hash;
    }
    const auto is_there = [&](const std::string& name) {
        return std::ranges::any_of(sections, [&](const SectionPrint& section) { return section.name == name; });
    };
    for (const auto& [name, hash] : *ask.seen) {
        if (name == seen_tasks || is_there(name)) continue;
        const SectionRow* row = row_of(name);
        const bool is_missed = row != nullptr && row->end == SectionEnd::told;
        if (is_missed && ask.moment != TurnMoment::prompt) continue;
        if (is_missed) delivery.gone.push_back(name);
        delivery.seen.erase(name);
    }
    if (delivery.sections.empty() && delivery.gone.empty()) delivery.kind = DeliveryKind::nothing;
    // Those tasks have been told of once their section is.
    const bool tells_tasks = ask.moment == TurnMoment::prompt || !delivery.sections.empty();
    if (tells_tasks) delivery.seen[std::string(seen_tasks)] = ask.tasks;
    return delivery;
}

namespace {

// Claude Code cuts an injection at 10,000 characters.
constexpr std::array<ClientTraits, 4> known_clients{{
    {"opencode", ContextKind::attached, ContextPlaces::several, std::nullopt, SummaryWords::whole, OwnTools::as_event,
     true, true},
    {"claude_code", ContextKind::accumulating, ContextPlaces::one, 9'500, SummaryWords::added},
    {"codex", ContextKind::accumulating, ContextPlaces::one, std::nullopt},
    {"gemini", ContextKind::attached, ContextPlaces::one, std::nullopt},
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
