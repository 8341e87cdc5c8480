#include "adapters/clients/opencode/client_events.h"
#include "adapters/clients/opencode/dialect.h"
#include "adapters/clients/opencode/orders.h"
#include "adapters/clients/opencode/replies.h"

namespace hm::opencode {
namespace {

constexpr std::string_view ran_already =
    "BLOCKED: this call ran, because OpenCode did not ask before it; its result is not shown. Undo what it did if you "
    "can.\n";

constexpr std::string_view ran_changed =
    "BLOCKED: this call ran with other arguments than were judged, because a plugin changed them behind HiveMind; its "
    "result is not shown. Undo what it did if you can, and tell the person.\n";

constexpr std::string_view changed_behind_us =
    "[HiveMind] This call ran with other arguments than were judged: a plugin changed them behind HiveMind. It is "
    "noted "
    "as a way past the gate. Tell the person.";

Result<std::string> state_now(const Instead& instead) {
    HM_TRY_ASSIGN(HookReply pack, instead.door.tell(BeforeModel{.who = part_of(instead.who, "context")}));
    return pack.checklist.empty() ? std::move(pack.context) : pack.context + "\n" + pack.checklist;
}

Result<void> tell(const Instead& instead, const AgentEvent& event, json::object& reply) {
    HM_TRY_ASSIGN(const HookReply told, instead.door.tell(event));
    add_orders(reply, told, instead.who.session);
    return {};
}

}  // namespace

Result<HookReply> Door::tell(const AgentEvent& event) const {
    auto reply = handle(event, {traits_of(client_name), directory, project, &memory.of_hooks});
    for (const FollowUp& work : memory.of_hooks.follow_ups) memory.later.add(work);
    memory.of_hooks.follow_ups.clear();
    return reply;
}

Result<void> judge_afterwards(const Instead& instead, const std::optional<BeforeTool>& judged, json::object& reply) {
    const BeforeTool call{part_of(instead.who, "late"), tool_use(instead.input)};
    HostHooks& hooks = instead.memory().hooks;
    const bool is_changed = judged && judged->use.print != call.use.print;
    if (!is_changed && hooks.has_come(HostHook::tool_before)) return {};
    if (is_changed) {
        HM_TRY(instead.door.tell(ArgumentsChanged{part_of(instead.who, "changed"), call.use.tool, call.use.call_id}));
    } else {
        hooks.miss(HostHook::tool_before);
    }
    HM_TRY_ASSIGN(const HookReply told, instead.door.tell(call));
    if (told.outcome == Outcome::block) {
        reply["replace"] = std::string(is_changed ? ran_changed : ran_already) + told.refusal;
        reply["toast"] = {{"message", "Too late: " + told.headline}, {"variant", "error"}};
        return {};
    }
    std::string advice = is_changed ? std::string(changed_behind_us) : std::string();
    if (!told.context.empty()) advice += (advice.empty() ? "" : "\n") + told.context;
    if (!advice.empty()) instead.memory().advice.keep(call_key(instead.who, call.use.call_id), advice);
    return {};
}

Result<void> record_finished_calls(const Instead& instead) {
    HostHooks& hooks = instead.memory().hooks;
    if (hooks.has_come(HostHook::tool_after)) return {};
    for (const HeldOutput& output : outputs_held(instead.input)) {
        auto call = instead.memory().calls.close(call_key(instead.who, output.call_id));
        if (!call) continue;
        hooks.miss(HostHook::tool_after);
        call->who.request_id = instead.who.request_id;
        HM_TRY(instead.door.tell(AfterTool{part_of(call->who, output.call_id), call->use, std::nullopt}));
    }
    return {};
}

Result<void> take_prompt(const Instead& instead) {
    HostHooks& hooks = instead.memory().hooks;
    const std::string_view prompt_id = text_member(instead.input, "messageID");
    if (hooks.has_come(HostHook::chat_message) || prompt_id.empty() || instead.turn().prompt_id == prompt_id) return {};
    hooks.miss(HostHook::chat_message);
    instead.turn().prompt_id = prompt_id;
    instead.memory().repeated.forget(instead.who.session);
    AgentIdentity who = instead.who;
    who.request_id = prompt_id;
    HM_TRY(instead.door.tell(UserPrompt{std::move(who), std::string(text_member(instead.input, "prompt"))}));
    return {};
}

Result<std::string> rules_beside_state(const Instead& instead) {
    HostHooks& hooks = instead.memory().hooks;
    if (hooks.has_come(HostHook::system_transform)) return std::string();
    // The system prompt of a request is asked for after its messages: only the second request tells.
    if (!std::exchange(instead.turn().had_request, true)) return std::string();
    hooks.miss(HostHook::system_transform);
    HM_TRY_ASSIGN(HookReply rules, instead.door.tell(SystemPrompt{part_of(instead.who, "rules")}));
    return std::move(rules.context);
}

Result<std::string> state_with_result(const Instead& instead) {
    HostHooks& hooks = instead.memory().hooks;
    if (hooks.has_come(HostHook::messages_transform) || !std::exchange(instead.turn().awaits_state, false)) {
        return std::string();
    }
    hooks.miss(HostHook::messages_transform);
    return state_now(instead);
}

Result<std::string> state_above(const Instead& instead) {
    Turn& turn = instead.turn();
    turn.had_request = true;
    if (!instead.memory().hooks.is_missing(HostHook::messages_transform)) return std::string();
    if (std::exchange(turn.awaits_state, false)) turn.has_state_above = true;
    return turn.has_state_above ? state_now(instead) : Result<std::string>(std::string());
}

Result<void> look_at_new_session(const Instead& instead, json::object& reply) {
    if (instead.who.session.empty() || std::exchange(instead.turn().is_known, true)) return {};
    if (instead.memory().hooks.has_come(HostHook::event)) return {};
    instead.memory().hooks.miss(HostHook::event);
    AgentIdentity who = part_of(instead.who, "created");
    if (who.parent_session.empty()) return tell(instead, SessionStart{std::move(who), {}}, reply);
    return tell(instead, SubagentStart{std::move(who), {}}, reply);
}

Result<void> close_turn_before(const Instead& instead, json::object& reply) {
    if (instead.memory().hooks.has_come(HostHook::event) || !instead.turn().had_request) return {};
    instead.memory().hooks.miss(HostHook::event);
    return tell(instead, SessionRests{part_of(instead.who, "idle"), {}, {}}, reply);
}

Result<void> take_last_answer(const Instead& instead, json::object& reply) {
    const json::object& answer = object_member(instead.input, "answer");
    const std::string id(text_member(answer, "id"));
    std::optional<std::string>& seen = instead.turn().answer_id;
    // What was answered before this process saw the session was told to another.
    const bool is_news = seen && *seen != id;
    seen = id;
    if (!is_news || instead.memory().hooks.has_come(HostHook::event)) return {};
    instead.memory().hooks.miss(HostHook::event);
    if (told(answer, "summary") == true) return tell(instead, AfterCompact{part_of(instead.who, "answer")}, reply);
    if (answer.contains("error")) {
        const AgentEvent failure = failure_told(part_of(instead.who, "failure"), object_member(answer, "error"));
        HM_TRY(tell(instead, failure, reply));
    }
    const auto usage = usage_told(part_of(instead.who, "answer"), object_member(answer, "tokens"),
                                  instead.input.if_contains("window"));
    return usage ? tell(instead, *usage, reply) : Result<void>();
}

Result<void> close_subagent(const Instead& instead, json::object& reply) {
    const std::string_view child = text_member(object_member(instead.input, "metadata"), "sessionId");
    if (!instead.memory().hooks.is_missing(HostHook::event) || child.empty()) return {};
    Instead of_child = instead;
    of_child.who.parent_session = instead.who.session;
    of_child.who.session = child;
    of_child.who.agent.clear();
    const std::string said(text_member(instead.input, "output"));
    return tell(of_child, SessionRests{part_of(of_child.who, "idle"), said, {{"assistant", said}}}, reply);
}

}  // namespace hm::opencode
