#include "store/project/replace.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "store/files/trust.h"
#include "store/files/whole_file.h"
#include "store/project/backup.h"
#include "store/project/lost_store.h"
#include "store/project/store.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::array suffixes{"", "-wal", "-shm", "-journal"};
constexpr std::string_view making = ".making";
constexpr std::time_t surely_abandoned_s = 60;

std::unexpected<Error> cannot(std::string_view act, const fs::path& file) {
    return fail(ErrorCode::io, fmt::format("Cannot {} {}: {}.", act, file.string(), std::strerror(errno)),
                "Free some space and make that folder writable. The store is as it was.");
}

// A log that is not there is no failure. Runs between fork and _exit: system calls only.
bool copy_file(const char* from, const char* to) {
    const int in = ::open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0) return errno == ENOENT;
    const int out = ::open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (out < 0) return false;
    ssize_t count = 1;
    while (count > 0) count = sendfile(out, in, nullptr, 1U << 30U);
    const bool is_whole = count == 0 && fsync(out) == 0;
    ::close(out);
    ::close(in);
    return is_whole;
}

bool is_running(std::string_view process) {
    pid_t pid = 0;
    std::from_chars(process.data(), process.data() + process.size(), pid);
    return pid > 0 && (kill(pid, 0) == 0 || errno == EPERM);
}

// "x.db.making-1234", "<id>.making". A process of another container looks dead from here, so age counts too.
bool is_left_over(const fs::path& file) {
    const std::string name = file.filename().string();
    const std::size_t at = name.rfind(making);
    if (at == std::string::npos) return false;
    const std::string_view rest = std::string_view(name).substr(at + making.size());
    if (!rest.empty() && (rest[0] != '-' || is_running(rest.substr(1)))) return false;
    struct stat facts{};
    return lstat(file.c_str(), &facts) == 0 && facts.st_mtime + surely_abandoned_s < std::time(nullptr);
}

void remove_log(const ProjectPaths& paths) {
    for (const char* suffix : {"-wal", "-shm", "-journal"}) unlink((paths.database.string() + suffix).c_str());
}

// When a store was set aside, and which of that second it is.
std::pair<std::string, int> age_order_of(const fs::path& aside) {
    const std::string name = aside.filename().string();
    const std::size_t dash = name.find('-');
    int number = 1;
    if (dash != std::string::npos) std::from_chars(name.data() + dash + 1, name.data() + name.size(), number);
    return {name.substr(0, dash), number};
}

// The store as SQLite would open it, made from the copy.
Result<void> make_store(const fs::path& backup, const fs::path& made, Deadline deadline) {
    HM_TRY_ASSIGN(auto source, Connection::open(backup.string(), OpenMode::read_only, deadline));
    HM_TRY(copy_database(*source, made));
    HM_TRY_ASSIGN(auto store, Connection::open(made.string(), OpenMode::existing, deadline));
    HM_TRY(store->set_durability(Durability::power_loss));
    return store->execute("PRAGMA journal_mode=WAL");
}

// For a store that is gone. There is nothing to hold, so the name is taken only while it is free.
Result<fs::path> fill_empty_place(const fs::path& made, const ProjectPaths& paths, Time now) {
    const fs::path aside = paths.store / "aside";
    HM_TRY(make_private_directory(aside));
    fs::path directory = unused_name(aside / file_time(now));
    HM_TRY(copy_files(paths, directory));
    // The log that was left behind belongs to the lost database.
    remove_log(paths);
    HM_TRY(record_trust(made, {.root = paths.root, .at = now}));
    HM_TRY(put_in_place(made, paths.database));
    sync_directory(paths.store);
    return directory;
}

Result<fs::path> exchange(const fs::path& made, const ProjectPaths& paths, Deadline deadline, Time now) {
    {
        // A log that is in the database already cannot be lost by what follows.
        auto store = Connection::open(paths.database.string(), OpenMode::existing, deadline);
        if (store) (void)(*store)->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    HM_TRY_ASSIGN(const ExclusiveHold hold, ExclusiveHold::take(paths.database, deadline));
    HM_TRY_ASSIGN(fs::path aside, set_aside(paths, now, hold));
    HM_TRY(put_in_stores_place(made, paths, now, hold));
    return aside;
}

}  // namespace

Result<void> copy_files(const ProjectPaths& paths, const fs::path& directory) {
    HM_TRY(make_private_directory(directory));
    std::vector<std::pair<std::string, std::string>> files;
    for (const char* suffix : suffixes) {
        const std::string from = paths.database.string() + suffix;
        files.emplace_back(from, (directory / fs::path(from).filename()).string());
    }
    const pid_t pid = fork();
    if (pid < 0) return cannot("copy", paths.database);
    if (pid == 0) {
        for (const auto& [from, to] : files) {
            if (!copy_file(from.c_str(), to.c_str())) _exit(errno == 0 ? EIO : errno);
        }
        _exit(0);
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    errno = WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
    if (errno != 0) return cannot("copy", paths.database);
    sync_directory(directory);
    return {};
}

Result<fs::path> set_aside(const ProjectPaths& paths, Time now, const ExclusiveHold&) {
    const fs::path aside = paths.store / "aside";
    HM_TRY(make_private_directory(aside));
    fs::path directory = unused_name(aside / file_time(now));
    HM_TRY(copy_files(paths, directory));
    sync_directory(aside);
    return directory;
}

Result<void> put_in_stores_place(const fs::path& made, const ProjectPaths& paths, Time now, const ExclusiveHold&) {
    // The file keeps its inode under the new name, so whoever finds it there finds it trusted.
    HM_TRY(record_trust(made, {.root = paths.root, .at = now}));
    const auto before = trust_file(paths.database);
    // The old log must not be played into the new database; a copy of it is aside.
    remove_log(paths);
    if (std::rename(made.c_str(), paths.database.c_str()) != 0) {
        auto failure = cannot("replace", paths.database);
        forget_trust(made);
        return failure;
    }
    if (before) unlink(before->c_str());
    // What SQLite made beside it while it was being made is of no use under another name.
    for (const char* suffix : {"-wal", "-shm"}) unlink((made.string() + suffix).c_str());
    sync_directory(paths.store);
    return {};
}

Result<fs::path> restore_backup(const fs::path& backup, const ProjectPaths& paths, Deadline deadline, Time now) {
    HM_TRY(check_backup(backup, deadline));
    HM_TRY(make_store_folder(paths));
    const fs::path made = making_name(paths.store / "restored.db");
    remove_database(made);
    // What takes long comes first: others wait while the store is held.
    Result<fs::path> aside;
    if (auto is_made = make_store(backup, made, deadline)) {
        aside = has_store(paths) ? exchange(made, paths, deadline, now) : fill_empty_place(made, paths, now);
    } else {
        aside = fail(std::move(is_made).error());
    }
    remove_database(made);
    return aside;
}

std::vector<fs::path> list_aside(const ProjectPaths& paths) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(paths.store / "aside", error), end; !error && it != end; it.increment(error)) {
        found.push_back(it->path());
    }
    // "…Z-10" was made after "…Z-9".
    std::sort(found.begin(), found.end(),
              [](const fs::path& a, const fs::path& b) { return age_order_of(a) < age_order_of(b); });
    return found;
}

std::vector<fs::path> left_over_files(const ProjectPaths& paths) {
    std::vector<fs::path> found;
    for (const fs::path& directory : {paths.store, paths.store / "backups", paths.spool}) {
        std::error_code error;
        for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
            if (is_left_over(it->path())) found.push_back(it->path());
        }
    }
    return found;
}

}  // namespace hm
