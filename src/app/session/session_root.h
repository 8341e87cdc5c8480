// Which project a client's session began in, for hooks that run as a process each. One small file for each session in
// the user's state folder, outside every project, written at the session's first event: where an agent's shell goes
// afterwards does not change which project judges it. Nothing here fails loudly: without a record a hook goes by the
// event's directory.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "domain/settings.h"

namespace hm {

struct SessionRoot {
    std::filesystem::path root;
    // The project's fail mode when the session began, for when nothing of the project's store is left to ask.
    FailMode fail = FailMode::open;

    bool operator==(const SessionRoot&) const = default;
};

class SessionRoots {
public:
    // `state` is the user's state folder; without it nothing is kept.
    explicit SessionRoots(std::optional<std::filesystem::path> state) : state_(std::move(state)) {}

    // One small read. A root that no longer exists counts as no record.
    std::optional<SessionRoot> find(std::string_view client, std::string_view session) const;
    // The first to keep one wins. Removes records of sessions that ended long ago when there are many.
    void keep(std::string_view client, std::string_view session, const SessionRoot& began_in) const;
    // A person has resumed the session somewhere else; nothing: outside every project.
    void replace(std::string_view client, std::string_view session, const std::optional<SessionRoot>& began_in) const;

private:
    std::filesystem::path file_of(std::string_view client, std::string_view session) const;

    std::optional<std::filesystem::path> state_;
};

// More records than this are never kept; the ones not used for longest go first.
inline constexpr std::size_t most_session_roots = 2000;

}  // namespace hm
