#include "adapters/clients/opencode/client_events.h"
#include "adapters/clients/opencode/dialect.h"
#include "adapters/clients/opencode/replies.h"
#include "app/hooks/after_tool.h"
#include "app/hooks/before_model.h"
#include "app/hooks/before_tool.h"
#include "app/hooks/client_reported.h"
#include "app/hooks/user_prompt.h"

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
    HM_TRY_ASSIGN(PackText pack,
                  before_model({.who = part_of(instead.who, "context")}, instead.workspace, &instead.memory.memo));
    return pack.checklist.empty() ? std::move(pack.text) : pack.text + "\n" + pack.checklist;
}

Result<void> tell(const Instead& instead, std::string_view type, json::object properties, std::string_view part,
                  json::object& reply) {
    const json::object event{{"type", type}, {"properties", std::move(properties)}};
    HM_TRY_ASSIGN(json::object answer, take_event(event, part_of(instead.who, part), instead.directory,
                                                  instead.memory.later, instead.workspace));
    for (auto& member : answer) {
        if (!reply.contains(member.key())) reply[member.key()] = std::move(member.value());
    }
    return {};
}

}  // namespace

Result<void> judge_afterwards(const Instead& instead, const std::optional<BeforeTool>& judged, json::object& reply) {
    const BeforeTool call{part_of(instead.who, "late"), tool_use(instead.input)};
    const bool is_changed = judged && judged->use.print != call.use.print;
    if (!is_changed && instead.memory.hooks.has_come(HostHook::tool_before)) return {};
    if (is_changed) {
        HM_TRY(arguments_changed(part_of(instead.who, "changed"), call.use.tool, call.use.call_id, instead.workspace));
    } else {
        instead.memory.hooks.miss(HostHook::tool_before);
    }
    HM_TRY_ASSIGN(const ToolDecision decision, before_tool(call, instead.directory, instead.workspace));
    if (decision.verdict.outcome == Outcome::block) {
        reply["replace"] = std::string(is_changed ? ran_changed : ran_already) + decision.message;
        reply["toast"] = {{"message", "Too late: " + decision.headline}, {"variant", "error"}};
        return {};
    }
    std::string advice = is_changed ? std::string(changed_behind_us) : std::string();
    if (!decision.message.empty()) advice += (advice.empty() ? "" : "\n") + decision.message;
    if (!advice.empty()) instead.memory.advice.keep(call_key(instead.who, call.use.call_id), advice);
    return {};
}

Result<void> record_finished_calls(const Instead& instead) {
    HostHooks& hooks = instead.memory.hooks;
    if (hooks.has_come(HostHook::tool_after)) return {};
    for (const HeldOutput& output : outputs_held(instead.input)) {
        auto call = instead.memory.calls.close(call_key(instead.who, output.call_id));
        if (!call) continue;
        hooks.miss(HostHook::tool_after);
        call->who.request_id = instead.who.request_id;
        const AfterTool done{part_of(call->who, output.call_id), call->use, std::nullopt};
        HM_TRY_ASSIGN(const LeftByCall left, record_call(done, instead.directory, instead.workspace));
        instead.memory.later.call_is_done(done.who, left);
    }
    return {};
}

Result<void> take_prompt(const Instead& instead) {
    HostHooks& hooks = instead.memory.hooks;
    const std::string_view prompt_id = text_member(instead.input, "messageID");
    if (hooks.has_come(HostHook::chat_message) || prompt_id.empty() || instead.turn().prompt_id == prompt_id) return {};
    hooks.miss(HostHook::chat_message);
    instead.turn().prompt_id = prompt_id;
    instead.memory.pruned.begin_turn(instead.who.session);
    instead.memory.repeated.forget(instead.who.session);
    AgentIdentity who = instead.who;
    who.request_id = prompt_id;
    HM_TRY(user_prompt({part_of(std::move(who), "prompt"), std::string(text_member(instead.input, "prompt")), false},
                       instead.workspace));
    return {};
}

Result<std::string> rules_beside_state(const Instead& instead) {
    HostHooks& hooks = instead.memory.hooks;
    if (hooks.has_come(HostHook::system_transform)) return std::string();
    // The system prompt of a request is asked for after its messages: only the second request tells.
    if (!std::exchange(instead.turn().had_request, true)) return std::string();
    hooks.miss(HostHook::system_transform);
    return stable_context(part_of(instead.who, "rules"), instead.workspace);
}

Result<std::string> state_with_result(const Instead& instead) {
    HostHooks& hooks = instead.memory.hooks;
    if (hooks.has_come(HostHook::messages_transform) || !std::exchange(instead.turn().awaits_state, false)) {
        return std::string();
    }
    hooks.miss(HostHook::messages_transform);
    return state_now(instead);
}

Result<std::string> state_above(const Instead& instead) {
    Turn& turn = instead.turn();
    turn.had_request = true;
    if (!instead.memory.hooks.is_missing(HostHook::messages_transform)) return std::string();
    if (std::exchange(turn.awaits_state, false)) turn.has_state_above = true;
    return turn.has_state_above ? state_now(instead) : Result<std::string>(std::string());
}

Result<void> look_at_new_session(const Instead& instead, json::object& reply) {
    if (instead.who.session.empty() || std::exchange(instead.turn().is_known, true)) return {};
    if (instead.memory.hooks.has_come(HostHook::event)) return {};
    instead.memory.hooks.miss(HostHook::event);
    const json::object info{{"id", instead.who.session}, {"parentID", instead.who.parent_session}};
    return tell(instead, "session.created", {{"info", info}}, "created", reply);
}

Result<void> close_turn_before(const Instead& instead, json::object& reply) {
    if (instead.memory.hooks.has_come(HostHook::event) || !instead.turn().had_request) return {};
    instead.memory.hooks.miss(HostHook::event);
    return tell(instead, "session.idle", {{"sessionID", instead.who.session}}, "idle", reply);
}

Result<void> take_last_answer(const Instead& instead, json::object& reply) {
    const json::object& answer = object_member(instead.input, "answer");
    const std::string id(text_member(answer, "id"));
    std::optional<std::string>& seen = instead.turn().answer_id;
    // What was answered before this process saw the session was told to another.
    const bool is_news = seen && *seen != id;
    seen = id;
    if (!is_news || instead.memory.hooks.has_come(HostHook::event)) return {};
    instead.memory.hooks.miss(HostHook::event);
    const auto say = [&](std::string_view type, json::object properties) {
        properties["sessionID"] = instead.who.session;
        return tell(instead, type, std::move(properties), type, reply);
    };
    if (told(answer, "summary") == true) return say("session.compacted", {});
    if (answer.contains("error")) HM_TRY(say("session.error", {{"error", object_member(answer, "error")}}));
    const json::value* window = instead.input.if_contains("window");
    return say("message.updated", {{"info", json::object{{"tokens", object_member(answer, "tokens")}}},
                                   {"contextWindow", window == nullptr ? json::value() : *window}});
}

Result<void> close_subagent(const Instead& instead, json::object& reply) {
    const std::string_view child = text_member(object_member(instead.input, "metadata"), "sessionId");
    if (!instead.memory.hooks.is_missing(HostHook::event) || child.empty()) return {};
    Instead of_child{instead.input, instead.who, instead.directory, instead.memory, instead.workspace};
    of_child.who.parent_session = instead.who.session;
    of_child.who.session = child;
    of_child.who.agent.clear();
    const json::array said{json::array{"assistant", text_member(instead.input, "output")}};
    return tell(of_child, "session.idle", {{"sessionID", child}, {"messages", said}}, "idle", reply);
}

}  // namespace hm::opencode
