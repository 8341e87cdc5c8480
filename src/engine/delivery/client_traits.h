// What is known of each client's way with injected text. A client that is not listed is treated as one that forgets:
// in doubt the whole pack goes out.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "domain/settings.h"
#include "engine/delivery/delivery.h"

namespace hm {

// Whether a client takes everything as one text, or in places of their own: what stays the same from request to request
// before everything, then the state, and behind it as a part by itself what to check before stopping.
HM_ENUM(ContextPlaces, one, several)

struct ClientTraits {
    std::string_view name;
    ContextKind context = ContextKind::ephemeral;
    ContextPlaces places = ContextPlaces::one;
    std::optional<std::size_t> most_characters;  // of one injection
};

// By the name that its adapter gives it; '-' and '_' are one.
ClientTraits traits_of(std::string_view client);

inline constexpr std::size_t smallest_budget = 500;
inline constexpr std::size_t largest_budget = 200'000;
// With less than this for everything, the rules are one line and critical anchors are shown by key.
inline constexpr std::size_t room_for_everything = 4'000;

// A length that a person asks for; refused when no pack can have it.
Result<void> check_pack_characters(std::int64_t characters);

// Where the whole pack goes out with every request, every character is paid for each time: what recall merely found
// adds to a pack of about this length at the most.
inline constexpr std::size_t usual_characters = 3'000;

// The characters that an injection may have: the smallest of the client's limit, the setting, and 12 % of the window
// (in tokens), where it is known.
std::size_t injection_budget(const ClientTraits& client, std::int64_t setting,
                             const std::optional<std::int64_t>& context_window);

}  // namespace hm
