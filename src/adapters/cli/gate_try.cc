// gate try: the verdict on a call that is not made, for one call or, from standard input, for one call a line.
#include <fmt/format.h>

#include "adapters/cli/confirm.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"
#include "adapters/clients/opencode/dialect.h"
#include "app/gate/trial.h"
#include "app/project/project.h"
#include "app/session/session_meant.h"
#include "view/verdict_text.h"

namespace hm::cli {
namespace {

struct TryGate {
    std::optional<Word> role;
    std::optional<Word> tool;
    std::optional<Text<1, 100'000>> args;
    std::optional<SessionName> session;
    bool from_stdin = false;

    static constexpr void fields(auto&& visit) {
        visit(field("role", &TryGate::role, "As which role; left out: the session's, or solo."));
        visit(field("tool", &TryGate::tool, "The agent's tool, such as write or bash."));
        visit(field("args", &TryGate::args, "Its arguments as JSON, such as {\"command\":\"npm test\"}."));
        visit(field("session", &TryGate::session, "As which session, with its tasks: its id or stamp."));
        visit(field("stdin", &TryGate::from_stdin,
                    "Read one call a line: {\"tool\":…, \"args\":{…}, \"role\":…}; answer one verdict a line."));
    }
};

json::object verdict_json(const GateTrial& trial) {
    const Verdict& verdict = trial.verdict;
    json::object out{{"verdict", name_of(verdict.outcome)},
                     {"rule", name_of(verdict.rule)},
                     {"what", ""},
                     {"why", ""},
                     {"use_instead", ""},
                     {"evidence", json::array()}};
    if (verdict.rule == GateRule::none) return out;
    for (auto& member : to_json(explain(verdict, trial.facts))) out[member.key()] = member.value();
    return out;
}

Result<TriedCall> call_of(const json::object& line, const TryGate& input, const std::optional<Id>& session) {
    TriedCall call{opencode::tool_use(line), input.role ? input.role->str() : std::string(), session};
    if (call.use.tool.empty()) {
        return fail(ErrorCode::invalid_input, "The call names no tool.", "Give --tool, or \"tool\" in the line.");
    }
    if (const std::string_view role = text_member(line, "role"); !role.empty()) call.role = std::string(role);
    return call;
}

Result<TriedCall> call_in(std::string_view line, const TryGate& input, const std::optional<Id>& session) {
    HM_TRY_ASSIGN(const json::value parsed, parse_json(line));
    if (parsed.is_object()) return call_of(parsed.get_object(), input, session);
    return fail(ErrorCode::invalid_input, "The line is no JSON object.", "Write one call a line.");
}

Result<json::object> args_of(const TryGate& input) {
    if (!input.args) return json::object{};
    auto parsed = parse_json(input.args->view());
    if (parsed && parsed->is_object()) return parsed->get_object();
    return fail(ErrorCode::invalid_input, "--args is no JSON object.", "Give it as {\"command\":\"npm test\"}.");
}

Result<std::optional<Id>> session_of(const TryGate& input, Workspace& workspace) {
    if (!input.session) return std::nullopt;
    BadRows bad;
    HM_TRY_ASSIGN(const Session session, session_meant(input.session, {}, workspace.store.connection(), bad));
    return session.id;
}

// A line that cannot be read is answered too, so that answers and lines stay in step.
Result<int> judge_lines(const TryGate& input, const std::optional<Id>& session, Workspace& workspace,
                        Environment& environment) {
    bool any_blocked = false;
    bool any_unread = false;
    while (const auto line = read_typed_line()) {
        if (line->empty()) continue;
        const auto call = call_in(*line, input, session);
        const auto trial =
            call ? try_gate(*call, environment.directory, workspace) : Result<GateTrial>(fail(call.error()));
        if (!trial) {
            any_unread = true;
            environment.out(to_text(json::object{{"error", trial.error().what}}) + "\n");
            continue;
        }
        any_blocked |= trial->verdict.outcome == Outcome::block;
        environment.out(to_text(verdict_json(*trial)) + "\n");
    }
    // What was not judged must not pass for what is permitted.
    if (any_unread && !any_blocked) return wrong_usage;
    return any_blocked ? refused : success;
}

Result<int> run_gate_try(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const TryGate input, decode_as<TryGate>(values, "gate try"));
    HM_TRY_ASSIGN(Project project, Project::open_for_hook(environment.directory, environment.clock, environment.ids,
                                                          Deadline::in(seconds(5)), FailMode::by_mode));
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const auto session, session_of(input, workspace));
    if (input.from_stdin) return judge_lines(input, session, workspace, environment);
    HM_TRY_ASSIGN(json::object args, args_of(input));
    HM_TRY_ASSIGN(
        const TriedCall call,
        call_of({{"tool", input.tool ? input.tool->str() : std::string()}, {"args", std::move(args)}}, input, session));
    HM_TRY_ASSIGN(const GateTrial trial, try_gate(call, environment.directory, workspace));
    if (wants_json) {
        environment.out(to_text(verdict_json(trial)) + "\n");
    } else {
        environment.out(fmt::format("{}\n", name_of(trial.verdict.outcome)));
        if (trial.verdict.rule != GateRule::none) environment.out(to_text(explain(trial.verdict, trial.facts)));
    }
    return trial.verdict.outcome == Outcome::block ? refused : success;
}

}  // namespace

Procedure gate_try_procedure() {
    return {"gate try", "Try a call on the gate without making it; exit code 3 means that it would be blocked.", "",
            &shape_of<TryGate>, run_gate_try};
}

}  // namespace hm::cli
