// export: writes the store as JSON files that can live in git, and says which.
#include <fmt/format.h>

#include <algorithm>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/named_directory.h"
#include "adapters/cli/open_to_read.h"
#include "adapters/cli/procedures.h"
#include "app/exchange/export_files.h"
#include "app/project.h"
#include "base/codec.h"

namespace hm::cli {
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

Result<int> run(const json::object& values, bool wants_json, Environment& environment) {
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
    return {"export", "Write the store as JSON files that can live in git.", "directory", &shape_of<Export>, run};
}

}  // namespace hm::cli
