#include "app/hooks/learn_commit.h"

#include <algorithm>

#include "app/bus.h"
#include "app/learn.h"
#include "engine/completion/certain_commands.h"
#include "store/git_log.h"

namespace hm {
namespace {

constexpr Duration git_patience = milliseconds(500);

bool makes_commit(const CommandWords& words) {
    return !words.empty() && words.front() == "git" && std::find(words.begin(), words.end(), "commit") != words.end();
}

}  // namespace

bool made_commit(const AfterTool& done) {
    if (done.use.kind != ToolKind::shell || done.end == ToolEnd::failed || done.exit_code.value_or(0) != 0)
        return false;
    // Hardly any command names a commit; only those that do are parsed.
    if (done.use.command.find("commit") == std::string::npos) return false;
    const std::vector<CommandWords> commands = commands_in(done.use.command);
    return std::any_of(commands.begin(), commands.end(), makes_commit);
}

Result<void> learn_newest_commit(const std::filesystem::path& directory, const HookFrame& frame, Workspace& workspace) {
    const GitLog log =
        newest_commits(directory.empty() ? workspace.store.paths().root : directory, 1, Deadline::in(git_patience));
    if (log.commits.empty()) return {};
    HM_TRY_ASSIGN(const bool is_known, is_learnt(log.commits.front(), workspace.store.connection()));
    if (is_known) return {};
    const RunCommand run = [&](const json::value&, const CommandContext& context) -> Result<Receipt> {
        HM_TRY_ASSIGN(const LearntCommits learnt, learn_from_commits(log, context));
        return learnt_receipt(learnt);
    };
    const CommandRequest request{
        json::object{},
        {ActorKind::hook, frame.session.role.str(), frame.session.id, frame.session.stamp.str()},
        frame.request_id.empty() ? std::string() : frame.request_id + ".learn",
        frame.settings.record_deadline};
    HM_TRY(execute_with(run, *find_command("knowledge learn"), request, workspace));
    return {};
}

}  // namespace hm
