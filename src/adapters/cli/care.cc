// Commands that care for the store: backup, export, import, review undo.
#include "adapters/cli/care.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"
#include "app/bus/bus.h"
#include "app/care/doctor.h"
#include "app/care/exchange.h"
#include "app/care/undo.h"
#include "app/command/named.h"
#include "app/project/project.h"
#include "base/codec.h"
#include "view/record_text.h"

namespace hm::cli {

// backup: a copy of the whole store in one file, and putting one back.

namespace {

namespace fs = std::filesystem;

constexpr Duration backup_patience = seconds(5);

struct Backup {
    std::optional<FilePath> path;
    std::optional<std::int64_t> keep;
    static constexpr void fields(auto&& visit) {
        visit(field("path", &Backup::path, "The file to write; a new one beside the store when left out."));
        visit(field("keep", &Backup::keep, "Remove the oldest copies of this command until so many are left."));
    }
};

struct Restore {
    FilePath path;
    static constexpr void fields(auto&& visit) {
        visit(field("path", &Restore::path, "The copy that takes the store's place."));
    }
};

// Outside the project an agent writes nothing.
Result<void> check_place(const fs::path& target, const fs::path& root, Environment& environment) {
    std::error_code error;
    const fs::path relative = fs::weakly_canonical(target, error).lexically_relative(fs::weakly_canonical(root, error));
    const bool is_inside = !relative.empty() && *relative.begin() != "..";
    return is_inside ? Result<void>()
                     : check_access("backup outside the project", Access::person, {.kind = environment.who_typed()});
}

Result<int> back_up(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Backup input, decode_as<Backup>(values, "backup"));
    if (input.keep && *input.keep < 1) {
        return fail(ErrorCode::invalid_input, fmt::format("--keep {}.", *input.keep), "Keep at least one copy.");
    }
    // Old copies are what a person falls back on when an agent went wrong.
    if (input.keep) HM_TRY(check_access("backup --keep", Access::person, {.kind = environment.who_typed()}));
    HM_TRY_ASSIGN(Project project, open_to_read(environment, backup_patience));
    std::optional<fs::path> target;
    if (input.path) {
        target = (environment.directory / input.path->str()).lexically_normal();
        HM_TRY(check_place(*target, project.root(), environment));
    }
    std::optional<std::size_t> keep;
    if (input.keep) keep = static_cast<std::size_t>(*input.keep);
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const BackupMade made, make_backup(target, keep, workspace));
    if (wants_json) {
        json::array removed;
        for (const std::string& file : made.removed) removed.emplace_back(file);
        environment.out(to_text(json::object{{"path", made.path.string()},
                                             {"bytes", made.bytes},
                                             {"counts", made.counts},
                                             {"removed", std::move(removed)}}) +
                        "\n");
        return success;
    }
    environment.out(fmt::format("made {} ({} bytes)\n", made.path.string(), made.bytes));
    for (const auto& count : made.counts) {
        if (count.value().as_int64() > 0) {
            environment.out(fmt::format("  {:<14} {}\n", std::string_view(count.key()), count.value().as_int64()));
        }
    }
    for (const std::string& file : made.removed) environment.out(fmt::format("removed {}\n", file));
    return success;
}

Result<int> restore(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Restore input, decode_as<Restore>(values, "backup restore"));
    const fs::path backup = (environment.directory / input.path.str()).lexically_normal();
    HM_TRY_ASSIGN(const fs::path aside, restore_project(backup, environment.directory, environment.clock,
                                                        environment.ids, Deadline::in(backup_patience)));
    environment.out(wants_json
                        ? to_text(json::object{{"restored", backup.string()}, {"aside", aside.string()}}) + "\n"
                        : fmt::format("restored {}\nwhat was there is kept in {}\n", backup.string(), aside.string()));
    return success;
}

}  // namespace

Procedure backup_procedure() {
    return {"backup", "Copy the whole store into one file.", "path", &shape_of<Backup>, back_up};
}

Procedure restore_procedure() {
    return {"backup restore", "Put a copy in the store's place; what was there is kept.",
            "path",           &shape_of<Restore>,
            restore,          Access::person,
            nullptr,          always_loosens};
}

// export: writes the store as JSON files that can live in git, and says which.

namespace {

struct Export {
    std::optional<Text<1, 4000>> directory;
    static constexpr void fields(auto&& visit) {
        visit(field("directory", &Export::directory, "Where to; .hivemind/export when left out."));
    }
};

json::object to_json(const ExportReport& report, const std::filesystem::path& directory) {
    json::array files;
    for (const ExportedFile& file : report.files) {
        files.push_back({{"file", file.file}, {"nodes", file.nodes}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    }
    json::array left_out;
    for (const BadRow& row : report.bad) {
        left_out.push_back({{"table", row.table}, {"id", row.id}, {"reason", row.reason}});
    }
    return {{"directory", directory.string()},
            {"files", std::move(files)},
            {"removed", json::value_from(report.removed)},
            {"left_out", std::move(left_out)}};
}

std::string to_lines(const ExportReport& report, const std::filesystem::path& directory) {
    std::string text = fmt::format("Exported to {}\n", directory.string());
    for (const ExportedFile& file : report.files) {
        if (file.nodes == 0) continue;
        text += fmt::format("  {:<36} {:>7} nodes  {}\n", file.file, file.nodes, file.sha256.substr(0, 12));
    }
    const auto empty = std::count_if(report.files.begin(), report.files.end(),
                                     [](const ExportedFile& file) { return file.nodes == 0; });
    if (empty > 0) text += fmt::format("  and {} without nodes\n", empty);
    for (const std::string& file : report.removed) text += fmt::format("  {:<36} removed\n", file);
    for (const BadRow& row : report.bad) {
        text += fmt::format("left out: {} {}: {}. Run `hivemind doctor`.\n", row.table, row.id, row.reason);
    }
    return text;
}

Result<int> run_export(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Export input, decode_as<Export>(values, "export"));
    HM_TRY_ASSIGN(Project project, open_to_read(environment, seconds(5)));
    const std::filesystem::path directory = input.directory
                                                ? named_directory(environment.directory, input.directory->str())
                                                : project.root() / ".hivemind" / "export";
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const ExportReport report, export_files(workspace, directory));
    environment.out(wants_json ? to_text(to_json(report, directory)) + "\n" : to_lines(report, directory));
    return success;
}

}  // namespace

Procedure export_procedure() {
    return {"export", "Write the store as JSON files that can live in git.", "directory", &shape_of<Export>,
            run_export};
}

// import: takes an exported directory, or the files of the first HiveMind, into the store. For a person.

namespace {

struct Import {
    Text<1, 4000> directory;
    bool dry_run = false;
    static constexpr void fields(auto&& visit) {
        visit(field("directory", &Import::directory, "Where from."));
        visit(field("dry_run", &Import::dry_run, "Only say what would happen."));
    }
};

json::object to_json(const ImportReport& report, ImportMode mode) {
    const ImportCounts& counts = report.counts;
    return {{"sentence", import_sentence(report, mode)},
            {"new", counts.fresh},
            {"newer", counts.newer},
            {"older", counts.older},
            {"equal", counts.equal},
            {"differing", counts.differing},
            {"set_aside", counts.set_aside},
            {"set_aside_again", counts.set_aside_again},
            {"settings", report.settings},
            {"files", json::value_from(report.files)},
            {"orphans", json::value_from(report.set_aside)},
            {"notes", json::value_from(report.notes)}};
}

std::string to_lines(const ImportReport& report, ImportMode mode) {
    std::string text = import_sentence(report, mode) + "\n";
    for (const std::string& orphan : report.set_aside) text += fmt::format("set aside: {}\n", orphan);
    const auto all = report.counts.set_aside + report.counts.set_aside_again;
    const auto shown = static_cast<std::int64_t>(report.set_aside.size());
    if (all > shown) text += fmt::format("set aside: and {} more, all in graph/orphans.json\n", all - shown);
    for (const std::string& note : report.notes) text += note + "\n";
    return text;
}

Result<int> run_import(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Import input, decode_as<Import>(values, "import"));
    HM_TRY_ASSIGN(Project project,
                  Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(seconds(5))));
    const ImportMode mode = input.dry_run ? ImportMode::dry_run : ImportMode::real;
    const auto directory = named_directory(environment.directory, input.directory.str());
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const ImportReport report,
                  import_files(workspace, {.kind = environment.who_typed()}, directory, mode));
    environment.out(wants_json ? to_text(to_json(report, mode)) + "\n" : to_lines(report, mode));
    return success;
}

}  // namespace

Procedure import_procedure() {
    return {"import",    "Take exported files, or those of the first HiveMind, into the store.",
            "directory", &shape_of<Import>,
            run_import,  Access::person,
            nullptr,     always_loosens};
}

// review undo: takes back what was last decided about an entry, by the entry's id.

namespace {

struct ReviewUndo {
    Id id;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ReviewUndo::id, "The memory or knowledge that was accepted, edited or rejected."));
    }
};

Result<int> run_review_undo(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(Project project,
                  Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(seconds(5))));
    Workspace workspace = project.workspace();
    // `hivemind review` shows short ids.
    json::value settled = values;
    HM_TRY(settle_ids(settled, shape_of<ReviewUndo>(), "review undo", workspace.store.connection()));
    HM_TRY_ASSIGN(const ReviewUndo input, decode_as<ReviewUndo>(settled, "review undo"));
    HM_TRY_ASSIGN(const Receipt receipt, undo_review(input.id, {.kind = environment.who_typed()}, workspace));
    environment.out(wants_json ? to_text(to_json(receipt)) + "\n" : receipt_text(receipt.sentence, to_json(receipt)));
    return success;
}

}  // namespace

Procedure review_undo_procedure() {
    return {
        "review undo", "Take back what was last decided about an entry.", "id", &shape_of<ReviewUndo>, run_review_undo,
        Access::person};
}

Result<Project> open_to_read(Environment& environment, Duration patience) {
    auto project = Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(patience));
    if (project || project.error().code != ErrorCode::refused) return project;
    // Asked only now: an ordinary query does not wait to know who typed it.
    if (environment.who_typed() != ActorKind::person) return project;
    auto looked =
        Project::open_to_look(environment.directory, environment.clock, environment.ids, Deadline::in(patience));
    if (looked) {
        environment.err(
            "hivemind: this store came from elsewhere; agents do not get it before you accept it (`hivemind "
            "trust`).\n");
    }
    return looked;
}

}  // namespace hm::cli
