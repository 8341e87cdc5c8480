#include "app/brought_along.h"

#include <algorithm>
#include <array>

#include "app/learn.h"
#include "app/scan/learn_scan.h"
#include "app/scan/scan_project.h"

namespace hm {
namespace {

constexpr Duration git_patience = milliseconds(2000);
constexpr Duration scan_patience = seconds(30);

RunCommand with_commits(const CommandRequest& request, const Workspace& workspace) {
    const Duration patience = std::min(request.patience.value_or(git_patience), git_patience);
    return [log = commits_to_learn(workspace.store.paths().root, Deadline::in(patience))](
               const json::value&, const CommandContext& context) -> Result<Receipt> {
        HM_TRY_ASSIGN(const LearntCommits learnt, learn_from_commits(log, context));
        return learnt_receipt(learnt);
    };
}

RunCommand with_scan(const CommandRequest& request, const Workspace& workspace) {
    const Duration patience = std::min(request.patience.value_or(scan_patience), scan_patience);
    return [map = scan_project(ScanDepth::incremental, Deadline::in(patience), workspace).map](
               const json::value&, const CommandContext& context) -> Result<Receipt> {
        if (!map.counts.is_whole) {
            return fail(ErrorCode::busy, "Not the whole project could be scanned in time, so nothing was learnt.",
                        "Run `hivemind scan full`, then try again: what was read is kept.");
        }
        HM_TRY_ASSIGN(const LearntScan learnt, learn_from_scan(findings_of(map), context));
        return learnt_receipt(learnt);
    };
}

struct Need {
    std::string_view command;
    RunCommand (*bring)(const CommandRequest& request, const Workspace& workspace);
};

constexpr std::array needs{Need{"knowledge learn", &with_commits}, Need{"scan learn", &with_scan}};

}  // namespace

RunCommand run_with_all(const Command& command, const CommandRequest& request, const Workspace& workspace) {
    const auto* const need =
        std::find_if(needs.begin(), needs.end(), [&](const Need& each) { return each.command == command.name; });
    return need == needs.end() ? RunCommand(command.run) : need->bring(request, workspace);
}

}  // namespace hm
