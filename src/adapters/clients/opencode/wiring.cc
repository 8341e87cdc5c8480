// Wiring OpenCode: its plugin, its settings, and clients that run without plugins.
#include "adapters/clients/opencode/wiring.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

#include "adapters/clients/opencode/companions.h"
#include "adapters/clients/opencode/host_hooks.h"
#include "adapters/clients/shared/clients.h"
#include "adapters/wiring/file_changes.h"
#include "adapters/wiring/json_edit.h"
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
    // In a person's own settings it runs in every directory, and from git on every machine: only the project can say.
    const bool asks_project = place.level == WiringLevel::user || place.is_shared(plugin.path);
    fill_in(plugin.wired, "@HIVEMIND_FAIL@", asks_project ? "project" : name_of(place.fail));
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
            .next_step = "Start it anew in a project.",
            .tried = "1.18.33"};
}

Result<std::string> with_plugin_first(std::string_view config, std::string_view plugin) {
    auto edited = config.empty() ? Result<std::string>(fail(ErrorCode::invalid_input, "The file is empty.", ""))
                                 : with_json_item_first(config, {"plugin"}, json::value(plugin));
    if (edited) return edited;
    return fail(ErrorCode::invalid_input, "The configuration cannot be read as JSON with comments.",
                fmt::format("Mend it, or put \"{}\" first in its \"plugin\" list by hand.", plugin));
}

Result<std::string> without_plugin(std::string_view config, std::string_view plugin) {
    HM_TRY_ASSIGN(const json::value whole, read_loose_json(config));
    const json::value* list = whole.is_object() ? whole.get_object().if_contains("plugin") : nullptr;
    if (list == nullptr || !list->is_array()) return std::string(config);
    const json::array& items = list->get_array();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i] != json::value(plugin)) continue;
        if (items.size() == 1) return without_json_member(config, {"plugin"});
        return without_json_item(config, {"plugin"}, i);
    }
    return std::string(config);
}

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

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_found = 10;
constexpr std::size_t most_command_line_bytes = std::size_t{1} << 20U;

// `cmdline` and `environ` are texts that each end with a zero byte.
std::vector<std::string> texts_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::vector<std::string> texts;
    std::size_t bytes = 0;
    for (std::string text; bytes < most_command_line_bytes && std::getline(in, text, '\0'); bytes += text.size()) {
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
