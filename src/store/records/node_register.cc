#include "store/records/node_register.h"

#include <fmt/format.h>

#include <vector>

#include "store/records/tables.h"

namespace hm {
namespace {

// The tables of the nouns that this store has; one that is being recovered may be of an older schema.
Result<std::vector<Table>> tables_here(Connection& connection) {
    std::vector<Table> tables;
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM sqlite_schema WHERE type='table' AND name=?"));
    Result<void> outcome;
    const auto has_table = [&](std::string_view name) -> Result<bool> {
        read.reset();
        read.bind(1, name);
        return read.step();
    };
    HM_TRY_ASSIGN(const bool has_register, has_table("nodes"));
    if (!has_register) return tables;
    for_each_node([&]<class Record>() {
        if (!outcome) return;
        const auto is_here = has_table(table_of<Record>.name);
        if (!is_here) outcome = fail(is_here.error());
        if (is_here && *is_here) tables.push_back(table_of<Record>);
    });
    if (!outcome) return fail(outcome.error());
    return tables;
}

// Of the table of a noun, known as t: what is not in the register as it stands there.
std::string not_registered(const Table& table) {
    return fmt::format("NOT EXISTS(SELECT 1 FROM nodes AS n WHERE n.id=t.id AND n.noun='{}' AND n.stamp=t.stamp)",
                       table.noun);
}

// A row of the register whose noun has the table, but no such record.
std::string left_over(const Table& table) {
    return fmt::format("noun='{}' AND NOT EXISTS(SELECT 1 FROM {} AS t WHERE t.id=nodes.id)", table.noun, table.name);
}

// A row of the register whose noun there is not.
std::string of_no_noun() {
    std::string nouns;
    for_each_node(
        [&]<class Record>() { nouns += fmt::format("{}'{}'", nouns.empty() ? "" : ",", table_of<Record>.noun); });
    return fmt::format("noun NOT IN ({})", nouns);
}

// Rows of the table whose id is registered for a record of another noun. REQUIRES: nothing is left over.
std::string taken_by_another(const Table& table) {
    return fmt::format("EXISTS(SELECT 1 FROM nodes AS n WHERE n.id=t.id AND n.noun<>'{}')", table.noun);
}

Result<bool> has_record(Connection& connection, std::string_view noun, const Id& id) {
    Result<bool> found = false;
    for_each_node([&]<class Record>() {
        if (table_of<Record>.noun != noun) return;
        found = [&]() -> Result<bool> {
            HM_TRY_ASSIGN(Statement read,
                          connection.prepare(fmt::format("SELECT 1 FROM {} WHERE id=?", table_of<Record>.name)));
            read.bind(1, id);
            return read.step();
        }();
    });
    return found;
}

// The id is in the register already: of a record that is there, or of one that was removed past this program.
Result<void> replace_left_over(Connection& connection, std::string_view noun, const Id& id, std::string_view stamp,
                               const Error& refused) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT noun FROM nodes WHERE id=?"));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool is_there, read.step());
    if (!is_there) return fail(refused);
    const std::string registered(read.text(0));
    read.reset();
    if (registered != noun) {
        HM_TRY_ASSIGN(const bool is_taken, has_record(connection, registered, id));
        if (is_taken) return fail(refused);
    }
    HM_TRY_ASSIGN(Statement change, connection.prepare("UPDATE nodes SET noun=?,stamp=? WHERE id=?"));
    bind_all(change, noun, stamp, id);
    return change.run();
}

Result<void> collect(Connection& connection, const std::string& sql, std::string_view table, std::string_view reason,
                     std::int64_t limit, BadRows& rows) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(sql));
    read.bind(1, limit);
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        rows.push_back({std::string(table), std::string(read.text(0)), std::string(reason)});
    }
}

Result<std::int64_t> run_counted(Connection& connection, const std::string& sql) {
    HM_TRY_ASSIGN(Statement change, connection.prepare(sql));
    HM_TRY(change.run());
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT changes()"));
    HM_TRY(read.step());
    return read.integer(0);
}

}  // namespace

Result<void> register_node(Connection& connection, std::string_view noun, const Id& id, std::string_view stamp) {
    HM_TRY_ASSIGN(Statement add, connection.prepare("INSERT INTO nodes(id,noun,stamp) VALUES(?,?,?)"));
    bind_all(add, id, noun, stamp);
    const auto added = add.run();
    if (added || added.error().code != ErrorCode::conflict) return added;
    return replace_left_over(connection, noun, id, stamp, added.error());
}

Result<void> restamp_node(Connection& connection, const Id& id, std::string_view stamp) {
    HM_TRY_ASSIGN(Statement change, connection.prepare("UPDATE nodes SET stamp=? WHERE id=?"));
    bind_all(change, stamp, id);
    return change.run();
}

Result<void> unregister_node(Connection& connection, std::string_view noun, std::string_view id) {
    HM_TRY_ASSIGN(Statement remove, connection.prepare("DELETE FROM nodes WHERE id=? AND noun=?"));
    bind_all(remove, id, noun);
    return remove.run();
}

Result<RegisterFaults> compare_register(Connection& connection, std::int64_t limit) {
    HM_TRY_ASSIGN(const std::vector<Table> tables, tables_here(connection));
    RegisterFaults faults;
    if (tables.empty()) return faults;
    HM_TRY(collect(connection, fmt::format("SELECT id FROM nodes WHERE {} LIMIT ?", of_no_noun()), "nodes",
                   "the register names what is no noun", limit, faults.wrong));
    for (const Table& table : tables) {
        HM_TRY(collect(connection, fmt::format("SELECT id FROM nodes WHERE {} LIMIT ?", left_over(table)), "nodes",
                       fmt::format("the register names a {} that is not there", table.noun), limit, faults.wrong));
        HM_TRY(collect(connection,
                       fmt::format("SELECT t.id FROM {} AS t WHERE {} AND NOT {} LIMIT ?", table.name,
                                   not_registered(table), taken_by_another(table)),
                       table.name, "the register of records does not have it as it is", limit, faults.wrong));
        HM_TRY(collect(connection,
                       fmt::format("SELECT t.id FROM {} AS t WHERE {} LIMIT ?", table.name, taken_by_another(table)),
                       table.name, "its id belongs to a record of another noun", limit, faults.taken));
    }
    return faults;
}

Result<std::int64_t> renew_register(Connection& connection) {
    HM_TRY_ASSIGN(const std::vector<Table> tables, tables_here(connection));
    if (tables.empty()) return 0;
    HM_TRY_ASSIGN(std::int64_t changed,
                  run_counted(connection, fmt::format("DELETE FROM nodes WHERE {}", of_no_noun())));
    for (const Table& table : tables) {
        HM_TRY_ASSIGN(const std::int64_t removed,
                      run_counted(connection, fmt::format("DELETE FROM nodes WHERE {}", left_over(table))));
        changed += removed;
    }
    for (const Table& table : tables) {
        HM_TRY_ASSIGN(
            const std::int64_t added,
            run_counted(connection,
                        fmt::format("INSERT INTO nodes(id,noun,stamp) SELECT t.id,'{0}',t.stamp FROM {1} AS t "
                                    "WHERE {2} ON CONFLICT(id) DO UPDATE SET stamp=excluded.stamp "
                                    "WHERE noun=excluded.noun",
                                    table.noun, table.name, not_registered(table))));
        changed += added;
    }
    return changed;
}

}  // namespace hm
