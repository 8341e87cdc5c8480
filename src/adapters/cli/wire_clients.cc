#include "adapters/cli/wire_clients.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "adapters/claude_code/wiring.h"
#include "adapters/cli/confirm.h"
#include "adapters/cli/exit_codes.h"
#include "adapters/wiring/changes.h"
#include "adapters/wiring/homes.h"

namespace hm::cli {
namespace {

std::string_view how(const FileChange& change) {
    if (change.before == change.after) return "unchanged";
    return !change.before ? "new" : !change.after ? "removed" : "changed";
}

struct Planned {
    const ClientWiring* wiring;
    std::vector<FileChange> changes;
};

// Of all clients those are meant that are here; one that is named is meant in any case.
Result<std::vector<const ClientWiring*>> meant_clients(const WireRequest& request, const WiringPlace& place,
                                                       const Environment& environment) {
    std::vector<const ClientWiring*> meant;
    for (const ClientWiring& wiring : all_wirings()) {
        const bool is_named = wiring.client == name_of(request.client);
        const bool is_here =
            request.client == WiredClient::all &&
            (request.act == WiringAct::unwire || is_installed(wiring, place.homes, environment.variable));
        if (is_named || is_here) meant.push_back(&wiring);
    }
    if (meant.empty()) {
        return fail(ErrorCode::not_found, "No client was found on this machine.",
                    "Name the one to wire: --client claude-code, codex, gemini or opencode.");
    }
    return meant;
}

Result<std::vector<Planned>> plan(const WireRequest& request, const WiringPlace& place,
                                  const Environment& environment) {
    HM_TRY_ASSIGN(const auto meant, meant_clients(request, place, environment));
    std::vector<Planned> planned;
    for (const ClientWiring* wiring : meant) {
        HM_TRY_ASSIGN(auto changes,
                      request.act == WiringAct::wire ? plan_wiring(*wiring, place) : plan_unwiring(*wiring, place));
        planned.push_back({wiring, std::move(changes)});
    }
    return planned;
}

bool is_done(const Planned& planned) {
    return std::all_of(planned.changes.begin(), planned.changes.end(),
                       [](const FileChange& change) { return change.before == change.after; });
}

void show(const std::vector<Planned>& planned, const std::filesystem::path& root, Report& report) {
    json::array files;
    for (const Planned& client : planned) {
        for (const FileChange& change : client.changes) {
            files.push_back(json::object{
                {"client", client.wiring->client}, {"path", change.path.string()}, {"change", how(change)}});
            report.say(show_change(change, root));
        }
    }
    report.data()["files"] = std::move(files);
}

void say_done(const WireRequest& request, const std::vector<Planned>& planned, Report& report) {
    for (const Planned& client : planned) {
        if (request.act == WiringAct::unwire) {
            if (client.changes.empty()) continue;  // it was not wired
            report.say(fmt::format("{} is not wired any more.\n", client.wiring->name));
        } else {
            report.say(fmt::format("{} is wired. {}\n", client.wiring->name, client.wiring->next_step));
        }
    }
}

}  // namespace

Result<WiringPlace> wiring_place(const WireRequest& request, const Environment& environment) {
    auto found = client_homes(environment.variable);
    // The only one that can do without a person's settings.
    const bool needs_home = request.client != WiredClient::opencode || request.level == WiringLevel::user;
    if (!found && needs_home) return fail(std::move(found).error());
    ClientHomes homes = found ? std::move(*found) : ClientHomes();
    WiringPlace place{request.level, request.root, environment.program, request.fail, std::move(homes)};
    place.moved_from = moved_from(place);
    return place;
}

Result<int> wire_clients(const WireRequest& request, Report& report, Environment& environment) {
    HM_TRY_ASSIGN(const WiringPlace place, wiring_place(request, environment));
    HM_TRY_ASSIGN(const std::vector<Planned> planned, plan(request, place, environment));
    show(planned, request.root, report);
    const bool has_nothing_to_do = std::all_of(planned.begin(), planned.end(), is_done);
    const std::string_view done = request.act == WiringAct::wire ? "is_wired" : "is_unwired";
    report.data()[done] = has_nothing_to_do;
    if (has_nothing_to_do && request.act == WiringAct::unwire) report.say("Nothing is wired here.\n");
    if (has_nothing_to_do || request.dry_run) return success;
    if (const auto ended = ended_without_consent(request.yes, "Make these changes?", environment)) return *ended;
    for (const Planned& client : planned) {
        HM_TRY(request.act == WiringAct::wire ? wire(*client.wiring, place, environment.clock.now())
                                              : unwire(*client.wiring, place));
    }
    report.data()[done] = true;
    say_done(request, planned, report);
    return success;
}

Result<int> write_claude_plugin(const std::filesystem::path& folder, const WireRequest& request, Report& report,
                                Environment& environment) {
    std::vector<FileChange> changes;
    for (const auto& file : claude_code::plugin_files(environment.program, request.fail)) {
        FileChange change{folder / file.path, {}, file.text};
        HM_TRY_ASSIGN(change.before, read_whole_file(change.path));
        report.say(show_change(change, folder));
        changes.push_back(std::move(change));
    }
    report.data()["plugin"] = folder.string();
    if (request.dry_run) return success;
    if (const auto ended = ended_without_consent(request.yes, "Write these files?", environment)) return *ended;
    for (const FileChange& change : changes) HM_TRY(make_change(change, folder / ".replaced"));
    report.say(
        fmt::format("Claude Code's plugin is in {}. `claude plugin marketplace add {}`, then "
                    "`claude plugin install hivemind@hivemind`.\n",
                    folder.string(), folder.string()));
    return success;
}

}  // namespace hm::cli
