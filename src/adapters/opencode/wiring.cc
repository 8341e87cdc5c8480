#include "adapters/opencode/wiring.h"

#include "adapters/opencode/config_edit.h"
#include "base/embedded.h"
#include "base/json.h"

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view plugin_entry = "./.opencode/hivemind.js";

// Puts a value between the quotes that stand around a place in the plugin's text.
void fill_in(std::string& text, std::string_view place, std::string_view value) {
    const std::string quoted_place = "\"" + std::string(place) + "\"";
    const std::size_t at = text.find(quoted_place);
    HM_ASSERT(at != std::string::npos);
    text.replace(at, quoted_place.size(), to_text(json::value(value)));
}

fs::path configuration_file(const fs::path& root) {
    std::error_code error;
    const fs::path with_comments = root / "opencode.jsonc";
    return fs::exists(with_comments, error) ? with_comments : root / "opencode.json";
}

}  // namespace

Result<std::vector<FileChange>> plan_wiring(const fs::path& root, const fs::path& program, FailMode fail) {
    FileChange plugin{root / ".opencode" / "hivemind.js", {}, std::string(embedded_file("opencode/plugin.js"))};
    fill_in(plugin.after, "@HIVEMIND_BINARY@", program.string());
    fill_in(plugin.after, "@HIVEMIND_FAIL@", name_of(fail));
    HM_TRY_ASSIGN(plugin.before, read_whole_file(plugin.path));

    FileChange configuration{configuration_file(root), {}, {}};
    HM_TRY_ASSIGN(configuration.before, read_whole_file(configuration.path));
    HM_TRY_ASSIGN(configuration.after, with_plugin_first(configuration.before.value_or("{}\n"), plugin_entry));
    return std::vector{std::move(plugin), std::move(configuration)};
}

}  // namespace hm::opencode
