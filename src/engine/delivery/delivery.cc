#include "engine/delivery/delivery.h"

#include <algorithm>

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

}  // namespace hm
