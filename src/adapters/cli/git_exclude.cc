#include "adapters/cli/git_exclude.h"

#include <fmt/format.h>

namespace hm::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ignore_all_but_exports =
    "# The store belongs to this machine; git sees only what `hivemind export` writes.\n"
    "*\n"
    "!/export/\n"
    "!/export/**\n";

// Made the file itself visible, and with it the folder.
constexpr std::string_view shows_itself = "!.gitignore\n";

// At any depth: the project may lie below the top of the repository.
constexpr std::string_view exclude_lines =
    "# HiveMind: the store stays on this machine (`hivemind uninstall` takes these lines out)\n"
    "**/.hivemind/*\n"
    "!**/.hivemind/export/\n";

std::string first_line(const fs::path& file, std::string_view front) {
    const auto text = read_whole_file(file);
    if (!text || !*text || !(*text)->starts_with(front)) return {};
    std::string line = (*text)->substr(front.size());
    line.erase(std::min(line.find_first_of("\r\n"), line.size()));
    return line;
}

// The top of the checkout that the directory lies in; "" outside of one.
fs::path top_of(fs::path directory) {
    std::error_code error;
    while (!fs::exists(directory / ".git", error)) {
        if (!directory.has_relative_path()) return {};
        directory = directory.parent_path();
    }
    return directory;
}

// The directory that holds `info/exclude` for the checkout that the root lies in; "" outside of one. In a worktree and
// a submodule .git is a file that names the place.
fs::path common_directory(const fs::path& root) {
    std::error_code error;
    const fs::path directory = top_of(root);
    if (directory.empty()) return {};
    fs::path git = directory / ".git";
    if (fs::is_regular_file(git, error)) {
        const std::string named = first_line(git, "gitdir: ");
        git = named.empty() ? git : (directory / named).lexically_normal();
        if (const std::string shared = first_line(git / "commondir", ""); !shared.empty()) {
            git = (git / shared).lexically_normal();
        }
    }
    return git;
}

bool is_repository(const fs::path& git) {
    std::error_code error;
    return fs::is_regular_file(git / "HEAD", error) && fs::is_directory(git / "objects", error);
}

std::optional<FileChange> plan_ignore_file(const fs::path& root, std::string& trouble) {
    FileChange change{root / ".hivemind" / ".gitignore", std::nullopt, std::string(ignore_all_but_exports)};
    auto before = read_whole_file(change.path);
    if (!before) {
        trouble = before.error().what;
        return std::nullopt;
    }
    change.before = *before;
    if (!change.before) return change;
    const std::size_t at = change.before->find(shows_itself);
    if (at == std::string::npos) return std::nullopt;  // a person's own stays
    change.after = *change.before;
    change.after->erase(at, shows_itself.size());
    return change;
}

std::optional<FileChange> plan_exclude_file(const fs::path& root, std::string& trouble) {
    const fs::path git = common_directory(root);
    if (git.empty()) return std::nullopt;
    if (!is_repository(git)) {
        trouble = fmt::format("{} is no git repository.", git.string());
        return std::nullopt;
    }
    FileChange change{git / "info" / "exclude", std::nullopt, std::nullopt};
    auto before = read_whole_file(change.path);
    if (!before) {
        trouble = before.error().what;
        return std::nullopt;
    }
    change.before = *before;
    std::string text = change.before.value_or("");
    if (text.find(exclude_lines) != std::string::npos) return std::nullopt;
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    change.after = text + std::string(exclude_lines);
    return change;
}

constexpr std::string_view local_block =
    "# HiveMind: wiring of this machine (`hivemind uninstall` takes these lines out)\n";

std::vector<std::string> lines_for(const fs::path& root, const std::vector<fs::path>& files) {
    std::vector<std::string> lines;
    for (const fs::path& file : files) {
        const std::string name = file.lexically_relative(top_of(root)).generic_string();
        if (!name.empty() && !name.starts_with("..")) lines.push_back("/" + name + "\n");
    }
    return lines;
}

bool has_line(std::string_view text, std::string_view line) {
    return text.starts_with(line) || text.find("\n" + std::string(line)) != std::string_view::npos;
}

void take_out_line(std::string& text, const std::string& line) {
    const std::size_t at = text.starts_with(line) ? 0 : text.find("\n" + line);
    if (at != std::string::npos) text.erase(at == 0 ? 0 : at + 1, line.size());
}

// The text of info/exclude as it is; nothing outside of git or when it cannot be read.
std::optional<FileChange> exclude_file(const fs::path& root, GitExclusion& exclusion) {
    const fs::path git = common_directory(root);
    exclusion.is_in_git = !git.empty() && is_repository(git);
    if (!exclusion.is_in_git) return std::nullopt;
    auto before = read_whole_file(git / "info" / "exclude");
    if (before) return FileChange{git / "info" / "exclude", *before, before->value_or("")};
    exclusion.trouble = before.error().what;
    return std::nullopt;
}

}  // namespace

GitExclusion plan_exclude_files(const fs::path& root, const std::vector<fs::path>& files) {
    GitExclusion exclusion;
    auto change = exclude_file(root, exclusion);
    if (!change) return exclusion;
    std::string added;
    for (const std::string& line : lines_for(root, files)) {
        if (!has_line(*change->after, line)) added += line;
    }
    if (added.empty()) return exclusion;
    std::string& text = *change->after;
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    const std::size_t block = text.find(local_block);
    if (block == std::string::npos) {
        text += std::string(local_block) + added;
    } else {
        text.insert(block + local_block.size(), added);
    }
    exclusion.changes.push_back(std::move(*change));
    return exclusion;
}

GitExclusion plan_include_files(const fs::path& root, const std::vector<fs::path>& files) {
    GitExclusion exclusion;
    auto change = exclude_file(root, exclusion);
    if (!change) return exclusion;
    std::string& text = *change->after;
    const std::size_t block = text.find(local_block);
    if (block == std::string::npos) return exclusion;
    for (const std::string& line : lines_for(root, files)) take_out_line(text, line);
    const std::size_t behind = block + local_block.size();
    if (behind >= text.size() || text[behind] != '/') text.erase(block, local_block.size());
    if (text != change->before) exclusion.changes.push_back(std::move(*change));
    return exclusion;
}

GitExclusion plan_git_exclude(const fs::path& root) {
    GitExclusion exclusion;
    exclusion.is_in_git = !common_directory(root).empty();
    if (auto change = plan_ignore_file(root, exclusion.trouble)) exclusion.changes.push_back(std::move(*change));
    if (auto change = plan_exclude_file(root, exclusion.trouble)) exclusion.changes.push_back(std::move(*change));
    return exclusion;
}

GitExclusion plan_git_include(const fs::path& root) {
    GitExclusion exclusion;
    const fs::path git = common_directory(root);
    exclusion.is_in_git = !git.empty();
    if (!exclusion.is_in_git) return exclusion;
    const auto before = read_whole_file(git / "info" / "exclude");
    if (!before || !*before) return exclusion;
    const std::size_t at = (*before)->find(exclude_lines);
    if (at == std::string::npos) return exclusion;
    FileChange change{git / "info" / "exclude", *before, *before};
    change.after->erase(at, exclude_lines.size());
    exclusion.changes.push_back(std::move(change));
    return exclusion;
}

void make_git_changes(GitExclusion& exclusion) {
    std::vector<FileChange> made;
    for (FileChange& change : exclusion.changes) {
        HM_ASSERT(change.after.has_value());
        const bool is_new_and_ours = !change.before && change.path.filename() == ".gitignore";
        // Where the file is a link, what it leads to is changed.
        std::error_code error;
        const fs::path file = change.before ? fs::canonical(change.path, error) : change.path;
        const auto permissions = is_new_and_ours ? std::optional(fs::perms(0600)) : std::nullopt;
        auto written = replace_file(error ? change.path : file, *change.after, permissions);
        if (written) {
            made.push_back(std::move(change));
        } else {
            exclusion.trouble = written.error().what;
        }
    }
    exclusion.changes = std::move(made);
}

std::string about_git_change(const FileChange& change, const fs::path& root) {
    const fs::path relative = change.path.lexically_relative(root);
    const bool is_inside = !relative.empty() && *relative.begin() != "..";
    return fmt::format("{}: git sees nothing of .hivemind but what `hivemind export` writes to .hivemind/export.\n",
                       (is_inside ? relative : change.path).string());
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_lines =
    "#!/bin/sh\n"
    "# Written by `hivemind init --git`; `hivemind init --remove-git` takes it away.\n";

// Nothing in here may fail a commit. A message that has a stamp, that git made itself, or that is still empty because
// an editor will be opened, stays as it is.
constexpr std::string_view hook_script =
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
    change.after = std::string(first_lines) + fmt::format(fmt::runtime(hook_script), quoted(program.string()));
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
