// Salvage: the rows of a damaged table. It is read from both ends; where a page cannot be read, the reader steps over
// it and goes on behind. Then every undamaged page that holds rows of the table is read by itself, whatever became of
// the pages that lead to it: it is put in the place of the table's first page, and SQLite reads a table of one page.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "store/files/locate.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/migrate.h"

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

// The pages of the file by the tables whose rows they hold, told without the pages above them (salvage.cc).
class LeafPages;

// One for all tables of a file. What it writes to the file leaves no table but the salvaged ones unreadable: REQUIRES:
// `damaged` is a copy that nobody else reads, and each table is salvaged once.
class Salvage {
public:
    // `alike` is a store with the schema that the damaged one had.
    Salvage(Connection& damaged, Connection& alike);
    ~Salvage();

    // `owners` are values of the first key column under which a table without rowid is looked at one by one when it
    // cannot be read from end to end. Fails only when `take` does.
    Result<Salvaged> take(const SalvageTable& table, const std::vector<std::string>& owners, const TakeRow& take);

private:
    LeafPages& leaf_pages();

    Connection& damaged_;
    Connection& alike_;
    std::unique_ptr<LeafPages> leaf_pages_;  // once a table has a gap
};

// Recovery of a damaged store: the file is kept aside byte for byte, everything that can be read goes into a new
// store, and that takes the old one's place. Nothing is deleted. Rows the new store refuses go to its quarantine.

struct TableRecovery {
    std::string table;
    std::size_t rows = 0;         // in the new store
    std::size_t quarantined = 0;  // read, but refused
    std::size_t gaps = 0;         // places that could not be read
};

struct Recovery {
    std::filesystem::path aside;  // where the damaged store lies now
    std::vector<TableRecovery> tables;
    // Nothing of the file could be read: the new store is empty.
    bool is_empty = false;
};

// Fails with busy when another process has the store open. References between rows are not checked here.
Result<Recovery> recover_store(const ProjectPaths& paths, Deadline deadline, Time now);

// The pages of a database that say which table begins where. When they are destroyed, SQLite finds nothing in a file
// whose tables are all there. Stores of one program lay them out alike, so those of a new store can stand in.

// Whether the list of tables can be read from its first to its last line.
bool has_whole_schema(Connection& damaged);

// Writes the schema pages of a new store with these migrations over those of the file. `scratch` is a name for the new
// store, which is gone afterwards. REQUIRES: no connection has the file open.
Result<void> replace_schema_pages(const std::filesystem::path& damaged, Migrations migrations,
                                  const std::filesystem::path& scratch, Deadline deadline);

}  // namespace hm
