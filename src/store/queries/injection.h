// Queries about injections, and the texts of their sections.
#pragma once

#include <set>

#include "domain/injection.h"
#include "store/records/records.h"

namespace hm {

// The last injection of the session and agent, looked for among its newest few.
Result<std::optional<Injection>> last_injection(Connection& connection, const Id& session_id,
                                                const std::optional<Word>& agent, BadRows& bad);

// The newest injections, of one session when it is given; newest first.
Result<std::vector<Injection>> recent_injections(Connection& connection, const std::optional<Id>& session_id,
                                                 std::int64_t limit, BadRows& bad);

// What an injection put where, as far as a later request has to know: oldest first.
struct PlacedInjection {
    std::string id;
    std::string place;  // as in Injection; empty where the client keeps the text by itself
    bool is_whole = false;
    json::object seen;                // of that injection alone
    std::optional<std::string> text;  // while it is kept
};

Result<std::vector<PlacedInjection>> placed_injections(Connection& connection, const Id& session_id);

// The records that these injections showed.
Result<std::set<std::string>> records_shown(Connection& connection, const std::vector<std::string>& injection_ids);

// The injections that a context which keeps them holds: the session's and agent's last whole one, and what followed.
Result<std::vector<std::string>> injections_since_whole(Connection& connection, const Id& session_id,
                                                        const std::optional<Word>& agent);

// Removes some of the oldest injections that are past thirty days, or behind the newest 20,000. Called with every new
// one, so that there are never many more.
Result<void> drop_oldest_injections(Transaction& transaction, Time now);

// A section's text under its hash. One that is there already is only marked as used, at most once a day.
Result<void> keep_pack_text(Transaction& transaction, std::int64_t hash, std::string_view text, Time now);

Result<std::optional<std::string>> find_pack_text(Connection& connection, std::int64_t hash);

}  // namespace hm
