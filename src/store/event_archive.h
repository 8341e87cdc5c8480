// Where events go that the store need not keep any longer: .hivemind/archive/events-<month>.jsonl, one event a line,
// for people and grep. Files end at some size and are then followed by another of the month; the oldest go when there
// are too many.
#pragma once

#include <set>
#include <vector>

#include "domain/event.h"
#include "store/locate.h"

namespace hm {

// On the disk when it returns.
Result<void> append_to_archive(const ProjectPaths& paths, const std::vector<Event>& events);

// Takes out every line that names one of the records; answers how many went.
std::size_t purge_archive(const ProjectPaths& paths, const std::set<Id>& ids);

// How far the trail has been looked through. A cache: without it the looking begins anew.
std::int64_t read_archive_place(const ProjectPaths& paths);
void keep_archive_place(const ProjectPaths& paths, std::int64_t seq);

}  // namespace hm
