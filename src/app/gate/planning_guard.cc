#include "app/gate/planning_guard.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "engine/project/paths.h"
#include "engine/shell/script.h"
#include "store/files/files.h"
#include "store/files/read_files.h"

namespace hm {
namespace {

constexpr std::size_t most_documents = 20;

// Programs that print what is in the files they are given; others only name them.
bool shows_files(const shell::Command& command) {
    constexpr std::array<std::string_view, 18> showing{"cat",  "bat",   "batcat", "head", "tail", "less",
                                                       "more", "nl",    "tac",    "sed",  "awk",  "grep",
                                                       "rg",   "egrep", "fgrep",  "diff", "glow", "view"};
    if (command.words.empty()) return false;
    const std::string program = std::filesystem::path(command.words.front().text).filename().string();
    return std::ranges::find(showing, program) != showing.end();
}

// The documents among what the call named: its paths, or the words of a shell command.
std::vector<std::string> documents_named(const ToolUse& use, const std::filesystem::path& root,
                                         const std::filesystem::path& directory) {
    std::vector<std::string> named;
    const auto add = [&](const std::string& given) {
        if (named.size() == most_documents || !is_document(given)) return;
        const ResolvedPath resolved = resolve_path(root, directory, given);
        if (resolved.place == PathPlace::inside) named.push_back(resolved.shown);
    };
    std::ranges::for_each(use.paths, add);
    if (use.kind != ToolKind::shell) return named;
    for (const shell::Command& command : shell::parse_script(use.command).commands) {
        if (!shows_files(command)) continue;
        for (std::size_t i = 1; i < command.words.size(); ++i) {
            if (command.words[i].certainty == shell::Certainty::plain) add(command.words[i].text);
        }
    }
    return named;
}

}  // namespace

GuardAnswer guard_of(std::string_view path, const Id& session_id, const Workspace& workspace) {
    const ProjectPaths& paths = workspace.store.paths();
    const auto content = read_document(paths, path);
    if (!content) return GuardAnswer::may_write;
    std::optional<FileGuard> seen;
    if (auto read = last_read(paths, session_id, path)) {
        seen = FileGuard{std::move(read->hash), read->lines, read->at};
    }
    return check_guard(seen, state_of(*content), FileAuthor::another);
}

void keep_documents_seen(const AfterTool& done, std::span<const FilePath> written,
                         const std::filesystem::path& directory, const HookFrame& frame, Workspace& workspace) {
    const bool may_show = done.use.kind == ToolKind::read || done.use.kind == ToolKind::shell;
    if (done.end == ToolEnd::failed || (!may_show && written.empty())) return;
    const ProjectPaths& paths = workspace.store.paths();
    std::vector<std::string> looked_at;
    if (may_show) looked_at = documents_named(done.use, paths.root, directory);
    for (const FilePath& file : written) {
        if (is_document(file.view()) && looked_at.size() < most_documents) looked_at.push_back(file.str());
    }
    for (const std::string& path : looked_at) {
        const auto content = read_document(paths, path);
        if (!content) continue;
        FileState now = state_of(*content);
        std::ignore = keep_read(paths, frame.session.id, path, {std::move(now.hash), now.lines, workspace.clock.now()});
    }
}

}  // namespace hm
