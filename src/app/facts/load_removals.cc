#include "app/facts/load_removals.h"

#include <algorithm>

#include "app/facts/load_recorded_work.h"
#include "engine/gate/removal_loss.h"
#include "engine/shell/places.h"
#include "store/files.h"
#include "store/held_files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// Of what is left of the gate's time: 150 ms of 250.
constexpr std::int64_t share_of_look = 60;
constexpr std::size_t most_entries = 5000;
constexpr std::size_t most_places = 100;

// The links in front of the last name followed; the last one only where a slash behind it says so.
std::string real_place(const fs::path& spelt) {
    std::error_code error;
    std::string text = spelt.lexically_normal().string();
    const bool is_followed = text.size() > 1 && text.ends_with('/');
    while (text.size() > 1 && text.ends_with('/')) text.pop_back();
    const fs::path plain(text);
    if (is_followed) return fs::weakly_canonical(plain, error).string();
    const fs::path folder = fs::weakly_canonical(plain.parent_path(), error);
    return (folder / plain.filename()).string();
}

class Looking {
public:
    Looking(std::span<const fs::path> directories, HookFrame& frame, Workspace& workspace)
        : directories_(directories),
          frame_(frame),
          workspace_(workspace),
          root_(real_place(workspace.store.paths().root / "")),
          limit_{most_entries,
                 Deadline::in({workspace.store.connection().deadline().left().ms * share_of_look / 100})} {}

    Result<std::vector<RemovalFact>> look(const std::vector<Removal>& removals) {
        for (const Removal& removal : removals) find_places(removal);
        std::vector<std::string> paths;
        for (const RemovedPlace& place : places_) paths.push_back(place.path);
        const auto passes_over = [&](std::size_t place, std::string_view folder) {
            return is_ignored_output(folder, true, places_[place]);
        };
        const std::vector<HeldContent> contents = look_at_places(paths, passes_over, limit_);
        // What calls have made is looked up only where something would be lost without it.
        HM_TRY_ASSIGN(const bool any_lost, add_losses(contents, RecordedWork{}));
        if (any_lost) {
            HM_TRY_ASSIGN(const RecordedWork work, load_recorded_work(root_, frame_, workspace_));
            HM_TRY(add_losses(contents, work));
        }
        facts_.insert(facts_.end(), unseen_.begin(), unseen_.end());
        return std::move(facts_);
    }

private:
    void find_places(const Removal& removal) {
        const bool is_the_same_everywhere = removal.path.starts_with('/') || removal.path.starts_with('~');
        for (const fs::path& directory : directories_) {
            if (removal.path.starts_with('~')) {
                unseen_.push_back({.path = removal.path, .reason = LossReason::not_seen});
            } else if (removal.has_glob) {
                MatchedPlaces matched = places_matching(directory, removal.path, limit_);
                for (const std::string& place : matched.places) add_place(place, removal);
                if (!matched.is_all_seen) {
                    unseen_.push_back({.path = removal.path, .reason = LossReason::not_seen});
                }
            } else {
                add_place(directory / removal.path, removal);
            }
            if (is_the_same_everywhere) return;
        }
    }

    void add_place(const fs::path& spelt, const Removal& removal) {
        RemovedPlace place{.path = real_place(spelt), .shown = {}, .is_doubtful = removal.is_doubtful};
        std::error_code error;
        const fs::file_status status = fs::symlink_status(place.path, error);
        if (!fs::exists(status) || (removal.is_single_file && !fs::is_directory(status))) return;
        const bool is_inside = place.path.starts_with(root_.string() + "/");
        // A scratch place, as the same path would be when it was written out.
        if (!is_inside && place.path.starts_with("/tmp/") && !removal.path.starts_with('/')) return;
        place.shown = is_inside ? place.path.substr(root_.string().size() + 1) : place.path;
        place.is_beside_manifest = is_beside_manifest(place.path);
        const bool is_known = std::any_of(places_.begin(), places_.end(),
                                          [&](const RemovedPlace& known) { return known.path == place.path; });
        if (is_known) return;
        if (places_.size() == most_places) {
            unseen_.push_back({.path = place.shown, .reason = LossReason::not_seen});
            return;
        }
        places_.push_back(std::move(place));
    }

    bool is_beside_manifest(const fs::path& place) const {
        for (fs::path each = place; each.has_relative_path() && each != root_; each = each.parent_path()) {
            if (shell::is_sure_output(each.filename().string()) && has_manifest(each.parent_path())) return true;
        }
        return false;
    }

    Result<bool> add_losses(const std::vector<HeldContent>& contents, const RecordedWork& work) {
        facts_.clear();
        for (std::size_t i = 0; i < contents.size(); ++i) {
            facts_.push_back(loss_of(places_[i], contents[i].files, contents[i].is_all_seen, work));
        }
        return std::any_of(facts_.begin(), facts_.end(), [](const RemovalFact& fact) { return fact.lost > 0; });
    }

    std::span<const fs::path> directories_;
    HookFrame& frame_;
    Workspace& workspace_;
    fs::path root_;
    LookLimit limit_;
    std::vector<RemovedPlace> places_;
    std::vector<RemovalFact> facts_;
    std::vector<RemovalFact> unseen_;
};

}  // namespace

Result<std::vector<RemovalFact>> load_removals(const ShellJudgement& shell, std::span<const fs::path> directories,
                                               HookFrame& frame, Workspace& workspace) {
    if (shell.removes.empty()) return std::vector<RemovalFact>{};
    return Looking(directories, frame, workspace).look(shell.removes);
}

}  // namespace hm
