// The health of a store, looked at from inside: what SQLite says of it, rows their types refuse, where it
// lies. Looks only; mending is quarantine_bad_rows().
#pragma once

#include <string>

#include "store/files/locate.h"
#include "store/records/records.h"

namespace hm {

// SQLite's own quick_check; "ok", or what it found, shortened.
Result<std::string> quick_check(Connection& connection);

std::string sqlite_version();

// Reads every record of every noun and names the rows their types refuse.
Result<BadRows> unreadable_rows(Connection& connection);

// Moves the rows into `quarantine` with the reason, so that nothing reads them any more and nothing is lost: the
// content holds their lists too.
Result<std::size_t> quarantine_bad_rows(Transaction& transaction, const BadRows& rows, Time now);
Result<void> keep_in_quarantine(Transaction& transaction, const BadRow& row, std::string_view content, Time now);

// "memories" is the table of "memory"; a table whose first key column is "memory_id" belongs to it too. "" for others.
std::string_view noun_of(std::string_view table, std::string_view first_key = {});

// The columns of a table as arguments of json_object: 'id',"id",…
Result<std::string> json_members(Connection& connection, const std::string& table);

// When each client was last heard of, in sessions of another name than `besides`.
struct ClientSeen {
    std::string client;
    Time last_event_at;
};
Result<std::vector<ClientSeen>> clients_seen(Connection& connection, std::string_view besides);

// The sessions that their client calls so.
Result<std::vector<Id>> sessions_called(Connection& connection, std::string_view client_session_id);

// Which hooks count as having fired: those of a client after a moment, in sessions of another name than `besides` whose
// newest start or prompt was in the project at `root` (the fact "root" of these events).
struct FiredHooks {
    std::string_view client;
    std::string_view root;
    std::string_view besides;
    Time after;
};

// When the last of them fired; nothing when none did.
Result<std::optional<Time>> last_fired_at(Connection& connection, const FiredHooks& hooks);

// Files and directories of the store that others than their owner can read or write.
std::vector<std::string> too_open_files(const ProjectPaths& paths);
void close_to_others(const ProjectPaths& paths);

}  // namespace hm
