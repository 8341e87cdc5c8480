// ProjectAccess: the project behind the server, opened when it is first needed and again after trouble, so that a
// server may be started before `hivemind init`. Waits for the store only briefly: many clients share one thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/command/query.h"
#include "app/project/project_at.h"

namespace hm::mcp {

class ProjectAccess {
public:
    ProjectAccess(std::filesystem::path directory, Clock& clock, IdSource& ids)
        : directory_(std::move(directory)), clock_(clock), ids_(ids) {}

    Result<Workspace> open();
    Result<Settings> settings();
    // A query of the catalog, asked for a person's eyes: it only reads.
    Result<Answer> ask(std::string_view query, const json::object& input);
    // After a write: fails when the store was deleted or replaced meanwhile, so that nothing lost is acknowledged.
    Result<void> check_in_place();
    // To be told of every failure: a connection that met trouble is not trusted again.
    void met(const Error& error);
    bool has_met_newer_store() const { return has_met_newer_store_; }
    void rest();
    // Grows whenever the store is opened: what was read from the one before may not be in this one.
    std::size_t openings() const { return kept_.openings(); }

    Clock& clock() const { return clock_; }
    IdSource& ids() const { return ids_; }

    // How long one try may wait for the store.
    static constexpr Duration patience = milliseconds(15);

private:
    Result<void> look();

    std::filesystem::path directory_;
    Clock& clock_;
    IdSource& ids_;
    std::optional<Project> project_;
    KeptRoot kept_;
    bool has_met_newer_store_ = false;
};

}  // namespace hm::mcp
