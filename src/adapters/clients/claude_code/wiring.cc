#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "adapters/clients/shared/clients.h"
#include "adapters/clients/shared/profiles.h"
#include "adapters/wiring/file_changes.h"
#include "adapters/wiring/hook_entries.h"

namespace hm::claude_code {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view client = "claude-code";
constexpr int timeout_seconds = 10;
constexpr std::array<std::string_view, 12> wired_events{"PreToolUse",          "PostToolUse",  "PostToolUseFailure",
                                                        "PostToolBatch",       "SessionStart", "UserPromptSubmit",
                                                        "UserPromptExpansion", "PreCompact",   "Stop",
                                                        "SubagentStart",       "SubagentStop", "SessionEnd"};

// What holds for this machine alone is in the file that Claude Code keeps for that.
fs::path settings_file(const WiringPlace& place) {
    return place.level == WiringLevel::user ? place.homes.claude / "settings.json"
                                            : place.root / ".claude" / "settings.local.json";
}

// Which older programs wired.
fs::path shared_settings_file(const WiringPlace& place) {
    return place.root / ".claude" / "settings.json";
}

// Started without a shell where it can be. What comes of a crash, a time-out or a missing program is onFailure's to
// say, and only before a tool runs; but it says the same in every directory, so in a person's own settings a shell asks
// the project.
json::object handler_for(std::string_view event, const WiringPlace& place) {
    const fs::path file = settings_file(place);
    const OnSilence on_silence =
        event == "PreToolUse" ? on_silence_in(place, file) : on_silence_of_others(place, file, event == "SessionStart");
    if (on_silence != OnSilence::lets_through && on_silence != OnSilence::refuses) {
        return {{"type", "command"},
                {"command", hook_command({place.program, client, event}, on_silence)},
                {"timeout", timeout_seconds}};
    }
    json::array arguments{"hook", client, event};
    json::object handler{{"type", "command"}, {"command", place.program.string()}};
    if (on_silence == OnSilence::refuses) {
        arguments.emplace_back("--fail");
        arguments.emplace_back("closed");
        handler["onFailure"] = "block";
    }
    handler["args"] = std::move(arguments);
    handler["timeout"] = timeout_seconds;
    return handler;
}

json::object group_for(std::string_view event, const WiringPlace& place) {
    const bool is_about_tools = event.find("ToolUse") != std::string_view::npos;
    json::object group;
    if (is_about_tools) group["matcher"] = "";
    group["hooks"] = json::array{handler_for(event, place)};
    return group;
}

std::vector<HookEntry> entries_for(const WiringPlace& place) {
    std::vector<HookEntry> entries;
    for (const std::string_view event : wired_events) {
        entries.push_back({std::string(event), group_for(event, place)});
    }
    return entries;
}

// Tools of a server stay out of the model's sight until they are searched for, unless it says otherwise.
json::object server_for(const fs::path& program) {
    return {{"type", "stdio"}, {"command", program.string()}, {"args", {"mcp", "--hooked"}}, {"alwaysLoad", true}};
}

// Without a list it would be offered every tool there is.
std::string profile_text(const AgentProfile& profile) {
    std::vector<std::string> allowed{"Read", "Glob", "Grep", "Bash", "TodoWrite", "WebFetch", "WebSearch", "Skill"};
    if (profile.may_write) allowed.insert(allowed.begin() + 3, {"Edit", "Write", "NotebookEdit"});
    for (std::string& own : own_tools_of(profile, "mcp__hivemind__")) allowed.push_back(std::move(own));
    return fmt::format("---\nname: {}\ndescription: {}\ntools: {}\n---\n{}", profile.name, profile.description,
                       fmt::join(allowed, ", "), profile.body);
}

fs::path agents_folder(const WiringPlace& place) {
    return (place.level == WiringLevel::user ? place.homes.claude : place.root / ".claude") / "agents";
}

Result<std::vector<WiredFile>> files(const WiringPlace& place) {
    WiredFile settings{settings_file(place), {}, {}, {}};
    HM_TRY_ASSIGN(settings.before, read_whole_file(settings.path));
    const std::string text = settings.before.value_or("");
    HM_TRY_ASSIGN(settings.wired, in_file(settings.path, with_hook_entries(text, client, entries_for(place))));
    HM_TRY_ASSIGN(settings.unwired, without_hook_entries(text, client));

    WiredFile servers{
        place.level == WiringLevel::user ? place.homes.claude_json : place.root / ".mcp.json", {}, {}, {}};
    HM_TRY_ASSIGN(servers.before, read_whole_file(servers.path));
    const std::string servers_text = servers.before.value_or("");
    HM_TRY_ASSIGN(servers.wired, in_file(servers.path, with_mcp_entry(servers_text, server_for(place.program))));
    HM_TRY_ASSIGN(servers.unwired, without_mcp_entry(servers_text));
    HM_TRY_ASSIGN(std::vector<WiredFile> planned, profile_files(agents_folder(place), ".md", profile_text));
    planned.insert(planned.begin(), {std::move(settings), std::move(servers)});
    if (place.level == WiringLevel::user) return planned;

    WiredFile former{shared_settings_file(place), {}, {}, {}, true};
    HM_TRY_ASSIGN(former.before, read_whole_file(former.path));
    auto without = former.before ? without_hook_entries(*former.before, client) : std::string();
    // One that cannot be read is not for us to mend.
    if (!former.before || !without) return planned;
    former.wired = std::move(*without);
    former.unwired = former.wired;
    planned.push_back(std::move(former));
    return planned;
}

Result<std::optional<WiredCommand>> wired_command(const WiringPlace& place) {
    HM_TRY_ASSIGN(auto text, read_whole_file(settings_file(place)));
    HM_TRY_ASSIGN(auto found, own_hook_entries(text.value_or(""), client));
    if (found.empty() && place.level == WiringLevel::project) {
        HM_TRY_ASSIGN(text, read_whole_file(shared_settings_file(place)));
        HM_TRY_ASSIGN(found, own_hook_entries(text.value_or(""), client));
    }
    for (const FoundEntry& one : found) {
        if (one.entry.event != "PreToolUse") continue;
        const json::object& handler = one.entry.group.at("hooks").get_array().front().get_object();
        const std::string program(text_member(handler, "command"));
        const json::value* arguments = handler.if_contains("args");
        if (arguments == nullptr || !arguments->is_array()) {
            return WiredCommand{{"sh", "-c", program}, "PreToolUse", "Bash"};
        }
        WiredCommand command{{program}, "PreToolUse", "Bash", text_member(handler, "onFailure") == "block"};
        for (const json::value& argument : arguments->get_array()) {
            if (argument.is_string()) command.arguments.emplace_back(argument.get_string());
        }
        return command;
    }
    return std::nullopt;
}

bool has_hooks_disabled(const fs::path& file) {
    const auto text = read_whole_file(file);
    if (!text || !*text) return false;
    const auto whole = read_loose_json(**text);
    if (!whole || !whole->is_object()) return false;
    const json::value* disabled = whole->get_object().if_contains("disableAllHooks");
    return disabled != nullptr && disabled->is_bool() && disabled->get_bool();
}

std::vector<ClientHole> holes(const WiringPlace& /*place*/) {
    return {{"`claude --bare` starts without any hook.", "Do not start agents with it.", false}};
}

std::vector<Obstacle> obstacles(const WiringPlace& place) {
    std::vector<Obstacle> found;
    for (const fs::path& file : {place.homes.claude / "settings.json", place.root / ".claude" / "settings.json",
                                 place.root / ".claude" / "settings.local.json"}) {
        if (has_hooks_disabled(file)) {
            found.push_back({"wired but switched off in Claude Code: " + file.string() + " says disableAllHooks",
                             "Take \"disableAllHooks\" out of that file."});
        }
    }
    return found;
}

}  // namespace

ClientWiring wiring() {
    return {
        .client = client,
        .name = "Claude Code",
        .program = "claude",
        .files = files,
        .wired_command = wired_command,
        .holes = holes,
        .obstacles = obstacles,
        .own_folder = &ClientHomes::claude,
        .next_step = "Start it in this directory; `/hooks` and `/mcp` show what is wired.",
        .tried = "2.1.327",
        .not_driven =
            "no hook is fired inside Claude Code itself: the doctor has no model that speaks to it; the wired command "
            "is tried instead, and the trail says what fired"};
}

std::vector<PluginFile> plugin_files(const fs::path& program, FailMode fail) {
    const json::object about{{"name", "hivemind"},
                             {"version", HIVEMIND_VERSION},
                             {"description", "Plans, memory and a gate for the agents of a project."},
                             {"author", {{"name", "HiveMind"}}}};
    const json::object market{{"name", "hivemind"},
                              {"owner", {{"name", "HiveMind"}}},
                              {"metadata", {{"description", "HiveMind of this machine."}}},
                              {"plugins",
                               {{{"name", "hivemind"},
                                 {"source", "./"},
                                 {"description", "Plans, memory and a gate for the agents of a project."}}}}};
    const WiringPlace place{.program = program, .fail = fail};
    json::object hooks;
    for (const HookEntry& entry : entries_for(place)) hooks[entry.event] = json::array{entry.group};
    const auto text_of = [](const json::object& value) { return to_text(value) + "\n"; };
    return {{".claude-plugin/plugin.json", text_of(about)},
            {".claude-plugin/marketplace.json", text_of(market)},
            {"hooks/hooks.json", text_of({{"hooks", hooks}})},
            {".mcp.json", text_of({{"mcpServers", {{mcp_server_name, server_for(program)}}}})}};
}

}  // namespace hm::claude_code
