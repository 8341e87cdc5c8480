#include "store/queries/spool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/files.h"
#include "store/files/read_files.h"
#include "store/files/whole_file.h"
#include "store/queries/event.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/watched.h"
#include "store/records/reading.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t taken_in_at_once = 100;
constexpr std::size_t longest_facts = 64U * 1024U;

std::unexpected<Error> cannot_spool(const fs::path& file) {
    return fail(ErrorCode::io, fmt::format("Cannot write {}: {}.", file.string(), std::strerror(errno)),
                "Free some space and make .hivemind writable.");
}

constexpr std::string_view waiting = ".json";
constexpr std::string_view set_aside = ".refused";

std::vector<fs::path> spool_files(const ProjectPaths& paths, std::string_view extension, std::size_t limit) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(paths.spool, error), end; !error && it != end && files.size() < limit;
         it.increment(error)) {
        if (it->path().extension() == extension) files.push_back(it->path());
    }
    return files;
}

Result<SpooledRecord> read_spool_file(const fs::path& file) {
    HM_TRY_ASSIGN(const std::optional<std::string> text, read_bounded_file(file, max_spool_bytes));
    HM_TRY_ASSIGN(const json::value value, parse_json(text.value_or("")));
    return decode_as<SpooledRecord>(value, file.filename().string());
}

Result<bool> is_recorded(Connection& connection, const Id& event_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM events WHERE id=?"));
    read.bind(1, event_id);
    return read.step();
}

// Ownership is checked where it counts, under the write lock: the task may have been taken over since the hook read it.
Result<bool> has_lost_task(Connection& connection, const Checkpoint& checkpoint, const Event& event) {
    const json::value* believed = event.facts.if_contains(generation_fact);
    if (believed == nullptr || !believed->is_int64()) return false;
    HM_TRY_ASSIGN(const auto generation, generation_of(connection, checkpoint.task_id));
    return generation && *generation != believed->get_int64();
}

// A full disk is not the record's fault: it waits for a better time.
bool is_its_own_fault(const Error& error) {
    return error.code == ErrorCode::not_found || error.code == ErrorCode::conflict ||
           error.code == ErrorCode::invalid_input;
}

}  // namespace

Result<void> write_spool(const ProjectPaths& paths, const SpooledRecord& record) {
    HM_TRY(make_private_directory(paths.spool));
    if (spool_files(paths, waiting, max_spool_files).size() >= max_spool_files) {
        return fail(ErrorCode::disk_full, fmt::format("The spool holds {} records.", max_spool_files),
                    "Run `hivemind doctor`.");
    }
    const auto [making, final_name, text] = prepare_spool(paths, record);
    if (text.size() > max_spool_bytes) {
        return fail(ErrorCode::invalid_input, fmt::format("A record of {} bytes.", text.size()),
                    fmt::format("The spool takes at most {}.", max_spool_bytes));
    }
    const int file = ::open(making.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return cannot_spool(making);
    const bool is_written = write_all(file, text) && fsync(file) == 0;
    ::close(file);
    if (!is_written || rename(making.c_str(), final_name.c_str()) != 0) {
        auto failure = cannot_spool(making);
        unlink(making.c_str());
        return failure;
    }
    return {};
}

SpoolFile prepare_spool(const ProjectPaths& paths, const SpooledRecord& record) {
    const std::string name = record.event.id.text();
    json::value encoded = encode(record);
    // The store keeps fewer, but looks at the files among them first.
    if (json::value& facts = encoded.at("event").at("facts"); to_text(facts).size() > longest_facts) {
        facts = facts_left_out();
    }
    return {paths.spool / (name + ".making"), paths.spool / (name + std::string(waiting)), to_text(encoded)};
}

std::vector<Event> waiting_events(const ProjectPaths& paths, std::string_view kind) {
    std::vector<Event> events;
    for (const fs::path& file : spool_files(paths, waiting, taken_in_at_once)) {
        auto record = read_spool_file(file);
        if (record && record->event.kind.view() == kind) events.push_back(std::move(record->event));
    }
    return events;
}

Result<std::size_t> count_spool(const ProjectPaths& paths) {
    return spool_files(paths, waiting, max_spool_files).size();
}

Result<std::optional<CountedIn>> take_in_record(Transaction& transaction, const SpooledRecord& record, IdSource& ids) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(const bool is_repeated, has_event_of_request(connection, record.event.request_id));
    if (is_repeated) {
        BadRows bad;
        HM_TRY_ASSIGN(const auto first, find_event_by_request(connection, record.event.request_id->view(), bad));
        if (first) HM_TRY(check_same_request(*first, text_member(record.event.facts, asked_fact)));
        return std::nullopt;
    }
    Event event = record.event;
    std::optional<Checkpoint> checkpoint = record.checkpoint;
    HM_TRY_ASSIGN(const std::vector<Session> sessions, save_sessions(transaction, record.sessions, ids));
    if (!sessions.empty()) event.session_id = sessions.back().id;
    if (checkpoint) {
        HM_TRY_ASSIGN(const bool has_lost_it, has_lost_task(connection, *checkpoint, event));
        if (has_lost_it) {
            // The work was done, and somebody else has the task: it is told of, and stands under no task.
            event.facts["lost_task"] = checkpoint->task_id.text();
            event.task_id.reset();
            event.subject_id.reset();
            checkpoint.reset();
        }
    }
    if (checkpoint) {
        checkpoint->session_id = event.session_id;
        HM_TRY_ASSIGN(checkpoint->stamp, take_own_stamp(transaction, checkpoint->stamp));
        HM_TRY(insert(transaction, *checkpoint));
    }
    const std::optional<Id> session_id = event.session_id;
    const Time at = event.at;
    HM_TRY(mark_changed_files(transaction, event));
    HM_TRY(append_event(transaction, std::move(event)));
    if (!record.happening || !session_id) return std::nullopt;
    CountedIn counted{*session_id, {}};
    HM_TRY_ASSIGN(counted.counters, counters_of(connection, *session_id));
    count(counted.counters, *record.happening, at);
    HM_TRY(save_counters(transaction, *session_id, counted.counters));
    return counted;
}

Result<TakenIn> take_in_spool(Transaction& transaction, const ProjectPaths& paths, IdSource& ids) {
    Connection& connection = transaction.connection();
    TakenIn result;
    for (const fs::path& file : spool_files(paths, waiting, taken_in_at_once)) {
        const auto record = read_spool_file(file);
        if (!record) {
            result.refused.push_back(file);
            continue;
        }
        // Taken in by a process that ended before it could remove the file.
        HM_TRY_ASSIGN(const bool is_there, is_recorded(connection, record->event.id));
        if (is_there) {
            result.taken.push_back(file);
            continue;
        }
        HM_TRY(connection.execute("SAVEPOINT spooled"));
        const std::size_t changes = transaction.changes().size();
        const auto taken = take_in_record(transaction, *record, ids);
        if (!taken) HM_TRY(connection.execute("ROLLBACK TO spooled"));
        HM_TRY(connection.execute("RELEASE spooled"));
        transaction.changes().resize(changes);  // not what the command itself changed
        if (!taken && !is_its_own_fault(taken.error())) return result;
        (taken ? result.taken : result.refused).push_back(file);
    }
    return result;
}

void tidy_spool(const TakenIn& taken_in) {
    std::error_code ignored;
    for (const fs::path& file : taken_in.taken) fs::remove(file, ignored);
    for (const fs::path& file : taken_in.refused)
        fs::rename(file, fs::path(file).replace_extension(set_aside), ignored);
}

std::size_t count_refused(const ProjectPaths& paths) {
    return spool_files(paths, set_aside, max_spool_files).size();
}

}  // namespace hm
