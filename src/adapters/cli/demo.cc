// demo: the main job, shown in a throw-away project. A scripted agent, no model, goes through the very
// child and event path that a real client uses.
#include <fmt/format.h>

#include <cstdlib>

#include "adapters/cli/demo_child.h"
#include "adapters/cli/exit_codes.h"
#include "adapters/cli/procedures.h"
#include "app/bus.h"
#include "app/project.h"
#include "base/codec.h"
#include "base/scratch_directory.h"
#include "base/utf8.h"

namespace hm::cli {
namespace {

struct Demo {
    bool keep = false;
    static constexpr void fields(auto&& visit) {
        visit(field("keep", &Demo::keep, "Leave the throw-away project for a look around."));
    }
};

std::string indented(std::string_view text) {
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out += "    │ " + std::string(text.substr(begin, end - begin)) + "\n";
        begin = end + 1;
    }
    return out;
}

// One agent's session, driven as its client would drive it.
class ScriptedAgent {
public:
    ScriptedAgent(DemoChild& child, std::string session, Environment& environment)
        : child_(child), session_(std::move(session)), environment_(environment) {}

    Result<json::object> ask(std::string_view hook, json::object input) {
        input["sessionID"] = session_;
        return child_.ask(hook, std::move(input));
    }

    // The client asks first; only an allowed write happens. True when it happened.
    Result<bool> write(const std::filesystem::path& file, std::string_view text) {
        say(fmt::format("The agent calls write {}.", file.filename().string()));
        json::object call{
            {"tool", "write"}, {"callID", "call"}, {"args", {{"filePath", file.string()}, {"content", text}}}};
        HM_TRY_ASSIGN(const json::object before, ask("tool.execute.before", call));
        if (text_member(before, "verdict") == "block") {
            show(text_member(before, "message"));
            return false;
        }
        HM_TRY(write_file(file, text));
        HM_TRY(ask("tool.execute.after", call));
        show(fmt::format("wrote {}", file.filename().string()));
        return true;
    }

    Result<void> call(std::string_view tool, const json::object& arguments) {
        say(fmt::format("The agent calls {} {}", tool, to_text(arguments)));
        HM_TRY_ASSIGN(const json::object reply, ask("tool", {{"tool", tool}, {"args", arguments}}));
        show(text_member(reply, "output"));
        return {};
    }

    Result<std::string> see(std::string_view prompt) {
        say(fmt::format("The person says: \"{}\". Before the model sees it, HiveMind adds:", prompt));
        HM_TRY_ASSIGN(const json::object reply, ask("messages.transform", {{"prompt", prompt}}));
        std::string pack(text_member(reply, "inject"));
        show(pack);
        return pack;
    }

private:
    void say(std::string_view text) { environment_.out(fmt::format("\n  {}\n", text)); }
    void show(std::string_view text) { environment_.out(indented(text)); }

    DemoChild& child_;
    std::string session_;
    Environment& environment_;
};

std::unexpected<Error> went_wrong(std::string_view step) {
    return fail(ErrorCode::io, fmt::format("The demo expected {} and did not see it.", step), "Please report this.");
}

constexpr std::string_view memory = "The session token is renewed by refresh.ts, not by the login form.";
constexpr std::string_view dead_end = "Patching the login form to renew the token";

Result<void> first_session(const std::filesystem::path& project, ScriptedAgent agent) {
    const std::filesystem::path file = project / "refresh.ts";
    HM_TRY_ASSIGN(const bool too_early, agent.write(file, "export const renew = () => {};\n"));
    if (too_early) return went_wrong("a write without a task to be refused");
    HM_TRY(agent.call("govern_task", {{"action", "start"}, {"name", "Renew the session token"}}));
    HM_TRY_ASSIGN(const bool is_written, agent.write(file, "export const renew = () => {};\n"));
    if (!is_written) return went_wrong("the same write to happen under a task");
    HM_TRY(agent.call("hivemind_memory", {{"action", "save"}, {"content", memory}}));
    return agent.call("hivemind_memory", {{"action", "flag_false_path"},
                                          {"content", dead_end},
                                          {"reason", "The form never sees the response headers."}});
}

Result<void> second_session(ScriptedAgent agent) {
    HM_TRY_ASSIGN(const std::string pack, agent.see("The token still expires. Where was I?"));
    const bool finds_both = pack.find(memory) != std::string::npos && pack.find(dead_end) != std::string::npos;
    if (!finds_both) return went_wrong("memory and dead end in the second session");
    return {};
}

// The throw-away project is nobody's for long: its record goes where the project goes, for the children too.
class ThrowAwayState {
public:
    explicit ThrowAwayState(const std::filesystem::path& folder) {
        if (const char* before = std::getenv(variable)) before_ = before;
        setenv(variable, folder.c_str(), 1);
    }
    ~ThrowAwayState() { before_ ? setenv(variable, before_->c_str(), 1) : unsetenv(variable); }
    ThrowAwayState(const ThrowAwayState&) = delete;
    ThrowAwayState& operator=(const ThrowAwayState&) = delete;

private:
    static constexpr const char* variable = "XDG_STATE_HOME";
    std::optional<std::string> before_;
};

Result<int> run(const json::object& values, bool, Environment& environment) {
    HM_TRY_ASSIGN(const Demo input, decode_as<Demo>(values, "demo"));
    HM_TRY_ASSIGN(ScratchDirectory project, ScratchDirectory::make("demo"));
    HM_TRY_ASSIGN(const ScratchDirectory state, ScratchDirectory::make("demo-state"));
    std::optional<ThrowAwayState> throw_away;
    if (!input.keep) throw_away.emplace(state.path());
    {
        HM_TRY_ASSIGN(Project made, Project::create(project.path(), environment.clock, environment.ids));
        Workspace workspace = made.workspace();
        const json::object strict{{"key", "mode"}, {"value", "strict"}};
        HM_TRY(execute(*find_command("config set"), {strict, {}}, workspace));
    }
    environment.out(
        "A throw-away project in strict mode, and an agent that follows a script. Below each step stands what "
        "the agent sees.\n\nFIRST SESSION\n");
    HM_TRY_ASSIGN(DemoChild child, DemoChild::start(environment.program, project.path()));
    HM_TRY(child.ask("hello", {{"client", "opencode"}}));
    HM_TRY(first_session(project.path(), ScriptedAgent(child, "demo-1", environment)));
    environment.out("\nSECOND SESSION, another process, nothing carried over but the project's directory\n");
    HM_TRY_ASSIGN(DemoChild second, DemoChild::start(environment.program, project.path()));
    HM_TRY(second_session(ScriptedAgent(second, "demo-2", environment)));
    environment.out("\nThat is the main job. In a project of yours: hivemind init --client opencode\n");
    if (input.keep) {
        environment.out(fmt::format("The project is in {}\n", project.path().string()));
        project.keep();
    }
    return success;
}

}  // namespace

Procedure demo_procedure() {
    return {"demo", "Show the main job in a throw-away project, without a model.", "", &shape_of<Demo>, run};
}

}  // namespace hm::cli
