#include "adapters/opencode/live_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "adapters/opencode/host_hooks.h"
#include "adapters/wiring/probe.h"
#include "base/embedded.h"
#include "base/json.h"
#include "base/utf8.h"

namespace hm::opencode {
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
