#include "stress/store_inspector.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace hm::testing {
namespace {

constexpr int patience_ms = 60'000;

}  // namespace

StoreInspector::StoreInspector(const std::filesystem::path& database) {
    EXPECT_EQ(sqlite3_open_v2(database.c_str(), &handle_, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
    sqlite3_busy_timeout(handle_, patience_ms);
}

StoreInspector::~StoreInspector() {
    sqlite3_close(handle_);
}

std::vector<std::string> StoreInspector::column(const std::string& sql) {
    std::vector<std::string> values;
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(handle_);
    int code = SQLITE_DONE;
    while (statement != nullptr && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
        values.emplace_back(text == nullptr ? "" : text);
    }
    EXPECT_EQ(code, SQLITE_DONE) << sql << ": " << sqlite3_errmsg(handle_);
    sqlite3_finalize(statement);
    return values;
}

std::int64_t StoreInspector::number(const std::string& sql) {
    const auto values = column(sql);
    EXPECT_EQ(values.size(), 1U) << sql;
    return values.empty() ? -1 : std::stoll(values.front());
}

void StoreInspector::execute(const std::string& sql) {
    EXPECT_EQ(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(handle_);
}

void expect_sound_store(const std::filesystem::path& database) {
    StoreInspector store(database);
    std::int64_t records = 0;
    EXPECT_EQ(store.column("PRAGMA quick_check"), std::vector<std::string>{"ok"});
    EXPECT_EQ(store.column("PRAGMA foreign_key_check"), std::vector<std::string>{});
    EXPECT_EQ(store.column("SELECT stamp FROM nodes GROUP BY stamp HAVING count(*) > 1"), std::vector<std::string>{})
        << "stamps given out twice";
    // Every table with a stamp is that of a noun.
    for (const std::string& table :
         store.column("SELECT m.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS i WHERE m.type='table' AND "
                      "i.name='stamp' AND m.name<>'nodes'")) {
        EXPECT_EQ(store.number("SELECT count(*) FROM " + table +
                               " AS t WHERE NOT EXISTS(SELECT 1 FROM nodes AS n WHERE n.id=t.id AND n.stamp=t.stamp)"),
                  0)
            << table << " has records that the register lacks";
        records += store.number("SELECT count(*) FROM " + table);
    }
    EXPECT_EQ(store.number("SELECT count(*) FROM nodes"), records) << "the register has more than there is";
    store.execute("INSERT INTO memory_search(memory_search, rank) VALUES('integrity-check', 1)");
}

void settle(const std::filesystem::path& database) {
    StoreInspector(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace hm::testing
