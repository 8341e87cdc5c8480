#include "engine/exchange/layout.h"

#include <algorithm>

namespace hm::exchange {

std::vector<std::string_view> files_to_read() {
    std::vector<std::string_view> files{config_file};
    for (const Home& home : homes) {
        if (files.back() != home.file) files.push_back(home.file);
    }
    files.push_back(orphans_file);
    return files;
}

bool may_be_ours(std::string_view file) {
    constexpr std::array<std::string_view, 7> folders{"system/",
                                                      "graph/",
                                                      "state/",
                                                      "sessions/active/",
                                                      "sessions/archive/compacted/",
                                                      "artifacts/synthesis/",
                                                      "artifacts/dashboards/"};
    const bool is_in_a_folder =
        std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) { return file.starts_with(folder); });
    return is_in_a_folder && file.ends_with(".json") && file.find("..") == std::string_view::npos &&
           file.find("//") == std::string_view::npos && file.size() < 200;
}

}  // namespace hm::exchange
