// How a client is told, and how much of it: the same for what is put before the model and for what `hivemind pack`
// shows of it.
#pragma once

#include "app/facts/load_pack_facts.h"
#include "engine/delivery/client_traits.h"
#include "view/pack_text.h"

namespace hm {

struct PackTerms {
    ClientTraits client;
    std::size_t budget = 0;
    std::string rules = {};  // go before the pack, where the client has a place for them
};

// `characters` are the setting, or what was asked for instead of it.
PackTerms pack_terms(const ClientTraits& client, const Settings& settings, std::int64_t characters,
                     const std::optional<std::int64_t>& context_window);

PackAsk ask_for(const PackTerms& terms, std::optional<Session> session, std::string prompt);

// The pack as the client takes it: all of it in one text, or what never changes apart.
struct PackParts {
    std::string stable = {};
    PackText text;
};
PackParts pack_parts(const PackTerms& terms, const PackText& whole, const Pack& pack, const PackFacts& facts);

}  // namespace hm
