// The register of records: the table `nodes` has one row for every record of every noun, with its noun and stamp, so
// that anything can be named and found by its id or stamp alone. Whatever adds or removes a record's row keeps it;
// the doctor compares it with the tables, for rows that somebody's SQL shell added or removed.
#pragma once

#include <cstdint>
#include <string_view>

#include "store/records/records.h"

namespace hm {

// Refused when a record of another noun has the id.
Result<void> register_node(Connection& connection, std::string_view noun, const Id& id, std::string_view stamp);
// The record has another stamp now.
Result<void> restamp_node(Connection& connection, const Id& id, std::string_view stamp);
// What belongs to the id alone, its aliases and unknown fields, goes with it.
Result<void> unregister_node(Connection& connection, std::string_view noun, std::string_view id);

// Records that the register lacks or gives another stamp, lines of it that no record has, and records whose id belongs
// to one of another noun; at most `limit` of each kind and noun.
struct RegisterFaults {
    BadRows wrong;  // renew_register() mends them
    BadRows taken;  // to be set aside
};
Result<RegisterFaults> compare_register(Connection& connection, std::int64_t limit);

// Makes the register what the tables say. Answers how many lines that changed.
Result<std::int64_t> renew_register(Connection& connection);

}  // namespace hm
