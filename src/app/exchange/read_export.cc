#include "app/exchange/read_export.h"

#include <fmt/format.h>

#include "base/redact.h"
#include "base/unknown_fields.h"
#include "domain/settings.h"
#include "engine/exchange/layout.h"
#include "engine/exchange/node_lines.h"
#include "store/line_file.h"
#include "store/sql/extra_fields.h"
#include "store/sql/setting_rows.h"

namespace hm {
namespace {

namespace fs = std::filesystem;
using exchange::Line;
using exchange::LineKind;

constexpr std::size_t head_bytes = 4096;
constexpr std::size_t max_reformatted_bytes = 256U << 20U;
constexpr std::size_t max_setting_bytes = 16 * 1024;
constexpr std::size_t max_setting_name = 120;

class ExportReader {
public:
    ExportReader(ImportWork& work, const fs::path& directory, std::string_view file)
        : work_(work), path_(directory / file), file_(file) {}

    Result<void> run() {
        HM_TRY(for_each_line(path_, [&](std::string_view text, bool is_whole) -> Result<void> {
            if (is_reformatted_) return {};
            Line line = exchange::read_line(text);
            is_reformatted_ = line.kind == LineKind::opening_brace;
            if (line.kind == LineKind::broken && !is_whole) line.reason = "The file ends inside it.";
            return take(std::move(line), text);
        }));
        if (is_reformatted_) return read_reformatted();
        if (markers_ > 0) {
            work_.report.notes.push_back(
                fmt::format("{}: {} lines of a merge conflict; the nodes of both sides were read.", file_, markers_));
        }
        if (!has_foot_) {
            work_.report.notes.push_back(fmt::format("{}: it ends early; everything before the cut was read.", file_));
        }
        return {};
    }

private:
    // An editor that puts a node on several lines leaves good JSON, so it is read as a whole.
    Result<void> read_reformatted() {
        HM_TRY_ASSIGN(const auto text, read_bounded_file(path_, max_reformatted_bytes));
        auto parsed = parse_json(text.value_or(""), max_reformatted_bytes);
        if (!parsed || !parsed->is_array()) {
            work_.report.notes.push_back(
                fmt::format("{}: it was reformatted and is no longer JSON; nothing of it could be read. Put every "
                            "node on a line of its own.",
                            file_));
            return {};
        }
        for (json::value& item : parsed->get_array()) {
            Line line = item.is_object() ? exchange::read_object(std::move(item.get_object()))
                                         : Line{.kind = LineKind::broken, .reason = "Not a JSON object."};
            HM_TRY(take(std::move(line), to_text(item)));
        }
        return {};
    }

    Result<void> take(Line line, std::string_view text) {
        switch (line.kind) {
            case LineKind::nothing:
            case LineKind::opening_brace: return {};
            case LineKind::conflict_marker: ++markers_; return {};
            case LineKind::head: return take_head(line);
            case LineKind::foot: has_foot_ = true; return {};
            case LineKind::broken: return set_aside_line(line, text);
            case LineKind::node: break;
        }
        const json::value clean = redact_value(line.object);
        if (line.noun == exchange::setting_noun) return take_setting(clean.get_object());
        if (line.noun == exchange::orphan_noun) return take_orphan(clean.get_object());
        return add(line.noun, clean.get_object());
    }

    Result<void> take_head(const Line& line) {
        if (line.version > exchange::format_version) {
            return fail(ErrorCode::newer_version,
                        fmt::format("{} has format {}; this program knows up to {}.", file_, line.version,
                                    exchange::format_version),
                        "Install the newer hivemind that made it. Nothing was written.");
        }
        if (line.object.empty()) return {};
        return save_extra_fields_of_file(work_.transaction, file_, redact_value(line.object).get_object());
    }

    Result<void> set_aside_line(const Line& line, std::string_view text) {
        const std::string reason = fmt::format("{}: {}", file_, line.reason);
        return work_.nodes.set_aside("line", text_member(line.object, "id"), reason, json::value(redact(text)));
    }

    Result<void> add(const std::string& noun, json::object object) {
        json::object unknown;
        if (const AnyNoun* known = noun_named(noun)) unknown = take_unknown(object, known->shape());
        return work_.nodes.add({.noun = noun,
                                .id = {},
                                .modified_at = {},
                                .record = std::move(object),
                                .unknown = std::move(unknown),
                                .alias = {}});
    }

    Result<void> take_setting(const json::object& object) {
        if (object.contains(exchange::default_mark)) return {};
        const json::value* value = object.if_contains("value");
        if (value == nullptr) return work_.nodes.set_aside("setting", text_member(object, "id"), "No value.", object);
        return offer_imported_setting(work_, text_member(object, "id"), *value);
    }

    // Somebody may have mended it, or what it named may be there by now.
    Result<void> take_orphan(const json::object& orphan) {
        const std::string noun(text_member(orphan, "of"));
        const json::value* content = orphan.if_contains("content");
        if (content == nullptr) return {};
        const AnyNoun* known = noun_named(noun);
        if (known != nullptr && content->is_object()) {
            json::object record = content->get_object();
            take_unknown(record, known->shape());
            if (references_of(noun, record)) return add(noun, content->get_object());
        }
        const json::value* at = orphan.if_contains("quarantined_at");
        return work_.nodes.keep_orphan({noun, std::string(text_member(orphan, "id")),
                                        std::string(text_member(orphan, "reason")),
                                        content->is_string() ? std::string(content->get_string()) : to_text(*content),
                                        Time{at != nullptr && at->is_int64() ? at->get_int64() : 0}});
    }

    ImportWork& work_;
    fs::path path_;
    std::string file_;
    std::int64_t markers_ = 0;
    bool has_foot_ = false;
    bool is_reformatted_ = false;
};

bool is_known_and_wrong(std::string_view key, const json::value& value, Decoder& decoder) {
    for_each_field<Settings>([&]<class Member>(const Field<Settings, Member>& each) {
        Member decoded{};
        if (each.name == key) decoder.within(key, [&] { Codec<Member>::decode(value, decoded, decoder); });
    });
    return decoder.has_errors();
}

}  // namespace

Result<void> offer_imported_setting(ImportWork& work, std::string_view key, const json::value& value) {
    Decoder decoder;
    const bool is_short = key.size() <= max_setting_name && to_text(value).size() <= max_setting_bytes;
    if (key.empty() || !is_short || is_known_and_wrong(key, value, decoder)) {
        const std::string reason =
            decoder.has_errors() ? decoder.errors().front().message : "Its name or value is too long.";
        return work.nodes.set_aside("setting", key, reason, json::object{{"id", key}, {"value", value}});
    }
    // A pause is of the moment and of the machine it was set on.
    if (key == "paused_until" || key == "pause_reason") return {};
    HM_TRY_ASSIGN(const SettingRow outcome, offer_setting(work.transaction, key, value));
    if (outcome == SettingRow::set_now) {
        ++work.report.settings;
        work.report.notes.push_back(fmt::format("Setting {} is {} now.", key, shorten(to_text(value), 60)));
    }
    if (outcome == SettingRow::differs_here) {
        work.report.notes.push_back(
            fmt::format("Setting {} stays as it is here; the import has {}.", key, shorten(to_text(value), 60)));
    }
    return {};
}

Result<bool> read_exported_file(ImportWork& work, const fs::path& directory, std::string_view file) {
    const std::string head = first_bytes(directory / file, head_bytes);
    const bool is_export = exchange::begins_as_export(head) || head.find(R"({"noun":")") != std::string::npos ||
                           head.find("\"hivemind\": \"export\"") != std::string::npos;
    if (!is_export) return false;
    HM_TRY(ExportReader(work, directory, file).run());
    work.report.files.emplace_back(file);
    return true;
}

}  // namespace hm
