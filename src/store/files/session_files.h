// The files of sessions under .hivemind/sessions: views for people and grep, appended line by line. A line is one
// locked append; rewriting takes the same lock and replaces the file at once, so no line is lost between processes.
// No wait is longer than a few milliseconds: what cannot be appended in time is in the store all the same.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domain/event.h"
#include "store/files/locate.h"

namespace hm {

struct SessionPlaces {
    std::filesystem::path sessions;          // one <stamp>.md each
    std::filesystem::path archive;           // those of closed sessions, and the oldest lines of long ones
    std::filesystem::path splits;            // what a session that was split handed over
    std::filesystem::path exports;           // answers, one file each
    std::filesystem::path manifest;          // which session has which file
    std::filesystem::path session_template;  // what a new file is made from
};

SessionPlaces session_places(const ProjectPaths& paths);

struct Appended {
    bool is_new = false;     // the file was made for this line
    std::int64_t bytes = 0;  // how long it is now
};

// Appends the line and its end. A file that is not there is begun with what `begin` answers.
Result<Appended> append_line(const std::filesystem::path& file, std::string_view line,
                             const std::function<std::string()>& begin);

// Replaces the file with what `change` makes of it, while nobody appends; nothing leaves it as it is. False when there
// is no such file.
Result<bool> rewrite_file(const std::filesystem::path& file,
                          const std::function<std::optional<std::string>(const std::string& content)>& change);

// A new private file with that content. Makes the directories above it.
Result<void> write_new_file(const std::filesystem::path& file, std::string_view content);

// Replaces the file while holding a lock on its directory. `make` is asked once the lock is held.
Result<void> replace_view(const std::filesystem::path& file, const std::function<Result<std::string>()>& make);

// Moves the file into the directory, under its own name or one that is free. Answers where it is now.
Result<std::filesystem::path> move_into(const std::filesystem::path& file, const std::filesystem::path& directory);

// Removes the oldest plain files of the directory beyond `kept`. Answers how many went.
std::size_t keep_newest(const std::filesystem::path& directory, std::size_t kept);

// Where events go that the store need not keep any longer: archive/events-<month>.jsonl, one event a line,
// for people and grep. Files end at some size and are then followed by another of the month; the oldest go when there
// are too many.

// On the disk when it returns.
Result<void> append_to_archive(const ProjectPaths& paths, const std::vector<Event>& events);

// Takes out every line that names one of the records; answers how many went.
std::size_t purge_archive(const ProjectPaths& paths, const std::set<Id>& ids);

// How far the trail has been looked through. A cache: without it the looking begins anew.
std::int64_t read_archive_place(const ProjectPaths& paths);
void keep_archive_place(const ProjectPaths& paths, std::int64_t seq);

}  // namespace hm
