#include "app/client_housekeeping.h"

#include <algorithm>
#include <array>

#include "store/line_file.h"

namespace hm {
namespace {

constexpr std::size_t longest_settings = 256 * 1024;

// OpenCode puts this behind the first brace of settings that name no schema.
constexpr std::string_view schema_line = "\n  \"$schema\": \"https://opencode.ai/config.json\",";

// OpenCode installs the types of its plugins into every settings folder.
constexpr std::array<std::string_view, 4> installed_by_opencode{".opencode/.gitignore", ".opencode/package.json",
                                                                ".opencode/package-lock.json", ".opencode/bun.lock"};

bool is_only_the_schema(const std::filesystem::path& file, const SeenFile& before) {
    const auto text = read_bounded_file(file, longest_settings);
    if (!text || !*text || !(*text)->starts_with("{" + std::string(schema_line))) return false;
    return static_cast<std::int64_t>((*text)->size() - schema_line.size()) == before.size;
}

}  // namespace

bool is_clients_own_change(const std::filesystem::path& root, std::string_view path,
                           const std::optional<SeenFile>& before, const std::optional<SeenFile>& now) {
    if (!before && now) return std::ranges::find(installed_by_opencode, path) != installed_by_opencode.end();
    const bool is_settings = path == "opencode.json" || path == "opencode.jsonc";
    return is_settings && before && now && is_only_the_schema(root / path, *before);
}

}  // namespace hm
