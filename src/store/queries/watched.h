// Watched properties: when a file or a task changes that an anchor or an entry of knowledge came from, it is marked
// since when it may no longer hold. Asked by key or by the words of the path, never by reading everything.
#pragma once

#include "domain/event.h"
#include "store/sqlite/transaction.h"

namespace hm {

// Each answers how many it marked; what is marked already keeps its mark.
Result<std::int64_t> mark_anchors_of_file(Transaction& transaction, const FilePath& file, Time now);
Result<std::int64_t> mark_anchors_of_task(Transaction& transaction, const Id& task_id, Time now);
// Whether there is anything to mark; takes no lock.
Result<bool> has_anchors_to_mark(Connection& connection, const FilePath& file, Time now);
Result<bool> has_knowledge_to_mark(Connection& connection, const FilePath& file, Time now);
// The files that the event of a hook says were changed, by whoever comes to record it first.
Result<void> mark_changed_files(Transaction& transaction, const Event& event);
// Entries whose evidence names the file.
Result<std::int64_t> mark_knowledge_of_file(Transaction& transaction, const FilePath& file, Time now);

}  // namespace hm
