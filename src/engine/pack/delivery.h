// What goes out to which client: the traits of clients, and which sections of a pack a context has not seen.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domain/injection.h"
#include "domain/settings.h"

namespace hm {

// Delivery: how much of a pack goes out. Where the client forgets what was injected, the whole pack goes with every
// request. Where it stays in the conversation, the whole pack goes once, then only the sections that changed, and
// nothing at all when none did. In doubt the whole pack. Pure.

// What becomes of an injected text. `attached`: the client forgets it, but each of its requests shows what the
// conversation holds and takes text behind any of it, so that we put there again, byte for byte, what stood there
// before: the conversation grows at its end and nowhere else, which is what a provider's prompt cache needs.
HM_ENUM(ContextKind, ephemeral, accumulating, attached)

// Why the client asks. All but a prompt begin a context that has seen nothing.
HM_ENUM(Occasion, prompt, startup, resume, clear, fork, compaction, subagent_start)

// Where a turn is: the person has just spoken, or the model works on and only what cannot wait is said.
HM_ENUM(TurnMoment, prompt, working)

// A section of a pack, by name and by a hash of its text.
struct SectionPrint {
    std::string name;
    std::string hash;
};

// What a context has seen last of each section.
using SeenSections = std::map<std::string, std::string>;

// Beside the sections: which tasks the context was told to be at.
inline constexpr std::string_view seen_tasks = "@tasks";

struct Delivery {
    DeliveryKind kind = DeliveryKind::full;
    std::vector<std::string> sections;  // that go out, in the order of the pack
    std::vector<std::string> gone;      // seen earlier and no longer there: the context must be told
    SeenSections seen;                  // once this delivery has arrived
};

struct DeliveryAsk {
    ContextKind context = ContextKind::ephemeral;
    Occasion occasion = Occasion::prompt;
    TurnMoment moment = TurnMoment::prompt;
    std::optional<SeenSections> seen;  // nothing when it is not known what the context has seen
    std::string tasks;                 // a hash of the tasks in hand
};

bool begins_anew(Occasion occasion);

Delivery plan_delivery(const DeliveryAsk& ask, const std::vector<SectionPrint>& sections);

// What is known of each client's ways, as far as what is done about its events depends on them. A client that is not
// listed is treated as one that forgets: in doubt the whole pack goes out.

// Whether a client takes everything as one text, or in places of their own: the rules before everything, then the
// state, and behind it as a part by itself what to check before stopping.
HM_ENUM(ContextPlaces, one, several)

// What the client takes before a compaction: nothing, text that is added to its prompt, or a prompt in place of its
// own.
HM_ENUM(SummaryWords, none, added, whole)

// How a call of one of our own tools reaches us: over MCP, where nothing says who calls, or as an event of the
// client's.
HM_ENUM(OwnTools, over_mcp, as_event)

struct ClientTraits {
    std::string_view name;
    ContextKind context = ContextKind::ephemeral;
    ContextPlaces places = ContextPlaces::one;
    std::optional<std::size_t> most_characters;  // of one injection
    SummaryWords summary = SummaryWords::none;
    OwnTools own_tools = OwnTools::over_mcp;
    bool takes_orders = false;  // opens and stops sessions for us, and shows what the person should know
    // Of a client whose requests show what they hold: whether text can be put behind the results of calls, too.
    bool takes_behind_results = false;
};

// By the name that its adapter gives it; '-' and '_' are one.
ClientTraits traits_of(std::string_view client);

inline constexpr std::size_t smallest_budget = 500;
inline constexpr std::size_t largest_budget = 200'000;
// With less than this for everything, the rules are one line and critical anchors are shown by key.
inline constexpr std::size_t room_for_everything = 4'000;

// A length that a person asks for; refused when no pack can have it.
Result<void> check_pack_characters(std::int64_t characters);

// Whether a pack is sent with every request or stays in the conversation, every character is paid for with each: what
// recall merely found adds to a pack of about this length at the most.
inline constexpr std::size_t usual_characters = 3'000;
// The same where only changes go out, which stay beside what was said before.
inline constexpr std::size_t usual_with_changes = 1'500;

// The characters that an injection may have: the smallest of the client's limit, the setting, and 12 % of the window
// (in tokens), where it is known.
std::size_t injection_budget(const ClientTraits& client, std::int64_t setting,
                             const std::optional<std::int64_t>& context_window);

}  // namespace hm
