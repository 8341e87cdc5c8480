// CodeMap: `.hivemind/codemap.db`, what was last read from the project's files. A cache: it can be deleted at any time,
// and one that is damaged, of another version or no code map at all is thrown away and begun anew. It is apart from the
// store, because every table there costs at each start of the program.
//
// To add a table: 1. its CREATE in a list of its own beside the noun's SQL; 2. the list's line in codemap.cc;
// 3. a higher codemap_version there.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "store/files/locate.h"
#include "store/sqlite/connection.h"

namespace hm {

class CodeMap {
public:
    // Makes it when there is none.
    static Result<CodeMap> open(const ProjectPaths& paths, Deadline deadline);
    // Nothing is made; for reads that are a bonus, such as those of a pack. Fails with not_found when there is none.
    static Result<CodeMap> open_existing(const ProjectPaths& paths, Deadline deadline);
    // Removes what a read or write found to be damaged. Those who still have it open go on with theirs.
    static Result<void> throw_away(const ProjectPaths& paths, Deadline deadline);

    Connection& connection() { return *connection_; }

private:
    explicit CodeMap(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
    std::unique_ptr<Connection> connection_;
};

std::filesystem::path codemap_path(const ProjectPaths& paths);

// What an empty file is made into, in order.
std::span<const std::string_view> codemap_statements();

// Kept in the file, and a sign that it is a code map.
std::int64_t codemap_version();

}  // namespace hm
