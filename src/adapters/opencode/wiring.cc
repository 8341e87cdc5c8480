#include "adapters/opencode/wiring.h"

#include "adapters/file_changes.h"
#include "adapters/opencode/companions.h"
#include "adapters/opencode/config_edit.h"
#include "adapters/opencode/installed_plugin.h"
#include "adapters/opencode/live_probe.h"
#include "base/embedded.h"
#include "base/json.h"

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view program_place = "@HIVEMIND_BINARY@";

// Puts a value between the quotes that stand around a place in the plugin's text.
void fill_in(std::string& text, std::string_view place, std::string_view value) {
    const std::string quoted_place = "\"" + std::string(place) + "\"";
    const std::size_t at = text.find(quoted_place);
    HM_ASSERT(at != std::string::npos);
    text.replace(at, quoted_place.size(), to_text(json::value(value)));
}

fs::path configuration_file(const WiringPlace& place) {
    const fs::path& folder = place.level == WiringLevel::user ? place.homes.opencode : place.root;
    std::error_code error;
    const fs::path with_comments = folder / "opencode.jsonc";
    return fs::exists(with_comments, error) ? with_comments : folder / "opencode.json";
}

Result<std::vector<WiredFile>> files(const WiringPlace& place) {
    const fs::path folder = plugin_folder(place);
    WiredFile plugin{folder / "hivemind.js", {}, std::string(embedded_file("opencode/plugin.js")), {}};
    fill_in(plugin.wired, program_place, place.program.string());
    // In a person's own settings it runs in every directory, so only the project at hand can say.
    fill_in(plugin.wired, "@HIVEMIND_FAIL@", place.level == WiringLevel::user ? "project" : name_of(place.fail));
    HM_TRY_ASSIGN(plugin.before, read_whole_file(plugin.path));

    // OpenCode loads its folders after all that settings name.
    WiredFile last{folder / "plugins" / "hivemind-last.js", {}, std::string(embedded_file("opencode/last.js")), {}};
    HM_TRY_ASSIGN(last.before, read_whole_file(last.path));

    WiredFile configuration{configuration_file(place), {}, {}, {}};
    HM_TRY_ASSIGN(configuration.before, read_whole_file(configuration.path));
    const std::string text = configuration.before.value_or("{}\n");
    auto wired = with_plugin_first(text, plugin_entry(place.level));
    if (!wired) wired.error().evidence.push_back(configuration.path.string());
    HM_TRY_ASSIGN(configuration.wired, std::move(wired));
    HM_TRY_ASSIGN(configuration.unwired, without_plugin(text, plugin_entry(place.level)));
    std::vector<WiredFile> found;
    found.push_back(std::move(plugin));
    found.push_back(std::move(last));
    for (const Companion& companion : companions()) {
        WiredFile file{folder / companion.path, {}, companion_text(companion.embedded, place.program), {}};
        HM_TRY_ASSIGN(file.before, read_whole_file(file.path));
        found.push_back(std::move(file));
    }
    // Last, so that nothing names a plugin that is not there yet.
    found.push_back(std::move(configuration));
    return found;
}

}  // namespace

ClientWiring wiring() {
    return {.client = "opencode",
            .name = "OpenCode",
            .program = "opencode",
            .files = files,
            .holes = holes,
            .wired_otherwise = other_copies,
            .try_live = try_live,
            .next_step = "Start it anew in a project."};
}

}  // namespace hm::opencode
