#include "store/all_records.h"

#include "store/record_rows.h"

namespace hm {
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
