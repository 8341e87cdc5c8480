#include "adapters/hook/session_home.h"

#include <algorithm>

#include "adapters/wiring/hook_command.h"
#include "app/doctor.h"
#include "app/fail_mark.h"
#include "app/project.h"
#include "app/session/session_root.h"

namespace hm::hook {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> directory_in(const HookCall& call, std::string_view name) {
    const auto value = call.variable && !name.empty() ? call.variable(std::string(name).c_str()) : std::nullopt;
    std::error_code error;
    if (!value || !fs::path(*value).is_absolute() || !fs::is_directory(*value, error)) return std::nullopt;
    return fs::path(*value);
}

bool is_below(const fs::path& path, const fs::path& root) {
    const fs::path relative = path.lexically_relative(root);
    return !relative.empty() && *relative.begin() != "..";
}

SessionHome home_at(const fs::path& root, FailMode wired) {
    return {root, is_marked_closed(root) ? FailMode::closed : wired, true};
}

bool says_closed(const WiredCommand& command) {
    const auto& words = command.arguments;
    const bool is_word = std::ranges::find(words, "--fail") != words.end();
    return is_word || std::ranges::any_of(words, [](const std::string& word) {
               return word.find("--fail closed") != std::string::npos;
           });
}

// A directory whose settings of the client name our hook, with nothing of `.hivemind` left in it: the person wired a
// project there. A person's own settings, in the home directory or where a variable of the client says, wire none.
std::optional<SessionHome> wired_home(const HookCall& call, const fs::path& from) {
    const ClientWiring* wiring = find_wiring(call.dialect.client);
    if (wiring == nullptr || wiring->wired_command == nullptr) return std::nullopt;
    const auto home = directory_in(call, "HOME");
    for (fs::path directory = from.lexically_normal();; directory = directory.parent_path()) {
        std::error_code error;
        const bool is_home = home && fs::equivalent(directory, *home, error);
        const WiringPlace place{.level = WiringLevel::project, .root = directory};
        const auto wired = is_home ? std::nullopt : wiring->wired_command(place).value_or(std::nullopt);
        if (wired && std::ranges::none_of(wired->arguments, follows_project)) {
            return SessionHome{directory, says_closed(*wired) ? FailMode::closed : call.fail, false};
        }
        if (directory == directory.root_path() || directory.empty()) return std::nullopt;
    }
}

std::optional<SessionHome> home_of(const HookCall& call, const fs::path& directory) {
    if (const auto root = project_root(directory)) return home_at(*root, call.fail);
    return wired_home(call, directory);
}

// An agent's shell cannot bring this about: it comes when a client starts.
bool is_start_of_client(const ClientEvent& event) {
    return event.name == "SessionStart" && (event.source == "startup" || event.source == "resume");
}

}  // namespace

std::optional<SessionHome> session_home(const HookCall& call, const ClientEvent& event, const fs::path& directory) {
    const std::string& session = event.who.parent_session.empty() ? event.who.session : event.who.parent_session;
    // The doctor tries every project out under one name.
    const SessionRoots roots(session == probe_session ? std::nullopt : call.state);
    const auto known = roots.find(call.dialect.client, session);
    const auto keep = [&](const std::optional<SessionHome>& home) {
        if (!home || !home->was_made || (known && known->root == home->root)) return home;
        const SessionRoot began_in{home->root, home->fail};
        known ? roots.replace(call.dialect.client, session, began_in)
              : roots.keep(call.dialect.client, session, began_in);
        return home;
    };
    const auto began_at = [&] {
        // Nothing is left there that could say it.
        const bool was_closed = known->fail == FailMode::closed && project_root(known->root) != known->root;
        return home_at(known->root, was_closed ? FailMode::closed : call.fail);
    };
    if (const auto named = directory_in(call, call.dialect.project_variable)) {
        if (const auto home = project_root(*named)) return keep(home_at(*home, call.fail));
        if (known && is_below(*named, known->root)) return began_at();
        if (const auto home = wired_home(call, *named)) return home;
        // It began outside every project: each event goes by its own directory.
        return home_of(call, directory);
    }
    if (!known) return keep(home_of(call, directory));
    if (!is_start_of_client(event)) return began_at();
    const auto home = home_of(call, directory);
    if (!home) roots.replace(call.dialect.client, session, std::nullopt);
    return keep(home);
}

}  // namespace hm::hook
