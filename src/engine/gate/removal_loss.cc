#include "engine/gate/removal_loss.h"

#include <algorithm>

#include "engine/project/languages.h"
#include "engine/shell/places.h"

namespace hm {
namespace {

constexpr std::size_t most_named = 3;
// Times of files come from a clock that is read less often than ours.
constexpr Duration clock_slack = milliseconds(20);

bool is_within(const std::vector<TimeSpan>& spans, Time time) {
    return std::any_of(spans.begin(), spans.end(), [&](const TimeSpan& span) { return is_born_in(span, time); });
}

bool is_below(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

bool is_at_or_below(std::string_view path, std::string_view folder) {
    return path == folder || is_below(path, folder);
}

std::string_view name_of_last(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string_view folder_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? "" : path.substr(0, slash);
}

LossReason reason_of(HeldState state) {
    switch (state) {
        case HeldState::clean: return LossReason::nothing;
        case HeldState::modified:
        case HeldState::staged:
        case HeldState::added: return LossReason::modified;
        case HeldState::untracked: return LossReason::untracked;
        case HeldState::ignored: return LossReason::ignored;
        case HeldState::unversioned: return LossReason::unversioned;
        case HeldState::foreign: return LossReason::foreign;
    }
    return LossReason::foreign;
}

// From its index git brings back only what it knows, and what is as in the index stays as it is.
bool is_left_alone(const HeldFile& file, const RemovedPlace& place) {
    if (place.kind != RemovalKind::changes || place.is_from_commit) return false;
    const bool is_known =
        file.state == HeldState::modified || file.state == HeldState::staged || file.state == HeldState::added;
    return !is_known || file.is_as_in_index;
}

bool is_made_anew_by_tools(std::string_view name) {
    static const std::vector<std::string_view> locks = lock_file_names();
    return shell::is_sure_output_file(name) || std::find(locks.begin(), locks.end(), name) != locks.end();
}

bool is_lost(const HeldFile& file, const RemovedPlace& place, const RecordedWork& work) {
    if (file.state == HeldState::clean || is_left_alone(file, place)) return false;
    if (file.state == HeldState::foreign) return true;
    if (is_made_anew_by_tools(name_of_last(file.path))) return false;
    if (file.state == HeldState::ignored && is_ignored_output(file.ignored_as, file.is_folder_ignored, place)) {
        return false;
    }
    if (file.state == HeldState::unversioned && place.is_beside_manifest) return false;
    // Of a staged version nobody can tell who wrote it.
    if (file.state == HeldState::staged) return true;
    return file.state == HeldState::modified ? !is_changed_by(file, work) : !is_made_by(file, work);
}

}  // namespace

bool is_born_in(const TimeSpan& span, Time birth) {
    return birth.ms >= span.begin.ms - clock_slack.ms && birth.ms <= span.end.ms;
}

bool is_changed_by(const HeldFile& file, const RecordedWork& work) {
    bool is_own = false;
    std::vector<TimeSpan> calls;
    for (const RecordedChange& change : work.changes) {
        if (change.path != file.path) continue;
        if (change.before.ms == file.indexed_at.ms) {
            is_own = true;
        } else if (!is_within(calls, change.before)) {
            is_own = false;
        }
        calls.push_back(change.call);
    }
    return is_own && is_within(calls, file.changed_at);
}

bool is_ignored_output(std::string_view ignored_as, bool is_folder, const RemovedPlace& place) {
    if (!is_folder && shell::is_output_file(name_of_last(ignored_as))) return true;
    // From the deeper of the two up to the higher one: each of these folders is removed, or ignored, or both.
    const bool is_inside_ignored = is_at_or_below(place.path, ignored_as);
    std::string_view folder = is_inside_ignored ? std::string_view(place.path) : ignored_as;
    const std::string_view highest = is_inside_ignored ? ignored_as : std::string_view(place.path);
    if (!is_inside_ignored && !is_folder) folder = folder_of(folder);
    for (; is_at_or_below(folder, highest); folder = folder_of(folder)) {
        const std::string_view name = name_of_last(folder);
        if (shell::is_sure_output(name)) return true;
        const bool is_whole = is_folder && is_at_or_below(folder, ignored_as);
        const bool may_be_source = shell::is_of_two_meanings(name) && (place.is_doubtful || folder != place.path);
        if (is_whole && shell::is_output_folder(name) && !may_be_source) return true;
    }
    return false;
}

bool is_made_by(const HeldFile& file, const RecordedWork& work) {
    // What was only moved came to be before, and whoever changed it since may have put something of their own into it.
    if (!is_within(work.calls, file.born_at) || !is_within(work.calls, file.changed_at)) return false;
    const bool is_created = std::any_of(work.created.begin(), work.created.end(),
                                        [&](const std::string& made) { return is_at_or_below(file.path, made); });
    // A person's editor may save a new file while a build runs; what git does not ignore needs another sign.
    const bool may_be_built = file.state == HeldState::ignored || file.is_built;
    return is_created || (may_be_built && is_within(work.builds, file.born_at));
}

RemovalFact loss_of(const RemovedPlace& place, std::span<const HeldFile> files, bool is_all_seen,
                    const RecordedWork& work) {
    RemovalFact fact{.path = place.shown, .kind = place.kind};
    for (const HeldFile& file : files) {
        if (!is_lost(file, place, work)) continue;
        if (fact.lost == 0) fact.reason = reason_of(file.state);
        ++fact.lost;
        if (fact.named.size() == most_named) continue;
        const bool is_inside = is_below(file.path, place.path);
        const std::string below = is_inside ? file.path.substr(place.path.size()) : std::string();
        fact.named.push_back(place.shown == "." && is_inside ? below.substr(1) : place.shown + below);
    }
    if (fact.lost == 0 && !is_all_seen) fact.reason = LossReason::not_seen;
    return fact;
}

}  // namespace hm
