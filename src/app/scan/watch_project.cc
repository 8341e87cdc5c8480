#include "app/scan/watch_project.h"

#include <fmt/format.h>

#include <tuple>

#include "app/bus.h"
#include "app/hooks/record.h"
#include "app/scan/learn_scan.h"
#include "app/scan/scan_project.h"
#include "store/codemap.h"
#include "store/seen_files.h"
#include "store/sql/session.h"
#include "view/scan_text.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr Duration longest_at_start = milliseconds(150);
constexpr Duration longest_after_write = milliseconds(100);
constexpr Duration rest_between_looks = seconds(30);
constexpr std::size_t most_told = 3;

Result<void> learn(const ProjectMap& map, const HookFrame& frame, Workspace& workspace) {
    const std::vector<ScanFinding> findings = findings_of(map);
    HM_TRY_ASSIGN(const bool is_any_new, has_news(findings, workspace.store.connection()));
    if (!is_any_new) return {};
    const RunCommand run = [&](const json::value&, const CommandContext& context) -> Result<Receipt> {
        HM_TRY_ASSIGN(const LearntScan learnt, learn_from_scan(findings, context));
        return learnt_receipt(learnt);
    };
    const CommandRequest request{
        json::object{},
        {ActorKind::hook, frame.session.role.str(), frame.session.id, frame.session.stamp.str()},
        frame.request_id.empty() ? std::string() : frame.request_id + ".scan",
        frame.settings.record_deadline};
    HM_TRY(execute_with(run, *find_command("scan learn"), request, workspace));
    return {};
}

fs::path mark_of(const Workspace& workspace) {
    return workspace.store.paths().directory / "seen" / "scan";
}

// Several sessions may begin and write at once; one look is enough for all.
bool was_just_looked(Workspace& workspace) {
    const auto last = read_seen(mark_of(workspace));
    return last && workspace.clock.now() - last->at < rest_between_looks;
}

ProjectScan look(Duration patience, Workspace& workspace) {
    std::ignore = keep_seen(mark_of(workspace), {workspace.clock.now(), {}});
    return scan_project(ScanDepth::incremental, Deadline::in(patience), workspace);
}

// Whether this write was the one at which the session's drift is looked at.
bool is_due(const HookFrame& frame, Workspace& workspace) {
    const auto counters = counters_of(workspace.store.connection(), frame.session.id);
    return counters && counters->write_calls > 0 && counters->write_calls == counters->writes_at_scan;
}

Event drift_event(const Drift& drift, const HookFrame& frame, Workspace& workspace) {
    std::int64_t changes = 0;
    std::int64_t contradictions = 0;
    std::string told;
    for (const DriftDetection& each : drift.detections) {
        const bool is_change = each.change != DriftChange::contradicted;
        ++(is_change ? changes : contradictions);
        if (!is_change && contradictions <= static_cast<std::int64_t>(most_told)) {
            told += "; " + contradiction_text(each);
        }
    }
    Event event = hook_event(
        "project.drift",
        fmt::format("{} changes, {} places in documents that no longer hold{}", changes, contradictions, told), frame,
        workspace);
    event.request_id.reset();  // the event of the write carries it
    event.facts = {{"changes", changes}, {"contradictions", contradictions}};
    return event;
}

}  // namespace

void scan_at_session_start(const HookFrame& frame, Workspace& workspace) {
    if (was_just_looked(workspace)) return;
    const ProjectScan scan = look(longest_at_start, workspace);
    if (scan.map.counts.is_whole) std::ignore = learn(scan.map, frame, workspace);
}

bool is_scan_due(const HookFrame& frame, Workspace& workspace) {
    std::error_code error;
    const bool was_ever_scanned = fs::exists(codemap_path(workspace.store.paths()), error);
    return was_ever_scanned && is_due(frame, workspace);
}

void scan_after_write(const HookFrame& frame, Workspace& workspace) {
    if (was_just_looked(workspace)) return;
    const ProjectScan scan = look(longest_after_write, workspace);
    if (!scan.before || !scan.is_kept) return;
    const Drift drift = fresh_drift(*scan.before, scan.map);
    if (!drift.detections.empty()) std::ignore = record(drift_event(drift, frame, workspace), {}, frame, workspace);
}

}  // namespace hm
