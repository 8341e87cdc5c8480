// One request of the plugin, answered. Every decision is taken here; the plugin only carries it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "app/project.h"
#include "base/json.h"

namespace hm::opencode {

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

}  // namespace hm::opencode
