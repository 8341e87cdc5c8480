#include "app/codemap/look.h"

#include "app/codemap/refresh.h"

namespace hm {
namespace {

constexpr Duration longest_look = seconds(120);

}  // namespace

Result<Answer> look_at_codemap(const QueryContext& context,
                               const std::function<Result<Answer>(Connection& codemap, Deadline deadline)>& tell) {
    const Deadline deadline = Deadline::in(longest_look);
    Answer answer;
    const auto act = [&](Connection& codemap) -> Result<void> {
        HM_TRY_ASSIGN(const ScanReport report, refresh_codemap(codemap, context.workspace, deadline));
        HM_TRY_ASSIGN(answer, tell(codemap, deadline));
        if (report.is_whole) return {};
        answer.text += "A limit was met before all files were read; scan again to go on.\n";
        answer.data.as_object()["complete"] = false;
        return {};
    };
    HM_TRY(with_codemap(context.workspace.store.paths(), deadline, act));
    return answer;
}

}  // namespace hm
