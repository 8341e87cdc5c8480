#include "engine/stack/structure.h"

#include <algorithm>
#include <map>

namespace hm {
namespace {

constexpr std::size_t deepest = 3;
constexpr std::size_t most_folders = 300;
constexpr std::size_t most_root_files = 100;

}  // namespace

RootStructure root_structure(const std::vector<std::string>& paths) {
    RootStructure structure;
    std::map<std::string, FolderCount> folders;
    for (const std::string& path : paths) {
        std::size_t depth = 0;
        for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
            const std::string folder = path.substr(0, slash);
            ++depth;
            const bool is_new = depth <= deepest + 1 && !folders.contains(folder);
            if (is_new) folders[folder] = {folder, depth, 0, 0};
            if (is_new && depth > 1) ++folders[folder.substr(0, folder.rfind('/'))].folders;
            if (depth <= deepest) ++folders[folder].files;
        }
        if (depth > 0) continue;
        if (structure.root_files.size() < most_root_files) {
            structure.root_files.push_back(path);
        } else {
            ++structure.left_out;
        }
    }
    // A deep tree loses its lowest level first.
    std::size_t kept_depth = deepest;
    const auto count_down_to = [&](std::size_t depth) {
        return static_cast<std::size_t>(
            std::ranges::count_if(folders, [&](const auto& each) { return each.second.depth <= depth; }));
    };
    while (kept_depth > 1 && count_down_to(kept_depth) > most_folders) --kept_depth;
    for (auto& [path, folder] : folders) {
        if (folder.depth > deepest) continue;
        if (folder.depth <= kept_depth && structure.folders.size() < most_folders) {
            structure.folders.push_back(std::move(folder));
        } else {
            ++structure.left_out;
        }
    }
    return structure;
}

}  // namespace hm
