#include "store/sql/setting_rows.h"

#include "store/sql/settings.h"

namespace hm {

Result<void> for_each_setting(Connection& connection,
                              const std::function<Result<void>(std::string_view key, const json::value&)>& visit) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT key, value FROM settings ORDER BY key"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        const auto value = parse_json(read.text(1));
        if (value) HM_TRY(visit(read.text(0), *value));
    }
}

Result<SettingRow> offer_setting(Transaction& transaction, std::string_view key, const json::value& value) {
    HM_TRY_ASSIGN(Statement read, transaction.connection().prepare("SELECT value FROM settings WHERE key=?"));
    read.bind(1, key);
    HM_TRY_ASSIGN(const bool is_set, read.step());
    if (is_set) return read.text(0) == to_text(value) ? SettingRow::same_here : SettingRow::differs_here;
    HM_TRY(save_setting(transaction, key, value));
    return SettingRow::set_now;
}

}  // namespace hm
