// Delivery: how much of a pack goes out. Where the client forgets what was injected, the whole pack goes with every
// request. Where it stays in the conversation, the whole pack goes once, then only the sections that changed, and
// nothing at all when none did. In doubt the whole pack. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "domain/injection.h"

namespace hm {

// What becomes of an injected text in the client.
HM_ENUM(ContextKind, ephemeral, accumulating)

// Why the client asks. All but a prompt begin a context that has seen nothing.
HM_ENUM(Occasion, prompt, startup, resume, clear, fork, compaction, subagent_start)

// A section of a pack, by name and by a hash of its text.
struct SectionPrint {
    std::string name;
    std::string hash;
};

// What a context has seen last of each section.
using SeenSections = std::map<std::string, std::string>;

struct Delivery {
    DeliveryKind kind = DeliveryKind::full;
    std::vector<std::string> sections;  // that go out, in the order of the pack
    std::vector<std::string> gone;      // seen earlier and no longer there: the context must be told
    SeenSections seen;                  // once this delivery has arrived
};

bool begins_anew(Occasion occasion);

// `seen` is nothing when it is not known what the context has seen.
Delivery plan_delivery(ContextKind context, Occasion occasion, const std::optional<SeenSections>& seen,
                       const std::vector<SectionPrint>& sections);

}  // namespace hm
