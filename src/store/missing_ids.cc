#include "store/missing_ids.h"

#include <fmt/format.h>

namespace hm::rows {
namespace {

// The table that a column's foreign key points into.
std::string parent_of(Connection& connection, const NamedId& named) {
    auto read = connection.prepare("SELECT \"table\" FROM pragma_foreign_key_list(?) WHERE \"from\"=?");
    if (!read) return {};
    bind_all(*read, std::string_view(named.table), std::string_view(named.column));
    const auto has_row = read->step();
    return has_row && *has_row ? std::string(read->text(0)) : std::string();
}

bool is_there(Connection& connection, const std::string& table, const Id& id) {
    auto read = connection.prepare(fmt::format("SELECT 1 FROM {} WHERE id=?", table));
    if (!read) return true;
    read->bind(1, id);
    const auto has_row = read->step();
    return !has_row || *has_row;
}

}  // namespace

Error explain_missing(Connection& connection, Error refused, const Table& table, const std::vector<NamedId>& named) {
    for (const NamedId& each : named) {
        const std::string parent = parent_of(connection, each);
        if (parent.empty() || is_there(connection, parent, each.id)) continue;
        refused.evidence.push_back(fmt::format("{}: {} is not among the {}", each.field, each.id.text(),
                                               parent == "nodes" ? "records" : parent));
    }
    refused.what = fmt::format("The {} names a record that does not exist.", table.noun);
    refused.why = "Nothing may point to what is not there. Nothing was written.";
    return refused;
}

}  // namespace hm::rows
