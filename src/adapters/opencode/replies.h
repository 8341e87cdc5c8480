// One request of the plugin, answered. Every decision is taken here; the plugin only carries it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/project.h"
#include "base/json.h"

namespace hm::opencode {

struct ReplyMemory;

class Replies {
public:
    Replies(std::filesystem::path directory, Clock& clock, IdSource& ids);
    ~Replies();

    // REQUIRES: request is an object with `id` and `hook`. Never fails: a failure is an answer too.
    json::object answer(const json::object& request);

    // Whether the last request met a store that only a newer program can work with. Nothing of it was carried out
    // then that a newer program would not find and leave as it is.
    bool has_met_newer_store() const { return has_met_newer_store_; }

    // When nothing has come for a while: housekeeping that must not delay an answer.
    void rest();

private:
    Result<json::object> dispatch(const json::object& request);
    Result<void> open_project();

    std::filesystem::path directory_;
    Clock& clock_;
    IdSource& ids_;
    std::optional<Project> project_;
    std::unique_ptr<ReplyMemory> memory_;
    bool has_met_newer_store_ = false;
};

}  // namespace hm::opencode
