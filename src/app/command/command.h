// Actor: who asks. A person at a terminal has no session; an agent acts in one, with a role.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/workspace.h"
#include "base/codec.h"
#include "base/id.h"
#include "base/time.h"
#include "domain/event.h"
#include "domain/node.h"
#include "domain/settings.h"
#include "domain/stamp.h"
#include "store/records/reading.h"
#include "store/records/records.h"

namespace hm {

struct Actor {
    ActorKind kind = ActorKind::person;
    std::string role;  // empty for a person
    std::optional<Id> session_id;
    std::string session_stamp;
};

// The role, or what kind of actor it is when it has none.
inline std::string actor_name(const Actor& actor) {
    return actor.role.empty() ? std::string(name_of(actor.kind)) : actor.role;
}

// The minute on the wall clock, for stamps.

LocalMinute local_minute(Time time);

// Receipt: what a command answers. It names what was made or changed; it never returns stored content.

struct Receipt {
    std::string sentence;       // "Saved the memory."
    std::optional<Id> id;       // what was made or changed
    std::optional<Id> task_id;  // the task it belongs to
    json::object details = {};  // anything else the caller must know
};

json::object to_json(const Receipt& receipt);
// What every receipt may hold; a command's details come on top.
Shape shape_of_receipt();
Receipt receipt_from_json(const json::object& object);

// Command: a write that HiveMind offers. Its file holds an input struct with its fields, one run, one
// factory; decoding, permission, the transaction, the event and the reply belong to the bus.
//
// To add a command or a query: 1. write it in the file of its subject, as app/memory/memory.cc does; 2. declare its
// factory in app/command/catalog.h; 3. add its line to catalog.cc; 4. `./check --update` renews docs/reference.

// What a command asks of the bus beside its receipt.
struct Afterwards {
    // Done in order once everything is committed; may add to the receipt that the caller gets.
    std::vector<std::function<void(Receipt&)>> acts;
    // The same for what draws views of the store, such as the file of a session. It cannot fail the command.
    std::vector<std::function<void(Receipt&, Workspace&)>> views;
    // A dry run: the receipt is answered and nothing is kept.
    bool roll_back = false;
};

// One call of a command.
struct CommandRequest {
    json::value input;
    Actor actor;
    // When not empty: a request that was already carried out under this key answers the same receipt again.
    std::string request_id = {};
    // How long it may wait for the store, when that is less than the setting says.
    std::optional<Duration> patience = std::nullopt;
    // The print of what was asked (app/command/command.h); another request under the same key is refused where both
    // have one.
    std::string asked = {};
};

struct CommandContext {
    Transaction& transaction;
    const ProjectPaths& paths;
    const Actor& actor;
    const Settings& settings;
    IdSource& ids;
    Time now;
    BadRows& bad;
    Afterwards& afterwards;

    Connection& connection() const { return transaction.connection(); }

    // Gives a new record its id, stamp and times.
    Result<void> begin(Node& node) const {
        HM_TRY_ASSIGN(node.stamp, take_stamp(transaction, local_minute(now)));
        node.id = ids.next(now);
        node.created_at = now;
        node.modified_at = now;
        return {};
    }
};

HM_ENUM(Access, anyone, person)

// Whether an act takes something away from what governs the agents, as the settings stand. What does needs more proof
// that a person asked than its being typed (docs/adr/0012-who-is-a-person.md). Null: it never does.
using Loosens = bool (*)(const json::object& input, const Settings& settings);

inline bool always_loosens(const json::object&, const Settings&) {
    return true;
}

struct Command {
    std::string_view name;      // "memory save"
    std::string_view sentence;  // for help and reference pages
    Access access = Access::anyone;
    std::string_view positional;  // the field that a bare argument of the CLI fills; may be empty
    Shape (*input)() = nullptr;
    Result<Receipt> (*run)(const json::value& input, const CommandContext& context) = nullptr;
    // Refuses input that cannot be decoded, before the store is asked for its write lock.
    Result<void> (*check)(const json::value& input) = nullptr;
    Loosens loosens = nullptr;
};

inline Command loosening(Command command, Loosens loosens = always_loosens) {
    command.loosens = loosens;
    return command;
}

template <class Input>
Result<void> check_input(const json::value& input) {
    HM_TRY(decode_as<Input>(input, "The input"));
    return {};
}

template <class Input, Result<Receipt> (*Run)(const Input&, const CommandContext&)>
Command make_command(std::string_view name, std::string_view sentence, std::string_view positional = {},
                     Access access = Access::anyone) {
    return {name,
            sentence,
            access,
            positional,
            &shape_of<Input>,
            [](const json::value& value, const CommandContext& context) -> Result<Receipt> {
                HM_TRY_ASSIGN(const Input input, decode_as<Input>(value, "The input"));
                return Run(input, context);
            },
            &check_input<Input>,
            nullptr};
}

// How every event begins: its id, its time, its kind, who did it, and its line for people within the limits of the
// trail. What it was decided on, and the ids it is about, are the caller's.

// REQUIRES: `kind` is a word, or the name of a command: "memory save" is the event "memory.save".
Event new_event(std::string_view kind, std::string_view summary, const Actor& actor, Time at, IdSource& ids);

// The key that makes a repeated request one; an empty or over-long one is none.
void set_request_id(Event& event, std::string_view request_id);

// Tells two requests under one id apart: equal for equal requests.
std::string request_print(std::string_view name, const json::object& content);

// How many rows a list may have when the caller does not say, and at the most.

inline constexpr std::int64_t usual_list_limit = 50;
inline constexpr std::int64_t largest_list_limit = 10'000;

inline std::int64_t list_limit(std::optional<std::int64_t> asked) {
    return std::clamp<std::int64_t>(asked.value_or(usual_list_limit), 1, largest_list_limit);
}

}  // namespace hm
