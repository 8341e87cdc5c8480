#include "store/sql/alias.h"

namespace hm {

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

}  // namespace hm
