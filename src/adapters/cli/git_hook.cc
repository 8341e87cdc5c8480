#include "adapters/cli/git_hook.h"

#include <fmt/format.h>

namespace hm::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_lines =
    "#!/bin/sh\n"
    "# Written by `hivemind init --git`; `hivemind init --remove-git` takes it away.\n";

// Nothing in here may fail a commit. A message that has a stamp, that git made itself, or that is still empty because
// an editor will be opened, stays as it is.
constexpr std::string_view script =
    "message=$1\n"
    "case \"$2\" in merge | squash) exit 0 ;; esac\n"
    "grep -v '^#' \"$message\" | grep -Eq '\\[[0-9]{{10,12}}(-[0-9]+)?\\]' && exit 0\n"
    "head -n 1 \"$message\" | grep -Eq '^(#.*|(fixup|squash|amend)! .*|[[:space:]]*)$' && exit 0\n"
    "stamp=$({} session stamp 2>/dev/null) || exit 0\n"
    "[ -n \"$stamp\" ] || exit 0\n"
    "made=$message.hivemind.$$\n"
    "{{ printf '[%s] ' \"$stamp\" && cat \"$message\"; }} > \"$made\" && mv \"$made\" \"$message\" || rm -f \"$made\"\n"
    "exit 0\n";

std::string quoted(const std::string& path) {
    std::string text = "'";
    for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

Result<std::string> line_of(const fs::path& file, std::string_view front) {
    HM_TRY_ASSIGN(const std::optional<std::string> text, read_whole_file(file));
    if (!text || !text->starts_with(front)) return std::string();
    std::string line = text->substr(front.size());
    line.erase(std::min(line.find_first_of("\r\n"), line.size()));
    return line;
}

// Where git keeps the hooks of the checkout. In a worktree .git is a file that names the place.
Result<fs::path> hooks_directory(const fs::path& root) {
    fs::path git = root / ".git";
    std::error_code error;
    if (fs::is_regular_file(git, error)) {
        HM_TRY_ASSIGN(const std::string named, line_of(git, "gitdir: "));
        git = named.empty() ? git : (root / named).lexically_normal();
        HM_TRY_ASSIGN(const std::string shared, line_of(git / "commondir", ""));
        if (!shared.empty()) git = (git / shared).lexically_normal();
    }
    if (!fs::is_directory(git, error)) {
        return fail(ErrorCode::not_found, fmt::format("{} is no git checkout.", root.string()),
                    "Run `git init` first, or leave --git out.");
    }
    HM_TRY_ASSIGN(const std::optional<std::string> config, read_whole_file(git / "config"));
    if (config && config->find("hooksPath") != std::string::npos) {
        return fail(ErrorCode::conflict, "The checkout keeps its hooks elsewhere (core.hooksPath).",
                    "Add a line to your own prepare-commit-msg that puts `hivemind session stamp` into the message.",
                    "HiveMind writes no hook where others may share it.");
    }
    return git / "hooks";
}

}  // namespace

Result<FileChange> plan_git_hook(const fs::path& root, const fs::path& program) {
    HM_TRY_ASSIGN(const fs::path directory, hooks_directory(root));
    FileChange change{directory / "prepare-commit-msg", std::nullopt, {}};
    HM_TRY_ASSIGN(change.before, read_whole_file(change.path));
    if (change.before && !change.before->starts_with(first_lines)) {
        return fail(Error{ErrorCode::conflict,
                          fmt::format("{} is there and not ours.", change.path.string()),
                          "Keep it, and add a line to it that puts `hivemind session stamp` into the message.",
                          "A hook of somebody else is never touched.",
                          {}});
    }
    change.after = std::string(first_lines) + fmt::format(fmt::runtime(script), quoted(program.string()));
    return change;
}

Result<void> make_git_hook(const FileChange& change) {
    HM_ASSERT(change.after.has_value());
    return replace_file(change.path, *change.after, fs::perms(0755));
}

Result<bool> remove_git_hook(const fs::path& root) {
    HM_TRY_ASSIGN(const fs::path directory, hooks_directory(root));
    const fs::path file = directory / "prepare-commit-msg";
    HM_TRY_ASSIGN(const std::optional<std::string> text, read_whole_file(file));
    if (!text) return false;
    if (!text->starts_with(first_lines)) {
        return fail(ErrorCode::conflict, fmt::format("{} is not ours.", file.string()), "Remove it yourself.");
    }
    std::error_code error;
    return fs::remove(file, error);
}

}  // namespace hm::cli
