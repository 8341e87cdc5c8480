// Project: an initialised project, opened for the adapters. It holds the store and hands out workspaces.
//
// Whether the store may be used is asked here and nowhere else: it must be one that this user made or accepted
// (store/files/trust.h), with the schema that our migrations make, and not reached through links. open() refuses any
// other, so what reads settings, grants, memories or anchors never sees one. Two ways in take it differently and say so
// in their names: open_for_hook() and open_to_look().
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/command/workspace.h"
#include "base/deadline.h"
#include "base/result.h"
#include "domain/settings.h"
#include "store/project/lost_store.h"

namespace hm {

class Project {
public:
    // The project that `directory` belongs to; fails with not_initialised when it belongs to none, and with refused
    // when its store came from elsewhere.
    static Result<Project> open(const std::filesystem::path& directory, Clock& clock, IdSource& ids, Deadline deadline);
    // For clients' hooks, which judge calls in any case: where the store must not be used, an empty one in memory with
    // the built-in settings stands in for it, strict where a failure closes the gate (`wired`, or the mark beside the
    // store). Nothing of the store is read then, and nothing is written to it.
    static Result<Project> open_for_hook(const std::filesystem::path& directory, Clock& clock, IdSource& ids,
                                         Deadline deadline, FailMode wired);
    // The same where there is no store at all, and never was: the wiring came with a clone.
    static Result<Project> stand_in(const std::filesystem::path& root, Clock& clock, IdSource& ids, FailMode wired,
                                    Error because);
    // For a person's eyes: also a store that came from elsewhere. Nothing can be written.
    static Result<Project> open_to_look(const std::filesystem::path& directory, Clock& clock, IdSource& ids,
                                        Deadline deadline);
    // Makes `directory` a project, or makes the one it belongs to whole and brings it up to date. A store that came
    // from elsewhere is refused as by open().
    static Result<Project> create(const std::filesystem::path& directory, Clock& clock, IdSource& ids);
    // Records that a person takes the store for their own, then opens it. REQUIRES: the person saw what it holds.
    static Result<Project> accept(const std::filesystem::path& directory, Clock& clock, IdSource& ids,
                                  Deadline deadline);

    Workspace workspace() { return {*store_, *clock_, *ids_}; }
    const std::filesystem::path& root() const { return store_->paths().root; }
    // Why an empty store stands in for the project's own; nothing when it does not.
    const std::optional<Error>& stands_in_because() const { return stands_in_because_; }
    Result<Settings> settings();
    // Fails with newer_version when another program has upgraded the store since it was opened.
    Result<void> check_schema();
    // Whether a write met that.
    bool has_met_newer_schema() const { return store_->connection().has_met_newer_schema(); }
    // Housekeeping that must not delay an answer.
    void rest();
    // Leaves the store open, which the kernel closes faster. REQUIRES: nothing was written, and the process ends now.
    void leave_open() { static_cast<void>(store_.release()); }

private:
    Project(Store store, Clock& clock, IdSource& ids)
        : store_(std::make_unique<Store>(std::move(store))), clock_(&clock), ids_(&ids) {}
    std::unique_ptr<Store> store_;
    Clock* clock_;
    IdSource* ids_;
    std::optional<Error> stands_in_because_;
};

// Where the database of the project at that root lies.
std::filesystem::path store_folder(const std::filesystem::path& root);

// Which of these files and folders of the project git keeps, each file by its whole path. None without git.
std::vector<std::filesystem::path> kept_by_git(const std::filesystem::path& root, std::vector<std::string> names);

// The roots of the same project in the other checkouts of its repository.
std::vector<std::filesystem::path> other_checkouts(const std::filesystem::path& root);

// True when a store is there, without opening it.
bool is_project(const std::filesystem::path& directory);

// Whether this user has a record of the store of the project that `directory` belongs to; it is not opened.
bool has_trusted_store(const std::filesystem::path& directory);

// The root of the project that the directory belongs to, without opening it.
std::optional<std::filesystem::path> project_root(const std::filesystem::path& directory);

// The project's fail mode as a mark beside the store: what a hook goes by when the store cannot be read, and what a
// client's shell goes by when this program is not there to be asked. `config set` and `init` keep it up to date, and so
// does every session that begins. The user's state folder remembers it with the place of the project
// (store/files/trust.h), for when the whole folder of the store is gone.

// By the mark, `fail_mark` below the root, or by what is remembered of a place that has nothing left.
// REQUIRES: root is a project's.
bool is_marked_closed(const std::filesystem::path& root);

// The same for a project whose store was lost, whatever of it there is again.
bool was_closed(const std::filesystem::path& root);

// Writes nothing when it is so already.
Result<void> keep_fail_mark(const std::filesystem::path& root, FailMode fail);

}  // namespace hm
