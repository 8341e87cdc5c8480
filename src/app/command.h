// Command: a write that HiveMind offers. Its file holds an input struct with its fields, one run, one
// factory; decoding, permission, the transaction, the event and the reply belong to the bus.
//
// To add a command: 1. write app/commands/<verb_noun>.cc after save_memory.cc; 2. declare its factory in
// app/commands/commands.h; 3. add its line to catalog.cc; 4. `./check --update` renews docs/reference.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "app/actor.h"
#include "app/local_minute.h"
#include "app/receipt.h"
#include "app/workspace.h"
#include "base/codec.h"
#include "domain/node.h"
#include "domain/settings.h"
#include "store/records.h"
#include "store/sql/stamp.h"

namespace hm {

// What a command asks of the bus beside its receipt.
struct Afterwards {
    // Done in order once everything is committed; may add to the receipt that the caller gets.
    std::vector<std::function<void(Receipt&)>> acts;
    // The same for what draws views of the store, such as the file of a session. It cannot fail the command.
    std::vector<std::function<void(Receipt&, Workspace&)>> views;
    // A dry run: the receipt is answered and nothing is kept.
    bool roll_back = false;
};

struct CommandContext {
    Transaction& transaction;
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

struct Command {
    std::string_view name;      // "memory save"
    std::string_view sentence;  // for help and reference pages
    Access access = Access::anyone;
    std::string_view positional;  // the field that a bare argument of the CLI fills; may be empty
    Shape (*input)() = nullptr;
    Result<Receipt> (*run)(const json::value& input, const CommandContext& context) = nullptr;
    // Refuses input that cannot be decoded, before the store is asked for its write lock.
    Result<void> (*check)(const json::value& input) = nullptr;
};

template <class Input>
Result<void> check_input(const json::value& input) {
    HM_TRY(decode_as<Input>(input, "The input"));
    return {};
}

// Run is `Result<Receipt> run(const Input&, const CommandContext&)`.
template <class Input, auto Run>
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
            &check_input<Input>};
}

}  // namespace hm
