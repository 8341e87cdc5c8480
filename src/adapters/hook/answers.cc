#include "adapters/hook/answers.h"

#include <fmt/format.h>

#include <array>

#include "adapters/hook/slash_command.h"
#include "adapters/readable_call.h"
#include "app/fail_mark.h"
#include "app/gate_trial.h"
#include "app/hooks/after_compact.h"
#include "app/hooks/after_tool.h"
#include "app/hooks/before_compact.h"
#include "app/hooks/before_model.h"
#include "app/hooks/before_stop.h"
#include "app/hooks/before_tool.h"
#include "app/hooks/outside_changes.h"
#include "app/hooks/part_of.h"
#include "app/hooks/session_end.h"
#include "app/hooks/session_of.h"
#include "app/hooks/session_start.h"
#include "app/hooks/stop_gate.h"
#include "app/hooks/subagent.h"
#include "app/hooks/ticket.h"
#include "app/hooks/told_by_client.h"
#include "app/hooks/usage.h"
#include "app/hooks/user_prompt.h"
#include "app/hooks/without_store.h"
#include "app/session/session_signals.h"
#include "base/utf8.h"
#include "engine/delivery/client_traits.h"
#include "view/rules_text.h"
#include "view/stand_in_text.h"
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

    // For one of the records that the event leaves.
    AgentIdentity who(std::string_view part) const { return part_of(event.who, part); }
    // What the person said; nothing when somebody else spoke in their place.
    std::string said() const { return event.is_from_machine ? std::string() : event.prompt; }
};

using Handler = Result<HookReply> (*)(Asked& asked);

Result<HookReply> nothing(Asked&) {
    return HookReply{};
}

Result<HookReply> seen(Asked& asked) {
    HM_TRY(session_of(asked.event.who, &Settings::record_deadline, asked.workspace));
    return HookReply{};
}

Result<void> check_call(const Asked& asked) {
    return check_readable(asked.event.whole.if_contains("tool_name"), asked.event.whole.if_contains("tool_input"),
                          asked.event.use);
}

Result<HookReply> tool_before(Asked& asked) {
    HM_TRY(check_call(asked));
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

// In a long row of calls no prompt comes along: what was noticed of the session is told behind the call that raised it,
// once.
Result<std::string> noticed_meanwhile(Asked& asked) {
    if (asked.dialect.injections != Injections::accumulate) return std::string();
    HM_TRY_ASSIGN(const Session session, session_of(asked.event.who, &Settings::record_deadline, asked.workspace));
    if (!has_untold_signals(read_counters(session.counters))) return std::string();
    BeforeModel event{.who = asked.who("pack"), .prompt = {}};
    event.most_characters = most_injected;
    HM_TRY_ASSIGN(PackText pack, before_model(event, asked.workspace));
    return std::move(pack.text);
}

Result<HookReply> tool_after(Asked& asked) {
    AfterTool done{.who = asked.event.who, .use = asked.event.use, .exit_code = asked.event.exit_code};
    const bool has_failed = asked.event.kind == EventKind::failed_tool ||
                            object_member(asked.event.whole, "tool_response").contains("error");
    if (has_failed) done.end = ToolEnd::failed;
    HM_TRY(after_tool(done, asked.directory, asked.workspace));
    if (asked.event.is_interrupt) HM_TRY(before_stop({asked.who("cancel"), {}, true}, asked.workspace));
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, advice_afterwards(asked));
    if (auto noticed = noticed_meanwhile(asked); noticed && !noticed->empty()) reply.context = std::move(*noticed);
    return reply;
}

// Those that were refused are among them, and no event of their own tells the model what came of it.
Result<HookReply> calls_are_through(Asked& asked) {
    constexpr std::size_t most_named = 20;
    std::vector<std::string> tools;
    const json::value* calls = asked.event.whole.if_contains("tool_calls");
    if (calls != nullptr && calls->is_array()) {
        for (const json::value& call : calls->get_array()) {
            if (call.is_object() && tools.size() < most_named) {
                tools.emplace_back(text_member(call.get_object(), "tool_name"));
            }
        }
    }
    if (tools.size() > 1) HM_TRY(calls_of_one_answer(asked.who("batch"), tools, asked.workspace));
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, noticed_meanwhile(asked));
    return reply;
}

Result<HookReply> stop_is_judged(Asked& asked) {
    HookReply reply;
    HM_TRY_ASSIGN(
        reply.refusal,
        refuse_stop(asked.who("stop"), asked.event.is_repeated ? StopTry::again : StopTry::first, asked.workspace));
    return reply;
}

// A turn that is refused its end goes on, and is told of once more when it really ends.
Result<HookReply> turn_ends(Asked& asked) {
    HM_TRY_ASSIGN(HookReply reply, stop_is_judged(asked));
    if (!reply.refusal.empty()) return reply;
    (void)note_tree_changes(asked.who("tree"), asked.workspace);  // a tree that cannot be looked at keeps nobody
    HM_TRY(before_stop({asked.who("turn"), asked.event.last_answer, false}, asked.workspace));
    return reply;
}

Result<HookReply> turn_is_interrupted(Asked& asked) {
    HM_TRY(before_stop({asked.who("cancel"), {}, true}, asked.workspace));
    return HookReply{};
}

Result<HookReply> subagent_ends(Asked& asked) {
    // An agent without a kind is the one that the client makes its summary with: it never began.
    if (asked.event.who.agent.empty() || asked.event.who.parent_session.empty()) return HookReply{};
    HM_TRY_ASSIGN(HookReply reply, stop_is_judged(asked));
    if (!reply.refusal.empty()) return reply;
    HM_TRY(before_stop({asked.who("turn"), asked.event.last_answer, false}, asked.workspace));
    HM_TRY(subagent_stop(asked.who("child"), asked.event.last_answer, asked.workspace));
    return reply;
}

Result<HookReply> session_ends(Asked& asked) {
    (void)note_tree_changes(asked.who("tree"), asked.workspace);
    HM_TRY(subagents_left(asked.who("children"), asked.workspace));
    HM_TRY(session_left(asked.who("left"), asked.event.reason, asked.workspace));
    return HookReply{};
}

Result<HookReply> context_is_counted(Asked& asked) {
    if (asked.event.tokens <= 0) return seen(asked);
    HM_TRY(usage({asked.who("usage"), asked.event.tokens, asked.event.window}, asked.workspace));
    return HookReply{};
}

Occasion occasion_of(const ClientEvent& event) {
    if (event.kind == EventKind::subagent_start) return Occasion::subagent_start;
    if (event.kind != EventKind::session_start) return Occasion::prompt;
    if (event.source == "compact") return Occasion::compaction;
    return enum_named<Occasion>(event.source).value_or(Occasion::startup);
}

// What a beginning leaves in the books. Where the session before it left things is said by the pack.
Result<void> begin_session(Asked& asked, Occasion occasion) {
    if (asked.event.kind == EventKind::subagent_start) {
        return subagent_start(asked.who("child"), fmt::format("Work of a {} agent", asked.event.who.agent),
                              asked.workspace);
    }
    if (asked.event.kind != EventKind::session_start) return {};
    if (occasion == Occasion::compaction) return after_compact(asked.who("compacted"), asked.workspace);
    HM_TRY(session_start({asked.who("start"), asked.event.source}, asked.workspace));
    if (asked.event.tokens > 0) HM_TRY(context_is_counted(asked));
    return {};
}

std::size_t budget_of(const Settings& settings) {
    return injection_budget({.most_characters = most_injected}, settings.pack_characters, {});
}

// The pack behind what else there is to say. A pack needs so much at least; where both do not fit, the state is worth
// more.
Result<HookReply> with_pack(BeforeModel event, TextBefore before, const Settings& settings, Asked& asked) {
    event.most_characters = most_injected;
    const bool fits = count_characters(before.text) + smallest_budget <= budget_of(settings);
    HookReply reply;
    if (fits && !before.text.empty()) {
        reply.context = before.text;
        event.before = std::move(before);
    }
    HM_TRY_ASSIGN(const PackText pack, before_model(event, asked.workspace));
    reply.context += pack.text;
    return reply;
}

// The rules and the state, for a context that has seen neither.
Result<HookReply> session_begins(Asked& asked) {
    HM_TRY_ASSIGN(const Settings settings, asked.project.settings());
    (void)keep_fail_mark(asked.project.root(), effective_fail(settings));  // without it the wiring decides
    const Occasion occasion = occasion_of(asked.event);
    HM_TRY(begin_session(asked, occasion));
    BeforeModel event{.who = asked.who("pack"), .prompt = asked.said(), .occasion = occasion};
    return with_pack(std::move(event), {"rules", rules_within(settings.mode, budget_of(settings)) + "\n"}, settings,
                     asked);
}

// What the summary shall keep. Only Claude Code reads it; elsewhere nothing is made that nobody reads.
Result<HookReply> compaction_comes(Asked& asked) {
    if (!asked.dialect.takes_summary_text) return seen(asked);
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, before_compact({asked.who("compact"), {}}, asked.workspace));
    return reply;
}

Result<HookReply> command_comes(Asked& asked) {
    HM_TRY(client_command(asked.who("command"), text_member(asked.event.whole, "command_name"),
                          text_member(asked.event.whole, "command_args"), asked.workspace));
    return HookReply{};
}

// Where the client does not tell of a command, its prompt may.
Result<void> note_command(Asked& asked) {
    const auto command = command_in(asked.said(), asked.dialect.prompt_comes, asked.directory);
    if (!command) return {};
    return client_command(asked.who("command"), command->name, command->arguments, asked.workspace);
}

// Where injections stay in the conversation, only what is new since the last one goes out with a prompt; a short one is
// told what it goes on with.
Result<HookReply> prompt_comes(Asked& asked) {
    HM_TRY_ASSIGN(const PromptAnswer told,
                  user_prompt({asked.who("prompt"), asked.event.prompt, asked.event.is_from_machine}, asked.workspace));
    HM_TRY(note_command(asked));
    if (asked.dialect.injections != Injections::accumulate) return HookReply{};
    HM_TRY_ASSIGN(const Settings settings, asked.project.settings());
    TextBefore flow{"flow", told.flow.empty() ? "" : told.flow + "\n"};
    HM_TRY_ASSIGN(HookReply reply,
                  with_pack({.who = asked.who("pack"), .prompt = asked.said()}, std::move(flow), settings, asked));
    if (reply.context.ends_with('\n')) reply.context.pop_back();  // nothing follows it
    return reply;
}

// Without a store that may be used, calls are judged by what is built in, a context is told why, and that is all.
Result<HookReply> reply_without_store(Asked& asked) {
    const std::string notice = stand_in_line(*asked.project.stands_in_because());
    HookReply reply;
    switch (asked.event.kind) {
        case EventKind::session_start:
        case EventKind::subagent_start:
        case EventKind::before_model: reply.context = notice; break;
        case EventKind::before_tool: {
            HM_TRY(check_call(asked));
            HM_TRY_ASSIGN(reply.refusal,
                          refusal_without_store({asked.event.who, asked.event.use}, asked.directory, asked.project));
            break;
        }
        default: break;
    }
    return reply;
}

struct Handled {
    EventKind kind;
    Handler handle;
};

constexpr std::array<Handled, 17> handlers{{
    {EventKind::before_tool, tool_before},
    {EventKind::after_tool, tool_after},
    {EventKind::failed_tool, tool_after},
    {EventKind::batch, calls_are_through},
    {EventKind::session_start, session_begins},
    {EventKind::user_prompt, prompt_comes},
    {EventKind::command, command_comes},
    {EventKind::before_model, session_begins},
    {EventKind::before_compact, compaction_comes},
    {EventKind::after_compact, seen},
    {EventKind::before_stop, turn_ends},
    {EventKind::interrupted, turn_is_interrupted},
    {EventKind::subagent_start, session_begins},
    {EventKind::subagent_stop, subagent_ends},
    {EventKind::session_end, session_ends},
    {EventKind::usage, context_is_counted},
    {EventKind::other, nothing},
}};

}  // namespace

Result<HookReply> reply_to(const Dialect& dialect, const ClientEvent& event, const std::filesystem::path& directory,
                           Project& project) {
    if (event.who.session.empty()) {
        return fail(ErrorCode::invalid_input, "The event names no session.", "Send it as the client does.");
    }
    Asked asked{dialect, event, directory, project, project.workspace()};
    if (project.stands_in_because()) return reply_without_store(asked);
    return handlers[static_cast<std::size_t>(event.kind)].handle(asked);
}

}  // namespace hm::hook
