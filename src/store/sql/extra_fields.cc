#include "store/sql/extra_fields.h"

namespace hm {
namespace {

Result<json::object> read_fields(Connection& connection, std::string_view sql, std::string_view key) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(sql));
    read.bind(1, key);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return json::object();
    auto parsed = parse_json(read.text(0));
    // Spoilt by hand: the record itself is worth more than its unknown fields.
    if (!parsed || !parsed->is_object()) return json::object();
    return std::move(parsed->get_object());
}

Result<void> write(Connection& connection, std::string_view sql, std::string_view key, const json::object& fields) {
    HM_TRY_ASSIGN(Statement change, connection.prepare(sql));
    change.bind(1, key);
    if (!fields.empty()) change.bind(2, std::string_view(to_text(fields)));
    return change.run();
}

}  // namespace

Result<json::object> extra_fields_of(Connection& connection, const Id& id) {
    return read_fields(connection, "SELECT fields FROM extra_fields WHERE id=?", id.text());
}

Result<json::object> extra_fields_of_file(Connection& connection, std::string_view file) {
    return read_fields(connection, "SELECT fields FROM file_extra_fields WHERE file=?", file);
}

Result<void> save_extra_fields(Transaction& transaction, const Id& id, const json::object& fields) {
    return write(transaction.connection(),
                 fields.empty() ? "DELETE FROM extra_fields WHERE id=?"
                                : "INSERT INTO extra_fields(id,fields) VALUES(?,?) "
                                  "ON CONFLICT(id) DO UPDATE SET fields=excluded.fields",
                 id.text(), fields);
}

Result<void> save_extra_fields_of_file(Transaction& transaction, std::string_view file, const json::object& fields) {
    return write(transaction.connection(),
                 fields.empty() ? "DELETE FROM file_extra_fields WHERE file=?"
                                : "INSERT INTO file_extra_fields(file,fields) VALUES(?,?) "
                                  "ON CONFLICT(file) DO UPDATE SET fields=excluded.fields",
                 file, fields);
}

}  // namespace hm
