#include "app/gate_trial.h"

#include <fmt/format.h>

#include "app/facts/load_gate_facts.h"
#include "domain/role.h"
#include "engine/gate/gate.h"
#include "store/sql/settings.h"

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

}  // namespace hm
