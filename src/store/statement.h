// Statement: one prepared SQL statement of a Connection, bound, stepped and read. It is borrowed from the
// connection's cache and reset when it goes out of scope. Not for use after its connection is closed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/id.h"
#include "base/result.h"
#include "base/time.h"

struct sqlite3_stmt;

namespace hm {

class Connection;

class Statement {
public:
    Statement(Connection& connection, sqlite3_stmt* handle) : connection_(&connection), handle_(handle) {}
    Statement(Statement&& other) noexcept : connection_(other.connection_), handle_(other.handle_) {
        other.handle_ = nullptr;
    }
    Statement& operator=(Statement&&) = delete;
    ~Statement();

    // Parameters count from 1.
    void bind(int index, std::string_view text);
    void bind(int index, std::int64_t number);
    void bind(int index, double number);
    void bind_null(int index);
    // The value in a column of another statement's row, whatever its type.
    void bind_column(int index, const Statement& row, int column);
    void bind(int index, const Id& id) { bind(index, std::string_view(id.text())); }
    void bind(int index, Time time) { bind(index, time.ms); }
    template <class T>
    void bind(int index, const std::optional<T>& value) {
        value ? bind(index, *value) : bind_null(index);
    }

    // True while there is a row. Waits for other writers until the connection's deadline.
    Result<bool> step();
    // Steps a statement that gives no rows, and makes it ready to be bound again.
    Result<void> run();
    void reset();

    // Columns count from 0. The view lives until the next step.
    std::string_view text(int column) const;
    std::int64_t integer(int column) const;
    double number(int column) const;
    bool is_null(int column) const;

private:
    Connection* connection_;
    sqlite3_stmt* handle_;
};

// Binds all values in order from parameter 1.
template <class... Values>
void bind_all(Statement& statement, const Values&... values) {
    int index = 0;
    (statement.bind(++index, values), ...);
}

}  // namespace hm
