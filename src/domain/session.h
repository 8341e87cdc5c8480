// Session: one conversation of one agent, as its client names it. A subagent's session has a parent.
#pragma once

#include <array>

#include "base/codec.h"
#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(SessionMode, plan_driven, quick_fix, exploration)
HM_ENUM(SessionStatus, active, closed)

// Where a session lives: the process of its client, as far as it can be told (docs/adr/0013-who-is-alive.md).
struct SessionPlace {
    std::optional<Word> machine;
    std::optional<Word> boot;
    std::optional<Word> pid_namespace;
    std::optional<Word> process;
    bool operator==(const SessionPlace&) const = default;
    static constexpr void fields(auto&& visit) {
        visit(kept("machine", &SessionPlace::machine, "Fingerprint of the machine."));
        visit(kept("boot", &SessionPlace::boot, "The machine's boot id."));
        visit(kept("pid_namespace", &SessionPlace::pid_namespace, "PID namespace the client runs in."));
        visit(kept("process", &SessionPlace::process, "The client's PID and start time, PID:ticks."));
    }
};

struct Session : Node {
    Word client;
    ClientSessionId client_session_id;
    std::optional<Id> parent_session_id;
    Word role;
    std::optional<Word> agent;
    SessionMode mode = SessionMode::plan_driven;
    SessionStatus status = SessionStatus::active;
    std::optional<Word> governance_status;
    std::int64_t compaction_count = 0;
    std::optional<Time> last_compaction_at;
    std::optional<MemoryText> next_compaction_report;
    std::int64_t tokens_used = 0;
    std::optional<std::int64_t> context_window;
    json::object counters;
    SessionPlace place;

    static constexpr void fields(auto&& visit) {
        node_fields<Session>(visit);
        visit(kept("client", &Session::client, "The program the agent runs in."));
        visit(kept("client_session_id", &Session::client_session_id, "That program's id of the session."));
        visit(kept("parent_session_id", &Session::parent_session_id, "Session that spawned it."));
        visit(kept("role", &Session::role, "What it may do."));
        visit(kept("agent", &Session::agent, "The client's name of the agent."));
        visit(field("mode", &Session::mode, "How it works."));
        visit(kept("status", &Session::status, "Whether it goes on."));
        visit(kept("governance_status", &Session::governance_status, "What governance says of it."));
        visit(kept("compaction_count", &Session::compaction_count, "How often it was compacted."));
        visit(kept("last_compaction_at", &Session::last_compaction_at, "When it was last compacted."));
        visit(
            field("next_compaction_report", &Session::next_compaction_report, "What the next compaction shall keep."));
        visit(kept("tokens_used", &Session::tokens_used, "Tokens in its context, as reported."));
        visit(kept("context_window", &Session::context_window, "Tokens its context can hold."));
        visit(kept("counters", &Session::counters, "Counts that detection reads."));
        visit(kept("place", &Session::place, "Where its client runs."));
    }
};

// After several cancels in a row a session is held strictly until a person acknowledges it.
inline bool is_tightened(const Session& session) {
    return session.governance_status && session.governance_status->view() == "tightened";
}

// The status changes of a session: one that was closed can be resumed.

template <>
struct LifecycleOf<Session> {
    using enum SessionStatus;
    static constexpr std::string_view noun = "Session";
    static constexpr auto member = &Session::status;
    static constexpr std::array first{active};
    static constexpr std::array<Transition<SessionStatus>, 2> table{{
        {active, closed},
        {closed, active},
    }};
    static void settle(Session&, Time) {}
};

}  // namespace hm
