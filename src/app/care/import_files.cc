#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/bus/bus.h"
#include "app/care/exchange.h"
#include "app/command/command.h"
#include "base/redact.h"
#include "base/shape.h"
#include "domain/settings.h"
#include "engine/exchange/first_files.h"
#include "engine/exchange/layout.h"
#include "store/files/read_files.h"
#include "store/files/whole_file.h"
#include "store/queries/settings.h"
#include "store/records/change.h"
#include "store/records/reading.h"
#include "store/sqlite/migrate.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_named = 20;

const Command& import_command() {
    static const Command command{.name = "import",
                                 .sentence = "Take exported files into the store.",
                                 .access = Access::person,
                                 .positional = "directory"};
    return command;
}

std::string one_line(const ImportCounts& counts) {
    return fmt::format("{} new, {} newer, {} older, {} the same, {} set aside", counts.fresh, counts.newer,
                       counts.older, counts.equal, counts.set_aside + counts.set_aside_again);
}

class Importer {
public:
    Importer(Transaction& transaction, Time now, fs::path directory)
        : transaction_(transaction), now_(now), directory_(std::move(directory)) {}

    Result<ImportReport> run() {
        HM_TRY_ASSIGN(NodeImport nodes, NodeImport::begin(transaction_, now_));
        ImportWork work{transaction_, nodes, report_};
        for (const std::string_view file : exchange::files_to_read()) {
            HM_TRY_ASSIGN(const bool is_read, read_exported_file(work, directory_, file));
            has_export_ = has_export_ || is_read;
        }
        HM_TRY(read_first_implementation(work, directory_));
        if (report_.files.empty()) return nothing_there();
        HM_TRY_ASSIGN(report_.counts, nodes.finish());
        HM_TRY_ASSIGN(head_, extra_fields_of_file(transaction_.connection(), exchange::orphans_file));
        report_.notes.insert(report_.notes.end(), nodes.notes().begin(), nodes.notes().end());
        HM_TRY(for_each_set_aside(transaction_.connection(), [&](const SetAside& node) -> Result<void> {
            if (!nodes.has_set_aside(node.noun, node.id)) return {};
            orphan_lines_ += orphan_line(node);
            if (report_.set_aside.size() < most_named) {
                report_.set_aside.push_back(fmt::format("{} {}: {}", node.noun, node.id, node.reason));
            }
            return {};
        }));
        return report_;
    }

    // Beside what was imported, so that it can be mended there. The files of the first HiveMind stay as they are.
    Result<void> write_orphans() {
        std::error_code ignored;
        const bool has_file = fs::exists(directory_ / exchange::orphans_file, ignored);
        if (!has_export_ || (orphan_lines_.empty() && !has_file)) return {};
        HM_TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::take(directory_));
        HM_TRY(check_is_ours(directory_, exchange::orphans_file));
        HM_TRY_ASSIGN(WholeFile made, WholeFile::begin(directory_ / exchange::orphans_file));
        HM_TRY(made.add(exchange::head_line({exchange::orphan_noun, latest_schema_version()}, head_)));
        HM_TRY(made.add(orphan_lines_));
        HM_TRY(made.add(exchange::foot_line()));
        HM_TRY(made.finish());
        return made.publish();
    }

private:
    Result<ImportReport> nothing_there() const {
        Error error{ErrorCode::not_found, fmt::format("{} holds nothing to import.", directory_.string()),
                    "Name a directory that `hivemind export` wrote, or the .hivemind or .idumb of the first HiveMind.",
                    "No file of either is in it. Nothing was written."};
        for (const char* inner : {".hivemind/export", ".hivemind", ".idumb", "export"}) {
            std::error_code ignored;
            if (fs::is_directory(directory_ / inner, ignored)) {
                error.evidence.push_back(fmt::format("there is {}", (directory_ / inner).string()));
            }
        }
        return fail(std::move(error));
    }

    Transaction& transaction_;
    Time now_;
    fs::path directory_;
    ImportReport report_;
    std::string orphan_lines_;
    json::object head_;  // what the head of graph/orphans.json has beyond its own
    bool has_export_ = false;
};

Result<ImportReport> only_look(Workspace& workspace, const fs::path& directory) {
    Connection& connection = workspace.store.connection();
    connection.set_deadline(Deadline::in(seconds(5)));
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    return Importer(transaction, workspace.clock.now(), directory).run();
}

}  // namespace

std::string import_sentence(const ImportReport& report, ImportMode mode) {
    return fmt::format("{}: {}.", mode == ImportMode::real ? "Imported" : "Would import", one_line(report.counts));
}

Result<ImportReport> import_files(Workspace& workspace, const Actor& actor, const fs::path& directory,
                                  ImportMode mode) {
    HM_TRY(NodeImport::prepare(workspace.store.connection()));
    if (mode == ImportMode::dry_run) return only_look(workspace, directory);
    ImportReport report;
    std::optional<Importer> importer;
    const auto run = [&](const json::value&, const CommandContext& context) -> Result<Receipt> {
        importer.emplace(context.transaction, context.now, directory);
        HM_TRY_ASSIGN(report, importer->run());
        return Receipt{import_sentence(report, mode), std::nullopt, std::nullopt, {{"files", report.files.size()}}};
    };
    HM_TRY(execute_with(run, import_command(), {json::object(), actor}, workspace));
    if (const auto written = importer->write_orphans(); !written) {
        report.notes.push_back(fmt::format("What was set aside is in the store, but {} could not be written: {}",
                                           exchange::orphans_file, written.error().what));
    }
    return report;
}

namespace {

namespace fs = std::filesystem;
using exchange::Line;

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
            is_reformatted_ = line.kind == exchange::LineKind::opening_brace;
            if (line.kind == exchange::LineKind::broken && !is_whole) line.reason = "The file ends inside it.";
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
                                         : Line{.kind = exchange::LineKind::broken, .reason = "Not a JSON object."};
            HM_TRY(take(std::move(line), to_text(item)));
        }
        return {};
    }

    Result<void> take(Line line, std::string_view text) {
        switch (line.kind) {
            case exchange::LineKind::nothing:
            case exchange::LineKind::opening_brace: return {};
            case exchange::LineKind::conflict_marker: ++markers_; return {};
            case exchange::LineKind::head: return take_head(line);
            case exchange::LineKind::foot: has_foot_ = true; return {};
            case exchange::LineKind::broken: return set_aside_line(line, text);
            case exchange::LineKind::node: break;
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

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = 256U << 20U;

// Every place where one of the generations kept something, the newest of each first.
constexpr std::array<std::string_view, 29> places{
    "graph/trajectory.json",
    "graph/plans.json",
    "graph/tasks.json",
    "graph/mems.json",
    "graph/orphans.json",
    "state/brain.json",
    "state/anchors.json",
    "state/hierarchy.json",
    "state/tasks.json",
    "memory/mems.json",
    "sessions/manifest.json",
    "system/config.json",
    "brain.json",
    "hierarchy.json",
    "anchors.json",
    "mems.json",
    "tasks.json",
    "config.json",
    "configs.json",
    "graph.json",
    "task-graph.json",
    "knowledge.json",
    "brain/tasks.json",
    "brain/graph.json",
    "brain/task-graph.json",
    "brain/knowledge.json",
    "brain/state.json",
    "brain/hook-state.json",
    "brain/anchors.json",
};

// Everything a broken file still holds, and a word about it.
Result<json::object> parse_old(ImportWork& work, std::string_view file, const std::string& text) {
    auto parsed = parse_json(text, max_file_bytes);
    if (parsed && parsed->is_object()) return std::move(parsed->get_object());
    json::object saved = first::salvage(text);
    work.report.notes.push_back(
        fmt::format("{}: it is broken; {}.", file,
                    saved.empty() ? "nothing of it could be read" : "the whole nodes in it were read"));
    return saved;
}

}  // namespace

Result<void> read_first_implementation(ImportWork& work, const fs::path& directory) {
    std::vector<first::FirstFile> files;
    for (const std::string_view place : places) {
        HM_TRY_ASSIGN(const auto text, read_bounded_file(directory / place, max_file_bytes));
        if (!text || exchange::begins_as_export(*text) || text->starts_with(R"({"noun":")")) continue;
        const bool is_read_already =
            std::find(work.report.files.begin(), work.report.files.end(), place) != work.report.files.end();
        if (is_read_already) continue;
        HM_TRY_ASSIGN(json::object content, parse_old(work, place, *text));
        files.push_back({std::string(place), redact_value(content).get_object()});
        work.report.files.emplace_back(place);
    }
    if (files.empty()) return {};
    first::MappedFiles mapped = first::map_first_files(files, &local_minute);
    for (first::MappedNode& node : mapped.nodes) {
        HM_TRY(work.nodes.add({.noun = std::move(node.noun),
                               .id = {},
                               .modified_at = {},
                               .record = std::move(node.record),
                               .unknown = std::move(node.unknown),
                               .alias = std::move(node.alias)}));
    }
    for (const auto& [key, value] : mapped.settings) HM_TRY(offer_imported_setting(work, key, value));
    for (std::string& line : mapped.notes) work.report.notes.push_back(std::move(line));
    for (const std::string& file : mapped.unknown_files) {
        work.report.notes.push_back(fmt::format("{}: it holds nothing that is known here.", file));
    }
    return {};
}

std::vector<OldData> old_data_in(const fs::path& root) {
    constexpr std::array<std::string_view, 2> folders{".hivemind", ".idumb"};
    std::vector<OldData> found;
    for (const std::string_view folder : folders) {
        OldData old{.directory = std::string(folder)};
        std::vector<first::FirstFile> files;
        for (const std::string_view place : places) {
            if (place == "sessions/manifest.json") continue;  // written by today's program too
            const auto text = read_bounded_file(root / folder / place, max_file_bytes);
            if (!text || !*text || exchange::begins_as_export(**text) || (*text)->starts_with(R"({"noun":")")) continue;
            auto parsed = parse_json(**text, max_file_bytes);
            json::object content =
                parsed && parsed->is_object() ? std::move(parsed->get_object()) : first::salvage(**text);
            if (content.empty()) continue;
            files.push_back({std::string(place), std::move(content)});
            old.files.emplace_back(place);
        }
        if (files.empty()) continue;
        for (const first::MappedNode& node : first::map_first_files(files, &local_minute).nodes)
            ++old.counts[node.noun];
        found.push_back(std::move(old));
    }
    return found;
}

}  // namespace hm
