#include "adapters/hook/answers.h"

#include <array>

#include "app/gate_trial.h"
#include "app/hooks/after_compact.h"
#include "app/hooks/after_tool.h"
#include "app/hooks/before_model.h"
#include "app/hooks/before_tool.h"
#include "app/hooks/outside_changes.h"
#include "app/hooks/session_of.h"
#include "app/hooks/stop_gate.h"
#include "app/hooks/ticket.h"
#include "app/outside_changes.h"
#include "base/utf8.h"
#include "engine/delivery/client_traits.h"
#include "view/rules_text.h"
#include "view/verdict_text.h"

namespace hm::hook {
namespace {

// Claude Code puts an injection of more than 10,000 characters into a file and shows its beginning.
constexpr std::size_t most_injected = 9500;

struct Asked {
    const Dialect& dialect;
    const ClientEvent& event;
    const std::filesystem::path& directory;
    Project& project;
    Workspace workspace;
};

using Handler = Result<HookReply> (*)(Asked& asked);

Result<HookReply> nothing(Asked&) {
    return HookReply{};
}

Result<HookReply> seen(Asked& asked) {
    HM_TRY(session_of(asked.event.who, &Settings::record_deadline, asked.workspace));
    return HookReply{};
}

Result<HookReply> tool_before(Asked& asked) {
    HM_TRY_ASSIGN(const ToolDecision decision,
                  before_tool({asked.event.who, asked.event.use}, asked.directory, asked.workspace));
    HookReply reply;
    if (decision.verdict.outcome == Outcome::block) {
        reply.refusal = decision.message;
        return reply;
    }
    reply.context = decision.message;
    if (asked.event.use.kind == ToolKind::own) {
        HM_TRY_ASSIGN(const std::string ticket, issue_ticket(asked.event.who, asked.workspace));
        reply.arguments = asked.event.arguments;
        (*reply.arguments)[ticket_argument] = ticket;
    }
    return reply;
}

// Where nothing can be said before a call, its advice follows the result. The gate is pure: asked again it says the
// same.
Result<std::string> advice_afterwards(Asked& asked) {
    if (asked.dialect.injections == Injections::accumulate) return std::string();
    HM_TRY_ASSIGN(const Session session, session_of(asked.event.who, &Settings::gate_deadline, asked.workspace));
    HM_TRY_ASSIGN(const GateTrial trial,
                  try_gate({asked.event.use, session.role.str(), session.id}, asked.directory, asked.workspace));
    if (trial.verdict.outcome != Outcome::advise) return std::string();
    return render_leave(trial.verdict, trial.facts);
}

Result<HookReply> tool_after(Asked& asked) {
    AfterTool done{.who = asked.event.who, .use = asked.event.use, .exit_code = asked.event.exit_code};
    const bool has_failed = asked.event.kind == EventKind::failed_tool ||
                            object_member(asked.event.whole, "tool_response").contains("error");
    if (has_failed) done.end = ToolEnd::failed;
    HM_TRY(after_tool(done, asked.directory, asked.workspace));
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, advice_afterwards(asked));
    return reply;
}

Result<HookReply> turn_ends(Asked& asked) {
    (void)note_tree_changes(asked.event.who, asked.workspace);  // a tree that cannot be looked at keeps nobody
    HookReply reply;
    HM_TRY_ASSIGN(reply.refusal, refuse_stop(asked.event.who, asked.event.is_repeated ? StopTry::again : StopTry::first,
                                             asked.workspace));
    return reply;
}

Result<HookReply> session_ends(Asked& asked) {
    (void)note_tree_changes(asked.event.who, asked.workspace);
    return seen(asked);
}

Occasion occasion_of(const ClientEvent& event) {
    if (event.kind == EventKind::subagent_start) return Occasion::subagent_start;
    if (event.kind != EventKind::session_start) return Occasion::prompt;
    if (event.source == "compact") return Occasion::compaction;
    return enum_named<Occasion>(event.source).value_or(Occasion::startup);
}

// The rules and the state, for a context that has seen neither.
Result<HookReply> session_begins(Asked& asked) {
    HM_TRY_ASSIGN(const Settings settings, asked.project.settings());
    const Occasion occasion = occasion_of(asked.event);
    if (asked.event.kind == EventKind::session_start) (void)begin_watching_tree(asked.workspace);
    if (occasion == Occasion::compaction) HM_TRY(after_compact(asked.event.who, asked.workspace));
    const std::size_t budget = injection_budget({.most_characters = most_injected}, settings.pack_characters, {});
    const std::string rules =
        rules_text(settings.mode, budget < room_for_everything ? RulesLength::line : RulesLength::all);
    BeforeModel event{.who = asked.event.who, .prompt = asked.event.prompt, .occasion = occasion};
    event.most_characters = budget - count_characters(rules) - 1;
    HM_TRY_ASSIGN(const std::string pack, before_model(event, asked.workspace));
    HookReply reply;
    reply.context = rules + "\n" + pack;
    return reply;
}

// What the summary shall keep. Only Claude Code reads it; elsewhere nothing is made that nobody reads.
Result<HookReply> compaction_comes(Asked& asked) {
    if (!asked.dialect.takes_summary_text) return seen(asked);
    BeforeModel event{.who = asked.event.who, .use = PackUse::summary};
    event.most_characters = most_injected;
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, before_model(event, asked.workspace));
    return reply;
}

// Where injections stay in the conversation, only what is new since the last one goes out with a prompt.
Result<HookReply> prompt_comes(Asked& asked) {
    if (asked.dialect.injections != Injections::accumulate) return seen(asked);
    BeforeModel event{.who = asked.event.who, .prompt = asked.event.prompt};
    event.most_characters = most_injected;
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, before_model(event, asked.workspace));
    return reply;
}

struct Handled {
    EventKind kind;
    Handler handle;
};

constexpr std::array<Handled, 14> handlers{{
    {EventKind::before_tool, tool_before},
    {EventKind::after_tool, tool_after},
    {EventKind::failed_tool, tool_after},
    {EventKind::session_start, session_begins},
    {EventKind::user_prompt, prompt_comes},
    {EventKind::before_model, session_begins},
    {EventKind::before_compact, compaction_comes},
    {EventKind::after_compact, seen},
    {EventKind::before_stop, turn_ends},
    {EventKind::subagent_start, session_begins},
    {EventKind::subagent_stop, seen},
    {EventKind::session_end, session_ends},
    {EventKind::usage, seen},
    {EventKind::other, nothing},
}};

}  // namespace

Result<HookReply> reply_to(const Dialect& dialect, const ClientEvent& event, const std::filesystem::path& directory,
                           Project& project) {
    if (event.who.session.empty()) {
        return fail(ErrorCode::invalid_input, "The event names no session.", "Send it as the client does.");
    }
    Asked asked{dialect, event, directory, project, project.workspace()};
    return handlers[static_cast<std::size_t>(event.kind)].handle(asked);
}

}  // namespace hm::hook
