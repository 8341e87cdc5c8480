#include "store/statement.h"

#include <sqlite3.h>

#include "store/connection.h"

namespace hm {

Statement::~Statement() {
    if (handle_ != nullptr) {
        reset();
        connection_->give_back(handle_);
    }
}

void Statement::bind(int index, std::string_view text) {
    sqlite3_bind_text64(handle_, index, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

void Statement::bind(int index, std::int64_t number) {
    sqlite3_bind_int64(handle_, index, number);
}

void Statement::bind(int index, double number) {
    sqlite3_bind_double(handle_, index, number);
}

void Statement::bind_null(int index) {
    sqlite3_bind_null(handle_, index);
}

void Statement::bind_column(int index, const Statement& row, int column) {
    sqlite3_bind_value(handle_, index, sqlite3_column_value(row.handle_, column));
}

Result<bool> Statement::step() {
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return fail(connection_->last_error(code));
}

Result<void> Statement::run() {
    auto stepped = step();
    reset();
    if (!stepped) return fail(std::move(stepped).error());
    return {};
}

void Statement::reset() {
    sqlite3_reset(handle_);
    sqlite3_clear_bindings(handle_);
}

std::string_view Statement::text(int column) const {
    const auto* data = sqlite3_column_text(handle_, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_, column));
    return data == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(handle_, column);
}

double Statement::number(int column) const {
    return sqlite3_column_double(handle_, column);
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

}  // namespace hm
