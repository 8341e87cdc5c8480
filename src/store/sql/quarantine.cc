#include "store/sql/quarantine.h"

namespace hm {

Result<bool> set_aside_once(Transaction& transaction, const SetAside& node) {
    HM_TRY_ASSIGN(Statement add,
                  transaction.connection().prepare(
                      "INSERT INTO quarantine(at,noun,id,reason,content) SELECT ?1,?2,?3,?4,?5 WHERE NOT EXISTS"
                      "(SELECT 1 FROM quarantine WHERE id=?3 AND noun=?2 AND content=?5) RETURNING number"));
    bind_all(add, node.at, std::string_view(node.noun), std::string_view(node.id), std::string_view(node.reason),
             std::string_view(node.content));
    return add.step();
}

Result<bool> is_set_aside(Connection& connection, const SetAside& node) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM quarantine WHERE id=? AND noun=? AND content=?"));
    bind_all(read, std::string_view(node.id), std::string_view(node.noun), std::string_view(node.content));
    return read.step();
}

Result<bool> has_set_aside_rows(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM quarantine LIMIT 1"));
    return read.step();
}

Result<void> forget_set_aside(Transaction& transaction, std::string_view noun, std::string_view id) {
    HM_TRY_ASSIGN(Statement forget, transaction.connection().prepare("DELETE FROM quarantine WHERE id=? AND noun=?"));
    bind_all(forget, id, noun);
    return forget.run();
}

Result<void> for_each_set_aside(Connection& connection, const std::function<Result<void>(const SetAside&)>& visit) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT noun,id,reason,content,at FROM quarantine ORDER BY id,noun,content"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        HM_TRY(visit({std::string(read.text(0)), std::string(read.text(1)), std::string(read.text(2)),
                      std::string(read.text(3)), Time{read.integer(4)}}));
    }
}

}  // namespace hm
