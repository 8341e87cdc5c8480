// Every record of a noun, one at a time, so that a large store need not fit into memory.
#pragma once

#include <functional>
#include <string_view>

#include "base/json.h"
#include "store/records.h"

namespace hm {

using VisitRecord = std::function<Result<void>(const json::object&)>;

// In the order of their ids, archived ones too. Rows that their types refuse are left out and named in `bad`.
// REQUIRES: noun is one of all_nouns().
Result<void> for_each_record(Connection& connection, std::string_view noun, BadRows& bad, const VisitRecord& visit);

}  // namespace hm
