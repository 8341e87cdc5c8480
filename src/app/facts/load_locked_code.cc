#include "app/facts/load_locked_code.h"

#include <algorithm>

#include "app/codemap/refresh.h"

namespace hm {
namespace {

constexpr std::size_t most_files = 3;
constexpr std::size_t most_symbols = 60;
constexpr Duration patience = milliseconds(20);

// A lock may also be a folder or a pattern; those name no one file.
std::vector<std::string> files_held(const std::vector<TaskAtHead>& tasks) {
    std::vector<std::string> paths;
    for (const TaskAtHead& at_head : tasks) {
        for (const FilePath& lock : at_head.task.file_locks) {
            const bool is_new = std::ranges::find(paths, lock.str()) == paths.end();
            if (is_new && paths.size() < most_files) paths.push_back(lock.str());
        }
    }
    return paths;
}

Result<void> bring_up_to_date(Connection& codemap, const std::vector<std::string>& paths, Workspace& workspace,
                              Deadline deadline) {
    std::vector<std::string> changed;
    for (const std::string& path : paths) {
        HM_TRY_ASSIGN(const auto file, mapped_file(codemap, path));
        const auto seen = look_at(workspace.store.paths().root / path);
        if (!file || !seen || *seen != file->seen) changed.push_back(path);
    }
    return changed.empty() ? Result<void>{} : refresh_files(codemap, changed, workspace, deadline);
}

Result<std::vector<LockedFile>> read_files(const std::vector<std::string>& paths, Workspace& workspace) {
    const Deadline deadline = Deadline::in(patience);
    HM_TRY_ASSIGN(CodeMap codemap, CodeMap::open_existing(workspace.store.paths(), deadline));
    HM_TRY(bring_up_to_date(codemap.connection(), paths, workspace, deadline));
    std::vector<LockedFile> files;
    for (const std::string& path : paths) {
        HM_TRY_ASSIGN(CodeFile code, read_code(codemap.connection(), path));
        if (code.symbols.empty()) continue;
        if (code.symbols.size() > most_symbols) code.symbols.resize(most_symbols);
        files.push_back({path, std::move(code.symbols)});
    }
    return files;
}

}  // namespace

std::vector<LockedFile> load_locked_code(const std::vector<TaskAtHead>& tasks, Workspace& workspace) {
    const std::vector<std::string> paths = files_held(tasks);
    if (paths.empty()) return {};
    return read_files(paths, workspace).value_or(std::vector<LockedFile>{});
}

}  // namespace hm
