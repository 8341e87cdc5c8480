#include "adapters/clients/opencode/host_hooks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "adapters/wiring/file_changes.h"
#include "adapters/wiring/probe.h"
#include "base/embedded.h"
#include "base/json.h"
#include "base/strings.h"

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;

constexpr std::array<HostHookAbout, 7> table{{
    {HostHook::tool_before, "tool.execute.before", "tool.execute.before",
     "a call is judged when it is done, and the result of one that was not to run is replaced by the refusal"},
    {HostHook::tool_after, "tool.execute.after", "tool.execute.after",
     "a call is recorded when the next request shows that it is done"},
    {HostHook::chat_message, "chat.message", "chat.message", "a prompt is taken from the request that carries it"},
    {HostHook::messages_transform, "experimental.chat.messages.transform", "messages.transform",
     "the state comes with the first result of a turn, and in later turns with the system prompt"},
    {HostHook::system_transform, "experimental.chat.system.transform", "system.transform",
     "the rules stand in front of the state"},
    {HostHook::session_compacting, "experimental.session.compacting", "session.compacting",
     "the request for the summary carries the state like every other, and so does the first one after it"},
    {HostHook::event, "event", "event",
     "a session is looked at with its first call, a turn is closed with the next prompt, and what an answer says of "
     "itself is taken from the next request"},
}};

fs::path kept_at(const fs::path& project_directory) {
    return project_directory / "seen" / "opencode_hooks";
}

Finding hook_finding(const HostHookAbout& about, std::string_view state) {
    if (state == "missing") {
        return {Severity::warning, "opencode",
                fmt::format("hook {}: does not come; in use instead: {}", about.name, about.instead),
                "Another version of OpenCode may have it; run this again after a change of version."};
    }
    if (state == "come") return {Severity::fine, "opencode", fmt::format("hook {}: comes", about.name), ""};
    return {Severity::fine, "opencode",
            fmt::format("hook {}: not needed yet; should it not come: {}", about.name, about.instead), ""};
}

}  // namespace

std::span<const HostHookAbout> all_host_hooks() {
    return table;
}

void HostHooks::meet(std::string_view carried_as) {
    for (const HostHookAbout& each : table) {
        const auto index = static_cast<std::size_t>(each.hook);
        if (each.carried_as != carried_as || come_.test(index)) continue;
        come_.set(index);
        missing_.reset(index);
        is_news_ = true;
    }
}

void HostHooks::miss(HostHook hook) {
    const auto index = static_cast<std::size_t>(hook);
    if (has_come(hook) || missing_.test(index)) return;
    missing_.set(index);
    is_news_ = true;
}

void HostHooks::keep(const fs::path& project_directory, Time now) {
    if (!is_news_) return;
    is_news_ = false;
    json::object hooks;
    for (const HostHookAbout& each : table) {
        hooks[each.name] = has_come(each.hook) ? "come" : is_missing(each.hook) ? "missing" : "unknown";
    }
    const fs::path place = kept_at(project_directory);
    const fs::path making = place.string() + fmt::format(".making-{}", getpid());
    std::error_code error;
    fs::create_directory(place.parent_path(), error);
    {
        std::ofstream out(making, std::ios::trunc);
        out << to_text(json::object{{"at", now.ms}, {"hooks", std::move(hooks)}}) << '\n';
        if (!out.flush()) return;
    }
    fs::permissions(making, fs::perms::owner_read | fs::perms::owner_write, error);
    fs::rename(making, place, error);
}

std::vector<Finding> hook_findings(const fs::path& project_directory) {
    std::vector<Finding> findings;
    const auto text = read_whole_file(kept_at(project_directory));
    const auto kept = text && *text ? parse_json(**text) : Result<json::value>(json::value());
    if (!kept || !kept->is_object()) return findings;
    const json::object& hooks = object_member(kept->get_object(), "hooks");
    for (const HostHookAbout& each : table) findings.push_back(hook_finding(each, text_member(hooks, each.name)));
    return findings;
}

namespace {

constexpr Duration client_patience = seconds(90);
constexpr Duration whole_patience = seconds(100);
constexpr std::string_view about = "opencode";

Finding trouble(std::string what, std::string remedy) {
    return {Severity::trouble, std::string(about), std::move(what), std::move(remedy)};
}

constexpr std::string_view again = "Run `hivemind init --client opencode`, then this again.";

bool is_set(const Variables& variables, const char* name) {
    const auto value = variables ? variables(name) : std::nullopt;
    return value && !value->empty() && *value != "0" && *value != "false";
}

Finding not_loaded(const Variables& variables) {
    if (is_set(variables, "OPENCODE_PURE")) {
        return trouble("OpenCode starts without any plugin: OPENCODE_PURE is set", "Unset it.");
    }
    return trouble("OpenCode did not load the plugin: nothing of HiveMind was in its requests",
                   "Look for an ERROR about it in ~/.local/share/opencode/log, run `hivemind init --client opencode`.");
}

// What became of the one call, by what the model was told.
Finding judged(std::string_view where, const json::value* told, std::string_view stage, std::string_view why_not) {
    if (told == nullptr || !told->is_string()) {
        return trouble(fmt::format("a probe {} was not made: OpenCode came to {}{}{}", where, stage,
                                   why_not.empty() ? "" : ": ", shorten(repair_utf8(why_not), 300)),
                       std::string(again));
    }
    const std::string_view text = told->get_string();
    if (text.find("GOVERNANCE BLOCK") != std::string_view::npos) {
        return {Severity::fine, std::string(about), fmt::format("gate live in OpenCode: a probe {} was refused", where),
                ""};
    }
    if (text.find("did not answer") != std::string_view::npos) {
        return trouble(fmt::format("a probe {} was refused, but only because HiveMind did not answer", where),
                       "Run `hivemind doctor` for what ails the store.");
    }
    return trouble(fmt::format("a probe {} ran: {}", where, shorten(repair_utf8(text), 200)), std::string(again));
}

std::vector<Finding> read_report(const std::string& said, const std::filesystem::path& root,
                                 const Variables& variables) {
    const std::size_t end = said.find_last_not_of("\r\n ");
    const std::size_t line = end == std::string::npos ? end : said.rfind('\n', end);
    const auto report = parse_json(said.substr(line == std::string::npos ? 0 : line + 1));
    if (!report || !report->is_object()) {
        return {trouble(fmt::format("OpenCode could not be tried out: {}",
                                    said.empty() ? "it said nothing" : shorten(repair_utf8(said), 300)),
                        "Run `opencode --version`; versions from 1.18 on can be tried out.")};
    }
    const json::object& seen = report->get_object();
    const std::string_view why_not = text_member(seen, "trouble");
    const auto number = [&](std::string_view name) {
        const json::value* value = seen.if_contains(name);
        return value != nullptr && value->is_int64() ? value->get_int64() : 0;
    };
    const bool is_silent = text_member(seen, "main").find("did not answer") != std::string_view::npos;
    if (number("requests") > 0 && number("copies") == 0 && !is_silent) return {not_loaded(variables)};
    std::vector<Finding> findings{
        judged("in a session", seen.if_contains("main"), text_member(seen, "stage"), why_not),
        judged("in a subagent", seen.if_contains("subagent"), text_member(seen, "stage"), why_not)};
    if (number("copies") > 1) {
        findings.push_back(trouble(fmt::format("OpenCode loaded HiveMind {} times", number("copies")),
                                   "Leave one copy: `hivemind doctor` names the others it finds."));
    }
    std::ranges::move(hook_findings(root / ".hivemind"), std::back_inserter(findings));
    return findings;
}

}  // namespace

std::vector<Finding> try_live(const WiringPlace& place, const Variables& variables) {
    // Started by the name that the person starts it by; the client's own runtime plays the probe.
    const std::vector<std::string> arguments{"env",
                                             "BUN_BE_BUN=1",
                                             "HIVEMIND_PROBE_ROOT=" + place.root.string(),
                                             fmt::format("HIVEMIND_PROBE_MS={}", client_patience.ms),
                                             "opencode",
                                             "-e",
                                             std::string(embedded_file("opencode/probe.js"))};
    const Spoken spoken = listen_to(arguments, place.root, "", whole_patience);
    if (spoken.exit_code == 127) {
        return {{Severity::warning, std::string(about),
                 "opencode is not on the PATH, so the gate could not be tried out in it",
                 "Install it, or add its folder to PATH."}};
    }
    return read_report(spoken.said, place.root, variables);
}

}  // namespace hm::opencode
