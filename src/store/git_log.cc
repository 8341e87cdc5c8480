#include "store/git_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "base/utf8.h"

extern char** environ;  // NOLINT: as POSIX declares it

namespace hm {
namespace {

constexpr std::size_t most_bytes = 512 * 1024;
constexpr std::size_t most_commits = 50;
constexpr char between_fields = '\x1f';
constexpr char between_commits = '\x1e';

struct Printed {
    std::string out;
    int exit_code = -1;
    bool is_cut = false;  // at the deadline or the limit
};

// Nothing of the caller's git settings may lead it elsewhere, and it must neither ask, fetch nor write.
std::vector<std::string> environment_for_git() {
    std::vector<std::string> variables{"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
                                       "LC_ALL=C.UTF-8"};
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view variable(*each);
        if (!variable.starts_with("GIT_") && !variable.starts_with("LC_ALL=")) variables.emplace_back(variable);
    }
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

class Pipe {
public:
    Pipe() {
        if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int end(std::size_t which) const { return ends_.at(which); }
    void close_end(std::size_t which) {
        if (ends_.at(which) >= 0) ::close(ends_.at(which));
        ends_.at(which) = -1;
    }

private:
    std::array<int, 2> ends_{-1, -1};
};

std::optional<pid_t> start(std::vector<std::string> arguments, const Pipe& pipe) {
    std::vector<std::string> variables = environment_for_git();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe.end(1), STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t pid = -1;
    const int failed =
        posix_spawnp(&pid, "git", &actions, nullptr, pointers(arguments).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? std::optional(pid) : std::nullopt;
}

// Reads until the child closes its output; false when it had to be cut off.
bool read_all(int from, Deadline deadline, std::string& out) {
    std::array<char, 16 * 1024> buffer{};
    while (out.size() < most_bytes) {
        pollfd waiting{from, POLLIN, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(deadline.left().ms));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        const ssize_t got = read(from, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        out.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return false;
}

std::optional<Printed> run_git(std::vector<std::string> arguments, Deadline deadline) {
    Pipe pipe;
    if (pipe.end(0) < 0) return std::nullopt;
    const auto pid = start(std::move(arguments), pipe);
    if (!pid) return std::nullopt;
    pipe.close_end(1);
    Printed printed;
    printed.is_cut = !read_all(pipe.end(0), deadline, printed.out);
    if (printed.is_cut) kill(*pid, SIGKILL);
    int status = 0;
    while (waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) printed.exit_code = WEXITSTATUS(status);
    return printed;
}

// The parts of the text before each mark; what follows the last mark is not whole and left out.
std::vector<std::string_view> parts(std::string_view text, char mark) {
    std::vector<std::string_view> found;
    for (std::size_t end = text.find(mark); end != std::string_view::npos; end = text.find(mark)) {
        found.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return found;
}

std::vector<Commit> read_commits(std::string_view out) {
    std::vector<Commit> commits;
    for (std::string_view record : parts(out, between_commits)) {
        if (record.starts_with('\n')) record.remove_prefix(1);
        const auto fields = parts(record, between_fields);
        if (fields.size() != 5) continue;
        const auto text = [&](std::size_t i) { return repair_utf8(fields[i]); };
        commits.push_back({text(0), text(1), text(2), text(3), text(4)});
    }
    return commits;
}

constexpr std::string_view no_git = "git is not installed, so its history was not searched.";

std::string note_on(const Printed& printed, std::size_t most, std::size_t found) {
    if (printed.is_cut) return "git's history is long; the search was cut short.";
    if (printed.exit_code == 127) return std::string(no_git);
    if (printed.exit_code != 0) return "git found no repository here that it may read.";
    if (found >= most) return fmt::format("Only the newest {} commits are shown.", most);
    return {};
}

}  // namespace

GitLog commits_holding(const std::filesystem::path& root, const std::vector<std::string>& texts, Deadline deadline) {
    std::vector<std::string> arguments{"git",
                                       "-C",
                                       root.string(),
                                       "--no-pager",
                                       "-c",
                                       "log.showSignature=false",
                                       "log",
                                       "--all",
                                       "--no-color",
                                       "--no-show-signature",
                                       "--fixed-strings",
                                       fmt::format("--max-count={}", most_commits),
                                       "--format=%H%x1f%cI%x1f%an%x1f%s%x1f%B%x1f%x1e"};
    for (const std::string& text : texts) arguments.push_back("--grep=" + text);
    const auto printed = run_git(std::move(arguments), deadline);
    if (!printed) return {{}, std::string(no_git)};
    std::vector<Commit> commits = read_commits(printed->out);
    const std::size_t found = commits.size();
    return {std::move(commits), note_on(*printed, most_commits, found)};
}

GitLog newest_commits(const std::filesystem::path& root, std::size_t most, Deadline deadline) {
    const auto printed = run_git({"git", "-C", root.string(), "--no-pager", "-c", "log.showSignature=false", "log",
                                  "--no-color", "--no-show-signature", "--no-merges", "--name-only",
                                  fmt::format("--max-count={}", most), "--format=%x1e%H%x1f%cI%x1f%an%x1f%s%x1f%B%x1f"},
                                 deadline);
    if (!printed) return {{}, std::string(no_git)};
    GitLog log;
    // Each record ends where the next begins; behind its fields stand the files, one a line.
    const std::string out = printed->out + between_commits;
    for (const std::string_view record : parts(out, between_commits)) {
        const auto fields = parts(record, between_fields);
        if (fields.size() != 5) continue;
        const auto text = [&](std::size_t i) { return repair_utf8(fields[i]); };
        Commit commit{text(0), text(1), text(2), text(3), text(4)};
        const std::string_view files = record.substr(record.rfind(between_fields) + 1);
        for (const std::string_view file : parts(files, '\n')) {
            if (!file.empty()) commit.files.push_back(repair_utf8(file));
        }
        log.commits.push_back(std::move(commit));
    }
    // A record that was cut off may lack some of its text.
    if (printed->is_cut && !log.commits.empty()) log.commits.pop_back();
    log.note = note_on(*printed, most, log.commits.size());
    return log;
}

std::optional<Time> last_commit_at(const std::filesystem::path& root) {
    struct stat seen{};
    if (stat((root / ".git" / "logs" / "HEAD").c_str(), &seen) != 0 || !S_ISREG(seen.st_mode)) return std::nullopt;
    return Time{std::int64_t{seen.st_mtim.tv_sec} * 1000 + seen.st_mtim.tv_nsec / 1'000'000};
}

}  // namespace hm
