// A pack as text within its budget, and what explains one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "domain/injection.h"
#include "engine/pack/delivery.h"
#include "engine/pack/pack.h"

namespace hm {

// The text of a pack, as the agent reads it: one well-formed XML element, escaped, within its budget. It can be
// written whole, or only some of its sections, for a context that has seen the others.

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

// For a client with several places: the pack with its checklist beside it instead of in it.
PackText checklist_apart(const PackText& whole, const Pack& pack, const PackFacts& facts);

// The text of one item of a pack, in full or brief. No stored text can break out of its element: markup is escaped,
// and what belongs to the structure is an element or an attribute, never a line of text.

// Without ages the same items give the same text a minute later.
HM_ENUM(Ages, shown, hidden)

// Whole lines. REQUIRES: form is full or brief.
std::string pack_item_text(const PackItem& item, ItemForm form, const PackFacts& facts, Ages ages = Ages::shown);

// A few words of what an item shows, in one line.
std::string item_headline(const PackItem& item);

// What was put before the model, for people: one injection section by section, and what many of them cost.

struct ShownSection {
    std::string name;
    json::object cost;                // characters, tokens, entries, ids
    std::optional<std::string> text;  // while it is kept
};

json::object injection_json(const Injection& injection, const std::vector<ShownSection>& sections);
std::string injection_text(const Injection& injection, const std::vector<ShownSection>& sections);

struct SectionCost {
    std::int64_t injections = 0;
    std::int64_t characters = 0;
    std::int64_t tokens = 0;
};

struct UnusedMemory {
    Id id;
    std::string content;
    std::size_t times = 0;
};

struct InjectionCosts {
    std::size_t counted = 0;
    std::map<std::string, SectionCost> by_session;  // ids order by time
    std::map<std::string, SectionCost> by_section;
    std::vector<Injection> latest;
    std::vector<UnusedMemory> never_mattered;
};

json::object injection_costs_json(const InjectionCosts& costs);
std::string injection_costs_text(const InjectionCosts& costs);

// Why a pack is as it is: every candidate with its score, what the score is made of, and what became of it.

json::array pack_explained_json(const Pack& pack);
std::string pack_explained_text(const Pack& pack, const PackText& text, std::size_t budget);

}  // namespace hm
