// StoreInspector: plain SQL on a store, beside the program. For what the program itself must not be asked:
// whether its file is sound and whether everything it acknowledged is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

struct sqlite3;

namespace hm::testing {

class StoreInspector {
public:
    explicit StoreInspector(const std::filesystem::path& database);
    ~StoreInspector();
    StoreInspector(const StoreInspector&) = delete;
    StoreInspector& operator=(const StoreInspector&) = delete;

    // The first column of every row, as text.
    std::vector<std::string> column(const std::string& sql);
    std::int64_t number(const std::string& sql);
    void execute(const std::string& sql);

private:
    sqlite3* handle_ = nullptr;
};

// Fails the test unless the file is sound, every key leads somewhere, no stamp was given out twice and the
// register has every record.
void expect_sound_store(const std::filesystem::path& database);

// Moves everything into the database file and empties the log, as if the project had rested.
void settle(const std::filesystem::path& database);

}  // namespace hm::testing
