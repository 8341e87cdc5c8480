#include "store/trust.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/json.h"
#include "base/state_folder.h"
#include "base/write_all.h"
#include "store/private_files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 8192;

// A file system without birth times gives 0 for each.
std::optional<std::string> name_of_file(const fs::path& database) {
    struct statx facts{};
    constexpr unsigned int wanted = STATX_INO | STATX_BTIME | STATX_TYPE;
    if (statx(AT_FDCWD, database.c_str(), AT_SYMLINK_NOFOLLOW, wanted, &facts) != 0) return std::nullopt;
    if (!S_ISREG(facts.stx_mode)) return std::nullopt;
    const bool has_birth = (facts.stx_mask & STATX_BTIME) != 0;
    return fmt::format("{}-{}.{:09}", facts.stx_ino, has_birth ? facts.stx_btime.tv_sec : 0,
                       has_birth ? facts.stx_btime.tv_nsec : 0);
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
    const auto file = trust_file(database);
    if (!file) return std::nullopt;
    const auto value = parse_json(read_own_file(*file), most_bytes);
    if (!value || !value->is_object()) return std::nullopt;
    const json::object& written = value->get_object();
    TrustRecord record;
    record.store_id = text_member(written, "store_id");
    record.schema_cookie = number_member(written, "schema_cookie");
    record.root = text_member(written, "root");
    record.origin = enum_named<TrustOrigin>(text_member(written, "origin")).value_or(TrustOrigin::made);
    record.at = Time{number_member(written, "at")};
    return record;
}

Result<void> record_trust(const fs::path& database, const TrustRecord& record) {
    const auto directory = trust_directory();
    if (!directory) return cannot_record("your state folder", "Neither HOME nor XDG_STATE_HOME is set.");
    HM_TRY(make_directories(*directory));
    const auto name = name_of_file(database);
    if (!name) return cannot_record(directory->string(), fmt::format("{} is no file.", database.string()));
    const json::object written{{"store_id", record.store_id},
                               {"schema_cookie", record.schema_cookie},
                               {"root", record.root.string()},
                               {"origin", name_of(record.origin)},
                               {"at", record.at.ms}};
    return write_record(*directory / *name, to_text(written) + "\n");
}

void forget_trust(const fs::path& database) {
    if (const auto file = trust_file(database)) ::unlink(file->c_str());
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

}  // namespace hm
