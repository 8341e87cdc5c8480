#include "store/records/any_record.h"

#include <algorithm>

#include "base/codec.h"
#include "store/records/columns.h"

namespace hm {
namespace {

template <class Record>
Result<std::optional<json::object>> find_any(Connection& connection, const Id& id, BadRows& bad) {
    HM_TRY_ASSIGN(const auto record, find<Record>(connection, id, bad));
    if (!record) return std::nullopt;
    return Codec<Record>::encode_object(*record);
}

template <class Record>
Result<std::vector<json::object>> list_any(Connection& connection, const ListFilter& filter, BadRows& bad) {
    HM_TRY_ASSIGN(const auto records, list_records<Record>(connection, filter, bad));
    std::vector<json::object> objects;
    for (const Record& record : records) objects.push_back(Codec<Record>::encode_object(record));
    return objects;
}

template <class Record>
Result<void> put_any(Transaction& transaction, const json::object& object) {
    HM_TRY_ASSIGN(const Record record, decode_as<Record>(object, table_of<Record>.noun));
    return put(transaction, record);
}

std::vector<AnyNoun> make_nouns() {
    std::vector<AnyNoun> nouns;
    for_each_node([&]<class Record>() {
        nouns.push_back({table_of<Record>, &shape_of<Record>, &find_any<Record>, &list_any<Record>, &put_any<Record>});
    });
    return nouns;
}

Result<std::vector<Id>> read_ids(Statement& read) {
    std::vector<Id> ids;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return ids;
        ids.push_back(Id::trusted(std::string(read.text(0))));
    }
}

}  // namespace

std::span<const AnyNoun> all_nouns() {
    static const std::vector<AnyNoun> nouns = make_nouns();
    return nouns;
}

const AnyNoun* noun_named(std::string_view noun) {
    const auto nouns = all_nouns();
    const auto found = std::find_if(nouns.begin(), nouns.end(), [&](const AnyNoun& n) { return n.table.noun == noun; });
    return found == nouns.end() ? nullptr : &*found;
}

Result<const AnyNoun*> noun_of(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT noun FROM nodes WHERE id=?"));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    return has_row ? noun_named(read.text(0)) : nullptr;
}

Result<std::vector<Id>> ids_with_stamp(Connection& connection, std::string_view stamp, std::int64_t limit) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT id FROM nodes WHERE stamp=? ORDER BY id LIMIT ?"));
    bind_all(read, stamp, limit);
    return read_ids(read);
}

Result<std::vector<Id>> ids_of_minute(Connection& connection, std::string_view minute, std::int64_t limit) {
    // A stamp is the digits, or the digits and a dash with a number; '.' comes right behind '-'.
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT id FROM nodes WHERE stamp=?1 OR (stamp>?1 || '-' AND "
                                                     "stamp<?1 || '.') ORDER BY id LIMIT ?2"));
    bind_all(read, minute, limit);
    return read_ids(read);
}

namespace {

template <class Record>
Result<void> visit_all(Connection& connection, BadRows& bad, const VisitRecord& visit) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(rows::sql_of<Record>().select + "ORDER BY t.id"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        HM_TRY_ASSIGN(const auto record, rows::read_row<Record>(connection, read, bad));
        if (record) HM_TRY(visit(Codec<Record>::encode_object(*record)));
    }
}

}  // namespace

Result<void> for_each_record(Connection& connection, std::string_view noun, BadRows& bad, const VisitRecord& visit) {
    Result<void> outcome;
    for_each_node([&]<class Record>() {
        if (table_of<Record>.noun == noun) outcome = visit_all<Record>(connection, bad, visit);
    });
    return outcome;
}

}  // namespace hm
