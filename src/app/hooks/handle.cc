#include "app/hooks/handle.h"

#include <algorithm>
#include <tuple>

#include "app/event/hook_frame.h"
#include "app/gate/trial.h"
#include "app/hooks/before_stop.h"
#include "app/hooks/before_tool.h"
#include "app/hooks/session_signals.h"
#include "app/hooks/ticket.h"
#include "app/session/read_head.h"
#include "base/strings.h"
#include "store/queries/gate.h"
#include "store/queries/near_read_head.h"
#include "view/notes_text.h"
#include "view/text.h"
#include "view/verdict_text.h"

namespace hm {
namespace {

// Claude Code puts an injection of more than 10,000 characters into a file and shows its beginning.
constexpr std::size_t most_injected = 9500;

struct Handling {
    const HookContext& context;
    Workspace workspace;

    const ClientTraits& client() const { return context.client; }
    bool accumulates() const { return client().context == ContextKind::accumulating; }
    bool attaches() const { return client().context == ContextKind::attached; }
    bool lives_on() const { return context.memory != nullptr; }
};

void keep_bounded(std::set<std::string, std::less<>>& sessions, const std::string& session) {
    constexpr std::size_t most_sessions = 200;
    if (sessions.size() >= most_sessions) sessions.clear();
    sessions.insert(session);
}

void follow_up(FollowUp work, Handling& at) {
    if (work.kind == FollowUpKind::call && work.left.empty()) return;
    if (at.lives_on()) {
        at.context.memory->follow_ups.push_back(std::move(work));
    } else {
        do_follow_up(work, at.context.directory, at.workspace);
    }
}

// Packs.

std::size_t budget_of(const Settings& settings) {
    return injection_budget({.most_characters = most_injected}, settings.pack_characters, {});
}

Result<HookReply> pack_for(BeforeModel event, Handling& at) {
    if (at.client().places == ContextPlaces::one) event.most_characters = most_injected;
    RecallMemo* memo = at.lives_on() ? &at.context.memory->memo : nullptr;
    HM_TRY_ASSIGN(PackText pack, before_model(event, at.workspace, memo));
    HookReply reply;
    if (event.before) reply.context = std::move(event.before->text);
    reply.context += pack.text;
    reply.checklist = std::move(pack.checklist);
    return reply;
}

// The pack behind what else there is to say. A pack needs so much at least; where both do not fit, the state is worth
// more.
Result<HookReply> pack_behind(TextBefore before, BeforeModel event, const Settings& settings, Handling& at) {
    const bool fits = count_characters(before.text) + smallest_budget <= budget_of(settings);
    if (fits && !before.text.empty()) event.before = std::move(before);
    return pack_for(std::move(event), at);
}

Result<Settings> settings_at_beginning(Handling& at) {
    HM_TRY_ASSIGN(Settings settings, at.context.project.settings());
    // Without it the wiring decides.
    std::ignore = keep_fail_mark(at.context.project.root(), effective_fail(settings));
    return settings;
}

// The rules and the state, for a context that has seen neither.
Result<HookReply> rules_and_pack(BeforeModel event, const Settings& settings, Handling& at) {
    TextBefore rules{"rules", rules_within(settings.mode, budget_of(settings)) + "\n"};
    return pack_behind(std::move(rules), std::move(event), settings, at);
}

// In a long row of calls no prompt comes along. What cannot wait for one: what was noticed of the session, what a
// person remarked, and what belongs to the tasks that the work has turned to.
Result<bool> has_news(const AgentIdentity& who, const StandingTexts* standing, Handling& at) {
    HM_TRY_ASSIGN(const Session session, session_of(who, &Settings::record_deadline, at.workspace));
    if (has_untold_signals(read_counters(session.counters))) return true;
    if (standing == nullptr) return false;
    Connection& connection = at.workspace.store.connection();
    HM_TRY_ASSIGN(const bool has_remarks, has_unread_comments(connection));
    if (has_remarks) return true;
    HM_TRY_ASSIGN(const bool has_learnt,
                  has_learnt_since(connection, std::ranges::max(standing->injections), session.id));
    if (has_learnt) return true;
    BadRows bad;
    HM_TRY_ASSIGN(const std::vector<Task> tasks, tasks_at_read_head(session.id, connection, bad));
    const auto told = standing->seen->find(std::string(seen_tasks));
    return told == standing->seen->end() || told->second != tasks_print(tasks);
}

// Behind the call that raised it, where the client keeps it there.
Result<std::string> noticed_meanwhile(const AgentIdentity& who, Handling& at) {
    const bool keeps_it = at.accumulates() || (at.attaches() && !at.client().takes_behind_results);
    if (!keeps_it) return std::string();
    BeforeModel event{.who = part_of(who, "pack"), .moment = TurnMoment::working};
    std::optional<StandingTexts> standing;
    if (at.attaches()) {
        HM_TRY_ASSIGN(standing, what_was_said(who, at.workspace));
        if (!standing->seen) return std::string();  // the next request brings all of it
        event.placing = Placing{{}, standing->seen, standing->injections};
    }
    HM_TRY_ASSIGN(const bool is_due, has_news(who, standing ? &*standing : nullptr, at));
    if (!is_due) return std::string();
    HM_TRY_ASSIGN(HookReply reply, pack_for(std::move(event), at));
    return std::move(reply.context);
}

// Calls.

Result<HookReply> on(const BeforeTool& call, Handling& at) {
    const std::optional<Error>& stands_in = at.context.project.stands_in_because();
    HookReply reply;
    if (stands_in && call.use.kind == ToolKind::own) {  // our own commands would work on the store
        reply.outcome = Outcome::block;
        reply.refusal = to_text(stand_in_parts(*stands_in));
        return reply;
    }
    HM_TRY_ASSIGN(ToolDecision decision, before_tool(call, at.context.directory, at.workspace));
    const bool is_refused = decision.verdict.outcome == Outcome::block;
    if (stands_in) {
        if (is_refused) reply.refusal = decision.message + "\n" + stand_in_line(*stands_in);
        if (is_refused) reply.outcome = Outcome::block;
        return reply;
    }
    reply.outcome = decision.verdict.outcome;
    reply.headline = std::move(decision.headline);
    reply.paths = std::move(decision.paths);
    (is_refused ? reply.refusal : reply.context) = std::move(decision.message);
    if (is_refused && at.client().takes_orders && !call.who.parent_session.empty()) {
        // What cannot be looked up now is looked up at its next refusal.
        reply.stops_session = was_recalled(call.who, at.workspace).value_or(false);
    }
    if (!is_refused && call.use.kind == ToolKind::own && at.client().own_tools == OwnTools::over_mcp) {
        HM_TRY_ASSIGN(reply.ticket, issue_ticket(call.who, at.workspace));
    }
    return reply;
}

// Where nothing can be said before a call, its advice follows the result: a process that lives on has kept it. The gate
// is pure: asked again it says the same.
Result<std::string> advice_afterwards(const AfterTool& done, Handling& at) {
    if (at.accumulates() || at.lives_on()) return std::string();
    HM_TRY_ASSIGN(const Session session, session_of(done.who, &Settings::gate_deadline, at.workspace));
    HM_TRY_ASSIGN(const GateTrial trial,
                  try_gate({done.use, session.role.str(), session.id}, at.context.directory, at.workspace));
    if (trial.verdict.outcome != Outcome::advise) return std::string();
    const std::string print = call_print(session.id, done.use, at.workspace.store.paths().root);
    HM_TRY_ASSIGN(const bool is_told, was_advised(at.workspace.store.connection(), session.id, print));
    return is_told ? render_hint(trial.verdict, trial.facts) : std::string();
}

Result<void> turn_is_over(const TurnEnd& end, Handling& at) {
    return at.lives_on() ? note_turn_end(end, at.workspace) : end_turn(end, at.workspace);
}

Result<HookReply> on(const AfterTool& done, Handling& at) {
    HM_TRY_ASSIGN(LeftByCall left, record_call(done, at.context.directory, at.workspace));
    follow_up({FollowUpKind::call, done.who, std::move(left)}, at);
    if (done.was_interrupted) HM_TRY(turn_is_over({part_of(done.who, "cancel"), {}, true}, at));
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, advice_afterwards(done, at));
    // The call is recorded; a pack that cannot be made now is no reason to say that it was not.
    if (auto noticed = noticed_meanwhile(done.who, at); noticed && !noticed->empty()) {
        reply.context += (reply.context.empty() ? "" : "\n") + *noticed;
    }
    return reply;
}

Result<HookReply> on(const ArgumentsChanged& call, Handling& at) {
    HM_TRY(arguments_changed(call.who, call.tool, call.call_id, at.workspace));
    return HookReply{};
}

// Those that were refused are among them, and no event of their own tells the model what came of it.
Result<HookReply> on(const CallsDone& calls, Handling& at) {
    if (calls.tools.size() > 1) HM_TRY(calls_of_one_answer(part_of(calls.who, "batch"), calls.tools, at.workspace));
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, noticed_meanwhile(calls.who, at));
    return reply;
}

// Requests to the model.

// Where everything is one text, the rules go in front of the first pack.
Result<HookReply> pack_of_request(BeforeModel event, bool is_first, Handling& at) {
    if (at.client().places != ContextPlaces::one || !is_first) return pack_for(std::move(event), at);
    HM_TRY_ASSIGN(const Settings settings, settings_at_beginning(at));
    return rules_and_pack(std::move(event), settings, at);
}

bool is_due_now(const BeforeModel& request, const StandingTexts& standing, const std::string& place, Handling& at) {
    if (place.empty() || standing.looked_at.contains(place)) return false;
    if (!standing.seen || place == request.places->prompt || !request.notes.empty()) return true;
    // What cannot be looked up now is looked up with the next request.
    return has_news(request.who, &standing, at).value_or(false);
}

// What stood in the conversation stays where it is, and what is new stands behind what is newest.
Result<HookReply> attach(const BeforeModel& request, Handling& at) {
    const HeldPlaces& held = *request.places;
    HM_TRY_ASSIGN(StandingTexts standing, what_stands(request.who, held, at.workspace));
    std::string place = held.newest;
    if (place.empty() && !standing.seen) place = held.prompt;
    HookReply reply;
    if (is_due_now(request, standing, place, at)) {
        BeforeModel event{.who = part_of(request.who, "pack"), .prompt = request.prompt, .notes = request.notes};
        event.moment = place == held.prompt ? TurnMoment::prompt : TurnMoment::working;
        const bool is_first = !standing.seen;
        event.placing = Placing{place, std::move(standing.seen), std::move(standing.injections)};
        HM_TRY_ASSIGN(reply, pack_of_request(std::move(event), is_first, at));
        std::string text = std::move(reply.context);
        if (!reply.checklist.empty()) text += std::string(1, part_end) + reply.checklist;
        if (!text.empty()) standing.texts.push_back({place, std::move(text)});
        reply = {};
    }
    reply.placed = std::move(standing.texts);
    return reply;
}

// Outputs that could not be judged now stay as they are; the pack matters more.
Result<HookReply> on(const BeforeModel& request, Handling& at) {
    HookReply reply;
    if (at.attaches() && request.places) {
        HM_TRY_ASSIGN(reply, attach(request, at));
    } else {
        BeforeModel event{.who = part_of(request.who, "pack"), .prompt = request.prompt, .notes = request.notes};
        HM_TRY_ASSIGN(reply, pack_of_request(std::move(event), true, at));
    }
    if (!request.outputs || !at.lives_on()) return reply;
    auto left_out = prune_outputs({request.who, *request.outputs}, at.context.memory->pruned, at.workspace);
    if (left_out) reply.left_out = std::move(*left_out);
    return reply;
}

Result<HookReply> on(const SystemPrompt& prompt, Handling& at) {
    HookReply reply;
    HM_TRY_ASSIGN(reply.context, rules_text(prompt.who, at.workspace));
    return reply;
}

// Sessions.

Result<HookReply> on(const SessionSeen& session, Handling& at) {
    HM_TRY(session_of(session.who, &Settings::record_deadline, at.workspace));
    return HookReply{};
}

Result<HookReply> on(const Usage& told, Handling& at) {
    if (told.tokens <= 0) return on(SessionSeen{told.who}, at);
    HM_TRY(usage({part_of(told.who, "usage"), told.tokens, told.window}, at.workspace));
    return HookReply{};
}

// What a beginning leaves in the books.
Result<void> note_beginning(const SessionStart& start, Handling& at) {
    if (start.occasion == Occasion::compaction) return after_compact(part_of(start.who, "compacted"), at.workspace);
    SessionStart kept = start;
    kept.who = part_of(start.who, "start");
    if (at.lives_on()) {
        HM_TRY(note_session_start(kept, at.workspace));
        follow_up({FollowUpKind::began, start.who}, at);
    } else {
        HM_TRY(session_start(kept, at.workspace));
    }
    if (start.tokens > 0) HM_TRY(on(Usage{start.who, start.tokens, start.window}, at));
    return {};
}

// Told at the beginning, or else with the first prompt. Warnings that cannot be found now are no reason not to go on.
void warn_at_beginning(const AgentIdentity& who, HookReply& reply, Handling& at) {
    if (auto warnings = session_warnings(who, at.workspace)) reply.warnings = std::move(*warnings);
    if (!at.lives_on() || reply.warnings.broken_chain || reply.warnings.stale) return;
    keep_bounded(at.context.memory->unwarned, who.session);
}

void warn_at_first_prompt(const AgentIdentity& who, HookReply& reply, Handling& at) {
    if (!at.lives_on() || at.context.memory->unwarned.erase(who.session) == 0) return;
    if (auto warnings = session_warnings(who, at.workspace)) reply.warnings.stale = std::move(warnings->stale);
}

// A context that forgets gets its state with every request.
Result<HookReply> on(const SessionStart& start, Handling& at) {
    if (at.accumulates()) {
        HM_TRY_ASSIGN(const Settings settings, settings_at_beginning(at));
        HM_TRY(note_beginning(start, at));
        return rules_and_pack({.who = part_of(start.who, "pack"), .occasion = start.occasion}, settings, at);
    }
    HM_TRY(note_beginning(start, at));
    HookReply reply;
    if (at.client().takes_orders) warn_at_beginning(start.who, reply, at);
    return reply;
}

Result<HookReply> on(const SubagentStart& start, Handling& at) {
    if (!at.accumulates()) {
        HM_TRY(subagent_start(part_of(start.who, "child"), start.task, at.workspace));
        return HookReply{};
    }
    HM_TRY_ASSIGN(const Settings settings, settings_at_beginning(at));
    HM_TRY(subagent_start(part_of(start.who, "child"), start.task, at.workspace));
    return rules_and_pack({.who = part_of(start.who, "pack"), .occasion = Occasion::subagent_start}, settings, at);
}

Result<HookReply> on(const SessionSplit& session, Handling& at) {
    HM_TRY(link_fresh(session.who, session.fresh, at.workspace));
    return HookReply{};
}

Result<HookReply> on(const SessionLeft& session, Handling& at) {
    // A tree that cannot be looked at keeps nobody.
    std::ignore = note_tree_changes(part_of(session.who, "tree"), at.workspace);
    HM_TRY(subagents_left(part_of(session.who, "children"), at.workspace));
    HM_TRY(session_left(part_of(session.who, "left"), session.reason, at.workspace));
    return HookReply{};
}

Result<HookReply> on(const SessionDeleted& session, Handling& at) {
    HM_TRY(session_end(part_of(session.who, "end"), at.workspace));
    follow_up({FollowUpKind::ended, session.who}, at);
    return HookReply{};
}

// Turns.

Result<HookReply> on(const ClientCommand& told, Handling& at) {
    HM_TRY(client_command(part_of(told.who, "command"), told.command.name, told.command.arguments, at.workspace));
    return HookReply{};
}

// Where injections stay in the conversation, only what is new since the last one goes out with a prompt; a short one is
// told what it goes on with.
Result<HookReply> on(const UserPrompt& prompt, Handling& at) {
    UserPrompt said = prompt;
    said.who = part_of(prompt.who, "prompt");
    if (at.lives_on()) at.context.memory->pruned.begin_turn(prompt.who.session);
    HM_TRY_ASSIGN(const PromptAnswer told, user_prompt(said, at.workspace));
    if (prompt.command) HM_TRY(on(ClientCommand{prompt.who, *prompt.command}, at));
    HookReply reply;
    if (at.accumulates()) {
        BeforeModel event{.who = part_of(prompt.who, "pack"),
                          .prompt = prompt.is_from_tool ? std::string() : prompt.text};
        if (told.flow.empty()) {
            HM_TRY_ASSIGN(reply, pack_for(std::move(event), at));
        } else {
            HM_TRY_ASSIGN(const Settings settings, at.context.project.settings());
            HM_TRY_ASSIGN(reply, pack_behind({"flow", told.flow + "\n"}, std::move(event), settings, at));
        }
        if (reply.context.ends_with('\n')) reply.context.pop_back();  // nothing follows it
    }
    warn_at_first_prompt(prompt.who, reply, at);
    return reply;
}

Result<HookReply> judge_stop(const AgentIdentity& who, bool is_repeated, Handling& at) {
    HookReply reply;
    HM_TRY_ASSIGN(reply.refusal,
                  refuse_stop(part_of(who, "stop"), is_repeated ? StopTry::again : StopTry::first, at.workspace));
    return reply;
}

// A turn that is refused its end goes on, and is told of once more when it really ends.
Result<HookReply> on(const BeforeStop& stop, Handling& at) {
    HM_TRY_ASSIGN(HookReply reply, judge_stop(stop.who, stop.is_repeated, at));
    if (!reply.refusal.empty()) return reply;
    // A tree that cannot be looked at keeps nobody.
    std::ignore = note_tree_changes(part_of(stop.who, "tree"), at.workspace);
    HM_TRY(turn_is_over({part_of(stop.who, "turn"), stop.last_answer, false}, at));
    return reply;
}

Result<HookReply> on(const SubagentStop& stop, Handling& at) {
    // An agent without a kind is the one that the client makes its summary with: it never began.
    if (stop.who.agent.empty() || stop.who.parent_session.empty()) return HookReply{};
    HM_TRY_ASSIGN(HookReply reply, judge_stop(stop.who, stop.is_repeated, at));
    if (!reply.refusal.empty()) return reply;
    HM_TRY(turn_is_over({part_of(stop.who, "turn"), stop.last_answer, false}, at));
    HM_TRY(subagent_stop(part_of(stop.who, "child"), stop.last_answer, at.workspace));
    return reply;
}

Result<HookReply> on(const SessionRests& rest, Handling& at) {
    follow_up({FollowUpKind::rests, rest.who}, at);
    HM_TRY(subagent_stop(part_of(rest.who, "child"), rest.last_answer, at.workspace));
    HM_TRY(turn_is_over({part_of(rest.who, "turn"), rest.last_answer, false}, at));
    HookReply reply;
    if (!at.client().takes_orders) return reply;
    HM_TRY_ASSIGN(reply.split, split_due(part_of(rest.who, "split"), rest.messages, at.workspace));
    return reply;
}

Result<HookReply> on(const TurnCancelled& turn, Handling& at) {
    if (at.client().takes_orders) {
        HM_TRY_ASSIGN(const bool is_by_order, was_recalled(turn.who, at.workspace));
        // What we had stopped was not cancelled by the person.
        if (is_by_order) return HookReply{};
    }
    HM_TRY(turn_is_over({part_of(turn.who, "cancel"), {}, true}, at));
    return HookReply{};
}

// Compactions. Where nobody reads what the summary shall keep, nothing is made.

Result<HookReply> on(const BeforeCompact& compaction, Handling& at) {
    const SummaryWords summary = at.client().summary;
    if (summary == SummaryWords::none) return on(SessionSeen{compaction.who}, at);
    HookReply reply;
    HM_TRY_ASSIGN(reply.context,
                  before_compact({part_of(compaction.who, "compact"), compaction.prior_summary}, at.workspace));
    if (summary == SummaryWords::added) return reply;
    HM_TRY_ASSIGN(reply.summary_prompt,
                  own_compaction_prompt(compaction.who, reply.context, compaction.prior_summary, at.workspace));
    return reply;
}

Result<HookReply> on(const AfterCompact& compaction, Handling& at) {
    HM_TRY(after_compact(part_of(compaction.who, "compacted"), at.workspace));
    return HookReply{};
}

Result<HookReply> on(const BeforeResume& resume, Handling& at) {
    HookReply reply;
    HM_TRY_ASSIGN(const auto reason, reason_to_rest(resume.who, at.workspace));
    reply.refusal = reason.value_or(std::string());
    return reply;
}

// What is not ours to judge.

Result<HookReply> on(const PermissionAsked& asked, Handling& at) {
    HM_TRY(permission_asked(asked.who, asked.permission, asked.target, at.workspace));
    return HookReply{};
}

Result<HookReply> on(const ClientError& error, Handling& at) {
    HM_TRY(session_error(error.who, error.name, error.message, at.workspace));
    return HookReply{};
}

Result<HookReply> on(const FileEdited& file, Handling& at) {
    HM_TRY(file_edited(file.path, at.context.directory, at.workspace));
    return HookReply{};
}

// Without a store that may be used, calls are judged by what is built in, a context is told why, and that is all.
Result<HookReply> handle_without_store(const AgentEvent& event, const Error& because, Handling& at) {
    if (const auto* call = std::get_if<BeforeTool>(&event)) return on(*call, at);
    const bool opens_request = std::holds_alternative<SystemPrompt>(event) ||
                               (std::holds_alternative<BeforeModel>(event) && at.client().places == ContextPlaces::one);
    const bool opens_context =
        std::holds_alternative<SessionStart>(event) || std::holds_alternative<SubagentStart>(event);
    HookReply reply;
    if (opens_request || opens_context) reply.context = stand_in_line(because);
    return reply;
}

}  // namespace

Result<HookReply> handle(const AgentEvent& event, const HookContext& context) {
    Handling at{context, context.project.workspace()};
    if (const auto& because = context.project.stands_in_because()) return handle_without_store(event, *because, at);
    return std::visit([&](const auto& told) { return on(told, at); }, event);
}

void do_follow_up(const FollowUp& work, const std::filesystem::path& directory, Workspace& workspace) {
    switch (work.kind) {
        case FollowUpKind::call: finish_call(work.left, work.who, directory, workspace); return;
        case FollowUpKind::began:
            std::ignore = note_changes_before(work.who, workspace);
            std::ignore = look_at_project(work.who, workspace);
            return;
        case FollowUpKind::rests:
        case FollowUpKind::ended:
            std::ignore = note_tree_changes(work.who, workspace);
            tidy_after_turn(workspace);
            return;
    }
}

}  // namespace hm
