#include <fmt/format.h>

#include <array>
#include <map>

#include "adapters/clients/codex/toml_edit.h"
#include "adapters/clients/shared/clients.h"
#include "adapters/clients/shared/profiles.h"
#include "adapters/wiring/file_changes.h"
#include "adapters/wiring/hook_entries.h"
#include "base/digest.h"
#include "base/strings.h"

namespace hm::codex {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view client = "codex";
constexpr std::int64_t timeout_seconds = 10;
constexpr std::int64_t longest_at_an_end = 3;  // it takes no longer one for these, and warns in every run

struct WiredEvent {
    std::string_view name;
    bool takes_context;
};

std::int64_t timeout_of(std::string_view event) {
    return event == "SessionEnd" || event == "Interrupt" ? longest_at_an_end : timeout_seconds;
}

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

fs::path folder_of(const WiringPlace& place) {
    return place.level == WiringLevel::user ? place.homes.codex : place.root / ".codex";
}

fs::path hooks_file(const WiringPlace& place) {
    return folder_of(place) / "hooks.json";
}

// The client runs it in the person's own shell, whatever that is, and lets the call through whatever goes wrong, but
// for exit code 2.
std::string command_for(std::string_view event, const WiringPlace& place) {
    const HookCommand command{place.program, client, event};
    const fs::path file = hooks_file(place);
    const OnSilence on_silence =
        event == "PreToolUse" ? on_silence_in(place, file) : on_silence_of_others(place, file, event == "SessionStart");
    const std::string line = hook_command(command, on_silence);
    return on_silence == OnSilence::lets_through ? line : "sh -c " + shell_word(line);
}

std::vector<HookEntry> entries_for(const WiringPlace& place) {
    std::vector<HookEntry> entries;
    for (const WiredEvent& event : wired_events) {
        json::object handler{
            {"type", "command"}, {"command", command_for(event.name, place)}, {"timeout", timeout_of(event.name)}};
        // Without it a longer text is put into a file and only its ends are shown.
        if (event.takes_context) handler["additionalContextLimit"] = 0;
        json::object group;
        if (event.name.find("ToolUse") != std::string_view::npos) group["matcher"] = "";
        group["hooks"] = json::array{std::move(handler)};
        entries.push_back({std::string(event.name), std::move(group)});
    }
    return entries;
}

TomlTable server_table(const fs::path& program) {
    return {fmt::format("mcp_servers.{}", mcp_server_name),
            fmt::format("command = {}\nargs = [\"mcp\", \"--hooked\"]\n", toml_string(program.string()))};
}

// The part of a header that is the same in the trust of all hooks of a file.
std::string trust_headers_begin(const fs::path& hooks) {
    const std::string begin = trust_header(hooks.string() + ":");
    return begin.substr(0, begin.size() - 1);
}

// The trust of every hook of ours that the file will hold.
Result<std::vector<TomlTable>> trust_tables(const WiredFile& hooks) {
    HM_TRY_ASSIGN(const auto found, own_hook_entries(hooks.wired, client));
    std::vector<TomlTable> tables;
    for (const FoundEntry& one : found) {
        tables.push_back({trust_header(trust_key(hooks.path, one.entry.event, one.index)),
                          fmt::format("trusted_hash = {}\n", toml_string(trust_hash(one.entry)))});
    }
    return tables;
}

using IsMeant = std::function<bool(std::string_view header)>;

// Its settings lie over those of the session that starts it, but the file is read alone first: a server without the
// command that starts it makes the whole role malformed.
std::string profile_text(const AgentProfile& profile, const fs::path& program) {
    std::string allowed;
    for (const std::string& own : own_tools_of(profile, "")) {
        allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", toml_string(own));
    }
    HM_ASSERT(profile.body.find("'''") == std::string::npos);
    const TomlTable server = server_table(program);
    return fmt::format(
        "name = {}\ndescription = {}\n{}developer_instructions = '''\n{}'''\n\n[{}]\n{}enabled_tools = [{}]\n",
        toml_string(profile.name), toml_string(profile.description),
        profile.may_write ? "" : "sandbox_mode = \"read-only\"\n", profile.body, server.header, server.body, allowed);
}

// `is_dead`: tables that held for a place where the project is no longer.
Result<WiredFile> toml_file(
    const fs::path& path, const std::vector<TomlTable>& tables, const IsMeant& is_ours,
    const IsMeant& is_dead = [](std::string_view) { return false; }) {
    WiredFile file{path, {}, {}, {}};
    HM_TRY_ASSIGN(file.before, read_whole_file(path));
    const std::string text = without_toml_tables(file.before.value_or(""), is_dead);
    HM_TRY_ASSIGN(file.wired, in_file(path, with_toml_tables(text, tables)));
    file.unwired = without_toml_tables(text, is_ours);
    return file;
}

Result<std::vector<WiredFile>> files(const WiringPlace& place) {
    WiredFile hooks{hooks_file(place), {}, {}, {}};
    HM_TRY_ASSIGN(hooks.before, read_whole_file(hooks.path));
    const std::string text = hooks.before.value_or("");
    HM_TRY_ASSIGN(hooks.wired, in_file(hooks.path, with_hook_entries(text, client, entries_for(place))));
    HM_TRY_ASSIGN(hooks.unwired, without_hook_entries(text, client));

    const std::string own_server = server_table(place.program).header;
    const std::string own_state = trust_headers_begin(hooks.path);
    const auto is_server = [own_server](std::string_view header) { return header == own_server; };
    const auto is_state = [own_state](std::string_view header) { return header.starts_with(own_state); };
    const fs::path trusting = place.homes.codex / "config.toml";
    HM_TRY_ASSIGN(std::vector<TomlTable> tables, trust_tables(hooks));
    HM_TRY_ASSIGN(std::vector<WiredFile> planned,
                  profile_files(folder_of(place) / "agents", ".toml", [&place](const AgentProfile& profile) {
                      return profile_text(profile, place.program);
                  }));
    planned.insert(planned.begin(), std::move(hooks));
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
    const fs::path left = place.moved_from.empty() ? fs::path() : place.moved_from / ".codex" / "hooks.json";
    std::error_code error;
    const std::string dead_state = left.empty() || fs::exists(left, error) ? "" : trust_headers_begin(left);
    const auto is_dead = [dead_state](std::string_view header) {
        return !dead_state.empty() && header.starts_with(dead_state);
    };
    HM_TRY_ASSIGN(WiredFile trust, toml_file(trusting, tables, is_state, is_dead));
    planned.push_back(std::move(trust));
    return planned;
}

Result<std::optional<WiredCommand>> wired_command(const WiringPlace& place) {
    HM_TRY_ASSIGN(const auto text, read_whole_file(hooks_file(place)));
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
    return {
        {"What is typed into a shell that was let through (write_stdin) is told to no hook.",
         fmt::format("Set `unified_exec_tty = false` under [features] in {}.", user.string()), has_terminals},
        {"A hook that was changed, or whose file's path changed, is skipped in silence until it is trusted again.",
         "After a change or a move run `hivemind init --client codex` again: it records the trust.", false},
        {"Started with `-C` and a path through a symbolic link, Codex knows the hooks by another path, and skips them.",
         "Start it with the real path, or wire it with --global.", false},
        {"A hook that the client ends at its time-out lets the call through.",
         "HiveMind answers within 5 s by itself, by the fail mode.", false}};
}

// Codex asks about the folder of the git repository, and goes by the folder it was started in where there is none.
std::vector<fs::path> folders_asked_about(const fs::path& root) {
    std::vector<fs::path> folders{root};
    std::error_code error;
    fs::path above = root;
    while (!fs::exists(above / ".git", error) && above.has_relative_path()) above = above.parent_path();
    if (above != root && fs::exists(above / ".git", error)) folders.push_back(above);
    return folders;
}

void add_folder_distrust(std::vector<Obstacle>& found, const WiringPlace& place, const fs::path& config) {
    if (place.level == WiringLevel::user) return;
    for (const fs::path& folder : folders_asked_about(place.root)) {
        const std::string table = "projects." + toml_string(folder.string());
        if (setting(config, table, "trust_level") != "\"untrusted\"") continue;
        found.push_back(
            {fmt::format("wired but not trusted by Codex: {} says that the folder {} is untrusted, so Codex "
                         "reads no settings of the project, its hooks included",
                         config.string(), folder.string()),
             fmt::format("Set trust_level = \"trusted\" under [{}], or wire Codex with --global.", table)});
    }
}

void add_hook_distrust(std::vector<Obstacle>& found, const WiringPlace& place, const fs::path& config) {
    const fs::path hooks = hooks_file(place);
    const auto text = read_whole_file(hooks);
    const auto entries = own_hook_entries(text && *text ? **text : std::string(), client);
    if (!entries) return;
    const auto settings = read_whole_file(config);
    const HookTrust trust = trust_in(settings && *settings ? **settings : std::string(), hooks, *entries);
    const std::string remedy = fmt::format("Run `hivemind init --client codex{}`: it shows the records and makes them.",
                                           place.level == WiringLevel::user ? " --global" : "");
    if (trust.untrusted > 0) {
        const std::string moved =
            place.moved_from.empty()
                ? std::string()
                : fmt::format(" The project was moved here from {} since it was wired.", place.moved_from.string());
        found.push_back(
            {fmt::format("wired but not trusted by Codex: {} of {} hooks in {} have no valid record of trust in "
                         "{}, and Codex skips them in silence.{}",
                         trust.untrusted, trust.hooks, hooks.string(), config.string(), moved),
             remedy});
    }
    if (trust.disabled > 0) {
        found.push_back(
            {fmt::format("wired but switched off in Codex: {} of {} hooks in {} have `enabled = false` in {}",
                         trust.disabled, trust.hooks, hooks.string(), config.string()),
             remedy});
    }
}

std::vector<Obstacle> obstacles(const WiringPlace& place) {
    const fs::path user = place.homes.codex / "config.toml";
    std::vector<Obstacle> found;
    for (const fs::path& file : {user, place.root / ".codex" / "config.toml"}) {
        if (setting(file, "features", "hooks") != "false") continue;
        found.push_back({fmt::format("wired but switched off in Codex: {} says `hooks = false`", file.string()),
                         "Take `hooks = false` out of [features] in that file."});
    }
    add_folder_distrust(found, place, user);
    add_hook_distrust(found, place, user);
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
            .obstacles = obstacles,
            .own_folder = &ClientHomes::codex,
            .next_step =
                "Start it in this directory; it asks once whether the folder is trusted, and reads no "
                "project settings before. `codex exec` does not ask: give it --trust once. The trust of the hooks is "
                "recorded.",
            .tried = "0.169.0",
            .not_driven =
                "no hook is fired inside Codex itself: the doctor has no model that speaks to it; the wired command "
                "is tried instead, and the trail says what fired"};
}

namespace {

// PreToolUse is pre_tool_use there.
std::string in_snake_case(std::string_view name) {
    std::string snake;
    for (const char c : name) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        if (is_upper && !snake.empty()) snake += '_';
        snake += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return snake;
}

// Without blanks, every object's members in the order of their names.
std::string canonical(const json::value& value) {
    std::string text;
    if (value.is_object()) {
        std::map<std::string_view, const json::value*> members;
        for (const auto& member : value.get_object()) members.emplace(member.key(), &member.value());
        for (const auto& [key, member] : members) {
            text += fmt::format("{}{}:{}", text.empty() ? "" : ",", to_text(json::value(key)), canonical(*member));
        }
        return "{" + text + "}";
    }
    if (!value.is_array()) return to_text(value);
    for (const json::value& item : value.get_array()) text += (text.empty() ? "" : ",") + canonical(item);
    return "[" + text + "]";
}

}  // namespace

std::string trust_key(const std::filesystem::path& hooks_file, std::string_view event, std::size_t group) {
    return fmt::format("{}:{}:{}:0", hooks_file.string(), in_snake_case(event), group);
}

std::string trust_hash(const HookEntry& entry) {
    json::object identity = entry.group;
    identity["event_name"] = in_snake_case(entry.event);
    for (json::value& handler : identity.at("hooks").get_array()) handler.get_object()["async"] = false;
    return "sha256:" + sha256_hex(canonical(identity));
}

std::string trust_header(std::string_view key) {
    return fmt::format("hooks.state.{}", toml_string(key));
}

HookTrust trust_in(std::string_view config, const std::filesystem::path& hooks_file,
                   const std::vector<FoundEntry>& hooks) {
    HookTrust trust{.hooks = hooks.size()};
    for (const FoundEntry& one : hooks) {
        const std::string header = trust_header(trust_key(hooks_file, one.entry.event, one.index));
        if (toml_value(config, header, "trusted_hash") != toml_string(trust_hash(one.entry))) {
            ++trust.untrusted;
        } else if (toml_value(config, header, "enabled") == "false") {
            ++trust.disabled;
        }
    }
    return trust;
}

}  // namespace hm::codex
