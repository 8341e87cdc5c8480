#include "store/sqlite/transaction.h"

#include <sqlite3.h>

#include <utility>

#include "store/sqlite/migrate.h"

namespace hm {
namespace {

void end(Connection* connection) {
    if (connection == nullptr) return;
    // A failed rollback means SQLite has already rolled back by itself.
    auto rollback = connection->prepare("ROLLBACK");
    if (rollback) (void)rollback->run();
}

Result<void> take_write_lock(Connection& connection, Durability durability) {
    HM_TRY(connection.set_durability(durability));
    HM_TRY_ASSIGN(Statement begin, connection.prepare("BEGIN IMMEDIATE"));
    return begin.run();
}

}  // namespace

Result<Transaction> Transaction::begin(Connection& connection, Durability durability) {
    HM_TRY(take_write_lock(connection, durability));
    Transaction transaction(connection);
    HM_TRY_ASSIGN(const int version, read_schema_version(connection));
    auto checked = check_schema_version(version);
    if (checked) return transaction;
    connection.note_newer_schema();
    return fail(std::move(checked).error());
}

Result<Transaction> Transaction::begin_for_upgrade(Connection& connection) {
    HM_TRY(take_write_lock(connection, Durability::power_loss));
    return Transaction(connection);
}

Transaction::Transaction(Transaction&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)), changes_(std::move(other.changes_)) {}

Transaction::~Transaction() {
    end(connection_);
}

Result<void> Transaction::commit() {
    HM_TRY_ASSIGN(Statement commit, connection_->prepare("COMMIT"));
    HM_TRY(commit.run());
    connection_ = nullptr;
    return {};
}

Result<Snapshot> Snapshot::begin(Connection& connection) {
    if (sqlite3_get_autocommit(connection.handle()) == 0) return Snapshot(nullptr);
    HM_TRY_ASSIGN(Statement begin, connection.prepare("BEGIN"));
    HM_TRY(begin.run());
    return Snapshot(&connection);
}

Snapshot::Snapshot(Snapshot&& other) noexcept : connection_(std::exchange(other.connection_, nullptr)) {}

Snapshot::~Snapshot() {
    end(connection_);
}

}  // namespace hm
