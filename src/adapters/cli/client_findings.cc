#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "adapters/cli/wire_clients.h"
#include "adapters/wiring/changes.h"
#include "adapters/wiring/probe.h"
#include "base/strings.h"
#include "view/text.h"

namespace hm::cli {
namespace {

struct Looked {
    const ClientWiring& wiring;
    WiringPlace place;
    WiringState state = WiringState::absent;
    Settings settings;
    Time now;

    std::string about() const { return std::string(wiring.client); }
    std::string again() const {
        return fmt::format("Run `hivemind init --client {}{}`.", wiring.client,
                           place.level == WiringLevel::user ? " --global" : "");
    }
};

Finding wiring_finding(const Looked& looked, const std::optional<Duration>& fired_ago) {
    const std::string_view where =
        looked.place.level == WiringLevel::user ? "wired in your own settings" : "wired by this program";
    if (looked.state == WiringState::different) {
        return {Severity::warning, looked.about(),
                "wired, but not as this program would wire it: another version, path or mode.", looked.again()};
    }
    if (!fired_ago) {
        return {Severity::warning, looked.about(),
                fmt::format("{}, not fired yet: {} has run no hook in this directory since then", where,
                            looked.wiring.name),
                fmt::format("Start {} in this directory.", looked.wiring.name)};
    }
    return {Severity::fine, looked.about(), fmt::format("{}, fired: last event {} ago", where, coarse_age(*fired_ago)),
            ""};
}

// Whether the client runs what is wired, as far as its settings and the trail say.
Result<void> add_wiring(std::vector<Finding>& findings, const Looked& looked, Project& project) {
    const auto obstacles =
        looked.wiring.obstacles == nullptr ? std::vector<Obstacle>() : looked.wiring.obstacles(looked.place);
    for (const Obstacle& obstacle : obstacles) {
        findings.push_back({Severity::trouble, looked.about(), obstacle.what, obstacle.remedy});
    }
    if (!obstacles.empty()) return {};
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const Time wired_at, last_wired_at(looked.wiring, looked.place));
    HM_TRY_ASSIGN(const auto ago, fired_ago(workspace, looked.wiring.client, wired_at));
    findings.push_back(wiring_finding(looked, ago));
    return {};
}

// Through the very command that the client starts.
Result<void> add_probe(std::vector<Finding>& findings, const Looked& looked) {
    if (looked.wiring.wired_command == nullptr) return {};
    HM_TRY_ASSIGN(const auto command, looked.wiring.wired_command(looked.place));
    if (!command) {
        findings.push_back(
            {Severity::trouble, looked.about(), "no hook of ours is asked before a tool runs", looked.again()});
        return {};
    }
    const Probe probe = probe_gate(*command, looked.place.root);
    const bool only_records = effective_mode(looked.settings, looked.now) == GateMode::permissive;
    if (probe.outcome == ProbeOutcome::refused) {
        findings.push_back(
            {Severity::fine, looked.about(),
             fmt::format("the wired command works: it refused the doctor's probe in {} ms", probe.took.ms), ""});
    } else if (probe.outcome == ProbeOutcome::let_through && only_records) {
        findings.push_back({Severity::fine, looked.about(),
                            fmt::format("the wired command works: it answered the doctor's probe in {} ms; the gate "
                                        "only records now",
                                        probe.took.ms),
                            ""});
    } else {
        findings.push_back({Severity::trouble, looked.about(),
                            fmt::format("the wired command did not refuse a probe: {}",
                                        shorten(repair_utf8(probe.said.empty() ? "no answer" : probe.said), 200)),
                            looked.again()});
    }
    return {};
}

void add_live(std::vector<Finding>& findings, const Looked& looked, const Environment& environment) {
    if (effective_mode(looked.settings, looked.now) == GateMode::permissive) {
        findings.push_back({Severity::fine, looked.about(),
                            "the gate only records now, so nothing was tried out that it would have to stop",
                            "`hivemind config set mode assisted` makes it stop what it must."});
        return;
    }
    std::ranges::move(looked.wiring.try_live(looked.place, environment.variable), std::back_inserter(findings));
}

// Seen, not only meant.
Result<void> add_failing(std::vector<Finding>& findings, const Looked& looked) {
    HM_TRY_ASSIGN(const auto command, looked.wiring.wired_command(looked.place));
    if (!command) return {};
    const bool shall_refuse = looked.place.fail == FailMode::closed;
    const auto refuses = refuses_without(looked.place.program, *command, looked.place.root);
    if (refuses && *refuses != shall_refuse) {
        findings.push_back({shall_refuse ? Severity::trouble : Severity::warning, looked.about(),
                            shall_refuse ? "shall fail closed, but a missing program of ours lets the call through"
                                         : "shall fail open, but a missing program of ours refuses the call",
                            looked.place.level == WiringLevel::user
                                ? "Run `hivemind init` in this project: it marks how the project fails."
                                : looked.again()});
        return {};
    }
    findings.push_back({Severity::fine, looked.about(),
                        shall_refuse ? "fails closed: a crash or a missing program of ours refuses the call"
                                     : "fails open: a crash or a missing program of ours lets the call through",
                        shall_refuse ? "" : "`hivemind config set fail closed` closes it."});
    return {};
}

void add_holes(std::vector<Finding>& findings, const Looked& looked) {
    if (looked.wiring.holes == nullptr) return;
    for (const ClientHole& hole : looked.wiring.holes(looked.place)) {
        findings.push_back({hole.is_open ? Severity::warning : Severity::fine, looked.about(),
                            fmt::format("{}'s own: {}", looked.wiring.name, hole.what), hole.remedy});
    }
}

// Which one is installed, and which one our suites ran with.
void add_version(std::vector<Finding>& findings, const ClientWiring& wiring, const Environment& environment) {
    constexpr Duration patience = seconds(10);
    const std::filesystem::path program = program_on_path(wiring, environment.variable);
    if (program.empty()) {
        findings.push_back({Severity::fine, std::string(wiring.client),
                            fmt::format("not on the PATH, so its version is not known; tried with {}", wiring.tried),
                            ""});
        return;
    }
    const Spoken spoken = listen_to({program.string(), "--version"}, environment.directory, "", patience);
    std::string_view line = spoken.said;
    line = line.substr(0, line.find('\n'));
    const std::string seen = shorten(repair_utf8(spoken.exit_code == 0 ? line : "unknown"), 60);
    const bool is_tried = seen.find(wiring.tried) != std::string::npos;
    findings.push_back({Severity::fine, std::string(wiring.client),
                        fmt::format("version {}{}", seen,
                                    is_tried ? ", the one HiveMind was tried with"
                                             : fmt::format("; HiveMind was tried with {}", wiring.tried)),
                        ""});
}

void add_moved(std::vector<Finding>& findings, const Looked& looked) {
    if (looked.place.moved_from.empty() || looked.place.level == WiringLevel::user) return;
    findings.push_back(
        {Severity::warning, looked.about(),
         fmt::format("the project was moved here from {} since it was wired", looked.place.moved_from.string()),
         looked.again()});
}

// A worktree does not get the files that git does not keep, and `git clean -x` takes them.
Result<bool> add_lost_wiring(std::vector<Finding>& findings, const ClientWiring& wiring, Project& project,
                             const Environment& environment) {
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const auto ago, fired_ago(workspace, wiring.client, Time{}));
    const std::string again = fmt::format("Run `hivemind init --client {}` here.", wiring.client);
    if (ago) {
        findings.push_back(
            {Severity::warning, std::string(wiring.client),
             fmt::format("not wired, but it ran hooks here {} ago: its settings for this machine are gone",
                         coarse_age(*ago)),
             again});
        return true;
    }
    for (const std::filesystem::path& top : other_checkouts(project.root())) {
        const auto place = wiring_place({.root = top}, environment);
        const auto state = place ? wiring_state(wiring, *place) : Result<WiringState>(WiringState::absent);
        if (!state || *state == WiringState::absent) continue;
        findings.push_back({Severity::warning, std::string(wiring.client),
                            fmt::format("not wired in this worktree, while it is in {}", top.string()), again});
        return true;
    }
    return false;
}

Result<void> add_client(std::vector<Finding>& findings, const Looked& looked, Project& project) {
    HM_TRY(add_wiring(findings, looked, project));
    add_moved(findings, looked);
    HM_TRY(add_probe(findings, looked));
    if (looked.wiring.wired_command != nullptr) HM_TRY(add_failing(findings, looked));
    add_holes(findings, looked);
    return {};
}

void add_wired_otherwise(std::vector<Finding>& findings, const Looked& looked) {
    const std::vector<std::string> by = looked.wiring.wired_otherwise(looked.place);
    findings.push_back({Severity::fine, looked.about(), fmt::format("wired by {}", fmt::join(by, ", ")), ""});
    add_holes(findings, looked);
}

}  // namespace

Result<std::vector<Finding>> client_findings(Project& project, std::string_view only, const Environment& environment) {
    HM_TRY_ASSIGN(const Settings settings, project.settings());
    std::vector<Finding> findings;
    for (const ClientWiring& wiring : all_wirings()) {
        if (!only.empty() && wiring.client != only) continue;
        bool is_wired = false;
        bool has_tried = false;
        for (const WiringLevel level : {WiringLevel::project, WiringLevel::user}) {
            const WireRequest request{.level = level, .root = project.root(), .fail = effective_fail(settings)};
            const auto place = wiring_place(request, environment);
            const auto state = place ? wiring_state(wiring, *place) : Result<WiringState>(WiringState::absent);
            if (!state) {
                findings.push_back(
                    {Severity::warning, std::string(wiring.client), state.error().what, state.error().remedy});
                is_wired = true;
                continue;
            }
            if (*state == WiringState::absent) continue;
            is_wired = true;
            HM_TRY(add_client(findings, {wiring, *place, *state, settings, environment.clock.now()}, project));
            // One start of the client shows what both settings come to.
            if (!only.empty() && wiring.try_live != nullptr && !std::exchange(has_tried, true)) {
                add_live(findings, {wiring, *place, *state, settings, environment.clock.now()}, environment);
            }
        }
        if (is_wired) add_version(findings, wiring, environment);
        if (is_wired && !only.empty() && !wiring.not_driven.empty()) {
            findings.push_back({Severity::fine, std::string(wiring.client), std::string(wiring.not_driven), ""});
        }
        const auto here = wiring_place({.root = project.root(), .fail = effective_fail(settings)}, environment);
        const bool is_wired_otherwise =
            !is_wired && here && wiring.wired_otherwise != nullptr && !wiring.wired_otherwise(*here).empty();
        if (is_wired_otherwise) {
            const Looked looked{wiring, *here, WiringState::absent, settings, environment.clock.now()};
            add_wired_otherwise(findings, looked);
            if (!only.empty() && wiring.try_live != nullptr) add_live(findings, looked, environment);
        } else if (!is_wired) {
            HM_TRY_ASSIGN(const bool is_lost, add_lost_wiring(findings, wiring, project, environment));
            if (is_lost) continue;
            findings.push_back({Severity::fine, std::string(wiring.client), "not wired",
                                fmt::format("Run `hivemind init --client {}`.", wiring.client)});
        }
    }
    return findings;
}

}  // namespace hm::cli
