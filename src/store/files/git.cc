#include "store/files/git.h"

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
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "base/strings.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
    struct stat facts{};
    return lstat(path.c_str(), &facts) == 0;
}

std::string first_line(const fs::path& file, std::string_view front = {}) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    while (line.ends_with('\r') || line.ends_with(' ')) line.pop_back();
    return line.starts_with(front) ? line.substr(front.size()) : std::string();
}

// Normalising "…/worktrees/x/../.." leaves a slash at the end, which would count as an empty name.
fs::path joined(const fs::path& directory, const std::string& named) {
    return (directory / named / "x").lexically_normal().parent_path();
}

// The directory that a `.git` file names; nothing when `directory` has no such file.
std::optional<fs::path> named_git_directory(const fs::path& directory) {
    std::error_code error;
    const fs::path dot_git = directory / ".git";
    if (!fs::is_regular_file(dot_git, error)) return std::nullopt;
    const std::string named = first_line(dot_git, "gitdir: ");
    return named.empty() ? std::nullopt : std::optional(joined(directory, named));
}

// Of a worktree another one; of a submodule and of a checkout their own.
fs::path common_directory(const fs::path& git_directory) {
    const std::string common = first_line(git_directory / "commondir");
    return common.empty() ? git_directory : joined(git_directory, common);
}

bool is_repository(const fs::path& git) {
    return is_there(git / "HEAD") && is_there(git / "objects");
}

}  // namespace

std::optional<Checkout> checkout_at(const fs::path& top) {
    const fs::path dot_git = top / ".git";
    if (!is_there(dot_git)) return std::nullopt;
    const auto named = named_git_directory(top);
    const fs::path git = named.value_or(dot_git);
    if (named && !is_there(git)) return Checkout{top, {}, git};
    const fs::path common = common_directory(git);
    if (is_repository(common)) return Checkout{top, common, {}};
    // git takes a `.git` folder without a repository in it for none, and a file that names none for an error.
    return named ? std::optional(Checkout{top, {}, common}) : std::nullopt;
}

std::optional<Checkout> find_checkout(const fs::path& directory) {
    for (fs::path top = directory;; top = top.parent_path()) {
        if (auto checkout = checkout_at(top)) return checkout;
        if (!top.has_relative_path()) return std::nullopt;
    }
}

fs::path main_checkout(const Checkout& checkout) {
    const bool is_beside = checkout.common.filename() == ".git";
    return is_beside ? checkout.common.parent_path() : fs::path();
}

std::vector<fs::path> checkouts_of(const fs::path& common) {
    std::vector<fs::path> tops;
    if (common.empty()) return tops;
    if (common.filename() == ".git") tops.push_back(common.parent_path());
    std::error_code error;
    for (fs::directory_iterator it(common / "worktrees", error), end; !error && it != end; it.increment(error)) {
        const std::string named = first_line(it->path() / "gitdir");
        if (!named.empty()) tops.push_back(joined(it->path(), named).parent_path());
    }
    return tops;
}

fs::path project_identity(const fs::path& root) {
    std::error_code error;
    const auto checkout = checkout_at(root);
    const fs::path identity = checkout && !checkout->common.empty() ? checkout->common : root;
    const fs::path real = fs::canonical(identity, error);
    return error ? identity.lexically_normal() : real;
}

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_index = 64U << 20U;
constexpr std::size_t header_size = 12;
constexpr std::size_t fixed_size = 62;  // of an entry, in front of its name
constexpr std::size_t mtime_at = 8;
constexpr std::size_t size_at = 36;
constexpr std::size_t flags_at = 60;
constexpr std::uint32_t is_extended = 0x4000;

struct Kept {
    std::uint32_t seconds = 0;
    std::uint32_t nanoseconds = 0;
    std::uint32_t size = 0;
};

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t length) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < length; ++i) value = (value << 8U) | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

std::optional<std::string> read_file(const fs::path& file, std::uintmax_t largest) {
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > largest || error) return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    return in ? std::optional(bytes.str()) : std::nullopt;
}

// Version 4 leaves out what a name shares with the one before it: how much of that to drop is a number of 7 bits a
// byte.
std::optional<std::size_t> read_dropped(std::string_view bytes, std::size_t& at) {
    if (at >= bytes.size()) return std::nullopt;
    auto byte = static_cast<unsigned char>(bytes[at++]);
    std::size_t value = byte & 0x7FU;
    while ((byte & 0x80U) != 0) {
        if (at >= bytes.size() || value > largest_index) return std::nullopt;
        byte = static_cast<unsigned char>(bytes[at++]);
        value = ((value + 1) << 7U) | (byte & 0x7FU);
    }
    return value;
}

std::optional<Kept> find_kept(std::string_view bytes, std::string_view path) {
    if (bytes.size() < header_size || !bytes.starts_with("DIRC")) return std::nullopt;
    const std::uint32_t version = number_at(bytes, 4, 4);
    const std::uint32_t count = number_at(bytes, 8, 4);
    if (version < 2 || version > 4) return std::nullopt;
    std::string name;
    std::size_t at = header_size;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t begin = at;
        if (begin + fixed_size > bytes.size()) return std::nullopt;
        at += fixed_size + ((number_at(bytes, begin + flags_at, 2) & is_extended) != 0 && version > 2 ? 2 : 0);
        if (version == 4) {
            const auto dropped = read_dropped(bytes, at);
            if (!dropped || *dropped > name.size()) return std::nullopt;
            name.resize(name.size() - *dropped);
        } else {
            name.clear();
        }
        const std::size_t end = bytes.find('\0', at);
        if (end == std::string_view::npos) return std::nullopt;
        name += bytes.substr(at, end - at);
        if (name == path)
            return Kept{number_at(bytes, begin + mtime_at, 4), number_at(bytes, begin + mtime_at + 4, 4),
                        number_at(bytes, begin + size_at, 4)};
        // Entries are filled up to a multiple of eight, with one zero at least.
        at = version == 4 ? end + 1 : begin + ((end - begin + 8) / 8) * 8;
    }
    return std::nullopt;
}

// The folder that holds the index: .git, or where a file of that name leads.
std::optional<fs::path> git_folder(const fs::path& top) {
    std::error_code error;
    const fs::path git = top / ".git";
    return fs::is_directory(git, error) ? std::optional(git) : named_git_directory(top);
}

}  // namespace

bool is_kept_by_git(const fs::path& root, std::string_view path) {
    constexpr int most_levels = 20;
    fs::path top = root;
    for (int level = 0; level < most_levels; ++level, top = top.parent_path()) {
        const auto folder = git_folder(top);
        if (!folder && top.has_relative_path()) continue;
        const auto bytes = folder ? read_file(*folder / "index", largest_index) : std::nullopt;
        if (!bytes) return false;
        const auto kept = find_kept(*bytes, (root / path).lexically_relative(top).generic_string());
        struct stat found{};
        if (!kept || lstat((root / path).c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
        return kept->size == static_cast<std::uint32_t>(found.st_size) &&
               kept->seconds == static_cast<std::uint32_t>(found.st_mtim.tv_sec) &&
               (kept->nanoseconds == 0 || kept->nanoseconds == static_cast<std::uint32_t>(found.st_mtim.tv_nsec));
    }
    return false;
}

namespace {

constexpr std::size_t most_log_bytes = 512 * 1024;
constexpr std::size_t most_commits = 50;
constexpr char between_fields = '\x1f';
constexpr char between_commits = '\x1e';

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

std::string note_on(const GitPrinted& printed, std::size_t most, std::size_t found) {
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
    const auto printed = run_git(std::move(arguments), most_log_bytes, deadline);
    if (!printed) return {{}, std::string(no_git)};
    std::vector<Commit> commits = read_commits(printed->out);
    const std::size_t found = commits.size();
    return {std::move(commits), note_on(*printed, most_commits, found)};
}

GitLog newest_commits(const std::filesystem::path& root, std::size_t most, Deadline deadline) {
    const auto printed = run_git({"git", "-C", root.string(), "--no-pager", "-c", "log.showSignature=false", "log",
                                  "--no-color", "--no-show-signature", "--no-merges", "--name-only",
                                  fmt::format("--max-count={}", most), "--format=%x1e%H%x1f%cI%x1f%an%x1f%s%x1f%B%x1f"},
                                 most_log_bytes, deadline);
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

extern char** environ;  // NOLINT: as POSIX declares it

namespace hm {

namespace {

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
bool read_all(int from, std::size_t most_bytes, Deadline deadline, std::string& out) {
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

}  // namespace

std::optional<GitPrinted> run_git(std::vector<std::string> arguments, std::size_t most_bytes, Deadline deadline) {
    Pipe pipe;
    if (pipe.end(0) < 0) return std::nullopt;
    const auto pid = start(std::move(arguments), pipe);
    if (!pid) return std::nullopt;
    pipe.close_end(1);
    GitPrinted printed;
    printed.is_cut = !read_all(pipe.end(0), most_bytes, deadline, printed.out);
    if (printed.is_cut) kill(*pid, SIGKILL);
    int status = 0;
    while (waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) printed.exit_code = WEXITSTATUS(status);
    return printed;
}

}  // namespace hm
