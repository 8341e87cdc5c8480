// What was put before the model, for people: one injection section by section, and what many of them cost.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "domain/injection.h"

namespace hm {

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

}  // namespace hm
