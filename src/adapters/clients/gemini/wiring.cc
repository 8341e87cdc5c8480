#include <fmt/format.h>

#include <array>

#include "adapters/clients/shared/clients.h"
#include "adapters/clients/shared/profiles.h"
#include "adapters/wiring/file_changes.h"
#include "adapters/wiring/hook_entries.h"

namespace hm::gemini {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view client = "gemini";
constexpr int timeout_milliseconds = 10'000;
constexpr std::array<std::string_view, 6> wired_events{"BeforeTool",  "AfterTool",  "BeforeModel",
                                                       "BeforeAgent", "AfterAgent", "SessionEnd"};

fs::path settings_file(const WiringPlace& place) {
    return (place.level == WiringLevel::user ? place.homes.gemini : place.root / ".gemini") / "settings.json";
}

// The client runs it in a shell. Any exit code but 0 and 1 refuses the call when there is some text, and that of a
// shell that finds no program is one.
std::string command_for(std::string_view event, const WiringPlace& place) {
    const fs::path file = settings_file(place);
    const OnSilence on_silence =
        event == "BeforeTool" ? on_silence_in(place, file) : on_silence_of_others(place, file, event == "BeforeAgent");
    const std::string line = hook_command({place.program, client, event}, on_silence);
    return on_silence == OnSilence::lets_through ? line + " || exit 1" : line;
}

std::vector<HookEntry> entries_for(const WiringPlace& place) {
    std::vector<HookEntry> entries;
    for (const std::string_view event : wired_events) {
        json::object group;
        if (event.ends_with("Tool")) group["matcher"] = "";
        group["hooks"] = json::array{json::object{{"type", "command"},
                                                  {"name", "hivemind"},
                                                  {"command", command_for(event, place)},
                                                  {"timeout", timeout_milliseconds}}};
        entries.push_back({std::string(event), std::move(group)});
    }
    return entries;
}

// Without a list it would be offered every tool there is.
std::string profile_text(const AgentProfile& profile) {
    std::vector<std::string> allowed{"read_file", "read_many_files", "list_directory",
                                     "glob",      "grep_search",     "run_shell_command"};
    if (profile.may_write) allowed.insert(allowed.end(), {"replace", "write_file"});
    for (std::string& own : own_tools_of(profile, "mcp_hivemind_")) allowed.push_back(std::move(own));
    std::string listed;
    for (const std::string& tool : allowed) listed += fmt::format("  - {}\n", tool);
    return fmt::format("---\nname: {}\ndescription: {}\nkind: local\ntools:\n{}---\n{}", profile.name,
                       profile.description, listed, profile.body);
}

Result<std::vector<WiredFile>> files(const WiringPlace& place) {
    WiredFile settings{settings_file(place), {}, {}, {}};
    HM_TRY_ASSIGN(settings.before, read_whole_file(settings.path));
    const std::string text = settings.before.value_or("");
    HM_TRY_ASSIGN(settings.wired, in_file(settings.path, with_hook_entries(text, client, entries_for(place))));
    HM_TRY_ASSIGN(settings.wired,
                  in_file(settings.path, with_mcp_entry(settings.wired, {{"command", place.program.string()},
                                                                         {"args", {"mcp", "--hooked"}},
                                                                         {"trust", true}})));
    HM_TRY_ASSIGN(settings.unwired, without_hook_entries(text, client));
    HM_TRY_ASSIGN(settings.unwired, without_mcp_entry(*settings.unwired));
    const fs::path agents = (place.level == WiringLevel::user ? place.homes.gemini : place.root / ".gemini") / "agents";
    HM_TRY_ASSIGN(std::vector<WiredFile> planned, profile_files(agents, ".md", profile_text));
    planned.insert(planned.begin(), std::move(settings));
    return planned;
}

Result<std::optional<WiredCommand>> wired_command(const WiringPlace& place) {
    HM_TRY_ASSIGN(const auto text, read_whole_file(settings_file(place)));
    HM_TRY_ASSIGN(const auto found, own_hook_entries(text.value_or(""), client));
    for (const FoundEntry& one : found) {
        if (one.entry.event != "BeforeTool") continue;
        const json::object& handler = one.entry.group.at("hooks").get_array().front().get_object();
        return WiredCommand{
            {"sh", "-c", std::string(text_member(handler, "command"))}, "BeforeTool", "run_shell_command"};
    }
    return std::nullopt;
}

json::object settings_in(const fs::path& file) {
    const auto text = read_whole_file(file);
    if (!text || !*text) return {};
    const auto whole = read_loose_json(**text);
    return whole && whole->is_object() ? whole->get_object() : json::object();
}

bool is_switched_off(const json::object& group) {
    const json::value* enabled = group.if_contains("enabled");
    return enabled != nullptr && enabled->is_bool() && !enabled->get_bool();
}

// The rule of the longest path that holds the folder decides. Without a rule Gemini CLI asks, or ends where nobody can
// be asked.
bool is_distrusted(const fs::path& folder, const json::object& rules) {
    std::size_t longest = 0;
    bool is_distrusted = false;
    for (const auto& rule : rules) {
        if (!rule.value().is_string()) continue;
        const std::string_view level = rule.value().get_string();
        fs::path held = std::string(rule.key());
        if (level == "TRUST_PARENT") held = held.parent_path();
        const bool holds = folder == held || folder.string().starts_with(held.string() + "/");
        if (!holds || rule.key().size() < longest) continue;
        longest = rule.key().size();
        is_distrusted = level == "DO_NOT_TRUST";
    }
    return is_distrusted;
}

std::vector<Obstacle> obstacles(const WiringPlace& place) {
    std::vector<Obstacle> found;
    const fs::path user = place.homes.gemini / "settings.json";
    for (const fs::path& file : {user, place.root / ".gemini" / "settings.json"}) {
        if (is_switched_off(object_member(settings_in(file), "hooksConfig"))) {
            found.push_back(
                {"wired but switched off in Gemini CLI: " + file.string() + " says hooksConfig.enabled: false",
                 "Take \"hooksConfig\": {\"enabled\": false} out of that file."});
        }
    }
    const json::object settings = settings_in(user);
    const bool asks = !is_switched_off(object_member(object_member(settings, "security"), "folderTrust"));
    const fs::path trust = place.homes.gemini / "trustedFolders.json";
    if (place.level == WiringLevel::project && asks && is_distrusted(place.root, settings_in(trust))) {
        found.push_back(
            {"wired but not trusted by Gemini CLI: " + trust.string() +
                 " says not to trust this folder, so no settings of the project are read, its hooks included",
             "Start it here and change that with `/permissions`, or wire it with --global."});
    }
    return found;
}

std::vector<ClientHole> holes(const WiringPlace& /*place*/) {
    return {{"A hook that the client ends at its time-out lets the call through.",
             "HiveMind answers within 5 s by itself, by the fail mode.", false},
            {"Nothing tells a subagent from the main agent: both have the main agent's role.",
             "Set \"experimental\": {\"enableAgents\": false} where that matters.", false}};
}

}  // namespace

ClientWiring wiring() {
    return {
        .client = client,
        .name = "Gemini CLI",
        .program = "gemini",
        .files = files,
        .wired_command = wired_command,
        .holes = holes,
        .obstacles = obstacles,
        .own_folder = &ClientHomes::gemini,
        .next_step =
            "Start it in this directory; it asks once whether the folder is trusted, and reads no "
            "project settings before.",
        .tried = "0.61.0",
        .not_driven =
            "no hook is fired inside Gemini CLI itself: the doctor has no model that speaks to it; the wired command "
            "is tried instead, and the trail says what fired"};
}

}  // namespace hm::gemini
