#include "store/git_index.h"

#include <sys/stat.h>

#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_index = 64U << 20U;
constexpr std::size_t header_size = 12;
constexpr std::size_t fixed_size = 62;  // of an entry, in front of its name
constexpr std::size_t mtime_at = 8;
constexpr std::size_t size_at = 36;
constexpr std::size_t flags_at = 60;
constexpr std::uint32_t is_extended = 0x4000;

struct Kept {
    std::uint32_t seconds = 0;
    std::uint32_t nanoseconds = 0;
    std::uint32_t size = 0;
};

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t length) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < length; ++i) value = (value << 8U) | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

std::optional<std::string> read_file(const fs::path& file, std::uintmax_t largest) {
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > largest || error) return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    return in ? std::optional(bytes.str()) : std::nullopt;
}

// Version 4 leaves out what a name shares with the one before it: how much of that to drop is a number of 7 bits a
// byte.
std::optional<std::size_t> read_dropped(std::string_view bytes, std::size_t& at) {
    if (at >= bytes.size()) return std::nullopt;
    auto byte = static_cast<unsigned char>(bytes[at++]);
    std::size_t value = byte & 0x7FU;
    while ((byte & 0x80U) != 0) {
        if (at >= bytes.size() || value > largest_index) return std::nullopt;
        byte = static_cast<unsigned char>(bytes[at++]);
        value = ((value + 1) << 7U) | (byte & 0x7FU);
    }
    return value;
}

std::optional<Kept> find_kept(std::string_view bytes, std::string_view path) {
    if (bytes.size() < header_size || !bytes.starts_with("DIRC")) return std::nullopt;
    const std::uint32_t version = number_at(bytes, 4, 4);
    const std::uint32_t count = number_at(bytes, 8, 4);
    if (version < 2 || version > 4) return std::nullopt;
    std::string name;
    std::size_t at = header_size;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t begin = at;
        if (begin + fixed_size > bytes.size()) return std::nullopt;
        at += fixed_size + ((number_at(bytes, begin + flags_at, 2) & is_extended) != 0 && version > 2 ? 2 : 0);
        if (version == 4) {
            const auto dropped = read_dropped(bytes, at);
            if (!dropped || *dropped > name.size()) return std::nullopt;
            name.resize(name.size() - *dropped);
        } else {
            name.clear();
        }
        const std::size_t end = bytes.find('\0', at);
        if (end == std::string_view::npos) return std::nullopt;
        name += bytes.substr(at, end - at);
        if (name == path)
            return Kept{number_at(bytes, begin + mtime_at, 4), number_at(bytes, begin + mtime_at + 4, 4),
                        number_at(bytes, begin + size_at, 4)};
        // Entries are filled up to a multiple of eight, with one zero at least.
        at = version == 4 ? end + 1 : begin + ((end - begin + 8) / 8) * 8;
    }
    return std::nullopt;
}

// The folder that holds the index: .git, or where a file of that name leads.
std::optional<fs::path> git_folder(const fs::path& top) {
    std::error_code error;
    const fs::path git = top / ".git";
    if (fs::is_directory(git, error)) return git;
    constexpr std::string_view mark = "gitdir: ";
    auto text = read_file(git, 4096);
    if (!text || !text->starts_with(mark)) return std::nullopt;
    while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
    return top / text->substr(mark.size());
}

}  // namespace

bool is_kept_by_git(const fs::path& root, std::string_view path) {
    constexpr int most_levels = 20;
    fs::path top = root;
    for (int level = 0; level < most_levels; ++level, top = top.parent_path()) {
        const auto folder = git_folder(top);
        if (!folder && top.has_relative_path()) continue;
        const auto bytes = folder ? read_file(*folder / "index", largest_index) : std::nullopt;
        if (!bytes) return false;
        const auto kept = find_kept(*bytes, (root / path).lexically_relative(top).generic_string());
        struct stat found{};
        if (!kept || lstat((root / path).c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
        return kept->size == static_cast<std::uint32_t>(found.st_size) &&
               kept->seconds == static_cast<std::uint32_t>(found.st_mtim.tv_sec) &&
               (kept->nanoseconds == 0 || kept->nanoseconds == static_cast<std::uint32_t>(found.st_mtim.tv_nsec));
    }
    return false;
}

}  // namespace hm
