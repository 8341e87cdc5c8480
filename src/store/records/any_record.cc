#include "store/records/any_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

// Nouns that people call by a name.
struct Called {
    std::string_view noun;
    std::string_view table;
    std::string_view column;
    std::string_view is_open;
};

constexpr std::array<Called, 2> called_nouns{{{"task", "tasks", "name", "status IN ('planned','active','review')"},
                                              {"plan", "plans", "title", "status IN ('draft','active')"}}};

const Called* called(std::string_view noun) {
    const auto* const found =
        std::find_if(called_nouns.begin(), called_nouns.end(), [&](const Called& each) { return each.noun == noun; });
    return found == called_nouns.end() ? nullptr : found;
}

Result<std::vector<Id>> ids_where(Connection& connection, std::string_view noun, std::string_view name,
                                  std::string_view condition, std::int64_t limit) {
    const Called* const how = called(noun);
    if (how == nullptr) return std::vector<Id>{};
    HM_TRY_ASSIGN(Statement read, connection.prepare(fmt::format("SELECT id FROM {} WHERE {}=? COLLATE NOCASE AND "
                                                                 "archived_at IS NULL AND {} ORDER BY id LIMIT ?",
                                                                 how->table, how->column,
                                                                 condition.empty() ? how->is_open : condition)));
    bind_all(read, name, limit);
    return read_ids(read);
}

}  // namespace

Result<std::vector<Id>> ids_with_part(Connection& connection, std::string_view noun, std::string_view part,
                                      std::int64_t limit) {
    const AnyNoun* const known = noun.empty() ? nullptr : noun_named(noun);
    const std::string_view table = known == nullptr ? std::string_view("nodes") : known->table.name;
    for (const std::string_view where : {"substr(id, -length(?1))=?1", "substr(id, 1, length(?1))=?1"}) {
        HM_TRY_ASSIGN(Statement read,
                      connection.prepare(fmt::format("SELECT id FROM {} WHERE {} ORDER BY id LIMIT ?2", table, where)));
        bind_all(read, part, limit);
        HM_TRY_ASSIGN(std::vector<Id> ids, read_ids(read));
        if (!ids.empty()) return ids;
    }
    return std::vector<Id>{};
}

Result<std::vector<Id>> open_ids_called(Connection& connection, std::string_view noun, std::string_view name,
                                        std::int64_t limit) {
    return ids_where(connection, noun, name, {}, limit);
}

Result<std::vector<Id>> ids_called(Connection& connection, std::string_view noun, std::string_view name,
                                   std::int64_t limit) {
    HM_TRY_ASSIGN(std::vector<Id> open, open_ids_called(connection, noun, name, limit));
    return open.empty() ? ids_where(connection, noun, name, "1", limit) : Result<std::vector<Id>>(std::move(open));
}

Result<std::vector<std::pair<Id, std::string>>> open_names(Connection& connection, std::string_view noun,
                                                           std::int64_t limit) {
    std::vector<std::pair<Id, std::string>> names;
    const Called* const how = called(noun);
    if (how == nullptr) return names;
    HM_TRY_ASSIGN(Statement read, connection.prepare(fmt::format("SELECT id, {} FROM {} WHERE archived_at IS NULL AND "
                                                                 "{} ORDER BY modified_at DESC, id LIMIT ?",
                                                                 how->column, how->table, how->is_open)));
    bind_all(read, limit);
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return names;
        names.emplace_back(Id::trusted(std::string(read.text(0))), std::string(read.text(1)));
    }
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
