// Spool: what a hook could not record in time, one file each in .hivemind/spool. The next writer takes the
// files in, each exactly once: the event's id decides whether it is already there.
#pragma once

#include "base/json.h"
#include "domain/checkpoint.h"
#include "domain/event.h"
#include "domain/session.h"
#include "domain/session_counters.h"
#include "store/files/locate.h"
#include "store/sqlite/transaction.h"

namespace hm {

// In the event of a checkpoint: the generation of the task's ownership that its hook believed in.
inline constexpr std::string_view generation_fact = "generation";

struct SpooledRecord {
    Event event;
    std::optional<Checkpoint> checkpoint;
    std::vector<Session> sessions;       // that the event belongs to and that were not saved yet, parents first
    std::optional<Happening> happening;  // what the event adds to the counters of its session

    static constexpr void fields(auto&& visit) {
        visit(field("event", &SpooledRecord::event, "The event that could not be recorded."));
        visit(field("checkpoint", &SpooledRecord::checkpoint, "The checkpoint that belongs to it."));
        visit(field("sessions", &SpooledRecord::sessions, "Sessions that were new, parents first."));
        visit(field("happening", &SpooledRecord::happening, "What it adds to the session's counters."));
    }
};

inline constexpr std::size_t max_spool_files = 10'000;
// More than any record can have within the limits of its fields. What is written is never longer than what is read.
inline constexpr std::size_t max_spool_bytes = 2U << 20U;

// Writes one exclusive, synced file. Fails when the spool is full or cannot be written, and when the record is too long
// to be taken in: what was acknowledged is kept.
Result<void> write_spool(const ProjectPaths& paths, const SpooledRecord& record);

// The same file, not written yet: for a process that can only write what is ready when it ends.
struct SpoolFile {
    std::filesystem::path making;  // written first
    std::filesystem::path file;    // what it is called when it is whole
    std::string text;
};
SpoolFile prepare_spool(const ProjectPaths& paths, const SpooledRecord& record);

// Events of that kind that wait to be taken in; at most 100 files are looked at.
std::vector<Event> waiting_events(const ProjectPaths& paths, std::string_view kind);

Result<std::size_t> count_spool(const ProjectPaths& paths);

// The session of a record and its counters, when the record was new and counted.
struct CountedIn {
    Id session_id;
    SessionCounters counters;
};

// Stores one record: its sessions, its checkpoint, its event, its count. One whose request was already recorded is
// left.
Result<std::optional<CountedIn>> take_in_record(Transaction& transaction, const SpooledRecord& record, IdSource& ids);

struct TakenIn {
    std::vector<std::filesystem::path> taken;
    std::vector<std::filesystem::path> refused;  // cannot be read, or name what does not exist any more
};

// Takes in what is there, within the transaction. A record that is refused costs the transaction nothing.
Result<TakenIn> take_in_spool(Transaction& transaction, const ProjectPaths& paths, IdSource& ids);

// Removes the files that were taken in and sets the refused ones aside, for `hivemind doctor` to show.
// REQUIRES: the transaction that took them in was committed.
void tidy_spool(const TakenIn& taken_in);

// Files that were set aside.
std::size_t count_refused(const ProjectPaths& paths);

}  // namespace hm
