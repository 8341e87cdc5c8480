// hivemind demo: the main job in a throw-away project, through the real child of a client.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"
#include "app/bus/bus.h"
#include "app/project/project.h"
#include "base/codec.h"
#include "base/deadline.h"
#include "base/files.h"
#include "base/json.h"
#include "base/result.h"
#include "base/strings.h"

namespace hm::cli {

// The child process of the demo: `hivemind serve opencode` in a directory, asked line by line as the plugin
// asks it. Every wait has a deadline; the child ends with this object.

class DemoChild {
public:
    static Result<DemoChild> start(const std::filesystem::path& program, const std::filesystem::path& directory);
    DemoChild(DemoChild&& other) noexcept;
    DemoChild& operator=(DemoChild&&) = delete;
    ~DemoChild();

    Result<json::object> ask(std::string_view hook, json::object input);

private:
    DemoChild(pid_t pid, int input, int output) : pid_(pid), input_(input), output_(output) {}
    Result<std::string> read_line();

    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    int asked_ = 0;
    std::string buffer_;
};

Result<void> write_file(const std::filesystem::path& file, std::string_view text);

// demo: the main job, shown in a throw-away project. A scripted agent, no model, goes through the very
// child and event path that a real client uses.

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

Result<int> run_demo(const json::object& values, bool, Environment& environment) {
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
    return {"demo", "Show the main job in a throw-away project, without a model.", "", &shape_of<Demo>, run_demo};
}

namespace {

constexpr Duration answer_deadline = seconds(10);

std::unexpected<Error> no_answer(std::string_view why) {
    return fail(ErrorCode::io, fmt::format("The demo's child did not answer: {}.", why), "Run the demo again.");
}

[[noreturn]] void become_child(const std::filesystem::path& program, const std::filesystem::path& directory, int input,
                               int output) {
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    if (chdir(directory.c_str()) == 0) execl(program.c_str(), "hivemind", "serve", "opencode", nullptr);
    _exit(127);
}

}  // namespace

Result<DemoChild> DemoChild::start(const std::filesystem::path& program, const std::filesystem::path& directory) {
    std::array<int, 2> to_child{};
    std::array<int, 2> from_child{};
    if (pipe2(to_child.data(), O_CLOEXEC) != 0 || pipe2(from_child.data(), O_CLOEXEC) != 0) {
        return no_answer(std::strerror(errno));
    }
    const pid_t pid = fork();
    if (pid < 0) return no_answer(std::strerror(errno));
    if (pid == 0) become_child(program, directory, to_child[0], from_child[1]);
    close(to_child[0]);
    close(from_child[1]);
    return DemoChild(pid, to_child[1], from_child[0]);
}

DemoChild::DemoChild(DemoChild&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      asked_(other.asked_),
      buffer_(std::move(other.buffer_)) {}

DemoChild::~DemoChild() {
    if (pid_ < 0) return;
    close(input_);
    close(output_);
    const Deadline deadline = Deadline::in(seconds(2));
    while (waitpid(pid_, nullptr, WNOHANG) == 0) {
        if (deadline.has_passed()) kill(pid_, SIGKILL);
        usleep(1000);
    }
}

Result<std::string> DemoChild::read_line() {
    const Deadline deadline = Deadline::in(answer_deadline);
    while (buffer_.find('\n') == std::string::npos) {
        pollfd ready{output_, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(deadline.left().ms)) <= 0) return no_answer("it took too long");
        std::array<char, 8192> chunk{};
        const ssize_t count = read(output_, chunk.data(), chunk.size());
        if (count <= 0) return no_answer("it ended");
        buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    }
    const std::size_t end = buffer_.find('\n');
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return line;
}

Result<json::object> DemoChild::ask(std::string_view hook, json::object input) {
    const std::string id = fmt::format("demo-{}-{}", pid_, ++asked_);
    const std::string line = to_text(json::object{{"id", id}, {"hook", hook}, {"input", std::move(input)}}) + "\n";
    if (write(input_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return no_answer("it ended");
    HM_TRY_ASSIGN(const std::string text, read_line());
    HM_TRY_ASSIGN(json::value reply, parse_json(text));
    if (!reply.is_object()) return no_answer("its answer is not an object");
    if (reply.get_object().contains("failed")) return no_answer(text_member(reply.get_object(), "message"));
    return std::move(reply.get_object());
}

Result<void> write_file(const std::filesystem::path& file, std::string_view text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.flush();
    if (!out) return fail(ErrorCode::io, fmt::format("Cannot write {}.", file.string()), "Check the disk.");
    return {};
}

}  // namespace hm::cli
