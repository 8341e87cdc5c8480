#include "store/git_log.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "store/run_git.h"

namespace hm {
namespace {

constexpr std::size_t most_bytes = 512 * 1024;
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
    const auto printed = run_git(std::move(arguments), most_bytes, deadline);
    if (!printed) return {{}, std::string(no_git)};
    std::vector<Commit> commits = read_commits(printed->out);
    const std::size_t found = commits.size();
    return {std::move(commits), note_on(*printed, most_commits, found)};
}

GitLog newest_commits(const std::filesystem::path& root, std::size_t most, Deadline deadline) {
    const auto printed = run_git({"git", "-C", root.string(), "--no-pager", "-c", "log.showSignature=false", "log",
                                  "--no-color", "--no-show-signature", "--no-merges", "--name-only",
                                  fmt::format("--max-count={}", most), "--format=%x1e%H%x1f%cI%x1f%an%x1f%s%x1f%B%x1f"},
                                 most_bytes, deadline);
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
