#include "app/facts/load_lever_notes.h"

#include "store/sql/gate.h"
#include "store/sql/grant.h"
#include "view/lever_text.h"

namespace hm {
namespace {

constexpr std::size_t most_grants = 5;
constexpr std::int64_t most_events = 5;

}  // namespace

Result<std::vector<std::string>> load_lever_notes(const std::optional<Id>& session_id, Workspace& workspace,
                                                  BadRows& bad) {
    Connection& connection = workspace.store.connection();
    std::vector<std::string> notes;
    HM_TRY_ASSIGN(const std::vector<Grant> grants, grants_in_force(connection, workspace.clock.now(), bad));
    for (const Grant& grant : grants) {
        if (notes.size() < most_grants) notes.push_back("A person " + lever_text(grant) + ".");
    }
    if (!session_id) return notes;
    HM_TRY_ASSIGN(const std::vector<Event> acts, task_levers_since_told(connection, *session_id, most_events, bad));
    for (const Event& act : acts) notes.push_back("A person changed what is worked on: " + act.summary.str());
    return notes;
}

}  // namespace hm
