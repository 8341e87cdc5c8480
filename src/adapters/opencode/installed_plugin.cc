#include "adapters/opencode/installed_plugin.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "adapters/file_changes.h"
#include "adapters/json_edit.h"
#include "adapters/opencode/pure_clients.h"
#include "base/json.h"

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_copies = 10;
constexpr std::size_t most_files = 1000;

// The half that only throws refusals belongs to one that decides, and is no copy of it.
bool names_us(std::string_view text) {
    return text.find("hivemind") != std::string_view::npos &&
           text.find("hivemind-opencode-last") == std::string_view::npos;
}

// The text in quotes that stands behind `before` in the plugin, as JSON has it; "" when there is none.
std::string quoted_in_plugin(const WiringPlace& place, std::string_view before) {
    const auto text = read_whole_file(plugin_folder(place) / "hivemind.js");
    if (!text || !*text) return {};
    const std::size_t begin = (*text)->find(before);
    if (begin == std::string::npos) return {};
    const std::string_view rest = std::string_view(**text).substr(begin + before.size());
    const auto value = parse_json(rest.substr(0, rest.find(";\n")));
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

// A plugin's file is ours by what it says, whatever it is called.
bool is_ours(const fs::path& file) {
    const auto text = read_whole_file(file);
    return text && *text && (*text)->find("export default { id: \"hivemind\"") != std::string::npos;
}

void look_in_folder(const fs::path& folder, std::vector<std::string>& found) {
    std::error_code error;
    std::size_t seen = 0;
    for (fs::directory_iterator it(folder, error), end; !error && it != end && seen < most_files;
         it.increment(error), ++seen) {
        const std::string kind = it->path().extension().string();
        if ((kind == ".js" || kind == ".ts") && is_ours(it->path())) found.push_back(it->path().string());
    }
}

// An entry is a text, or a list that begins with it.
void look_in_settings(const fs::path& file, std::string_view wired, std::vector<std::string>& found) {
    const auto text = read_whole_file(file);
    if (!text || !*text) return;
    const auto settings = read_loose_json(**text);
    const json::value* plugins =
        settings && settings->is_object() ? settings->get_object().if_contains("plugin") : nullptr;
    if (plugins == nullptr || !plugins->is_array()) return;
    bool has_seen_wired = false;
    for (const json::value& entry : plugins->get_array()) {
        const json::value* name = entry.is_array() && !entry.get_array().empty() ? &entry.get_array().front() : &entry;
        if (!name->is_string() || !names_us(name->get_string())) continue;
        const bool is_the_wired = name->get_string() == wired && !has_seen_wired;
        if (is_the_wired)
            has_seen_wired = true;
        else
            found.push_back(fmt::format("{} in {}", std::string_view(name->get_string()), file.string()));
    }
}

}  // namespace

fs::path plugin_folder(const WiringPlace& place) {
    return place.level == WiringLevel::user ? place.homes.opencode : place.root / ".opencode";
}

std::string_view plugin_entry(WiringLevel level) {
    return level == WiringLevel::user ? "./hivemind.js" : "./.opencode/hivemind.js";
}

std::string installed_version(const WiringPlace& place) {
    return quoted_in_plugin(place, "const plugin_version = ");
}

std::string missing_program(const WiringPlace& place) {
    std::string program = quoted_in_plugin(place, "const BINARY = ");
    std::error_code error;
    return program.starts_with('/') && !fs::exists(program, error) ? program : std::string();
}

std::vector<std::string> other_copies(const WiringPlace& place) {
    std::vector<std::string> found;
    for (const fs::path& home : {place.root / ".opencode", place.homes.opencode}) {
        look_in_folder(home / "plugin", found);
        look_in_folder(home / "plugins", found);
    }
    const auto wired_at = [&](WiringLevel level) { return level == place.level ? plugin_entry(level) : ""; };
    for (const char* name : {"opencode.json", "opencode.jsonc"}) {
        look_in_settings(place.root / ".opencode" / name, {}, found);
        look_in_settings(place.homes.opencode / name, wired_at(WiringLevel::user), found);
        look_in_settings(place.root / name, wired_at(WiringLevel::project), found);
    }
    if (found.size() > most_copies) found.resize(most_copies);
    return found;
}

std::vector<ClientHole> holes(const WiringPlace& place) {
    std::vector<ClientHole> open{{"`opencode --pure` and OPENCODE_PURE=1 start it without any plugin.",
                                  "Do not start agents with it; `hivemind doctor --client opencode` tries it out.",
                                  false}};
    std::error_code error;
    const std::size_t most = fs::exists(plugin_folder(place) / "hivemind.js", error) ? 0 : 1;
    if (const auto copies = other_copies(place); copies.size() > most) {
        open.push_back(
            {fmt::format("HiveMind would be loaded more than once: {}.", fmt::join(copies, "; ")),
             fmt::format("Take the others out; init wrote {}.", (plugin_folder(place) / "hivemind.js").string()),
             true});
    }
    if (const auto pure = pure_clients(place.root); !pure.empty()) {
        open.push_back(
            {fmt::format("An OpenCode that runs here was started without plugins; nothing in it is governed: "
                         "process {}.",
                         fmt::join(pure, ", ")),
             "End it, and start it without --pure and without OPENCODE_PURE.", true});
    }
    const std::string again =
        fmt::format("Run `hivemind init --client opencode{}`.", place.level == WiringLevel::user ? " --global" : "");
    if (const std::string program = missing_program(place); !program.empty()) {
        open.push_back({fmt::format("The plugin starts {}, which is not there.", program), again, true});
    }
    const std::string version = installed_version(place);
    if (!version.empty() && version != HIVEMIND_VERSION) {
        open.push_back(
            {fmt::format("The plugin is of version {}, this program of {}.", version, HIVEMIND_VERSION), again, true});
    }
    return open;
}

}  // namespace hm::opencode
