// Opening the project of a known root, for callers that must not end up in another one: hooks of a session that began
// there, and long-lived processes whose store may be taken away under them.
#pragma once

#include "app/project/project.h"
#include "store/project/store.h"

namespace hm {

// Fails when the store is gone, whatever project there is further up. `for_hook` is how a hook was wired to fail: then
// an empty store stands in for one that must not be used (Project::open_for_hook).
Result<Project> open_project_at(const std::filesystem::path& root, Clock& clock, IdSource& ids, Deadline deadline,
                                std::optional<FailMode> for_hook = std::nullopt);

// Why the store of the project that the directory belongs to cannot be opened: it is missing. Nothing when it is there
// or when there is no project.
std::optional<Error> missing_store(const std::filesystem::path& directory);

// A store in `.hivemind` of a git project, which `git clean -x` would take, belongs into git's directory.
struct DueMove {
    std::filesystem::path from;
    std::filesystem::path to;
};

// Nothing when it lies where it belongs, and when it is not this user's.
std::optional<DueMove> due_store_move(const std::filesystem::path& directory);

// Moves it (store/project/move.h); nothing when it need not be.
Result<void> settle_store(const std::filesystem::path& directory, Time now);

// Forgets the place of a project that has nothing left; answers its root. Fails when there is none, or when something
// of it is still there.
Result<std::filesystem::path> forget_lost_project(const std::filesystem::path& directory);

// Its store may go without being missed; a session that begins there remembers the place again.
void forget_known_place(const std::filesystem::path& root);

// All that HiveMind keeps for the project: the store with its backups, what lies in `.hivemind`, the record that the
// store is this user's. What `hivemind export` wrote is the people's, and left out.
std::vector<std::filesystem::path> own_files(const std::filesystem::path& root);

// Removes it all for good. With the last store of this user goes the state folder, unless a client is wired in the
// person's own settings. Answers what is left of ours, each with the reason. REQUIRES: nobody has the store open.
std::vector<std::string> remove_own_files(const std::filesystem::path& root);

// What a process that lives long knows of the project that it keeps open. It stays with the root that was found first,
// and notices when the store is deleted or replaced.
class KeptRoot {
public:
    // Opens the project when it is not open, and again when other files are in the store's place or a person has
    // accepted the store that another stood in for.
    Result<void> open(std::optional<Project>& project, const std::filesystem::path& directory, Clock& clock,
                      IdSource& ids, Deadline deadline, std::optional<FailMode> for_hook = std::nullopt);
    // After a write: fails when the store was deleted or replaced meanwhile, so that nothing lost is acknowledged.
    // REQUIRES: open() opened the project.
    Result<void> check_in_place(Project& project);
    // Grows whenever the store is opened: what was read from the one before may not be in this one.
    std::size_t openings() const { return openings_; }

private:
    bool is_in_place(Project& project);

    std::optional<std::filesystem::path> root_;
    StorePlace place_;
    std::size_t openings_ = 0;
};

}  // namespace hm
