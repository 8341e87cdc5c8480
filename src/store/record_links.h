// The links between records, for any noun: what a record names, and who names it. Read from the field lists, which
// the schema's foreign keys follow; only fields that hold ids count, never a text that looks like one.
#pragma once

#include <string>
#include <vector>

#include "store/any_record.h"

namespace hm {

HM_ENUM(Need, optional, required)

// One id that a record names.
struct Link {
    std::string field;  // "parent_phase_id", "source.task_id", "depends_on"
    Id id;
    Need need = Need::optional;  // required: the record cannot be without it
};

// REQUIRES: the record has the form of the shape.
std::vector<Link> links_of(const json::object& record, const Shape& shape);

// The record without what it says of that id. Fields that are required stay.
json::object without_links_to(json::object record, const Shape& shape, const Id& id);

// A record that names another one.
struct Naming {
    const AnyNoun* noun = nullptr;
    Id id;
    json::object record;
    std::string field;  // the first that names it
    Need need = Need::optional;
};

// Who names that record, by noun, the newest first; at most `limit` of each noun.
Result<std::vector<Naming>> records_naming(Connection& connection, const Id& id, Archived archived, std::int64_t limit,
                                           BadRows& bad);

}  // namespace hm
