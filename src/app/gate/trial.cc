#include "app/gate/trial.h"

#include <fmt/format.h>

#include <cstdlib>

#include "app/gate/load_gate_facts.h"
#include "base/digest.h"
#include "domain/role.h"
#include "engine/gate/gate.h"
#include "store/queries/settings.h"

namespace hm {

Result<GateTrial> try_gate(const TriedCall& call, const std::filesystem::path& directory, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    HookFrame frame;
    HM_TRY_ASSIGN(frame.settings, load_settings(connection, frame.bad));
    if (call.session_id) {
        HM_TRY_ASSIGN(auto session, find<Session>(connection, *call.session_id, frame.bad));
        if (!session) {
            return fail(ErrorCode::not_found, fmt::format("No session {}.", call.session_id->text()),
                        "Use an id from `hivemind session list`.");
        }
        frame.session = std::move(*session);
    }
    const bool has_role = !frame.session.role.empty();
    if (!call.role.empty() || !has_role) {
        HM_TRY_ASSIGN(frame.session.role, Word::make(call.role.empty() ? std::string(solo_role) : call.role));
    }
    frame.agent = frame.session.agent ? frame.session.agent->str() : std::string();
    HM_TRY_ASSIGN(GateFacts facts, load_gate_facts(call.use, frame, directory, workspace));
    const Verdict verdict = decide(facts);
    return GateTrial{std::move(facts), verdict};
}

namespace {

std::string below(const std::string& root, const std::string& path) {
    return path.starts_with(root + "/") ? path.substr(root.size() + 1) : path;
}

}  // namespace

std::string call_print(const Id& session_id, const ToolUse& use, const std::filesystem::path& root) {
    std::string whole = session_id.text();
    for (const std::string* part : {&use.tool, &use.action, &use.task_id, &use.agent, &use.command}) {
        whole += '\n' + std::to_string(part->size()) + ' ' + *part;
    }
    for (const std::string& given : use.paths) {
        const std::string path = below(root.string(), given);
        whole += '\n' + std::to_string(path.size()) + ' ' + path;
    }
    // An approval is for where the call runs, too.
    for (const std::string& given : use.directories) {
        const std::string path = below(root.string(), given);
        whole += "\nin " + std::to_string(path.size()) + ' ' + path;
    }
    constexpr std::size_t digits = 16;
    return sha256_hex(whole).substr(0, digits);
}

namespace fs = std::filesystem;

namespace {

fs::path directory_of(std::string_view given, const fs::path& clients) {
    const bool is_of_home = given == "~" || given.starts_with("~/");
    if (!is_of_home) return given == "." ? clients : clients / given;
    const char* home = std::getenv("HOME");
    // Without a home nobody can say where it is; it is not the project.
    const fs::path start = home != nullptr && *home == '/' ? fs::path(home) : fs::path("/");
    return given.size() > 2 ? start / given.substr(2) : start;
}

}  // namespace

std::vector<fs::path> work_directories(const ToolUse& use, const fs::path& clients) {
    std::vector<fs::path> found;
    for (const std::string& given : use.directories) found.push_back(directory_of(given, clients));
    if (found.empty()) found.push_back(clients);
    return found;
}

}  // namespace hm
