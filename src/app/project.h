// Project: an initialised project, opened for the adapters. It holds the store and hands out workspaces.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/workspace.h"
#include "base/deadline.h"
#include "domain/settings.h"

namespace hm {

class Project {
public:
    // The project that `directory` belongs to; fails with not_initialised when it belongs to none.
    static Result<Project> open(const std::filesystem::path& directory, Clock& clock, IdSource& ids, Deadline deadline);
    // Makes `directory` a project, or makes the one it belongs to whole and brings it up to date.
    static Result<Project> create(const std::filesystem::path& directory, Clock& clock, IdSource& ids);

    Workspace workspace() { return {*store_, *clock_, *ids_}; }
    const std::filesystem::path& root() const { return store_->paths().root; }
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
};

// True when a store is there, without opening it.
bool is_project(const std::filesystem::path& directory);

// The root of the project that the directory belongs to, without opening it.
std::optional<std::filesystem::path> project_root(const std::filesystem::path& directory);

}  // namespace hm
