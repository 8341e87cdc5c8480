// What clients change in a project by themselves, whoever works there: nobody's bypass, and no news to anybody.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "store/seen_files.h"

namespace hm {

// Whether the client itself made the file, or changed it and nothing else did. Reads at most a small file.
bool is_clients_own_change(const std::filesystem::path& root, std::string_view path,
                           const std::optional<SeenFile>& before, const std::optional<SeenFile>& now);

}  // namespace hm
