// The text of a pack, as the agent reads it: one well-formed XML element, escaped, within its budget. It can be
// written whole, or only some of its sections, for a context that has seen the others.
#pragma once

#include <string>
#include <vector>

#include "engine/delivery/delivery.h"
#include "engine/pack/pack.h"

namespace hm {

struct SectionText {
    PackSection section = PackSection::notes;
    std::string text;  // with its tags
    std::size_t characters = 0;
    std::size_t tokens = 0;  // estimated
    std::size_t entries = 0;
    std::vector<Id> ids;
};

struct PackText {
    std::string text;
    std::size_t characters = 0;  // with the checklist
    std::size_t tokens = 0;
    std::vector<SectionText> sections;  // in the order of the text
    std::string checklist{};            // what to check before stopping, where it is a part by itself
};

// What does not change from request to request unless a person or an agent changes it.
bool is_stable(PackSection section);

// REQUIRES: the same facts as for write_pack.
FrameSizes pack_frame_sizes(const PackFacts& facts);

// The pack of the facts, fitted into their budget. REQUIRES for write_pack: the pack is one of these facts.
Pack fitted_pack(const PackFacts& facts);
PackText write_pack(const Pack& pack, const PackFacts& facts);

// The sections by what they say, without what only the passing of time changes.
std::vector<SectionPrint> section_prints(const Pack& pack, const PackFacts& facts);

// Of a whole pack only what the delivery asks for; empty when it asks for nothing.
PackText delivered_part(const PackText& whole, const Delivery& delivery, const Pack& pack, const PackFacts& facts);

// For a client with several places: the critical anchors alone, to go before everything that changes, and the rest of
// the pack with its checklist beside it instead of in it.
std::string stable_sections(const PackText& whole);
PackText behind_stable_sections(const PackText& whole, const Pack& pack, const PackFacts& facts);

}  // namespace hm
