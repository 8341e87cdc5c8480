#include "app/exchange/import_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/bus.h"
#include "app/exchange/made_files.h"
#include "app/exchange/read_export.h"
#include "app/exchange/read_first_implementation.h"
#include "engine/exchange/layout.h"
#include "engine/exchange/node_lines.h"
#include "store/migrate.h"
#include "store/sql/extra_fields.h"
#include "store/sql/quarantine.h"
#include "store/whole_file.h"

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

}  // namespace hm
