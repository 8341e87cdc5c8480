#include "app/hooks/run_shell.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "app/hooks/after_tool.h"
#include "app/hooks/before_tool.h"
#include "domain/role.h"
#include "domain/session.h"
#include "engine/gate/facts_of.h"
#include "store/queries/event.h"
#include "store/queries/settings.h"
#include "view/stop_text.h"

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
    done.output = end.output;
    if (!end.exit_code) done.end = ToolEnd::failed;
    HM_TRY(after_tool(done, root, workspace));
    return shell_run_text({.exit_code = end.exit_code,
                           .signal = end.signal,
                           .timed_out_after = end.is_timed_out ? std::optional(longest) : std::nullopt,
                           .output = repair_utf8(end.output)}) +
           (decision.message.empty() ? "" : "\n" + decision.message);
}

}  // namespace hm

extern char** environ;  // NOLINT: as POSIX declares it

namespace hm {

namespace {

// The first and the last of what a process prints.
class KeptOutput {
public:
    void add(std::string_view bytes) {
        total_ += bytes.size();
        const std::size_t room = half - std::min(half, first_.size());
        first_ += bytes.substr(0, room);
        last_ += bytes.substr(std::min(room, bytes.size()));
        if (last_.size() > 2 * half) last_.erase(0, last_.size() - half);
    }
    void into(ProcessEnd& end) {
        if (last_.size() > half) last_.erase(0, last_.size() - half);
        end.left_out = total_ - first_.size() - last_.size();
        end.output = std::move(first_);
        if (end.left_out > 0) end.output += fmt::format("\n… {} bytes left out …\n", end.left_out);
        end.output += last_;
    }

private:
    static constexpr std::size_t half = max_kept_output / 2;
    std::string first_;
    std::string last_;
    std::size_t total_ = 0;
};

Error cannot_start(int code) {
    return {ErrorCode::io, "The command could not be started.", "Run `hivemind doctor`.", std::strerror(code), {}};
}

Result<pid_t> start(const std::string& text, const std::filesystem::path& directory, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    std::string shell = "/bin/bash";
    if (access(shell.c_str(), X_OK) != 0) shell = "/bin/sh";
    std::string option = "-c";
    std::string script = text;
    const std::array<char*, 4> arguments{shell.data(), option.data(), script.data(), nullptr};
    pid_t pid = -1;
    const int failed = posix_spawn(&pid, shell.c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return fail(cannot_start(failed));
    return pid;
}

// Reads what there is within `wait`; false at the end of the output.
bool read_some(int from, Duration wait, KeptOutput& kept) {
    pollfd waiting{from, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(wait.ms));
    if (ready <= 0) return true;
    std::array<char, 16 * 1024> buffer{};
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got > 0) kept.add({buffer.data(), static_cast<std::size_t>(got)});
    return got > 0 || (got < 0 && errno == EINTR);
}

// Until the shell itself has ended: what it left in the background would hold the output open for ever. Answers
// whether it ended in time.
bool follow(pid_t pid, int from, Deadline deadline, KeptOutput& kept, int& status) {
    bool is_open = true;
    while (true) {
        const pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid) break;
        if (deadline.has_passed()) return false;
        const Duration wait = std::min(milliseconds(20), deadline.left());
        if (is_open) {
            is_open = read_some(from, wait, kept);
        } else {
            poll(nullptr, 0, static_cast<int>(wait.ms));
        }
    }
    // What was printed before the end is still in the pipe.
    for (int i = 0; is_open && i < 64; ++i) {
        pollfd waiting{from, POLLIN, 0};
        if (poll(&waiting, 1, 0) <= 0) break;
        is_open = read_some(from, milliseconds(0), kept);
    }
    return true;
}

}  // namespace

Result<ProcessEnd> run_shell_text(const std::string& text, const std::filesystem::path& directory, Deadline deadline) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return fail(cannot_start(errno));
    const Result<pid_t> pid = start(text, directory, ends[1]);
    close(ends[1]);
    if (!pid) {
        close(ends[0]);
        return fail(pid.error());
    }
    KeptOutput kept;
    ProcessEnd end;
    int status = 0;
    end.is_timed_out = !follow(*pid, ends[0], deadline, kept, status);
    // The group, not only the shell: nothing that it started stays behind.
    kill(-*pid, SIGKILL);
    if (end.is_timed_out) {
        while (waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    close(ends[0]);
    kept.into(end);
    if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    return end;
}

}  // namespace hm
