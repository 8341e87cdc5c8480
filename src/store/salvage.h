// Salvage: the rows of a damaged table, as many as can be reached. A table is read from both ends; where a page cannot
// be read, the reader steps over it and goes on behind.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "store/connection.h"

namespace hm {

struct SalvageTable {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::string> key;  // columns of the primary key when the table has no rowid; else empty
};

struct Salvaged {
    std::size_t rows = 0;
    std::size_t gaps = 0;  // places where reading failed
};

// Gets each row once; its columns are those of the table, in order, from `first_column` on.
using TakeRow = std::function<Result<void>(const Statement& row, int first_column)>;

// `owners` are values of the first key column under which a table without rowid is looked at one by one when it
// cannot be read from end to end. Fails only when `take` does.
Result<Salvaged> salvage_table(Connection& damaged, const SalvageTable& table, const std::vector<std::string>& owners,
                               const TakeRow& take);

}  // namespace hm
