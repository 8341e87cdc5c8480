#include "app/run_shell.h"

#include <fmt/format.h>

#include "app/hooks/after_tool.h"
#include "app/hooks/before_tool.h"
#include "app/run_process.h"
#include "domain/role.h"
#include "domain/session.h"
#include "engine/gate/facts_of.h"
#include "store/sql/event.h"
#include "store/sql/settings.h"
#include "view/shell_run_text.h"

namespace hm {
namespace {

constexpr std::string_view tool_name = "govern_shell";

Result<void> check_role(const Actor& actor, const Settings& settings) {
    const Role& role = role_or_least(settings.roles, actor.role);
    if (actor.session_id && may_use_own_tool(role, tool_name, "run")) return {};
    return fail(Error{ErrorCode::refused,
                      fmt::format("{} by the role {}.", tool_name, actor_name(actor)),
                      "Report what is to be run, and let the one who executes run it.",
                      "Only roles that change files run commands here.",
                      {fmt::format("role {}", actor_name(actor))}});
}

Result<AgentIdentity> identity_of(const Actor& actor, std::string request_id, Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(const auto session, find<Session>(workspace.store.connection(), *actor.session_id, bad));
    if (!session) return fail(ErrorCode::not_found, "The session is not known.", "Begin a session first.");
    return AgentIdentity{std::move(request_id),
                         session->client.str(),
                         session->client_session_id.str(),
                         {},
                         session->agent ? session->agent->str() : std::string()};
}

Result<void> check_is_first(const std::string& request_id, Workspace& workspace) {
    const auto key = Text<1, 120>::make(request_id);
    if (!key) return {};
    HM_TRY_ASSIGN(const bool is_known, has_event_of_request(workspace.store.connection(), *key));
    if (!is_known) return {};
    return fail(ErrorCode::conflict, "This run was already asked for.", "Look at what it did before you run it again.",
                "A request that arrives twice is carried out once, and what it printed is not kept.");
}

}  // namespace

Result<std::string> run_shell(const RunShell& input, const Actor& actor, const std::string& request_id,
                              Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(const Settings settings, load_settings(workspace.store.connection(), bad));
    HM_TRY(check_role(actor, settings));
    HM_TRY(check_is_first(request_id, workspace));
    HM_TRY_ASSIGN(const AgentIdentity who, identity_of(actor, request_id, workspace));
    const std::filesystem::path root = workspace.store.paths().root;
    const ToolUse use{std::string(tool_name), ToolKind::shell, {}, input.command.str()};
    HM_TRY_ASSIGN(const ToolDecision decision, before_tool({who, use}, root, workspace));
    if (decision.verdict.outcome == Outcome::block) return decision.message;

    const Duration longest = std::min(input.timeout.value_or(settings.shell_deadline), settings.shell_deadline);
    HM_TRY_ASSIGN(const ProcessEnd end, run_shell_text(input.command.str(), root, Deadline::in(longest)));

    AfterTool done{who, use, std::nullopt};
    done.who.request_id = request_id.empty() ? "" : request_id + "/done";
    if (end.exit_code) done.exit_code = *end.exit_code;
    done.exit_source = ExitSource::own_run;
    if (!end.exit_code) done.end = ToolEnd::failed;
    HM_TRY(after_tool(done, root, workspace));
    return shell_run_text({.exit_code = end.exit_code,
                           .signal = end.signal,
                           .timed_out_after = end.is_timed_out ? std::optional(longest) : std::nullopt,
                           .output = repair_utf8(end.output)}) +
           (decision.message.empty() ? "" : "\n" + decision.message);
}

}  // namespace hm
