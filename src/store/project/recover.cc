#include "store/project/recover.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "store/files/whole_file.h"
#include "store/project/replace.h"
#include "store/records/health.h"
#include "store/records/node_register.h"
#include "store/sqlite/migrate.h"
#include "store/sqlite/transaction.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// Filled from the other tables: by triggers, by renew_register(), and by what is filled in afterwards. A recovered
// store is a new one and has an identity of its own.
constexpr std::array<std::string_view, 5> worked_out{"counts", "nodes", "memory_prints", "searched", "store_identity"};

Result<std::vector<std::string>> read_texts(Connection& connection, std::string_view sql, std::string_view value) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(sql));
    if (!value.empty()) read.bind(1, value);
    std::vector<std::string> texts;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return texts;
        texts.emplace_back(read.text(0));
    }
}

// The tables of the new store that keep what people and agents gave, those with row numbers first: the others
// belong to their rows.
Result<std::vector<SalvageTable>> tables_to_fill(Connection& fresh) {
    HM_TRY_ASSIGN(const auto names,
                  read_texts(fresh,
                             "SELECT name FROM pragma_table_list WHERE schema='main' AND type='table' "
                             "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY wr, name",
                             ""));
    std::vector<SalvageTable> tables;
    for (const std::string& name : names) {
        if (std::find(worked_out.begin(), worked_out.end(), name) != worked_out.end()) continue;
        SalvageTable table{name, {}, {}};
        HM_TRY_ASSIGN(table.columns, read_texts(fresh, "SELECT name FROM pragma_table_info(?)", name));
        HM_TRY_ASSIGN(table.key, read_texts(fresh,
                                            "SELECT i.name FROM pragma_table_info(?1) AS i, pragma_table_list AS l "
                                            "WHERE l.name=?1 AND l.wr=1 AND i.pk>0 ORDER BY i.pk",
                                            name));
        tables.push_back(std::move(table));
    }
    return tables;
}

// What the first key column of a table may hold: the keys of the table it is bound to, as far as recovered.
Result<std::vector<std::string>> owners_of(Connection& fresh, const SalvageTable& table) {
    if (table.key.empty()) return std::vector<std::string>{};
    HM_TRY_ASSIGN(Statement read,
                  fresh.prepare("SELECT \"table\", \"to\" FROM pragma_foreign_key_list(?) WHERE \"from\"=?"));
    bind_all(read, std::string_view(table.name), std::string_view(table.key.front()));
    HM_TRY_ASSIGN(const bool is_bound, read.step());
    if (!is_bound) return std::vector<std::string>{};
    return read_texts(fresh, fmt::format("SELECT {} FROM {}", read.text(1), read.text(0)), "");
}

// Takes rows into one table of the new store.
class Filler {
public:
    Filler(Connection& fresh, const SalvageTable& table, Time now) : fresh_(fresh), table_(table), now_(now) {}

    Result<void> take(const Statement& row, int first_column) {
        const std::string places =
            fmt::format("{}", fmt::join(std::vector<std::string>(table_.columns.size(), "?"), ","));
        HM_TRY_ASSIGN(Statement add, fresh_.prepare(fmt::format("INSERT INTO {}({}) VALUES({})", table_.name,
                                                                fmt::join(table_.columns, ","), places)));
        bind_row(add, row, first_column);
        const auto added = add.run();
        if (added) {
            ++rows_;
            return {};
        }
        const bool is_about_the_row = added.error().code == ErrorCode::conflict ||
                                      added.error().code == ErrorCode::io || added.error().code == ErrorCode::not_found;
        if (!is_about_the_row) return added;
        return quarantine(row, first_column, added.error());
    }

    std::size_t rows() const { return rows_; }
    std::size_t quarantined() const { return quarantined_; }

private:
    void bind_row(Statement& statement, const Statement& row, int first_column) const {
        for (int i = 0; i < static_cast<int>(table_.columns.size()); ++i) {
            statement.bind_column(i + 1, row, first_column + i);
        }
    }

    Result<void> quarantine(const Statement& row, int first_column, const Error& error) {
        std::string members;
        int place = 0;
        for (const std::string& column : table_.columns) {
            ++place;
            members += fmt::format("{}'{}',CASE typeof(?{}) WHEN 'blob' THEN hex(?{}) ELSE ?{} END",
                                   members.empty() ? "" : ",", column, place, place, place);
        }
        HM_TRY_ASSIGN(Statement keep,
                      fresh_.prepare(fmt::format("INSERT INTO quarantine(at,noun,id,reason,content) "
                                                 "VALUES(?{},?{},coalesce(CAST(?1 AS TEXT),''),?{},json_object({}))",
                                                 place + 1, place + 2, place + 3, members)));
        bind_row(keep, row, first_column);
        keep.bind(place + 1, now_);
        keep.bind(place + 2, std::string_view(table_.name));
        keep.bind(place + 3, std::string_view("recovered from a damaged store: " + error.what + " " + error.why));
        HM_TRY(keep.run());
        ++quarantined_;
        return {};
    }

    Connection& fresh_;
    const SalvageTable& table_;
    Time now_;
    std::size_t rows_ = 0;
    std::size_t quarantined_ = 0;
};

// Rows that are nothing without the record their key names, and that was lost: entries of lists and the like.
Result<void> quarantine_orphans(Connection& fresh, const SalvageTable& table, Time now, TableRecovery& recovery) {
    HM_TRY_ASSIGN(Statement bound,
                  fresh.prepare("SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?1) WHERE \"from\"="
                                "(SELECT name FROM pragma_table_info(?1) WHERE pk=1)"));
    bound.bind(1, std::string_view(table.name));
    HM_TRY_ASSIGN(const bool is_bound, bound.step());
    if (!is_bound) return {};
    const std::string owner(bound.text(0));
    const std::string orphans = fmt::format("FROM {0} WHERE NOT EXISTS(SELECT 1 FROM {1} AS p WHERE p.{2}={0}.{3})",
                                            table.name, bound.text(1), bound.text(2), owner);
    HM_TRY_ASSIGN(const std::string members, json_members(fresh, table.name));
    HM_TRY_ASSIGN(Statement keep, fresh.prepare(fmt::format("INSERT INTO quarantine(at,noun,id,reason,content) "
                                                            "SELECT ?,?,CAST({} AS TEXT),?,json_object({}) {} "
                                                            "RETURNING 1",
                                                            owner, members, orphans)));
    bind_all(keep, now, std::string_view(table.name), std::string_view("the record it belongs to was lost"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, keep.step());
        if (!has_row) break;
        --recovery.rows;
        ++recovery.quarantined;
    }
    keep.reset();
    return fresh.execute("DELETE " + orphans);
}

Result<void> fill(Connection& damaged, Connection& fresh, Time now, Recovery& recovery) {
    HM_TRY_ASSIGN(const auto tables, tables_to_fill(fresh));
    Salvage salvage(damaged, fresh);
    bool is_registered = false;
    for (const SalvageTable& table : tables) {
        // All records are there, and what comes now belongs to them.
        if (!table.key.empty() && !is_registered) {
            HM_TRY(renew_register(fresh));
            is_registered = true;
        }
        HM_TRY_ASSIGN(const auto owners, owners_of(fresh, table));
        Filler filler(fresh, table, now);
        HM_TRY_ASSIGN(const Salvaged salvaged, salvage.take(table, owners, [&](const Statement& row, int first) {
            return filler.take(row, first);
        }));
        recovery.tables.push_back({table.name, filler.rows(), filler.quarantined(), salvaged.gaps});
    }
    for (std::size_t i = 0; i < tables.size(); ++i) {
        HM_TRY(quarantine_orphans(fresh, tables[i], now, recovery.tables[i]));
    }
    return {};
}

// The schema that the damaged store had, as far as it can be told: its rows fit that one.
Migrations migrations_of(Connection& damaged, bool& is_readable) {
    const Migrations all = all_migrations();
    const auto version = read_schema_version(damaged);
    is_readable = version && *version > 0;
    if (!is_readable || *version > latest_schema_version()) return all;
    return all.first(static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const Migration& each) { return each.version <= *version; })));
}

struct Attempt {
    fs::path work;  // a directory with a copy of the damaged files
    fs::path made;  // the new store
    Recovery recovery;

    std::size_t rows() const {
        std::size_t rows = 0;
        for (const TableRecovery& table : recovery.tables) rows += table.rows;
        return rows;
    }
    void remove() const {
        std::error_code error;
        fs::remove_all(work, error);
        remove_database(made);
    }
};

Result<void> make_store_of(Connection& damaged, Attempt& attempt, Deadline deadline, Time now) {
    const PrivateFiles private_files;
    HM_TRY_ASSIGN(auto fresh, Connection::open(attempt.made.string(), OpenMode::create, deadline));
    bool is_readable = false;
    HM_TRY(migrate(*fresh, migrations_of(damaged, is_readable)));
    if (is_readable) {
        // Rows arrive in any order, and some of what they name is lost; the doctor mends that afterwards.
        HM_TRY(fresh->execute("PRAGMA foreign_keys=OFF"));
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(*fresh, Durability::power_loss));
        HM_TRY(fill(damaged, *fresh, now, attempt.recovery));
        HM_TRY(transaction.commit());
    }
    HM_TRY(migrate(*fresh, all_migrations()));
    return fresh->execute("PRAGMA journal_mode=WAL");
}

// SQLite writes to what it opens, and the original is to stay as it is: a second copy is read.
Result<Attempt> begin_attempt(const ProjectPaths& paths, std::size_t number) {
    Attempt attempt{making_name(paths.directory / fmt::format("recovering-{}", number)),
                    making_name(paths.directory / fmt::format("recovered-{}.db", number)),
                    {}};
    attempt.remove();
    HM_TRY(copy_files(paths, attempt.work));
    // The index of the log is worked out anew; a damaged one would hide what the log holds.
    std::error_code error;
    fs::remove(attempt.work / (paths.database.filename().string() + "-shm"), error);
    return attempt;
}

// As the file is and, when its list of tables is destroyed, with that of a new store of each version; the way that
// brings back most is the first of the answer.
Result<std::vector<Attempt>> try_all_ways(const ProjectPaths& paths, Deadline deadline, Time now) {
    std::vector<Attempt> attempts;
    const Migrations all = all_migrations();
    for (std::size_t way = 0; way <= all.size(); ++way) {
        HM_TRY_ASSIGN(Attempt attempt, begin_attempt(paths, way));
        const fs::path file = attempt.work / paths.database.filename();
        if (way > 0) HM_TRY(replace_schema_pages(file, all.first(all.size() - way + 1), attempt.made, deadline));
        HM_TRY_ASSIGN(auto damaged, Connection::open(file.string(), OpenMode::damaged, deadline));
        const bool is_enough = way == 0 && has_whole_schema(*damaged);
        HM_TRY(make_store_of(*damaged, attempt, deadline, now));
        attempts.push_back(std::move(attempt));
        if (is_enough) break;
    }
    std::stable_sort(attempts.begin(), attempts.end(),
                     [](const Attempt& a, const Attempt& b) { return a.rows() > b.rows(); });
    return attempts;
}

}  // namespace

Result<Recovery> recover_store(const ProjectPaths& paths, Deadline deadline, Time now) {
    HM_TRY_ASSIGN(const ExclusiveHold hold, ExclusiveHold::take(paths.database, deadline));
    HM_TRY_ASSIGN(fs::path aside, set_aside(paths, now, hold));
    HM_TRY_ASSIGN(const std::vector<Attempt> attempts, try_all_ways(paths, deadline, now));
    Recovery recovery = attempts.front().recovery;
    recovery.aside = std::move(aside);
    recovery.is_empty = std::none_of(recovery.tables.begin(), recovery.tables.end(),
                                     [](const auto& table) { return table.rows + table.quarantined > 0; });
    HM_TRY(put_in_stores_place(attempts.front().made, paths, now, hold));
    for (const Attempt& attempt : attempts) attempt.remove();
    return recovery;
}

}  // namespace hm
