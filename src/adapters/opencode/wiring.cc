#include "adapters/opencode/wiring.h"

#include "adapters/file_changes.h"
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

Result<std::vector<WiredFile>> files(const WiringPlace& place) {
    WiredFile plugin{
        place.root / ".opencode" / "hivemind.js", {}, std::string(embedded_file("opencode/plugin.js")), {}};
    fill_in(plugin.wired, "@HIVEMIND_BINARY@", place.program.string());
    fill_in(plugin.wired, "@HIVEMIND_FAIL@", name_of(place.fail));
    HM_TRY_ASSIGN(plugin.before, read_whole_file(plugin.path));

    WiredFile configuration{configuration_file(place.root), {}, {}, {}};
    HM_TRY_ASSIGN(configuration.before, read_whole_file(configuration.path));
    const std::string text = configuration.before.value_or("{}\n");
    HM_TRY_ASSIGN(configuration.wired, with_plugin_first(text, plugin_entry));
    HM_TRY_ASSIGN(configuration.unwired, without_plugin(text, plugin_entry));
    return std::vector{std::move(plugin), std::move(configuration)};
}

}  // namespace

ClientWiring wiring() {
    return {.client = "opencode",
            .name = "OpenCode",
            .program = "opencode",
            .has_user_level = false,
            .files = files,
            .next_step = "Start it in this directory."};
}

}  // namespace hm::opencode
