// Everything the command line offers, seen the same way: commands and queries of the catalog, and
// procedures. Help, completions, the man page and the reference pages are walks over this one list.
// A procedure takes the place of a query of its name: it offers the same and more (log --follow).
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "adapters/cli/environment.h"
#include "adapters/cli/flags.h"
#include "app/command.h"

namespace hm::cli {

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

}  // namespace hm::cli
