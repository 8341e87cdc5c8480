// Any record: the same few acts on every noun, chosen at run time by its name or by an id alone. Records travel as
// JSON in the form of their field lists. For export, import, undo, trace and show; rules use the typed functions.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/shape.h"
#include "store/records/records.h"
#include "store/records/tables.h"

namespace hm {

struct AnyNoun {
    Table table;
    Shape (*shape)() = nullptr;
    Result<std::optional<json::object>> (*find)(Connection&, const Id&, BadRows&) = nullptr;
    Result<std::vector<json::object>> (*list)(Connection&, const ListFilter&, BadRows&) = nullptr;
    // Puts it in as it is, over what is there; see put() in records.h. Decoding errors name every field.
    Result<void> (*put)(Transaction&, const json::object&) = nullptr;
};

// Every noun that is a node, those that others name first.
std::span<const AnyNoun> all_nouns();

const AnyNoun* noun_named(std::string_view noun);

// The noun of the record with that id, or nothing.
Result<const AnyNoun*> noun_of(Connection& connection, const Id& id);

// The ids that bear that stamp, in the order of their making; at most `limit`.
Result<std::vector<Id>> ids_with_stamp(Connection& connection, std::string_view stamp, std::int64_t limit);

// The ids whose stamps are of that minute, given as its 12 digits, in the order of their making; at most `limit`.
Result<std::vector<Id>> ids_of_minute(Connection& connection, std::string_view minute, std::int64_t limit);

// The ids of that noun's records, of any when it is empty, that end in the text; where none does, those that begin with
// it. At most `limit`. REQUIRES: noun is empty or one of all_nouns().
Result<std::vector<Id>> ids_with_part(Connection& connection, std::string_view noun, std::string_view part,
                                      std::int64_t limit);

// The records in use that are called so, whatever the case: tasks and plans by their names, open ones where one is
// open; of other nouns none. At most `limit`.
Result<std::vector<Id>> ids_called(Connection& connection, std::string_view noun, std::string_view name,
                                   std::int64_t limit);
// Only those that are not over.
Result<std::vector<Id>> open_ids_called(Connection& connection, std::string_view noun, std::string_view name,
                                        std::int64_t limit);
// "id name" of those that are not over, latest change first.
Result<std::vector<std::pair<Id, std::string>>> open_names(Connection& connection, std::string_view noun,
                                                           std::int64_t limit);

// Every record of a noun, one at a time, so that a large store need not fit into memory.

using VisitRecord = std::function<Result<void>(const json::object&)>;

// In the order of their ids, archived ones too. Rows that their types refuse are left out and named in `bad`.
// REQUIRES: noun is one of all_nouns().
Result<void> for_each_record(Connection& connection, std::string_view noun, BadRows& bad, const VisitRecord& visit);

}  // namespace hm
