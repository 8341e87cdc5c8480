// Where the questions are that people asked, for --questions DIR.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "filled_store.h"

namespace hm::benchmarks {

// The folder itself, or all in it that are in the form that `hivemind eval recall` reads.
inline std::vector<std::filesystem::path> question_folders(const std::filesystem::path& directory) {
    if (std::filesystem::exists(directory / "corpus.jsonl")) return {directory};
    std::vector<std::filesystem::path> folders;
    for (const auto& each : std::filesystem::directory_iterator(directory)) {
        if (std::filesystem::exists(each.path() / "corpus.jsonl")) folders.push_back(each.path());
    }
    std::sort(folders.begin(), folders.end());
    if (folders.empty()) give_up(fmt::format("there is no corpus.jsonl in {}", directory.string()));
    return folders;
}

}  // namespace hm::benchmarks
