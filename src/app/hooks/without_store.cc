#include "app/hooks/without_store.h"

#include "app/hooks/before_tool.h"
#include "view/stand_in_text.h"

namespace hm {

Result<std::string> refusal_without_store(const BeforeTool& event, const std::filesystem::path& directory,
                                          Project& project) {
    const Error& because = *project.stands_in_because();
    // Our own commands would work on the store.
    if (event.use.kind == ToolKind::own) return to_text(stand_in_parts(because));
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const ToolDecision decision, before_tool(event, directory, workspace));
    if (decision.verdict.outcome != Outcome::block) return std::string();
    return decision.message + "\n" + stand_in_line(because);
}

}  // namespace hm
