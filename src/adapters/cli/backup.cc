// backup: a copy of the whole store in one file, and putting one back.
#include "app/backup.h"

#include <fmt/format.h>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/open_to_read.h"
#include "adapters/cli/procedures.h"
#include "app/access.h"
#include "app/project.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

namespace fs = std::filesystem;

constexpr Duration patience = seconds(5);

struct Backup {
    std::optional<FilePath> path;
    std::optional<std::int64_t> keep;
    static constexpr void fields(auto&& visit) {
        visit(field("path", &Backup::path, "The file to write; a new one in .hivemind/backups when left out."));
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
    HM_TRY_ASSIGN(Project project, open_to_read(environment, patience));
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
                                                        environment.ids, Deadline::in(patience)));
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
            restore,          Access::person};
}

}  // namespace hm::cli
