// The SQL of a noun, put together once from its table and the names of its columns and link lists.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/tables.h"

namespace hm {

struct LinkSql {
    std::string clear;  // parameter: the record's id
    std::string add;    // parameters: the record's id, position, value
};

struct RecordSql {
    std::string insert;  // one parameter a column
    std::string update;  // the same, then the id
    std::string select;  // to be followed by WHERE …; the table is known as t
    std::vector<LinkSql> links;
    // Which list, and the value: all lists one after the other, each in its order; parameter: the record's id. One
    // statement for all of them, because most are empty and each statement costs more than its rows. Empty for none.
    std::string lists;
    std::string names;  // a condition with the parameter ?1: the row names that id in a column or list
};

struct IdColumns {
    std::vector<std::string> columns;
    std::vector<std::string> lists;
};

RecordSql make_record_sql(const Table& table, const std::vector<std::string>& columns,
                          const std::vector<std::string>& link_lists, const IdColumns& ids);

}  // namespace hm
