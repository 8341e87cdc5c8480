#include "store/queries/settings.h"

namespace hm {
namespace {

// What the setting was before goes into the trail, so that the change can be undone.
Result<void> note_change(Transaction& transaction, std::string_view key) {
    HM_TRY_ASSIGN(Statement read, transaction.connection().prepare("SELECT value FROM settings WHERE key=?"));
    read.bind(1, key);
    HM_TRY_ASSIGN(const bool is_set, read.step());
    json::value before;
    if (is_set) {
        auto parsed = parse_json(read.text(0));
        // A value that cannot be read counts as unset, here as in load_settings().
        if (parsed) before = std::move(*parsed);
    }
    transaction.changes().push_back({setting_noun, std::string(key), std::move(before)});
    return {};
}

}  // namespace

Result<Settings> load_settings(Connection& connection, BadRows& bad) {
    Settings settings;
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT key, value FROM settings"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return settings;
        const std::string key(read.text(0));
        const auto parsed = parse_json(read.text(1));
        for_each_field<Settings>([&]<class Member>(const Field<Settings, Member>& each) {
            if (each.name != key) return;
            Decoder decoder;
            Member value{};
            if (parsed) Codec<Member>::decode(*parsed, value, decoder);
            if (parsed && !decoder.has_errors()) {
                settings.*each.member = value;
            } else {
                if constexpr (std::is_same_v<Member, GateMode>) settings.*each.member = GateMode::strict;
                bad.push_back({"settings", key, "not a value of this setting"});
            }
        });
    }
}

Result<void> save_setting(Transaction& transaction, std::string_view key, const json::value& value) {
    HM_TRY(note_change(transaction, key));
    HM_TRY_ASSIGN(Statement save,
                  transaction.connection().prepare("INSERT INTO settings(key,value) VALUES(?,?) "
                                                   "ON CONFLICT(key) DO UPDATE SET value=excluded.value"));
    bind_all(save, key, std::string_view(to_text(value)));
    return save.run();
}

Result<void> clear_setting(Transaction& transaction, std::string_view key) {
    HM_TRY(note_change(transaction, key));
    HM_TRY_ASSIGN(Statement clear, transaction.connection().prepare("DELETE FROM settings WHERE key=?"));
    clear.bind(1, key);
    return clear.run();
}

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
