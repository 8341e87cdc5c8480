#include "adapters/codex/wiring.h"

#include <fmt/format.h>

#include <array>

#include "adapters/codex/toml_edit.h"
#include "adapters/codex/trust.h"
#include "adapters/file_changes.h"
#include "adapters/wiring/hook_command.h"
#include "adapters/wiring/hook_entries.h"
#include "adapters/wiring/mcp_entry.h"
#include "base/shell_word.h"

namespace hm::codex {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view client = "codex";
constexpr std::int64_t timeout_seconds = 10;
constexpr std::int64_t longest_session_end = 3;  // it takes no longer one

struct WiredEvent {
    std::string_view name;
    bool takes_context;
};

constexpr std::array<WiredEvent, 11> wired_events{{
    {"PreToolUse", true},
    {"PostToolUse", true},
    {"SessionStart", true},
    {"UserPromptSubmit", true},
    {"PreCompact", false},
    {"PostModelRequest", false},
    {"Stop", false},
    {"Interrupt", false},
    {"SubagentStart", true},
    {"SubagentStop", false},
    {"SessionEnd", false},
}};

// The client runs it in the person's own shell, whatever that is, and lets the call through whatever goes wrong, but
// for exit code 2.
std::string command_for(std::string_view event, const WiringPlace& place) {
    const HookCommand command{place.program, client, event};
    const OnSilence on_silence = event == "PreToolUse" ? on_silence_in(place) : OnSilence::lets_through;
    const std::string line = hook_command(command, on_silence);
    return on_silence == OnSilence::lets_through ? line : "sh -c " + shell_word(line);
}

std::vector<HookEntry> entries_for(const WiringPlace& place) {
    std::vector<HookEntry> entries;
    for (const WiredEvent& event : wired_events) {
        json::object handler{{"type", "command"},
                             {"command", command_for(event.name, place)},
                             {"timeout", event.name == "SessionEnd" ? longest_session_end : timeout_seconds}};
        // Without it a longer text is put into a file and only its ends are shown.
        if (event.takes_context) handler["additionalContextLimit"] = 0;
        json::object group;
        if (event.name.find("ToolUse") != std::string_view::npos) group["matcher"] = "";
        group["hooks"] = json::array{std::move(handler)};
        entries.push_back({std::string(event.name), std::move(group)});
    }
    return entries;
}

fs::path folder_of(const WiringPlace& place) {
    return place.level == WiringLevel::user ? place.homes.codex : place.root / ".codex";
}

TomlTable server_table(const fs::path& program) {
    return {fmt::format("mcp_servers.{}", mcp_server_name),
            fmt::format("command = {}\nargs = [\"mcp\"]\n", toml_string(program.string()))};
}

// The trust of every hook of ours that the file will hold.
Result<std::vector<TomlTable>> trust_tables(const WiredFile& hooks) {
    HM_TRY_ASSIGN(const auto found, own_hook_entries(hooks.wired, client));
    std::vector<TomlTable> tables;
    for (const FoundEntry& one : found) {
        tables.push_back({fmt::format("hooks.state.{}", toml_string(trust_key(hooks.path, one.entry.event, one.index))),
                          fmt::format("trusted_hash = {}\n", toml_string(trust_hash(one.entry)))});
    }
    return tables;
}

Result<WiredFile> toml_file(const fs::path& path, const std::vector<TomlTable>& tables,
                            const std::function<bool(std::string_view)>& is_ours) {
    WiredFile file{path, {}, {}, {}};
    HM_TRY_ASSIGN(file.before, read_whole_file(path));
    const std::string text = file.before.value_or("");
    HM_TRY_ASSIGN(file.wired, in_file(path, with_toml_tables(text, tables)));
    file.unwired = without_toml_tables(text, is_ours);
    return file;
}

Result<std::vector<WiredFile>> files(const WiringPlace& place) {
    WiredFile hooks{folder_of(place) / "hooks.json", {}, {}, {}};
    HM_TRY_ASSIGN(hooks.before, read_whole_file(hooks.path));
    const std::string text = hooks.before.value_or("");
    HM_TRY_ASSIGN(hooks.wired, in_file(hooks.path, with_hook_entries(text, client, entries_for(place))));
    HM_TRY_ASSIGN(hooks.unwired, without_hook_entries(text, client));

    const std::string own_server = server_table(place.program).header;
    const std::string own_state = "hooks.state.\"" + hooks.path.string() + ":";
    const auto is_server = [own_server](std::string_view header) { return header == own_server; };
    const auto is_state = [own_state](std::string_view header) { return header.starts_with(own_state); };
    const fs::path trusting = place.homes.codex / "config.toml";
    HM_TRY_ASSIGN(std::vector<TomlTable> tables, trust_tables(hooks));
    std::vector<WiredFile> planned{std::move(hooks)};
    if (place.level == WiringLevel::user) {
        tables.insert(tables.begin(), server_table(place.program));
        HM_TRY_ASSIGN(WiredFile settings, toml_file(trusting, tables, [=](std::string_view header) {
                          return is_server(header) || is_state(header);
                      }));
        planned.push_back(std::move(settings));
        return planned;
    }
    HM_TRY_ASSIGN(WiredFile settings,
                  toml_file(folder_of(place) / "config.toml", {server_table(place.program)}, is_server));
    planned.push_back(std::move(settings));
    // Whom a person trusts stands in the person's own settings, for a project's hooks too.
    HM_TRY_ASSIGN(WiredFile trust, toml_file(trusting, tables, is_state));
    planned.push_back(std::move(trust));
    return planned;
}

Result<std::optional<WiredCommand>> wired_command(const WiringPlace& place) {
    HM_TRY_ASSIGN(const auto text, read_whole_file(folder_of(place) / "hooks.json"));
    HM_TRY_ASSIGN(const auto found, own_hook_entries(text.value_or(""), client));
    for (const FoundEntry& one : found) {
        if (one.entry.event != "PreToolUse") continue;
        const json::object& handler = one.entry.group.at("hooks").get_array().front().get_object();
        return WiredCommand{{"sh", "-c", std::string(text_member(handler, "command"))}, "PreToolUse", "Bash"};
    }
    return std::nullopt;
}

std::string setting(const fs::path& file, std::string_view table, std::string_view key) {
    const auto text = read_whole_file(file);
    return text && *text ? toml_value(**text, table, key) : std::string();
}

std::vector<ClientHole> holes(const WiringPlace& place) {
    const fs::path user = place.homes.codex / "config.toml";
    const fs::path project = place.root / ".codex" / "config.toml";
    const bool has_terminals = setting(user, "features", "unified_exec_tty") != "false" &&
                               setting(project, "features", "unified_exec_tty") != "false";
    const bool has_no_hooks =
        setting(user, "features", "hooks") == "false" || setting(project, "features", "hooks") == "false";
    std::vector<ClientHole> found{
        {"What is typed into a shell that was let through (write_stdin) is told to no hook.",
         fmt::format("Set `unified_exec_tty = false` under [features] in {}.", user.string()), has_terminals},
        {"A hook that was changed, or whose trust was not recorded, is skipped in silence.",
         "After a change run `hivemind init --client codex` again: it records the trust.", false},
        {"A hook that the client ends at its time-out lets the call through.",
         "HiveMind answers within 5 s by itself, by the fail mode.", false}};
    if (has_no_hooks) {
        found.push_back(
            {"Hooks are switched off in Codex's settings.", "Take `hooks = false` out of [features].", true});
    }
    return found;
}

}  // namespace

ClientWiring wiring() {
    return {.client = client,
            .name = "Codex",
            .program = "codex",
            .files = files,
            .wired_command = wired_command,
            .holes = holes,
            .own_folder = &ClientHomes::codex,
            .next_step =
                "Start it in this directory; it asks once whether the folder is trusted, and reads no "
                "project settings before. The trust of the hooks is recorded."};
}

}  // namespace hm::codex
