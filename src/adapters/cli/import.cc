// import: takes an exported directory, or the files of the first HiveMind, into the store. For a person.
#include <fmt/format.h>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/named_directory.h"
#include "adapters/cli/procedures.h"
#include "app/exchange/import_files.h"
#include "app/project.h"
#include "base/codec.h"

namespace hm::cli {
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

Result<int> run(const json::object& values, bool wants_json, Environment& environment) {
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
            run,         Access::person};
}

}  // namespace hm::cli
