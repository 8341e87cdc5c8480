#include "support/exported_directory.h"

#include <gtest/gtest.h>

namespace hm::testing {

namespace fs = std::filesystem;

std::map<std::string, std::string> files_below(const fs::path& directory) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
        if (!entry.is_regular_file()) continue;
        files[entry.path().lexically_relative(directory).string()] = bytes_of(entry.path());
    }
    return files;
}

void write_text(const fs::path& file, std::string_view text) {
    fs::create_directories(file.parent_path());
    write_bytes(file, text);
}

void replace_in(const fs::path& file, std::string_view what, std::string_view with) {
    std::string text = bytes_of(file);
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what << " in " << text;
    write_text(file, text.replace(at, what.size(), with));
}

void add_line(const fs::path& file, std::string_view line) {
    std::string text = bytes_of(file);
    ASSERT_FALSE(text.empty());
    const std::size_t at = text.rfind('\n', text.size() - 2) + 1;
    write_text(file, text.insert(at, std::string(line) + "\n"));
}

}  // namespace hm::testing
