#include "store/project/move.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/files.h"
#include "store/files/trust.h"
#include "store/files/whole_file.h"
#include "store/project/lost_store.h"
#include "store/project/replace.h"
#include "store/project/store.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// In the new folder while a move is under way: where from. A spool that came with a clone is not taken for a left one.
constexpr std::string_view under_way = "moving_from";

// What moves with the database. Backups of clients' settings lie among the store's own and stay.
constexpr std::array<std::string_view, 4> moved_folders{"spool", "backups", "aside", "archive"};

// By which MCP clients come in over HTTP.
constexpr std::string_view token = "mcp.token";

std::unexpected<Error> cannot_move(const fs::path& file, int why) {
    return fail(ErrorCode::io, fmt::format("Cannot move {}: {}.", file.string(), std::strerror(why)),
                "Make both folders writable and free some space, then run `hivemind init` again.",
                "Nothing is lost: what was not moved is where it was.");
}

Result<void> note_move(const StoreMove& move) {
    const fs::path note = move.to.store / under_way;
    const int file = ::open(note.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return cannot_move(note, errno);
    const bool is_written = write_all(file, move.from.store.native()) && fsync(file) == 0;
    const int why = errno;
    ::close(file);
    sync_directory(move.to.store);
    return is_written ? Result<void>() : cannot_move(note, why);
}

fs::path noted_move(const fs::path& store) {
    std::array<char, 4096> text{};
    const int file = ::open((store / under_way).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) return {};
    const ssize_t count = ::read(file, text.data(), text.size());
    ::close(file);
    return count > 0 ? fs::path(std::string(text.data(), static_cast<std::size_t>(count))) : fs::path();
}

// To another file system: a copy, which takes the name when it is whole. REQUIRES: the log is empty.
Result<void> copy_across(const StoreMove& move, Time now) {
    const fs::path scratch = unused_name(move.to.store / fmt::format("moving-{}", file_time(now)));
    std::error_code error;
    auto outcome = copy_files(move.from, scratch);
    if (outcome) {
        const fs::path made = scratch / move.from.database.filename();
        TrustRecord record = find_trust(move.from.database).value_or(TrustRecord{.at = now});
        record.log.clear();
        record.root = move.to.root;
        outcome = record_trust(made, record);
        if (outcome) outcome = put_in_place(made, move.to.database);
    }
    fs::remove_all(scratch, error);
    if (!outcome) return outcome;
    sync_directory(move.to.store);
    forget_trust(move.from.database);
    ::unlink(move.from.database.c_str());
    return {};
}

Result<void> move_database(const StoreMove& move, Deadline deadline, Time now) {
    {
        auto store = Connection::open(move.from.database.string(), OpenMode::existing, deadline);
        if (!store) return fail(std::move(store).error());
        HM_TRY((*store)->execute("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
    HM_TRY_ASSIGN(const ExclusiveHold hold, ExclusiveHold::take(move.from.database, deadline));
    const std::string log = move.from.database.string() + "-wal";
    std::error_code error;
    if (fs::exists(log, error) && fs::file_size(log, error) > 0) {
        return fail(ErrorCode::busy, "The store was written to while it was to be moved.",
                    "Run `hivemind init` again, best while no agent works.");
    }
    for (const char* suffix : {"-wal", "-shm"}) ::unlink((move.from.database.string() + suffix).c_str());
    const int moved =
        renameat2(AT_FDCWD, move.from.database.c_str(), AT_FDCWD, move.to.database.c_str(), RENAME_NOREPLACE);
    if (moved != 0 && errno == EXDEV) return copy_across(move, now);
    if (moved != 0) return cannot_move(move.from.database, errno);
    sync_directory(move.to.store);
    sync_directory(move.from.store);
    return {};
}

Result<void> move_entry(const fs::path& from, const fs::path& to) {
    if (std::rename(from.c_str(), to.c_str()) == 0) return {};
    if (errno != EXDEV) return cannot_move(from, errno);
    std::error_code error;
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
    if (error) return cannot_move(from, error.value());
    fs::remove_all(from, error);
    return {};
}

Result<void> move_folder(const fs::path& from, const fs::path& to, bool only_databases) {
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(from, error))) return {};
    HM_TRY(make_private_directory(to));
    std::vector<fs::path> entries;
    for (fs::directory_iterator it(from, error), end; !error && it != end; it.increment(error)) {
        if (!only_databases || it->path().extension() == ".db") entries.push_back(it->path());
    }
    for (const fs::path& entry : entries) {
        const fs::path place = to / entry.filename();
        HM_TRY(move_entry(entry, fs::exists(place, error) ? unused_name(place) : place));
    }
    sync_directory(to);
    fs::remove(from, error);  // only when it is empty
    return {};
}

Result<void> move_rest(const StoreMove& move) {
    for (const std::string_view folder : moved_folders) {
        HM_TRY(move_folder(move.from.store / folder, move.to.store / folder, folder == "backups"));
    }
    std::error_code error;
    if (fs::exists(move.from.store / token, error)) HM_TRY(move_entry(move.from.store / token, move.to.store / token));
    fs::remove_all(move.from.store / "tickets", error);
    ::unlink((move.to.store / under_way).c_str());
    sync_directory(move.to.store);
    return {};
}

Result<void> take_mark_along(const StoreMove& move) {
    if (access((move.from.store / fail_mark_name).c_str(), F_OK) != 0) return {};
    const fs::path mark = move.to.store / fail_mark_name;
    if (access(mark.c_str(), F_OK) == 0 || make_empty_file(mark)) return {};
    return cannot_move(mark, errno);
}

}  // namespace

std::optional<StoreMove> due_move(const fs::path& root) {
    const ProjectPaths to = settled_paths(root);
    if (to.git.empty()) return std::nullopt;
    ProjectPaths from = project_paths(root);
    if (from.store != to.store) return has_store(from) ? std::optional(StoreMove{from, to}) : std::nullopt;
    const fs::path left = noted_move(to.store);
    if (left.empty() || !has_store(to)) return std::nullopt;
    return StoreMove{paths_with_store(root, left), to, true};
}

Result<void> move_store(const StoreMove& move, Deadline deadline, Time now) {
    if (!move.is_begun) {
        HM_TRY(check_not_linked(move.from));
        // Moving would make a log that came from elsewhere part of the store.
        if (auto record = find_trust(move.from.database)) HM_TRY(check_log(move.from.database, *record));
        HM_TRY(check_file_system(move.to.git));
        HM_TRY(make_store_folder(move.to));
        HM_TRY(check_not_linked(move.to));
        HM_TRY(note_move(move));
        HM_TRY(take_mark_along(move));
        HM_TRY(move_database(move, deadline, now));
    }
    return move_rest(move);
}

fs::path unused_store(const ProjectPaths& paths) {
    const fs::path there = paths.directory / "hivemind.db";
    std::error_code error;
    return paths.store != paths.directory && fs::exists(there, error) ? there : fs::path();
}

}  // namespace hm
