#include "store/project/backup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "store/files/whole_file.h"
#include "store/records/health.h"
#include "store/records/tables.h"
#include "store/sqlite/migrate.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t our_application_id = 1212763460;
constexpr std::string_view upgrade_front = "before-schema-";

Result<void> copy_pages(Connection& source, Connection& copy) {
    sqlite3_backup* backup = sqlite3_backup_init(copy.handle(), "main", source.handle(), "main");
    if (backup == nullptr) return fail(copy.last_error(sqlite3_extended_errcode(copy.handle())));
    // All pages in one step: one state of the store, however much is written meanwhile.
    int code = sqlite3_backup_step(backup, -1);
    while ((code == SQLITE_BUSY || code == SQLITE_LOCKED) && !source.deadline().has_passed()) {
        usleep(2000);
        code = sqlite3_backup_step(backup, -1);
    }
    const int finished = sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE && finished == SQLITE_OK) return {};
    return fail(code == SQLITE_DONE ? copy.last_error(finished) : copy.last_error(code));
}

Result<void> write_copy(Connection& source, const fs::path& making) {
    const PrivateFiles private_files;
    HM_TRY_ASSIGN(auto copy, Connection::open(making.string(), OpenMode::create, source.deadline()));
    HM_TRY(copy->set_durability(Durability::power_loss));
    HM_TRY(copy_pages(source, *copy));
    // One file with nothing beside it, which can be read from a disk that cannot be written.
    return copy->execute("PRAGMA journal_mode=DELETE");
}

// What orders the copies: "20261115T203107Z-2" is the second of its second.
struct CopyTime {
    std::string time;
    std::size_t number = 1;
    auto operator<=>(const CopyTime&) const = default;
};

// Nothing for a name of another form. The schema's number stands in front of the time in some.
std::optional<CopyTime> copy_time(std::string_view stem) {
    constexpr std::string_view form = "00000000T000000Z";
    if (stem.size() < form.size()) return std::nullopt;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t i = 0; i < form.size(); ++i) {
        if (form[i] == '0' ? !is_digit(stem[i]) : stem[i] != form[i]) return std::nullopt;
    }
    CopyTime copy{std::string(stem.substr(0, form.size())), 1};
    const std::string_view rest = stem.substr(form.size());
    if (rest.empty()) return copy;
    const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), copy.number);
    const bool is_number = rest[0] == '-' && error == std::errc() && end == rest.data() + rest.size();
    return is_number ? std::optional(copy) : std::nullopt;
}

// Files of upgrades and of people are ordered among the others as well as it can be done.
CopyTime order_of(const fs::path& file) {
    const std::string stem = file.stem().string();
    std::string_view rest = stem;
    if (rest.starts_with(upgrade_front))
        rest.remove_prefix(std::min(rest.size(), rest.find('-', upgrade_front.size()) + 1));
    return copy_time(rest).value_or(CopyTime{stem, 0});
}

fs::path backups_of(const ProjectPaths& paths) {
    return paths.store / "backups";
}

std::unexpected<Error> not_a_backup(const fs::path& file, std::string why) {
    return fail(Error{ErrorCode::invalid_input,
                      fmt::format("{} cannot be put in the store's place.", file.string()),
                      "Choose another copy; `hivemind doctor` lists those beside the store.",
                      std::move(why),
                      {}});
}

Result<std::int64_t> read_number(Connection& connection, std::string_view sql) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(sql));
    HM_TRY(read.step());
    return read.integer(0);
}

}  // namespace

Result<void> copy_database(Connection& source, const fs::path& target) {
    const fs::path making = making_name(target);
    remove_database(making);
    Result<void> outcome = write_copy(source, making);
    if (outcome) outcome = put_in_place(making, target);
    if (!outcome) remove_database(making);
    return outcome;
}

Result<std::vector<TableCount>> count_records(Connection& connection) {
    std::vector<TableCount> counts;
    Result<void> outcome;
    for_each_noun([&]<class Record>() {
        if (!outcome) return;
        auto rows = read_number(connection, fmt::format("SELECT count(*) FROM {}", table_of<Record>.name));
        if (!rows) {
            outcome = fail(rows.error());
        } else {
            counts.push_back({std::string(table_of<Record>.noun), *rows});
        }
    });
    if (!outcome) return fail(outcome.error());
    return counts;
}

fs::path backup_name(const ProjectPaths& paths, Time now) {
    // A number that was pruned is not used again: names stay in the order in which they were made.
    CopyTime copy{file_time(now), 1};
    for (const fs::path& file : list_backups(paths)) {
        const auto other = copy_time(file.stem().string());
        if (other && other->time == copy.time) copy.number = std::max(copy.number, other->number + 1);
    }
    const std::string suffix = copy.number > 1 ? fmt::format("-{}", copy.number) : "";
    return backups_of(paths) / fmt::format("{}{}.db", copy.time, suffix);
}

fs::path upgrade_backup_name(const ProjectPaths& paths, int schema, Time now) {
    return unused_name(backups_of(paths) / fmt::format("{}{}-{}.db", upgrade_front, schema, file_time(now)));
}

std::vector<fs::path> list_backups(const ProjectPaths& paths) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(backups_of(paths), error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".db") files.push_back(it->path());
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
    return files;
}

std::vector<fs::path> prune_backups(const ProjectPaths& paths, std::size_t keep, const fs::path& newest) {
    std::vector<fs::path> own = list_backups(paths);
    std::erase_if(own, [&](const fs::path& file) { return file == newest || !copy_time(file.stem().string()); });
    std::vector<fs::path> removed;
    std::error_code error;
    for (std::size_t i = 0; i + keep - 1 < own.size(); ++i) {
        if (fs::remove(own[i], error)) removed.push_back(own[i]);
    }
    return removed;
}

Result<void> check_backup(const fs::path& file, Deadline deadline) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return not_a_backup(file, "It is not a file.");
    auto opened = Connection::open(file.string(), OpenMode::read_only, deadline);
    if (!opened) return not_a_backup(file, opened.error().why);
    Connection& copy = **opened;
    const auto check = quick_check(copy);
    if (!check) return not_a_backup(file, check.error().why);
    if (*check != "ok") return not_a_backup(file, "SQLite reports: " + *check);
    HM_TRY_ASSIGN(const std::int64_t application, read_number(copy, "PRAGMA application_id"));
    HM_TRY_ASSIGN(const int version, read_schema_version(copy));
    if (application != our_application_id || version < 1) return not_a_backup(file, "It is not a store of HiveMind.");
    HM_TRY(check_schema_version(version));
    HM_TRY_ASSIGN(const auto foreign, foreign_objects(copy));
    if (foreign.empty()) return {};
    return not_a_backup(file, fmt::format("It has what HiveMind did not make: {}.", fmt::join(foreign, ", ")));
}

}  // namespace hm
