// The long-lived child of OpenCode: what it reads, which hook answers, and what it falls back to.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "adapters/clients/opencode/reply_memory.h"
#include "app/hooks/handle.h"
#include "app/project/project.h"
#include "base/id.h"
#include "base/json.h"
#include "base/time.h"

namespace hm::opencode {

// One request of the plugin, answered. Every decision is taken here; the plugin only carries it.

struct ReplyMemory;
class LaterWork;

// The hook that asks about a call before it happens.
inline constexpr std::string_view gate_hook = "tool.execute.before";
// The longest request, in bytes.
inline constexpr std::size_t longest_line = 1U << 20U;

class Replies {
public:
    Replies(std::filesystem::path directory, Clock& clock, IdSource& ids);
    ~Replies();

    // The process that the requests come from, for the trail.
    void set_client_process(std::string process);

    // REQUIRES: request is an object with `id` and `hook`. Never fails: a failure is an answer too.
    json::object answer(const json::object& request);

    // The answer to a request that cannot be read; `head` is how its line begins. A call is refused, or left to the
    // caller's fail mode, and is in the trail either way.
    json::object answer_unreadable(std::string_view head, const Error& error);

    // What the requests so far leave to be done behind their answers. Somebody has to do it, or have it done.
    LaterWork& later();
    // Does all of it now.
    void do_all_later();

    // Whether the last request met a store that only a newer program can work with. Nothing of it was carried out
    // then that a newer program would not find and leave as it is.
    bool has_met_newer_store() const { return has_met_newer_store_; }

    // When nothing has come for a while: housekeeping that must not delay an answer.
    void rest();

private:
    Result<json::object> dispatch(const json::object& request);
    Result<void> open_project();
    json::object failure(std::string_view id, std::string_view hook, const Error& error);

    std::filesystem::path directory_;
    Clock& clock_;
    IdSource& ids_;
    std::optional<Project> project_;
    std::unique_ptr<ReplyMemory> memory_;
    bool has_met_newer_store_ = false;
};

// What is done in the place of a hook of OpenCode that does not come (host_hooks.h says when that is known). Each takes
// what it can from a hook that does come, under a request id of its own, so that told twice it leaves one record.

// Carries an event through the one door (app/hooks/handle.h), and leaves what follows from it to be done later.
struct Door {
    const std::filesystem::path& directory;
    Project& project;
    ReplyMemory& memory;

    Result<HookReply> tell(const AgentEvent& event) const;
};

struct Instead {
    const json::object& input;
    AgentIdentity who;
    Door door;

    ReplyMemory& memory() const { return door.memory; }
    Turn& turn() const { return door.memory.turns.of(who.session); }
};

// In a record after a call, without the hook before it, or of a call that ran with other arguments than it was `judged`
// by, because a plugin changed them behind ours: it is judged now. A refusal becomes `replace`, what stands in the
// place of its result, and a toast.
Result<void> judge_afterwards(const Instead& instead, const std::optional<BeforeTool>& judged, json::object& reply);

// In a request for the model, without the hook after a call: what it shows to be done is recorded.
Result<void> record_finished_calls(const Instead& instead);

// In a request for the model, without the hook for a prompt.
Result<void> take_prompt(const Instead& instead);

// In a request for the model: the rules, when they stand in no system prompt; else "".
Result<std::string> rules_beside_state(const Instead& instead);

// In a record after a call, and in a system prompt: the state, when the request had no place for it; else "".
Result<std::string> state_with_result(const Instead& instead);
Result<std::string> state_above(const Instead& instead);

// With the first call of a session, and with a prompt, where OpenCode tells of nothing by itself.
Result<void> look_at_new_session(const Instead& instead, json::object& reply);
Result<void> close_turn_before(const Instead& instead, json::object& reply);

// In a request for the model: what its last answer says of itself, which OpenCode would tell by events: the tokens it
// took, that it is a summary, how it failed.
Result<void> take_last_answer(const Instead& instead, json::object& reply);

// The subagent that a call of `task` ended with, where OpenCode does not tell that it rests.
Result<void> close_subagent(const Instead& instead, json::object& reply);

// `hivemind serve opencode`: the child that the plugin keeps. One JSON object a line in, one out; it ends
// when its input ends, so it cannot outlive its host. Calls are answered before all else (replies.h), and what
// takes long is done behind the answers by another process (behind.h).

// Hands over to a newer program what was read and not answered; returns when there is none.
using GiveWay = std::function<void(std::string_view unread)>;

// `buffer` is what was read before this process began, `client_process` is AgentIdentity::process. Returns the exit
// code.
int serve(const std::filesystem::path& directory, Clock& clock, IdSource& ids, const std::string& buffer,
          const GiveWay& give_way, const std::string& client_process);

// The requests that were read and not answered yet, and the order in which they are: a call that is about to happen
// (tool.execute.before) goes before all others, because its client waits for it and gives up soon. It waits only for
// what its own session recorded before it. All other requests keep their order.

struct WaitingLine {
    std::string text;              // of a line that is too long: how it begins
    Result<json::object> request;  // or why it cannot be read
    std::string hook = {};
    std::string session = {};  // may be empty
};

class WaitingLines {
public:
    explicit WaitingLines(std::size_t longest) : longest_(longest) {}

    // Bytes of the input, in any portions. A line that is longer than the longest is kept by its beginning alone.
    void add(std::string_view bytes);

    std::size_t size() const { return lines_.size(); }
    // That the lines hold.
    std::size_t bytes() const { return bytes_; }
    // The one to be answered now. REQUIRES: there is one.
    WaitingLine next();
    // All that was read and not given out, as it came.
    std::string unread() const;

private:
    void take_line(std::string_view line);
    std::size_t first_to_answer() const;

    std::size_t longest_;
    std::deque<WaitingLine> lines_;
    std::size_t bytes_ = 0;
    std::string begun_;         // a line whose end has not come
    bool is_skipping_ = false;  // the rest of a line that is too long
};

}  // namespace hm::opencode
