#include "adapters/clients/opencode/replies.h"

#include <fmt/format.h>

#include <array>
#include <tuple>

#include "adapters/clients/opencode/client_events.h"
#include "adapters/clients/opencode/companions.h"
#include "adapters/clients/opencode/dialect.h"
#include "adapters/clients/opencode/orders.h"
#include "adapters/clients/opencode/reply_memory.h"
#include "adapters/clients/shared/agent_tools.h"
#include "adapters/clients/shared/tool_arguments.h"
#include "app/bus/bus.h"
#include "app/care/doctor_events.h"
#include "app/command/command.h"
#include "app/event/hook_frame.h"
#include "app/hooks/handle.h"
#include "app/project/project.h"
#include "base/redact.h"
#include "view/text.h"
#include "view/verdict_text.h"

namespace hm::opencode {
namespace {

// The plugin waits a little longer than the engine may take, so that an answer in time arrives in time.
constexpr Duration grace = milliseconds(150);
constexpr Duration open_deadline = milliseconds(200);

// What a hook is answered from.
struct Asked {
    const json::object& input;
    const std::string request_id;
    const std::string asked;
    const std::filesystem::path& directory;
    Project& project;
    ReplyMemory& memory;

    AgentIdentity who() const {
        AgentIdentity who = identity(input, request_id);
        if (!request_id.empty()) who.asked = asked;
        who.process = memory.client_process;
        return who;
    }
    Door door() const { return {directory, project, memory}; }
    Instead instead() const { return {input, who(), door()}; }
    Result<HookReply> tell(const AgentEvent& event) const { return door().tell(event); }
};

using Handler = Result<json::object> (*)(Asked& asked);

std::filesystem::path this_program() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path("hivemind") : program;
}

// What came to the child before this one has come to the client.
void meet_again(const json::object& input, HostHooks& hooks) {
    const json::value* met = input.if_contains("met");
    if (met == nullptr || !met->is_array()) return;
    for (const json::value& name : met->get_array()) {
        if (name.is_string()) hooks.meet(name.get_string());
    }
}

Result<json::object> hello(Asked& asked) {
    if (asked.input.contains("met")) asked.memory.hooks.begin();
    meet_again(asked.input, asked.memory.hooks);
    HM_TRY_ASSIGN(const Settings settings, asked.project.settings());
    const auto patience = [](Duration deadline) { return deadline.ms + grace.ms; };
    return json::object{{"active", true},
                        {"version", HIVEMIND_VERSION},
                        {"mode", name_of(settings.mode)},
                        {"fail", name_of(effective_fail(settings))},
                        {"deadline_ms",
                         {{"gate", patience(settings.gate_deadline)},
                          {"pack", patience(settings.pack_deadline)},
                          {"record", patience(settings.record_deadline)},
                          {"command", patience(settings.command_deadline)},
                          // The run itself, and what is decided and recorded around it.
                          {"shell", patience(settings.shell_deadline) + patience(settings.command_deadline)}}},
                        {"tools", describe_agent_tools(settings.tools, ToolShare::everyone)},
                        {"config", companion_settings(this_program())}};
}

// What the call shall run with instead: plain paths, the agent that is meant, the background where it belongs there.
json::object changed_arguments(const Asked& asked, const std::string& agent, const std::vector<std::string>& paths,
                               Background background) {
    json::object arguments = rewritten_arguments(asked.input, paths);
    if (!agent.empty()) arguments["subagent_type"] = agent;
    if (background != Background::no) arguments["background"] = true;
    return arguments;
}

Result<json::object> tool_before(Asked& asked) {
    HM_TRY(check_was_sent(asked.input, longest_line));
    BeforeTool call{asked.who(), tool_use(asked.input)};
    HM_TRY(check_readable(asked.input.if_contains("tool"), asked.input.if_contains("args"), call.use));
    const std::string agent = agent_meant(asked.input);
    if (!agent.empty()) call.use.agent = agent;
    // Asked again, because a plugin has changed the arguments since: it is the one call.
    const bool is_again = told(asked.input, "again").value_or(false);
    if (!is_again) call.use.made_before = asked.memory.repeated.count(call.who.session, call.use.print);
    HM_TRY_ASSIGN(const HookReply told, asked.tell(call));
    const bool is_refused = told.outcome == Outcome::block;
    const std::string& message = is_refused ? told.refusal : told.context;
    json::object reply{{"verdict", name_of(told.outcome)}};
    if (!message.empty()) reply["message"] = message;
    // OpenCode's screen shows that a call failed, not why; the toast does.
    if (!told.headline.empty()) reply["toast"] = {{"message", told.headline}, {"variant", "warning"}};
    const Background background = runs_in_background(asked.input);
    if (background == Background::when_set) reply["flags"] = background_flags();
    const json::object arguments = changed_arguments(asked, agent, told.paths, background);
    if (!arguments.empty()) reply["args"] = arguments;
    if (is_refused) {
        // Nothing comes behind a refused call. A session that cannot be looked at now is looked at when it rests.
        std::ignore = look_at_new_session(asked.instead(), reply);
        add_orders(reply, told, call.who.session);
        return reply;
    }
    const std::string key = call_key(call.who, call.use.call_id);
    if (!message.empty()) asked.memory.advice.keep(key, message);
    // Remembered as it shall run: another plugin may change it yet.
    if (!arguments.empty()) call.use.print = tool_use(with_arguments(asked.input, arguments)).print;
    asked.memory.calls.open(key, std::move(call));
    return reply;
}

// OpenCode answers a call of a tool that it does not offer with one of its own, which knows only the name.
std::string other_way(const json::object& input) {
    if (text_member(input, "tool") != "invalid") return {};
    return way_to_reach(text_member(object_member(input, "args"), "tool"));
}

Result<json::object> tool_after(Asked& asked) {
    AfterTool done{asked.who(), tool_use(asked.input), std::nullopt};
    const json::value* exit = object_member(asked.input, "metadata").if_contains("exit");
    if (exit != nullptr && exit->is_int64()) done.exit_code = exit->get_int64();
    done.output = text_member(asked.input, "output");
    json::object reply;
    const std::string key = call_key(done.who, done.use.call_id);
    HM_TRY(judge_afterwards(asked.instead(), asked.memory.calls.close(key), reply));
    HM_TRY(asked.tell(done));
    // Behind the call, so that its verdict waits for nothing.
    std::ignore = look_at_new_session(asked.instead(), reply);
    HM_TRY(close_subagent(asked.instead(), reply));
    std::string append = asked.memory.advice.take(key);
    // The call is recorded; a state that cannot be made now is no reason to say that it was not.
    if (const auto state = state_with_result(asked.instead()); state && !state->empty()) {
        append += (append.empty() ? "" : "\n\n") + *state;
    }
    if (const std::string way = other_way(asked.input); !way.empty()) append += (append.empty() ? "" : "\n\n") + way;
    if (!append.empty()) reply["append"] = "\n\n" + append;
    return reply;
}

Result<json::object> own_tool(Asked& asked) {
    HM_TRY(check_was_sent(asked.input, longest_line));
    Workspace workspace = asked.project.workspace();
    HM_TRY_ASSIGN(const Session session, session_of(asked.who(), &Settings::command_deadline, workspace));
    const Actor actor = agent_actor(session);
    const std::string_view tool = text_member(asked.input, "tool");
    const json::object& arguments = object_member(asked.input, "args");
    const auto answer = carry_out({tool, arguments, actor, asked.request_id}, workspace);
    if (!answer) return json::object{{"output", to_text(four_parts(answer.error()))}};
    json::object reply{{"output", answer->text}};
    // The call was carried out whatever becomes of the order; the subagent's next call is looked at again.
    std::ignore = add_recall(reply, answer->data, workspace);
    const auto meant = meant_call(tool, arguments);
    if (meant && meant->tool == "hivemind_swarm") {
        std::ignore = add_research(reply, asked.who().session, answer->data, workspace);
    }
    return reply;
}

Result<json::object> messages_transform(Asked& asked) {
    BeforeModel request{.who = asked.who(), .prompt = std::string(text_member(asked.input, "prompt"))};
    if (const std::string_view note = text_member(asked.input, "note"); !note.empty()) request.notes.emplace_back(note);
    request.outputs = outputs_held(asked.input);
    request.places = places_held(asked.input);
    HM_TRY(take_prompt(asked.instead()));
    HM_TRY(record_finished_calls(asked.instead()));
    json::object reply;
    HM_TRY(take_last_answer(asked.instead(), reply));
    HM_TRY_ASSIGN(const std::string rules, rules_beside_state(asked.instead()));
    HM_TRY_ASSIGN(HookReply told, asked.tell(request));
    asked.memory.turns.of(request.who.session).awaits_state = false;
    if (request.places) reply["placed"] = placed_parts(told.placed);
    std::string inject = rules.empty() ? std::move(told.context) : rules + "\n" + told.context;
    if (!inject.empty()) reply["inject"] = std::move(inject);
    if (!told.checklist.empty()) reply["checklist"] = std::move(told.checklist);
    if (!told.left_out.empty()) reply["left_out"] = json::array(told.left_out.begin(), told.left_out.end());
    return reply;
}

Result<json::object> system_transform(Asked& asked) {
    HM_TRY_ASSIGN(HookReply told, asked.tell(SystemPrompt{asked.who()}));
    json::array parts{json::value(std::move(told.context))};
    HM_TRY_ASSIGN(std::string state, state_above(asked.instead()));
    if (!state.empty()) parts.emplace_back(std::move(state));
    return json::object{{"push", json::object{{"system", std::move(parts)}}}};
}

Result<json::object> session_compacting(Asked& asked) {
    const BeforeCompact compaction{asked.who(), std::string(text_member(asked.input, "summary"))};
    HM_TRY_ASSIGN(HookReply told, asked.tell(compaction));
    if (!told.summary_prompt.empty()) {
        return json::object{{"set", json::object{{"prompt", std::move(told.summary_prompt)}}}};
    }
    return json::object{{"push", json::object{{"context", json::array{json::value(std::move(told.context))}}}}};
}

// A credential that the model says again is kept nowhere: OpenCode stores and shows the text without it.
Result<json::object> text_complete(Asked& asked) {
    const std::string_view text = text_member(asked.input, "text");
    std::string clean = redact(text);
    if (clean == text) return json::object{};
    return json::object{{"set", json::object{{"text", std::move(clean)}}}};
}

// Nothing is left that the plugin could see: only the user's state folder knows how the project fails.
bool is_lost_and_closed(const std::filesystem::path& directory) {
    const auto root = project_root(directory);
    return root && !has_store_folder(project_paths(*root)) && is_marked_closed(*root);
}

void await_state(Turn& turn, HostHooks& hooks) {
    // A request was made for the prompt before this one, and no place in it was offered.
    if (turn.awaits_state && turn.had_request) hooks.miss(HostHook::messages_transform);
    turn.awaits_state = true;
    turn.has_state_above = false;
}

Result<json::object> chat_message(Asked& asked) {
    if (text_member(asked.input, "sessionID").empty()) return json::object{};
    meet_again(asked.input, asked.memory.hooks);
    asked.memory.repeated.forget(text_member(asked.input, "sessionID"));
    json::object reply;
    HM_TRY(close_turn_before(asked.instead(), reply));
    await_state(asked.memory.turns.of(asked.who().session), asked.memory.hooks);
    HM_TRY_ASSIGN(const HookReply told,
                  asked.tell(UserPrompt{asked.who(), std::string(text_member(asked.input, "text"))}));
    add_orders(reply, told, asked.who().session);
    return reply;
}

std::string session_of_event(const AgentEvent& event) {
    return std::visit(
        [](const auto& told) {
            if constexpr (requires { told.who; }) return told.who.session;
            return std::string();
        },
        event);
}

Result<json::object> client_event(Asked& asked) {
    const auto event = event_told(asked.input, asked.who());
    if (!event) return json::object{};
    if (std::holds_alternative<AfterCompact>(*event)) asked.memory.hooks.miss(HostHook::session_compacting);
    HM_TRY_ASSIGN(const HookReply told, asked.tell(*event));
    json::object reply;
    add_orders(reply, told, session_of_event(*event));
    return reply;
}

// Our own commands get the state as it is now; the text of any other is the person's.
struct OwnCommand {
    std::string_view name;
    std::string_view query;
};

constexpr std::array<OwnCommand, 2> own_commands{{{"hivemind-status", "status"}, {"hivemind-plan", "plan show"}}};

Result<json::object> command_before(Asked& asked) {
    constexpr std::size_t longest_state = 6000;
    const std::string_view name = text_member(asked.input, "command");
    const std::string_view arguments = text_member(asked.input, "arguments");
    HM_TRY(asked.tell(ClientCommand{asked.who(), {std::string(name), std::string(arguments)}}));
    for (const OwnCommand& own : own_commands) {
        if (own.name != name) continue;
        const Actor person{.kind = ActorKind::person};
        Workspace workspace = asked.project.workspace();
        HM_TRY_ASSIGN(const Answer state, ask(*find_query(own.query), json::object{}, person, workspace));
        const std::string text =
            fmt::format("<hivemind_now>\n{}</hivemind_now>", escape_xml(shorten(state.text, longest_state)));
        const json::object part{{"type", "text"}, {"text", text}, {"synthetic", true}};
        return json::object{{"push", json::object{{"parts", json::array{part}}}}};
    }
    return json::object{};
}

Result<json::object> autocontinue(Asked& asked) {
    HM_TRY_ASSIGN(const HookReply told, asked.tell(BeforeResume{asked.who()}));
    if (told.refusal.empty()) return json::object{};
    return json::object{{"set", json::object{{"enabled", false}}},
                        {"toast", json::object{{"message", told.refusal}, {"variant", "info"}}}};
}

// Without a store that may be used, calls are judged by what is built in, the model is told why, and that is all.
Result<json::object> tool_before_without_store(Asked& asked) {
    const BeforeTool call{asked.who(), tool_use(asked.input)};
    HM_TRY(check_readable(asked.input.if_contains("tool"), asked.input.if_contains("args"), call.use));
    HM_TRY_ASSIGN(const HookReply told, asked.tell(call));
    json::object reply{{"verdict", name_of(told.outcome)}};
    if (!told.refusal.empty()) reply["message"] = told.refusal;
    return reply;
}

Result<json::object> own_tool_without_store(Asked& asked) {
    return json::object{{"output", to_text(stand_in_parts(*asked.project.stands_in_because()))}};
}

Result<json::object> nothing(Asked&) {
    return json::object{};
}

struct Hook {
    std::string_view name;
    Handler handle;
    Handler without_store = nothing;
};

constexpr std::array<Hook, 12> hooks{{
    {"hello", hello, hello},
    {gate_hook, tool_before, tool_before_without_store},
    {"tool.execute.after", tool_after},
    {"tool", own_tool, own_tool_without_store},
    {"messages.transform", messages_transform},
    {"system.transform", system_transform, system_transform},
    {"session.compacting", session_compacting},
    {"text.complete", text_complete, text_complete},
    {"chat.message", chat_message},
    {"command.execute.before", command_before},
    {"compaction.autocontinue", autocontinue},
    {"event", client_event},
}};

}  // namespace

Replies::Replies(std::filesystem::path directory, Clock& clock, IdSource& ids)
    : directory_(std::move(directory)), clock_(clock), ids_(ids), memory_(std::make_unique<ReplyMemory>()) {}

Replies::~Replies() = default;

Result<void> Replies::open_project() {
    return memory_->kept.open(project_, directory_, clock_, ids_, Deadline::in(open_deadline), FailMode::by_mode);
}

Result<json::object> Replies::dispatch(const json::object& request) {
    const std::string_view name = text_member(request, "hook");
    for (const Hook& hook : hooks) {
        if (hook.name != name) continue;
        HM_TRY(open_project());
        Asked asked{object_member(request, "input"),
                    std::string(text_member(request, "id")),
                    request_print(name, object_member(request, "input")),
                    directory_,
                    *project_,
                    *memory_};
        memory_->hooks.meet(name);
        if (project_->stands_in_because()) return hook.without_store(asked);
        auto outcome = hook.handle(asked);
        memory_->hooks.keep(project_->root() / ".hivemind", clock_.now());
        return outcome;
    }
    return fail(ErrorCode::unsupported, fmt::format("No hook '{}'.", name.substr(0, 60)),
                "Run `hivemind init --client opencode` again, so that plugin and program match.");
}

json::object Replies::answer(const json::object& request) {
    Result<json::object> outcome = dispatch(request);
    // Every write looks at the schema, and what it met may have become a text for the agent or a record in the spool. A
    // read that fails may have met tables that it does not know.
    if (project_ && (!outcome || project_->has_met_newer_schema())) {
        if (auto checked = project_->check_schema(); !checked) outcome = fail(std::move(checked).error());
    }
    // What went into a store that was taken away meanwhile is not acknowledged.
    if (outcome && project_) {
        if (auto kept = memory_->kept.check_in_place(*project_); !kept) outcome = fail(std::move(kept).error());
    }
    has_met_newer_store_ = !outcome && outcome.error().code == ErrorCode::newer_version;
    json::object reply{{"id", text_member(request, "id")}};
    if (outcome) {
        for (auto& member : *outcome) reply[member.key()] = std::move(member.value());
        return reply;
    }
    if (outcome.error().code == ErrorCode::not_initialised) {
        reply["active"] = false;
        return reply;
    }
    return failure(text_member(request, "id"), text_member(request, "hook"), outcome.error());
}

json::object Replies::answer_unreadable(std::string_view head, const Error& error) {
    has_met_newer_store_ = false;
    // Where there is no project there is nothing to refuse.
    if (const auto opened = open_project(); !opened && opened.error().code == ErrorCode::not_initialised) {
        return {{"id", peek_member(head, "id")}, {"active", false}};
    }
    return failure(peek_member(head, "id"), peek_member(head, "hook"), unreadable_call(error));
}

json::object Replies::failure(std::string_view id, std::string_view hook, const Error& error) {
    json::object reply{{"id", id}, {"failed", true}, {"message", to_text(four_parts(error))}};
    add_log(reply, "error", fmt::format("{}: {}", hook, error.what));
    if (hook == gate_hook && error.code != ErrorCode::newer_version) {
        const auto settings = project_ ? project_->settings() : Result<Settings>(fail(error));
        // When HiveMind itself failed, or has no settings, the plugin goes by what it was told before.
        const bool is_unreadable =
            error.code == ErrorCode::invalid_input && settings && fail_mode_for(error, *settings) == FailMode::closed;
        const bool is_refused = is_unreadable || is_lost_and_closed(directory_);
        if (is_refused) reply["verdict"] = name_of(Outcome::block);
        if (is_unreadable) {
            reply["toast"] = {{"message", "Refused: a call that cannot be read."}, {"variant", "warning"}};
        }
        const std::string_view came_of_it = is_refused ? "the call was refused" : "the call was left to the fail mode";
        std::ignore =
            spool_engine_failure(directory_, {fmt::format("opencode {}", hook), error.what, came_of_it}, clock_, ids_);
    }
    // A connection that met trouble is not trusted again; what the client sent is none.
    if (error.code != ErrorCode::busy && error.code != ErrorCode::invalid_input) project_.reset();
    return reply;
}

void Replies::set_client_process(std::string process) {
    memory_->client_process = std::move(process);
}

LaterWork& Replies::later() {
    return memory_->later;
}

void Replies::do_all_later() {
    while (!later().empty()) {
        const auto item = parse_json(later().take(0));
        if (!item || !item->is_object() || !open_project()) continue;
        Workspace workspace = project_->workspace();
        do_later(item->get_object(), directory_, workspace);
    }
}

void Replies::rest() {
    if (project_) project_->rest();
}

}  // namespace hm::opencode
