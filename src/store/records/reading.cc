#include "store/records/reading.h"

namespace hm {

Result<std::map<std::string, KeptReading>> kept_readings(Connection& codemap) {
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT path, size, changed_ns, value FROM reading"));
    std::map<std::string, KeptReading> kept;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return kept;
        kept.emplace(read.text(0), KeptReading{{read.integer(1), read.integer(2)}, std::string(read.text(3))});
    }
}

Result<void> put_reading(Transaction& transaction, std::string_view path, const KeptReading& reading) {
    HM_TRY_ASSIGN(Statement put,
                  transaction.connection().prepare("INSERT OR REPLACE INTO reading VALUES(?1,?2,?3,?4)"));
    bind_all(put, path, reading.seen.size, reading.seen.changed_ns, std::string_view(reading.value));
    return put.run();
}

Result<void> remove_all_readings(Transaction& transaction) {
    return transaction.connection().execute("DELETE FROM reading");
}

Result<void> remove_reading(Transaction& transaction, std::string_view path) {
    HM_TRY_ASSIGN(Statement remove, transaction.connection().prepare("DELETE FROM reading WHERE path=?1"));
    remove.bind(1, path);
    return remove.run();
}

Result<void> save_alias(Transaction& transaction, std::string_view alias, const Id& id) {
    HM_TRY_ASSIGN(Statement save,
                  transaction.connection().prepare("INSERT OR IGNORE INTO aliases(alias,id) VALUES(?,?)"));
    bind_all(save, alias, id);
    return save.run();
}

Result<std::vector<Id>> ids_with_alias(Connection& connection, std::string_view alias) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT id FROM aliases WHERE alias=? ORDER BY id LIMIT 100"));
    read.bind(1, alias);
    std::vector<Id> ids;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return ids;
        ids.push_back(Id::trusted(std::string(read.text(0))));
    }
}

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

Result<StampText> take_stamp(Transaction& transaction, const LocalMinute& minute) {
    HM_TRY_ASSIGN(Statement take,
                  transaction.connection().prepare("INSERT INTO stamps(minute,taken) VALUES(?,1) "
                                                   "ON CONFLICT(minute) DO UPDATE SET taken=taken+1 RETURNING taken"));
    take.bind(1, make_stamp(minute, 0).view());
    HM_TRY(take.step());
    return make_stamp(minute, static_cast<int>(take.integer(0)) - 1);
}

Result<StampText> take_own_stamp(Transaction& transaction, const StampText& stamp) {
    const auto read = read_stamp(stamp.view());
    if (!read) return stamp;
    return take_stamp(transaction, read->minute);
}

}  // namespace hm
