// Everything that the command line offers, one list: commands, queries and procedures with their flags.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "adapters/cli/environment.h"
#include "adapters/clients/shared/flags.h"
#include "app/command/command.h"
#include "app/project/project.h"
#include "base/result.h"
#include "base/shape.h"
#include "domain/event.h"

namespace hm::cli {

// Everything the command line offers, seen the same way: commands and queries of the catalog, and
// procedures. Help, completions, the man page and the reference pages are walks over this one list.
// A procedure takes the place of a query of its name: it offers the same and more (log --follow).

HM_ENUM(EntryKind, command, query, procedure)

struct Entry {
    std::string_view name;  // "task start"
    std::string_view sentence;
    std::string_view positional;  // the fields that bare arguments fill, with a space between
    EntryKind kind = EntryKind::command;
    Access access = Access::anyone;
    Shape input;
    Shape (*answer)() = nullptr;  // the shape of what --json prints; nothing when it is not known
    std::function<Result<int>(const ParsedFlags&, Environment&)> run;
};

// In the order of their names, each name once.
std::vector<Entry> all_entries();
// `word verb` where there is such an entry, otherwise `word`; `_` is as good as `-`.
std::optional<Entry> find_entry(std::string_view word, std::string_view verb = {});

// What an action of the agents' tools carries out, in the words of the tool: `brain write`, `inspect trace`,
// `govern_plan quick_start`.
std::optional<Entry> find_tool_entry(std::string_view word, std::string_view action);

// Entries whose names begin with the same word: `task` with its verbs, or one command of one word.
struct EntryGroup {
    std::string_view word;
    std::vector<Entry> entries;

    // False for a command of one word that has no verbs.
    bool has_verbs() const { return entries.size() > 1 || entries.front().name != word; }
};

std::vector<EntryGroup> grouped(std::vector<Entry> entries);

// "start" of "task start"; "" of a command of one word.
std::string_view verb_of(std::string_view name);

// The fields that bare arguments fill, in order.
std::vector<const FieldShape*> positional_fields(const Entry& entry);

// Acts that loosen what governs the agents need proof that a person asked (docs/adr/0012-who-is-a-person.md). who_typed
// alone is not enough, because a process that cuts itself off from the agent's shell looks like a person's. No
// variable, setting or flag switches this off.

// What is about to be done, and to which project; null where there is none.
struct LooseningAct {
    std::string_view name;  // "config set"
    const json::object& input;
    Loosens loosens;
    Project* project;
};

// Refuses the act to a process that was cut off from whoever started it, that a client stands above, that has no
// terminal, or whose terminal and all it lives in began during a call of an agent. Where only a part of the chain
// did, the person is asked on the terminal to type a word; the event that says so is kept, and answered so that it can
// be kept again when the store was replaced.
// REQUIRES: who_typed was asked before, so that a starter that ends meanwhile is seen by one of the two.
Result<std::optional<Event>> check_starter(const LooseningAct& act, Environment& environment);

}  // namespace hm::cli
