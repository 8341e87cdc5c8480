#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/care/exchange.h"
#include "app/session/tree.h"
#include "domain/knowledge.h"
#include "domain/settings.h"
#include "engine/exchange/layout.h"
#include "store/files/read_files.h"
#include "store/files/whole_file.h"
#include "store/queries/settings.h"
#include "store/records/any_record.h"
#include "store/records/change.h"
#include "store/records/reading.h"
#include "store/sqlite/migrate.h"

namespace hm {
namespace {

namespace fs = std::filesystem;
using exchange::FileRole;

constexpr std::int64_t most_shown_sessions = 200;

// A pause is of the moment and of this machine.
bool stays_here(std::string_view setting) {
    return setting == "paused_until" || setting == "pause_reason";
}

class Exporter {
public:
    Exporter(Connection& connection, fs::path directory)
        : connection_(connection), directory_(std::move(directory)), schema_(latest_schema_version()) {}

    Result<ExportReport> run() {
        HM_TRY(export_settings());
        HM_TRY_ASSIGN(WholeFile manifest, begin_file(exchange::manifest_file, "node", FileRole::view));
        for (const std::string_view file : exchange::files_to_read()) {
            if (file == exchange::config_file || file == exchange::orphans_file) continue;
            HM_TRY(export_home(file, manifest));
        }
        HM_TRY(export_orphans());
        HM_TRY(export_hierarchy());
        HM_TRY(export_sessions());
        HM_TRY(export_compactions());
        HM_TRY(export_synthesis());
        HM_TRY(export_summary());
        HM_TRY(finish_manifest(std::move(manifest)));
        HM_TRY(publish());
        return std::move(report_);
    }

private:
    Result<WholeFile> begin_file(std::string_view file, std::string_view noun, FileRole role) {
        HM_TRY(check_is_ours(directory_, file));
        HM_TRY_ASSIGN(WholeFile made, WholeFile::begin(directory_ / file));
        HM_TRY_ASSIGN(const json::object unknown, extra_fields_of_file(connection_, file));
        HM_TRY(made.add(exchange::head_line({noun, schema_, role}, unknown)));
        return made;
    }

    Result<void> end_file(WholeFile made, std::string_view file, std::int64_t nodes) {
        HM_TRY(made.add(exchange::foot_line()));
        return keep(std::move(made), file, nodes);
    }

    Result<void> keep(WholeFile made, std::string_view file, std::int64_t nodes) {
        HM_TRY(made.finish());
        report_.files.push_back({std::string(file), nodes, made.bytes(), made.sha256()});
        made_.push_back(std::move(made));
        return {};
    }

    // Those that were set, and behind them the others with what holds for them, which import leaves alone.
    Result<void> export_settings() {
        HM_TRY_ASSIGN(WholeFile made, begin_file(exchange::config_file, exchange::setting_noun, FileRole::home));
        json::object unset = encode(Settings{}).as_object();
        std::int64_t count = 0;
        HM_TRY(for_each_setting(connection_, [&](std::string_view key, const json::value& value) -> Result<void> {
            unset.erase(key);
            if (stays_here(key)) return {};
            ++count;
            return made.add(exchange::node_line(exchange::setting_noun, {{"id", key}, {"value", value}}, {}));
        }));
        for (const auto& [key, value] : unset) {
            if (stays_here(key)) continue;
            HM_TRY(made.add(exchange::node_line(exchange::setting_noun,
                                                {{"id", key}, {"value", value}, {exchange::default_mark, true}}, {})));
        }
        return end_file(std::move(made), exchange::config_file, count);
    }

    // All nouns whose home the file is.
    Result<void> export_home(std::string_view file, WholeFile& manifest) {
        const auto first = std::find_if(exchange::homes.begin(), exchange::homes.end(),
                                        [&](const exchange::Home& home) { return home.file == file; });
        HM_TRY_ASSIGN(WholeFile made, begin_file(file, first->noun, FileRole::home));
        std::int64_t count = 0;
        for (const exchange::Home& home : exchange::homes) {
            if (home.file != file) continue;
            HM_TRY(for_each_record(connection_, home.noun, report_.bad, [&](const json::object& record) {
                ++count;
                return export_record(home, record, made, manifest);
            }));
        }
        return end_file(std::move(made), file, count);
    }

    Result<void> export_record(const exchange::Home& home, const json::object& record, WholeFile& made,
                               WholeFile& manifest) {
        const std::string_view id = text_member(record, "id");
        count_for_summary(home.noun, record);
        HM_TRY_ASSIGN(const json::object unknown, extra_fields_of(connection_, Id::trusted(std::string(id))));
        HM_TRY(made.add(exchange::node_line(home.noun, record, unknown)));
        if (record.contains("archived_at")) return {};
        return manifest.add(exchange::node_line(
            "node", {{"id", id}, {"of", home.noun}, {"stamp", text_member(record, "stamp")}, {"file", home.file}}, {}));
    }

    Result<void> export_orphans() {
        HM_TRY_ASSIGN(WholeFile made, begin_file(exchange::orphans_file, exchange::orphan_noun, FileRole::home));
        std::int64_t count = 0;
        HM_TRY(for_each_set_aside(connection_, [&](const SetAside& node) {
            ++count;
            return made.add(orphan_line(node));
        }));
        return end_file(std::move(made), exchange::orphans_file, count);
    }

    Result<void> export_hierarchy() {
        HM_TRY(check_is_ours(directory_, exchange::hierarchy_file));
        HM_TRY_ASSIGN(WholeFile made, WholeFile::begin(directory_ / exchange::hierarchy_file));
        HM_TRY_ASSIGN(const exchange::HierarchyFacts facts, load_hierarchy_facts(connection_, report_.bad));
        HM_TRY(made.add(exchange::hierarchy_text(facts)));
        return keep(std::move(made), exchange::hierarchy_file,
                    static_cast<std::int64_t>((facts.plan ? 1U : 0U) + facts.phases.size() + facts.tasks.size()));
    }

    // The session that leads, and the searches under way.
    Result<void> export_sessions() {
        const ListFilter active{.status = "active", .limit = most_shown_sessions};
        HM_TRY_ASSIGN(const auto sessions, noun_named("session")->list(connection_, active, report_.bad));
        HM_TRY_ASSIGN(WholeFile main, begin_file(exchange::main_session_file, "session", FileRole::view));
        const auto leading = std::find_if(sessions.begin(), sessions.end(), [](const json::object& session) {
            return !session.contains("parent_session_id");
        });
        if (leading != sessions.end()) HM_TRY(main.add(exchange::node_line("session", *leading, {})));
        HM_TRY(end_file(std::move(main), exchange::main_session_file, leading == sessions.end() ? 0 : 1));
        for (const std::string_view state : {"spawned", "running"}) {
            const ListFilter going{.status = std::string(state), .limit = most_shown_sessions};
            HM_TRY_ASSIGN(const auto swarms, noun_named("swarm")->list(connection_, going, report_.bad));
            for (const json::object& swarm : swarms) HM_TRY(export_swarm(swarm));
        }
        return {};
    }

    Result<void> export_swarm(const json::object& swarm) {
        const std::string file = fmt::format("{}{}.json", exchange::swarm_folder, text_member(swarm, "id"));
        HM_TRY_ASSIGN(WholeFile made, begin_file(file, "swarm", FileRole::view));
        HM_TRY(made.add(exchange::node_line("swarm", swarm, {})));
        return end_file(std::move(made), file, 1);
    }

    // What compactions left for the sessions that had one.
    Result<void> export_compactions() {
        HM_TRY_ASSIGN(WholeFile made, begin_file(exchange::compactions_file, "session", FileRole::view));
        std::int64_t count = 0;
        HM_TRY(for_each_record(connection_, "session", report_.bad, [&](const json::object& session) -> Result<void> {
            if (!session.contains("last_compaction_at")) return {};
            json::object line;
            for (const char* member :
                 {"id", "stamp", "compaction_count", "last_compaction_at", "next_compaction_report"}) {
                if (const json::value* value = session.if_contains(member)) line[member] = *value;
            }
            ++count;
            return made.add(exchange::node_line("session", line, {}));
        }));
        return end_file(std::move(made), exchange::compactions_file, count);
    }

    // The entries that were put together from the answers of sessions.
    Result<void> export_synthesis() {
        HM_TRY_ASSIGN(WholeFile made, begin_file(exchange::synthesis_file, "knowledge", FileRole::view));
        std::int64_t count = 0;
        HM_TRY(for_each_record(connection_, "knowledge", report_.bad, [&](const json::object& entry) -> Result<void> {
            if (text_member(entry, "source") != name_of(KnowledgeSource::synthesis)) return {};
            ++count;
            return made.add(exchange::node_line("knowledge", entry, {}));
        }));
        return end_file(std::move(made), exchange::synthesis_file, count);
    }

    // How many there are of each noun, by where they stand: what a dashboard shows first.
    void count_for_summary(std::string_view noun, const json::object& record) {
        const bool is_archived = record.contains("archived_at");
        const std::string_view status = text_member(record, "status");
        const std::string_view where = is_archived ? "archived" : status.empty() ? "in use" : status;
        ++counts_[std::string(noun)][std::string(where)];
    }

    Result<void> export_summary() {
        HM_TRY_ASSIGN(WholeFile made, begin_file(exchange::summary_file, "count", FileRole::view));
        for (const auto& [noun, places] : counts_) {
            json::object line{{"id", noun}};
            for (const auto& [where, count] : places) line[where] = count;
            HM_TRY(made.add(exchange::node_line("count", line, {})));
        }
        return end_file(std::move(made), exchange::summary_file, static_cast<std::int64_t>(counts_.size()));
    }

    Result<void> finish_manifest(WholeFile manifest) {
        std::int64_t count = 0;
        for (const ExportedFile& file : report_.files) {
            HM_TRY(manifest.add(exchange::node_line("file", {{"id", file.file}}, {})));
            ++count;
        }
        HM_TRY(manifest.add(exchange::node_line("file", {{"id", exchange::manifest_file}}, {})));
        return end_file(std::move(manifest), exchange::manifest_file, count + 1);
    }

    // Everything is on the disk by now; the manifest comes last, so that it never names what is not there.
    Result<void> publish() {
        std::vector<std::string> files;
        for (const ExportedFile& file : report_.files) files.push_back(file.file);
        const std::vector<std::string> before = files_of_manifest(directory_);
        for (WholeFile& made : made_) HM_TRY(made.publish());
        report_.removed = remove_unneeded(directory_, before, files);
        return write_merge_rule(directory_);
    }

    Connection& connection_;
    fs::path directory_;
    int schema_;
    ExportReport report_;
    std::vector<WholeFile> made_;
    std::map<std::string, std::map<std::string, std::int64_t>> counts_;  // noun, where it stands
};

}  // namespace

Result<ExportReport> export_files(Workspace& workspace, const fs::path& directory) {
    HM_TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::take(directory));
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(connection));
    // The directory itself may be a link; what is below it must not be.
    std::error_code error;
    const fs::path real = fs::canonical(directory, error);
    return Exporter(connection, error ? directory : real).run();
}

namespace fs = std::filesystem;

namespace {

constexpr std::size_t made_head_bytes = 4096;
constexpr std::string_view rules_file = ".gitattributes";
constexpr std::string_view rules = "*.json merge=union\n";

}  // namespace

Result<void> check_is_ours(const fs::path& directory, std::string_view file) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(directory / file, error);
    if (!fs::exists(status)) return {};
    if (fs::is_regular_file(status) && exchange::begins_as_export(first_bytes(directory / file, made_head_bytes)))
        return {};
    return fail(ErrorCode::conflict, fmt::format("{} is there, and no export made it.", (directory / file).string()),
                "Export to another directory, or move it away. `hivemind import` takes in files of the first HiveMind.",
                "An export replaces only files that an export made. Nothing was written.");
}

std::vector<std::string> files_of_manifest(const fs::path& directory) {
    std::vector<std::string> files;
    // A manifest that cannot be read names nothing, so nothing is removed.
    (void)for_each_line(directory / exchange::manifest_file, [&](std::string_view text, bool) -> Result<void> {
        if (text.find(R"("noun":"file")") == std::string_view::npos) return {};
        const exchange::Line line = exchange::read_line(text);
        const std::string_view file = text_member(line.object, "id");
        if (line.noun == "file" && exchange::may_be_ours(file)) files.emplace_back(file);
        return {};
    });
    return files;
}

std::vector<std::string> remove_unneeded(const fs::path& directory, const std::vector<std::string>& before,
                                         const std::vector<std::string>& needed) {
    std::vector<std::string> removed;
    for (const std::string& file : before) {
        const bool is_needed = std::find(needed.begin(), needed.end(), file) != needed.end();
        if (is_needed || !exchange::begins_as_export(first_bytes(directory / file, made_head_bytes))) continue;
        std::error_code error;
        if (fs::remove(directory / file, error)) removed.push_back(file);
    }
    return removed;
}

Result<void> write_merge_rule(const fs::path& directory) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(directory / rules_file, error))) return {};
    HM_TRY_ASSIGN(WholeFile made, WholeFile::begin(directory / rules_file));
    HM_TRY(made.add(rules));
    HM_TRY(made.finish());
    return made.publish();
}

std::string orphan_line(const SetAside& node) {
    json::object line{{"id", node.id}, {"of", node.noun}, {"reason", node.reason}, {"quarantined_at", node.at.ms}};
    // As a value where that is the same text, so that people can read and mend it.
    const auto parsed = parse_json(node.content);
    line["content"] = parsed && to_text(*parsed) == node.content ? *parsed : json::value(node.content);
    return exchange::node_line(exchange::orphan_noun, line, {});
}

}  // namespace hm
