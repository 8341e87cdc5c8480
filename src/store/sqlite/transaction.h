// Transaction: a write that happens whole or not at all. It takes the write lock at once, so two writers
// wait for each other instead of failing half way. Rolled back unless committed.
#pragma once

#include <string>
#include <vector>

#include "base/id.h"
#include "base/json.h"
#include "store/sqlite/connection.h"

namespace hm {

// What a record or a setting was before this transaction changed it; `before` is null for a new one.
struct Change {
    std::string_view noun;
    std::string id;  // of a setting: its name
    json::value before;
};

// The noun that a change of a setting is kept under.
inline constexpr std::string_view setting_noun = "setting";

class Transaction {
public:
    // Waits for other writers until the connection's deadline. Fails with newer_version when another program has
    // upgraded the store since it was opened.
    static Result<Transaction> begin(Connection& connection, Durability durability);
    // For migrations, which look at the version themselves.
    static Result<Transaction> begin_for_upgrade(Connection& connection);
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    Result<void> commit();
    Connection& connection() { return *connection_; }
    std::vector<Change>& changes() { return changes_; }

private:
    explicit Transaction(Connection& connection) : connection_(&connection) {}
    Connection* connection_;
    std::vector<Change> changes_;
};

// A read that sees one state of the store from its first to its last statement. Reads never write. Within another
// snapshot or a transaction it sees the state of that one.
class Snapshot {
public:
    static Result<Snapshot> begin(Connection& connection);
    Snapshot(Snapshot&& other) noexcept;
    Snapshot& operator=(Snapshot&&) = delete;
    ~Snapshot();

private:
    explicit Snapshot(Connection* connection) : connection_(connection) {}
    Connection* connection_;  // null within another
};

}  // namespace hm
