#include "store/files/trust.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/digest.h"
#include "base/files.h"
#include "base/json.h"
#include "store/files/whole_file.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 8192;
constexpr int most_replacements = 3;

struct FoundFile {
    std::string name;  // its inode and birth time
    bool is_empty = false;
};

// A file system without birth times gives 0 for each.
std::optional<FoundFile> look_at_file(const fs::path& path) {
    struct statx facts{};
    constexpr unsigned int wanted = STATX_INO | STATX_BTIME | STATX_TYPE | STATX_SIZE;
    if (statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, wanted, &facts) != 0) return std::nullopt;
    if (!S_ISREG(facts.stx_mode)) return std::nullopt;
    const bool has_birth = (facts.stx_mask & STATX_BTIME) != 0;
    return FoundFile{fmt::format("{}-{}.{:09}", facts.stx_ino, has_birth ? facts.stx_btime.tv_sec : 0,
                                 has_birth ? facts.stx_btime.tv_nsec : 0),
                     facts.stx_size == 0};
}

std::optional<std::string> name_of_file(const fs::path& database) {
    auto file = look_at_file(database);
    return file ? std::optional(std::move(file->name)) : std::nullopt;
}

// The text of a file that belongs to this user; "" for every other.
std::string read_own_file(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) return {};
    struct stat facts{};
    std::array<char, most_bytes> bytes{};
    const bool is_own = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid();
    const ssize_t count = is_own ? ::read(file, bytes.data(), bytes.size()) : 0;
    ::close(file);
    return {bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

std::int64_t number_member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

std::unexpected<Error> cannot_record(const std::string& where, const std::string& why) {
    return fail(Error{ErrorCode::io,
                      fmt::format("HiveMind cannot record in {} that this store is yours.", where),
                      "Make that folder writable, or set XDG_STATE_HOME to a folder of your own that you may write to "
                      "(for your agents' clients too), and run the command again.",
                      "A store without such a record counts as one that came from elsewhere, and agents do not get it.",
                      {why}});
}

std::string name_of_place(const fs::path& root) {
    return sha256_hex(root.native()).substr(0, 32);
}

std::optional<fs::path> place_file(const fs::path& root) {
    const auto state = state_folder();
    return state ? std::optional(*state / "places" / name_of_place(root)) : std::nullopt;
}

Error foreign_log(const fs::path& log) {
    return {
        ErrorCode::refused,
        "The log beside this project's HiveMind store came from elsewhere, and the store is not used.",
        "Close other programs that have the store open. A person can look at what the log would make of the store, "
        "and accept it, with `hivemind trust`; or delete the log, and look whether `git ls-files .hivemind` names it.",
        "SQLite would play the log into the store, whoever wrote it; this one is not the file that HiveMind made.",
        {log.string()}};
}

Result<void> make_directories(const fs::path& directory) {
    std::error_code error;
    if (fs::is_directory(directory, error)) return {};
    if (directory.has_parent_path() && directory != directory.parent_path()) {
        HM_TRY(make_directories(directory.parent_path()));
    }
    if (mkdir(directory.c_str(), 0700) == 0 || errno == EEXIST) return {};
    return cannot_record(directory.string(), std::strerror(errno));
}

Result<void> write_record(const fs::path& file, std::string_view text) {
    const fs::path making = making_name(file);
    ::unlink(making.c_str());
    const int made = ::open(making.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (made < 0) return cannot_record(file.parent_path().string(), std::strerror(errno));
    const bool is_written = write_all(made, text) && fsync(made) == 0;
    ::close(made);
    if (is_written && ::rename(making.c_str(), file.c_str()) == 0) {
        sync_directory(file.parent_path());
        return {};
    }
    auto failure = cannot_record(file.parent_path().string(), std::strerror(errno));
    ::unlink(making.c_str());
    return failure;
}

std::string text_of(const TrustRecord& record) {
    const json::object written{{"store_id", record.store_id},      {"schema_cookie", record.schema_cookie},
                               {"root", record.root.string()},     {"log", record.log},
                               {"origin", name_of(record.origin)}, {"at", record.at.ms}};
    return to_text(written) + "\n";
}

}  // namespace

std::optional<fs::path> trust_directory() {
    const auto state = state_folder();
    return state ? std::optional(*state / "stores") : std::nullopt;
}

std::optional<fs::path> trust_file(const fs::path& database) {
    const auto directory = trust_directory();
    if (!directory) return std::nullopt;
    const auto name = name_of_file(database);
    return name ? std::optional(*directory / *name) : std::nullopt;
}

std::optional<TrustRecord> find_trust(const fs::path& database) {
    auto file = trust_file(database);
    std::string text = file ? read_own_file(*file) : std::string();
    // A store that was replaced between the two has its record under another name.
    for (int again = 0; text.empty() && again < most_replacements; ++again) {
        auto now = trust_file(database);
        if (now == file) break;
        file = std::move(now);
        text = file ? read_own_file(*file) : std::string();
    }
    const auto value = parse_json(text, most_bytes);
    if (!value || !value->is_object()) return std::nullopt;
    const json::object& written = value->get_object();
    TrustRecord record;
    record.store_id = text_member(written, "store_id");
    record.schema_cookie = number_member(written, "schema_cookie");
    record.root = text_member(written, "root");
    record.log = text_member(written, "log");
    record.origin = enum_named<TrustOrigin>(text_member(written, "origin")).value_or(TrustOrigin::made);
    record.at = Time{number_member(written, "at")};
    record.file = std::move(*file);
    return record;
}

std::vector<fs::path> trusted_roots(std::size_t most) {
    constexpr std::size_t most_looked_at = 5000;
    const auto directory = trust_directory();
    if (!directory) return {};
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code error;
    for (fs::directory_iterator it(*directory, error), end; !error && it != end; it.increment(error)) {
        if (files.size() == most_looked_at) break;
        std::error_code unknown;
        files.emplace_back(it->last_write_time(unknown), it->path());
    }
    std::sort(files.begin(), files.end(), std::greater<>());
    std::vector<fs::path> roots;
    for (const auto& [at, file] : files) {
        if (roots.size() == most) break;
        const auto value = parse_json(read_own_file(file), most_bytes);
        if (!value || !value->is_object()) continue;
        fs::path root(text_member(value->get_object(), "root"));
        const bool is_new = std::find(roots.begin(), roots.end(), root) == roots.end();
        if (root.is_absolute() && is_new && fs::exists(root, error)) roots.push_back(std::move(root));
    }
    return roots;
}

Result<void> record_trust(const fs::path& database, const TrustRecord& record) {
    const auto directory = trust_directory();
    if (!directory) return cannot_record("your state folder", "Neither HOME nor XDG_STATE_HOME is set.");
    HM_TRY(make_directories(*directory));
    const auto name = name_of_file(database);
    if (!name) return cannot_record(directory->string(), fmt::format("{} is no file.", database.string()));
    return write_record(*directory / *name, text_of(record));
}

Result<void> renew_trust(const TrustRecord& record) {
    if (access(record.file.c_str(), F_OK) != 0) return {};
    return write_record(record.file, text_of(record));
}

void forget_trust(const fs::path& database) {
    if (const auto file = trust_file(database)) ::unlink(file->c_str());
}

std::string name_of_log(const fs::path& database) {
    return name_of_file(database.string() + "-wal").value_or("");
}

Result<void> check_log(const fs::path& database, TrustRecord& record) {
    if (record.log.empty()) return {};
    const fs::path log = database.string() + "-wal";
    const fs::path journal = database.string() + "-journal";
    // A store with a log has no journal.
    if (const auto found = look_at_file(journal); found && !found->is_empty) return fail(foreign_log(journal));
    auto found = look_at_file(log);
    if (!found && make_empty_file(log)) found = look_at_file(log);
    if (!found || found->name == record.log) return {};
    if (!found->is_empty) {
        // Whoever filled it recorded it before.
        const auto now = find_trust(database);
        if (!now || now->log != found->name) return fail(foreign_log(log));
        record.log = now->log;
        return {};
    }
    record.log = std::move(found->name);
    return renew_trust(record);
}

void keep_place(const KnownPlace& place) {
    const auto known = find_place(place.root);
    if (known && known->fails_closed == place.fails_closed) return;
    const auto file = place_file(place.root);
    if (!file || !make_directories(file->parent_path())) return;
    const json::object written{{"root", place.root.string()}, {"fails_closed", place.fails_closed}};
    (void)write_record(*file, to_text(written) + "\n");
}

std::optional<KnownPlace> find_place(const std::string& places, const fs::path& root) {
    const std::string text = read_own_file(places + "/" + name_of_place(root));
    if (text.empty()) return std::nullopt;
    const auto value = parse_json(text, most_bytes);
    if (!value || !value->is_object() || text_member(value->get_object(), "root") != root.native()) return std::nullopt;
    const json::value* closed = value->get_object().if_contains("fails_closed");
    return KnownPlace{root, closed != nullptr && closed->is_bool() && closed->get_bool()};
}

std::optional<KnownPlace> find_place(const fs::path& root) {
    const std::string places = places_folder();
    return places.empty() ? std::nullopt : find_place(places, root);
}

void forget_place(const fs::path& root) {
    if (const auto file = place_file(root)) ::unlink(file->c_str());
}

void move_place(const fs::path& from, const fs::path& to) {
    const auto known = find_place(from);
    if (!known || from == to) return;
    keep_place({to, known->fails_closed});
    forget_place(from);
}

std::string places_folder() {
    const auto state = state_folder();
    std::string folder = state ? state->native() + "/places" : std::string();
    return !folder.empty() && access(folder.c_str(), F_OK) == 0 ? folder : std::string();
}

Error not_trusted(const fs::path& root) {
    return {
        ErrorCode::refused,
        "This project's HiveMind store came from elsewhere and is not used.",
        "A person can look at it and accept it with `hivemind trust`.",
        "There is no record that this user made it here (older versions of HiveMind kept none), so its rules, memories "
        "and permissions do not count.",
        {(root / ".hivemind" / "hivemind.db").string()}};
}

namespace {

namespace fs = std::filesystem;

constexpr std::time_t lives_for_seconds = 600;
constexpr std::size_t most_content = 16384;
constexpr std::size_t most_tickets = 256;

fs::path directory_of(const ProjectPaths& paths) {
    return paths.store / "tickets";
}

Result<std::string> new_name() {
    std::array<unsigned char, 16> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        return fail(ErrorCode::io, "The system gives no random bytes.", "Try again.");
    }
    std::string name;
    for (const unsigned char byte : bytes) name += fmt::format("{:02x}", byte);
    return name;
}

bool is_name(std::string_view ticket) {
    return ticket.size() == 32 && ticket.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_old(const fs::path& file) {
    struct stat status{};
    return lstat(file.c_str(), &status) == 0 && std::time(nullptr) - status.st_mtime > lives_for_seconds;
}

void remove_old(const fs::path& directory) {
    std::error_code error;
    std::vector<fs::path> old;
    std::size_t looked_at = 0;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        if (++looked_at > most_tickets) break;
        if (is_old(it->path())) old.push_back(it->path());
    }
    for (const fs::path& file : old) fs::remove(file, error);
}

}  // namespace

Result<std::string> leave_ticket(const ProjectPaths& paths, std::string_view content) {
    HM_ASSERT(content.size() <= most_content);
    const fs::path directory = directory_of(paths);
    HM_TRY(make_private_directory(directory));
    remove_old(directory);
    HM_TRY_ASSIGN(std::string name, new_name());
    const int file = ::open((directory / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const bool is_written =
        file >= 0 && write(file, content.data(), content.size()) == static_cast<ssize_t>(content.size());
    const int reason = errno;
    if (file >= 0) ::close(file);
    if (is_written) return name;
    return fail(ErrorCode::io,
                fmt::format("Cannot leave a ticket in {}: {}.", directory.string(), std::strerror(reason)),
                "Make .hivemind writable.");
}

std::optional<std::string> take_ticket_content(const ProjectPaths& paths, std::string_view ticket) {
    if (!is_name(ticket)) return std::nullopt;
    const fs::path file = directory_of(paths) / ticket;
    if (is_old(file)) return std::nullopt;
    // Of several takers one alone can rename it.
    const fs::path taken = fmt::format("{}.taken-{}", file.string(), getpid());
    if (std::rename(file.c_str(), taken.c_str()) != 0) return std::nullopt;
    std::string content(most_content, '\0');
    const int opened = ::open(taken.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const ssize_t count = opened < 0 ? -1 : read(opened, content.data(), content.size());
    if (opened >= 0) ::close(opened);
    ::unlink(taken.c_str());
    if (count < 0) return std::nullopt;
    content.resize(static_cast<std::size_t>(count));
    return content;
}

}  // namespace hm
