// An exported directory in a test: its files as text, to be compared, changed and broken.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "support/file_bytes.h"

namespace hm::testing {

// Every file below the directory, by its path below it.
std::map<std::string, std::string> files_below(const std::filesystem::path& directory);

void write_text(const std::filesystem::path& file, std::string_view text);

// Replaces the first place where `what` stands. Fails the test when it stands nowhere.
void replace_in(const std::filesystem::path& file, std::string_view what, std::string_view with);

// Adds a line before the last line.
void add_line(const std::filesystem::path& file, std::string_view line);

}  // namespace hm::testing
