#include "app/protected_files.h"

#include <algorithm>

#include "engine/gate/protected_paths.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_of_a_folder = 8;

}  // namespace

std::vector<std::string> protected_files(const fs::path& root) {
    std::vector<std::string> files;
    for (const std::string_view entry : watched_protected_paths()) {
        if (!entry.ends_with('/')) {
            files.emplace_back(entry);
            continue;
        }
        std::error_code error;
        std::size_t taken = 0;
        for (fs::directory_iterator each(root / entry, error); !error && each != fs::directory_iterator();
             each.increment(error)) {
            const std::string name = each->path().filename().string();
            if (name.ends_with(".sample") || ++taken > most_of_a_folder) continue;
            files.push_back(std::string(entry) + name);
        }
    }
    return files;
}

bool is_also_protected(const fs::path& root, std::string_view path) {
    std::error_code error;
    const fs::path file = root / path;
    const std::uintmax_t names = fs::hard_link_count(file, error);
    if (error || names < 2 || !fs::is_regular_file(file, error)) return false;
    const std::vector<std::string> others = protected_files(root);
    return std::any_of(others.begin(), others.end(), [&](const std::string& other) {
        std::error_code missing;
        return fs::equivalent(file, root / other, missing);
    });
}

}  // namespace hm
