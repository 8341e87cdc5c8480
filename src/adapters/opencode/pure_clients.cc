#include "adapters/opencode/pure_clients.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_found = 10;
constexpr std::size_t most_bytes = std::size_t{1} << 20U;

// `cmdline` and `environ` are texts that each end with a zero byte.
std::vector<std::string> texts_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::vector<std::string> texts;
    std::size_t bytes = 0;
    for (std::string text; bytes < most_bytes && std::getline(in, text, '\0'); bytes += text.size()) {
        texts.push_back(text);
    }
    return texts;
}

bool is_opencode(const std::vector<std::string>& words) {
    // Started by itself, or by a script of npm's through node.
    const std::size_t names = std::min<std::size_t>(words.size(), 2);
    return std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(names), [](const std::string& word) {
        const std::string name = fs::path(word).filename().string();
        return name == "opencode" || name == ".opencode" || name == "opencode.js";
    });
}

// As OpenCode reads it.
bool turns_plugins_off(std::string_view variable) {
    return variable == "OPENCODE_PURE=1" || variable == "OPENCODE_PURE=true";
}

bool is_within(const fs::path& directory, const fs::path& root) {
    return std::mismatch(root.begin(), root.end(), directory.begin(), directory.end()).first == root.end();
}

bool is_pure(const fs::path& process) {
    const std::vector<std::string> words = texts_of(process / "cmdline");
    if (!is_opencode(words)) return false;
    return std::ranges::find(words, "--pure") != words.end() ||
           std::ranges::any_of(texts_of(process / "environ"), turns_plugins_off);
}

}  // namespace

std::vector<std::string> pure_clients(const fs::path& root, const fs::path& processes) {
    std::vector<std::string> found;
    std::error_code error;
    for (fs::directory_iterator it(processes, error), end; !error && it != end && found.size() < most_found;
         it.increment(error)) {
        const std::string id = it->path().filename().string();
        if (id.find_first_not_of("0123456789") != std::string::npos) continue;
        std::error_code gone;
        const fs::path directory = fs::read_symlink(it->path() / "cwd", gone);
        if (!gone && is_within(directory, root) && is_pure(it->path())) found.push_back(id);
    }
    return found;
}

}  // namespace hm::opencode
