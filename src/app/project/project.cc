#include "app/project/project.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "store/files/git.h"
#include "store/files/trust.h"
#include "store/files/whole_file.h"
#include "store/project/lost_store.h"
#include "store/project/store.h"
#include "store/queries/settings.h"
#include "store/sqlite/migrate.h"
#include "store/sqlite/transaction.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr Duration create_deadline = seconds(10);
constexpr Duration stand_in_deadline = seconds(1);

Result<ProjectPaths> paths_of(const fs::path& directory) {
    if (auto paths = locate_project(directory)) {
        if (!has_store(*paths)) return fail(lost_store(*paths));
        return *paths;
    }
    return fail(ErrorCode::not_initialised, fmt::format("{} is not in a HiveMind project.", directory.string()),
                "Run `hivemind init` in the project's directory.", "No store was found here or above.");
}

fs::path real_path(const fs::path& path) {
    std::error_code error;
    fs::path real = fs::canonical(path, error);
    return error ? path : real;
}

// A worktree is another root of the same store; a moved project has left its former one.
bool still_leads_to(const fs::path& root, const ProjectPaths& paths) {
    std::error_code error;
    return !paths.git.empty() && root.is_absolute() && fs::exists(root, error) &&
           fs::equivalent(project_paths(root).database, paths.database, error);
}

// Why the store must not be used: nothing when the record says of it what it says of itself, and its schema is ours. A
// changed schema is compared once and then remembered by its cookie; a project that was moved is remembered where it is
// now.
Result<std::optional<Error>> objection_to(Store& store, TrustRecord record) {
    Connection& connection = store.connection();
    const ProjectPaths& paths = store.paths();
    HM_TRY_ASSIGN(const std::int64_t cookie, read_schema_cookie(connection));
    HM_TRY_ASSIGN(std::string id, read_store_id(connection));
    if (!record.store_id.empty() && record.store_id != id) return not_trusted(paths.root);
    const bool is_known = record.store_id == id && record.schema_cookie == cookie;
    const bool is_log_known = !record.log.empty();
    if (is_known && is_log_known && record.root == paths.root) return std::nullopt;
    if (!is_known) {
        HM_TRY_ASSIGN(const auto foreign, foreign_objects(connection));
        if (!foreign.empty()) return foreign_schema(foreign, paths.database.string());
    }
    const fs::path root = real_path(paths.root);
    const bool is_at_home = record.root == root || still_leads_to(record.root, paths);
    if (is_known && is_log_known && is_at_home) return std::nullopt;
    if (!is_at_home) move_place(record.root, root);
    if (!is_log_known) record.log = name_of_log(paths.database);
    record.store_id = std::move(id);
    record.schema_cookie = cookie;
    if (!is_at_home) record.root = root;
    // What cannot be remembered now is looked at again the next time.
    (void)(record.file.empty() ? record_trust(paths.database, record) : renew_trust(record));
    return std::nullopt;
}

// A folder or the like: SQLite says that it is no database, which is what a person has to know.
bool is_something_else(const ProjectPaths& paths) {
    std::error_code error;
    const auto kind = fs::symlink_status(paths.database, error).type();
    return kind != fs::file_type::regular && kind != fs::file_type::symlink && kind != fs::file_type::not_found;
}

struct Opening {
    Result<Store> store;
    bool must_not_be_used = false;  // nothing failed: it is not this user's, not ours, or reached through a link
};

Opening open_once(const ProjectPaths& paths, Deadline deadline, Time now) {
    auto record = find_trust(paths.database);
    if (!record && !is_something_else(paths)) {
        auto checked = check_not_linked(paths);
        return {fail(checked ? not_trusted(paths.root) : std::move(checked).error()), true};
    }
    if (record) {
        auto checked = check_log(paths.database, *record);
        const bool must_not_be_used = !checked && checked.error().code == ErrorCode::refused;
        if (!checked) return {fail(std::move(checked).error()), must_not_be_used};
    }
    auto store = Store::open(paths, deadline, now);
    if (!store) {
        const bool is_linked = store.error().code == ErrorCode::store_failed && !check_not_linked(paths);
        return {std::move(store), is_linked};
    }
    auto objection = objection_to(*store, record.value_or(TrustRecord{}));
    if (!objection) return {fail(std::move(objection).error()), false};
    if (*objection) return {fail(std::move(**objection)), true};
    return {std::move(store), false};
}

// Record, log and database are looked at one after the other. While `backup restore` replaces the store they may be of
// two stores, so they are looked at again then.
Opening open_own(const ProjectPaths& paths, Deadline deadline, Time now) {
    while (true) {
        const auto before = trust_file(paths.database);
        Opening opening = open_once(paths, deadline, now);
        if (trust_file(paths.database) == before || deadline.has_passed()) return opening;
    }
}

// The version, where every object of the schema is ours.
Result<int> check_schema_is_own(const ProjectPaths& paths, Deadline deadline) {
    HM_TRY(check_not_linked(paths));
    HM_TRY_ASSIGN(auto connection, Connection::open(paths.database.string(), OpenMode::existing, deadline));
    HM_TRY_ASSIGN(const int version, read_schema_version(*connection));
    HM_TRY(check_schema_version(version));
    HM_TRY_ASSIGN(const auto foreign, foreign_objects(*connection));
    if (!foreign.empty()) return fail(foreign_schema(foreign, paths.database.string()));
    return version;
}

// Opening brings an older store up to date; one that is not this user's stays as it is.
Result<void> check_can_be_shown(const ProjectPaths& paths, Deadline deadline) {
    HM_TRY_ASSIGN(const int version, check_schema_is_own(paths, deadline));
    if (version == latest_schema_version()) return {};
    return fail(Error{ErrorCode::refused,
                      fmt::format("The store came from elsewhere and has the older schema {}.", version),
                      "See what it holds with `hivemind trust`, and accept it there.",
                      "Reading it would change it, and it is not yours yet.",
                      {paths.database.string()}});
}

// A killed `init` leaves an empty file; there is nothing in it to distrust.
bool is_unmade(const ProjectPaths& paths) {
    std::error_code error;
    const bool is_empty = !fs::exists(paths.database, error) || fs::file_size(paths.database, error) == 0;
    return is_empty && !fs::exists(paths.database.string() + "-wal", error) &&
           !fs::exists(paths.database.string() + "-journal", error);
}

// The record comes before the tables: whoever finds a store that is being made finds it trusted.
Result<void> record_new_store(const ProjectPaths& paths, Time now) {
    HM_TRY(check_file_system(paths.git.empty() ? paths.root : paths.git));
    std::error_code error;
    const bool was_there = fs::exists(paths.store, error);
    HM_TRY(make_store_folder(paths));
    const bool is_made = make_empty_file(paths.database);
    auto recorded = record_trust(paths.database, {.root = real_path(paths.root), .at = now});
    if (recorded) return {};
    if (is_made) fs::remove(paths.database, error);
    if (!was_there) fs::remove(paths.store, error);
    return recorded;
}

}  // namespace

Result<Project> Project::open(const fs::path& directory, Clock& clock, IdSource& ids, Deadline deadline) {
    HM_TRY_ASSIGN(const ProjectPaths paths, paths_of(directory));
    HM_TRY_ASSIGN(Store store, open_own(paths, deadline, clock.now()).store);
    return Project(std::move(store), clock, ids);
}

Result<Project> Project::open_for_hook(const fs::path& directory, Clock& clock, IdSource& ids, Deadline deadline,
                                       FailMode wired) {
    HM_TRY_ASSIGN(const ProjectPaths paths, paths_of(directory));
    Opening opening = open_own(paths, deadline, clock.now());
    if (opening.store) return Project(std::move(*opening.store), clock, ids);
    if (!opening.must_not_be_used) return fail(std::move(opening.store).error());
    return stand_in(paths.root, clock, ids, wired, std::move(opening.store).error());
}

Result<Project> Project::stand_in(const fs::path& root, Clock& clock, IdSource& ids, FailMode wired, Error because) {
    HM_TRY_ASSIGN(Store store, Store::open(stand_in_paths(root), Deadline::in(stand_in_deadline), clock.now()));
    Project project(std::move(store), clock, ids);
    project.stands_in_because_ = std::move(because);
    if (wired == FailMode::closed || is_marked_closed(root)) {
        HM_TRY_ASSIGN(Transaction transaction,
                      Transaction::begin(project.store_->connection(), Durability::process_crash));
        HM_TRY(save_setting(transaction, "mode", json::value(name_of(GateMode::strict))));
        HM_TRY(transaction.commit());
    }
    return project;
}

Result<Project> Project::open_to_look(const fs::path& directory, Clock& clock, IdSource& ids, Deadline deadline) {
    HM_TRY_ASSIGN(const ProjectPaths paths, paths_of(directory));
    // Looking at a store plays its log too.
    if (auto record = find_trust(paths.database)) HM_TRY(check_log(paths.database, *record));
    HM_TRY(check_can_be_shown(paths, deadline));
    HM_TRY_ASSIGN(Store store, Store::open(paths, deadline, clock.now()));
    HM_TRY(store.connection().execute("PRAGMA query_only=ON"));
    return Project(std::move(store), clock, ids);
}

Result<Project> Project::create(const fs::path& directory, Clock& clock, IdSource& ids) {
    const auto there = locate_project(directory);
    const ProjectPaths paths = there ? *there : project_paths(directory);
    if (!paths.missing_git.empty()) return fail(lost_store(paths));
    HM_TRY(check_not_linked(paths));
    if (auto record = find_trust(paths.database)) {
        HM_TRY(check_log(paths.database, *record));
    } else if (!is_something_else(paths)) {
        if (!is_unmade(paths)) return fail(not_trusted(paths.root));
        HM_TRY(record_new_store(paths, clock.now()));
    }
    HM_TRY_ASSIGN(Store store, Store::create(paths.root, Deadline::in(create_deadline), clock.now()));
    HM_TRY_ASSIGN(auto objection,
                  objection_to(store, find_trust(paths.database).value_or(TrustRecord{.at = clock.now()})));
    if (objection) return fail(std::move(*objection));
    return Project(std::move(store), clock, ids);
}

Result<Project> Project::accept(const fs::path& directory, Clock& clock, IdSource& ids, Deadline deadline) {
    HM_TRY_ASSIGN(const ProjectPaths paths, paths_of(directory));
    HM_TRY(check_schema_is_own(paths, deadline));
    HM_TRY(record_trust(paths.database,
                        {.root = real_path(paths.root), .origin = TrustOrigin::accepted, .at = clock.now()}));
    return open(directory, clock, ids, deadline);
}

Result<Settings> Project::settings() {
    BadRows bad;
    return load_settings(store_->connection(), bad);
}

Result<void> Project::check_schema() {
    HM_TRY_ASSIGN(const int version, read_schema_version(store_->connection()));
    return check_schema_version(version);
}

void Project::rest() {
    store_->connection().checkpoint_passively();
}

fs::path store_folder(const fs::path& root) {
    return project_paths(root).store;
}

std::vector<fs::path> other_checkouts(const fs::path& root) {
    std::vector<fs::path> roots;
    const auto checkout = find_checkout(root);
    if (!checkout) return roots;
    const fs::path part = root.lexically_relative(checkout->top);
    std::error_code error;
    for (const fs::path& top : checkouts_of(checkout->common)) {
        const fs::path there = part == "." ? top : top / part;
        if (fs::exists(there, error) && !fs::equivalent(there, root, error)) roots.push_back(there);
    }
    return roots;
}

std::vector<fs::path> kept_by_git(const fs::path& root, std::vector<std::string> names) {
    constexpr std::size_t most_bytes = std::size_t{1} << 20U;
    constexpr Duration patience = seconds(2);
    std::vector<fs::path> kept;
    if (!find_checkout(root)) return kept;
    std::vector<std::string> arguments{"git", "-C", root.string(), "ls-files", "-z", "--"};
    std::ranges::move(names, std::back_inserter(arguments));
    const auto printed = run_git(std::move(arguments), most_bytes, Deadline::in(patience));
    if (!printed || printed->exit_code != 0) return kept;
    for (std::size_t at = 0; at < printed->out.size();) {
        const std::size_t end = std::min(printed->out.find('\0', at), printed->out.size());
        kept.push_back(root / printed->out.substr(at, end - at));
        at = end + 1;
    }
    return kept;
}

bool is_project(const fs::path& directory) {
    return locate_project(directory).has_value();
}

bool has_trusted_store(const fs::path& directory) {
    const auto paths = locate_project(directory);
    return paths && find_trust(paths->database).has_value();
}

std::optional<fs::path> project_root(const fs::path& directory) {
    const auto paths = locate_project(directory);
    return paths ? std::optional(paths->root) : std::nullopt;
}

namespace {

Result<void> mark_folder(const std::filesystem::path& folder, bool shall_be) {
    const std::filesystem::path file = folder / fail_mark_name;
    const auto is_there = [&] { return access(file.c_str(), F_OK) == 0; };
    if (is_there() == shall_be) return {};
    if (!shall_be) {
        std::error_code error;
        std::filesystem::remove(file, error);
    } else {
        HM_TRY(make_private_directory(folder));
        const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (made >= 0) close(made);
    }
    if (is_there() == shall_be) return {};
    return hm::fail(ErrorCode::io, "The fail mode could not be marked in " + file.string() + ".",
                    "Make the folder writable; until then a hook that cannot read the store goes by its wiring.");
}

// Only of a store that is this user's; what came from elsewhere may go.
void keep_own_place(const std::filesystem::path& root, bool fails_closed) {
    if (!find_trust(project_paths(root).database)) return;
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(root, error);
    if (!error) keep_place({real, fails_closed});
}

}  // namespace

bool was_closed(const std::filesystem::path& root) {
    if (has_fail_mark(project_paths(root))) return true;
    const auto place = known_place(root);
    return place && place->fails_closed;
}

bool is_marked_closed(const std::filesystem::path& root) {
    const ProjectPaths paths = project_paths(root);
    if (has_fail_mark(paths)) return true;
    return (!has_store_folder(paths) || !paths.missing_git.empty()) && was_closed(root);
}

Result<void> keep_fail_mark(const std::filesystem::path& root, FailMode fail) {
    const bool shall_be = fail == FailMode::closed;
    keep_own_place(root, shall_be);
    const ProjectPaths paths = project_paths(root);
    Result<void> outcome;
    for (const std::filesystem::path& folder : {paths.store, paths.directory}) {
        if (auto marked = mark_folder(folder, shall_be); !marked) outcome = std::move(marked);
    }
    return outcome;
}

}  // namespace hm
