// Spool: what a hook could not record in time, one file each in .hivemind/spool. The next writer takes the
// files in, each exactly once: the event's id decides whether it is already there.
#pragma once

#include "base/json.h"
#include "domain/checkpoint.h"
#include "domain/event.h"
#include "store/locate.h"
#include "store/transaction.h"

namespace hm {

struct SpooledRecord {
    Event event;
    std::optional<Checkpoint> checkpoint;

    static constexpr void fields(auto&& visit) {
        visit(field("event", &SpooledRecord::event, "The event that could not be recorded."));
        visit(field("checkpoint", &SpooledRecord::checkpoint, "The checkpoint that belongs to it."));
    }
};

inline constexpr std::size_t max_spool_files = 10'000;

// Writes one exclusive, synced file. Fails when the spool is full or cannot be written.
Result<void> write_spool(const ProjectPaths& paths, const SpooledRecord& record);

Result<std::size_t> count_spool(const ProjectPaths& paths);

// Takes in what is there, within the transaction; the files are to be removed after it was committed.
// A file that cannot be read is left for `hivemind doctor`.
Result<std::vector<std::filesystem::path>> take_in_spool(Transaction& transaction, const ProjectPaths& paths);

// REQUIRES: the transaction that took them in was committed.
void remove_taken_in(const std::vector<std::filesystem::path>& files);

}  // namespace hm
