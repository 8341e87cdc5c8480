#include <algorithm>

#include "app/gate/load_gate_facts.h"
#include "engine/gate/removal_loss.h"
#include "engine/shell/places.h"
#include "store/files/files.h"
#include "store/queries/event.h"
#include "store/queries/session.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// Of what is left of the gate's time: 150 ms of 250.
constexpr std::int64_t share_of_look = 60;
constexpr std::size_t most_entries = 5000;
constexpr std::size_t most_places = 1000;
// Where files go is asked of git one by one.
constexpr std::size_t most_goals = 20;

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
        std::vector<LookedPlace> looked;
        for (const RemovedPlace& place : places_) {
            looked.push_back({place.path, place.kind == RemovalKind::changes ? LookFor::changes : LookFor::all});
        }
        const auto passes_over = [&](std::size_t place, std::string_view folder) {
            return is_ignored_output(folder, true, places_[place]);
        };
        std::vector<HeldContent> contents = look_at_places(looked, passes_over, limit_);
        // What calls have made is looked up only where something would be lost without it.
        HM_TRY_ASSIGN(const bool any_lost, add_losses(contents, RecordedWork{}));
        if (any_lost) {
            HM_TRY_ASSIGN(const RecordedWork work, load_recorded_work(root_, frame_, workspace_));
            if (!work.changes.empty()) add_index_times(contents, limit_);
            if (!work.builds.empty()) note_built(contents, work);
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
                // Single files there are outside the project, which has a rule of its own.
                if (removal.kind == RemovalKind::tree) not_seen(removal, removal.path);
            } else if (removal.has_glob) {
                MatchedPlaces matched = places_matching(directory, removal.path, limit_);
                for (const std::string& place : matched.places) find_place(place, removal, directory);
                if (!matched.is_all_seen) not_seen(removal, removal.path);
            } else {
                find_place(directory / removal.path, removal, directory);
            }
            if (is_the_same_everywhere) return;
        }
    }

    void not_seen(const Removal& removal, std::string path) {
        unseen_.push_back({.path = std::move(path), .kind = removal.kind, .reason = LossReason::not_seen});
    }

    void find_place(const fs::path& spelt, const Removal& removal, const fs::path& directory) {
        if (removal.kind == RemovalKind::content) return find_content(spelt, removal, directory);
        if (removal.kind == RemovalKind::moved && !goes_to_output(spelt, directory / removal.other)) return;
        add_place(real_place(spelt), removal);
    }

    // A file takes the place of the one that has its name, where it goes into a folder.
    void find_content(const fs::path& spelt, const Removal& removal, const fs::path& directory) {
        std::error_code error;
        if (!fs::is_directory(spelt, error)) return add_place(fs::weakly_canonical(spelt, error).string(), removal);
        if (removal.other.empty()) return;
        std::vector<std::string> sources{removal.other};
        if (removal.has_other_glob) {
            MatchedPlaces matched = places_matching(directory, removal.other, limit_);
            sources = std::move(matched.places);
            if (!matched.is_all_seen) not_seen(removal, removal.path);
        }
        for (std::string& source : sources) {
            while (source.ends_with('/')) source.pop_back();
            const fs::path name = fs::path(source).filename();
            if (name.empty() || name == "." || name == "..") continue;
            add_place(fs::weakly_canonical(spelt / name, error).string(), removal);
        }
    }

    // Whether what is moved there would count as output from then on.
    bool goes_to_output(const fs::path& source, const fs::path& target) {
        std::error_code error;
        fs::path goal = real_place(target);
        if (fs::is_directory(target, error)) goal = fs::weakly_canonical(target, error) / source.filename();
        if (!goal.string().starts_with(root_.string() + "/")) return false;
        const std::string below = goal.string().substr(root_.string().size() + 1);
        if (!shell::lies_among_outputs(below)) return false;
        if (shell::is_sure_output_file(goal.filename().string()) || ++goals_ > most_goals) return true;
        // A pattern for folders alone does not match what is not there yet; it matches what lies in it.
        const bool is_folder = fs::is_directory(source, error);
        return would_be_ignored(is_folder ? (goal / "x").string() : goal.string(), limit_);
    }

    // Whether something of that kind can be lost there.
    static bool can_lose(const RemovedPlace& place) {
        std::error_code error;
        const fs::file_status status = fs::symlink_status(place.path, error);
        if (!fs::exists(status)) return false;
        if (place.kind == RemovalKind::file) return !fs::is_directory(status);
        if (place.kind != RemovalKind::content) return true;
        return fs::is_regular_file(status) && fs::file_size(place.path, error) > 0;
    }

    void add_place(std::string path, const Removal& removal) {
        RemovedPlace place{.path = std::move(path),
                           .shown = {},
                           .kind = removal.kind,
                           .is_doubtful = removal.is_doubtful,
                           .is_from_commit = removal.is_from_commit};
        if (!can_lose(place)) return;
        const bool is_root = place.kind == RemovalKind::changes && place.path == root_;
        const bool is_inside = is_root || place.path.starts_with(root_.string() + "/");
        // A scratch place, as the same path would be when it was written out.
        if (!is_inside && (removal.is_scratch || place.path.starts_with("/tmp/"))) return;
        // Outside the project the rules on paths decide of single files.
        if (!is_inside && place.kind != RemovalKind::tree) return;
        place.shown = is_root ? "." : is_inside ? place.path.substr(root_.string().size() + 1) : place.path;
        place.is_beside_manifest = is_beside_manifest(place.path);
        const bool is_known = std::any_of(places_.begin(), places_.end(), [&](const RemovedPlace& known) {
            return known.path == place.path && known.kind == place.kind;
        });
        if (is_known) return;
        if (places_.size() == most_places) return not_seen(removal, place.shown);
        places_.push_back(std::move(place));
    }

    // What a recorded build made and git does not ignore: machine code, or in a folder that is named as outputs are and
    // came to be in the same build.
    void note_built(std::vector<HeldContent>& contents, const RecordedWork& work) const {
        for (HeldContent& content : contents) {
            for (HeldFile& file : content.files) {
                file.is_built = std::any_of(work.builds.begin(), work.builds.end(), [&](const TimeSpan& build) {
                    return is_born_in(build, file.born_at) && is_built_in(build, file.path);
                });
            }
        }
    }

    bool is_built_in(const TimeSpan& build, const std::string& path) const {
        for (fs::path folder = fs::path(path).parent_path(); folder.has_relative_path() && folder != root_;
             folder = folder.parent_path()) {
            if (shell::is_output_folder(folder.filename().string()) && is_born_in(build, birth_of(folder.string())))
                return true;
        }
        return holds_machine_code(path);
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
    std::size_t goals_ = 0;
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

namespace {

namespace fs = std::filesystem;

// Of each session, and of all of them together.
constexpr std::int64_t most_events = 1000;
constexpr std::size_t most_of_all = 3000;

struct BegunCall {
    std::string tool;
    Time at;
    bool is_building = false;
    json::object before = {};  // paths, and when they had last been changed
};

bool is_listed(const json::object& facts, std::string_view member, std::string_view name) {
    const json::value* list = facts.if_contains(member);
    return list != nullptr && list->is_array() &&
           std::any_of(list->get_array().begin(), list->get_array().end(),
                       [&](const json::value& each) { return each.is_string() && each.get_string() == name; });
}

void add_created(const json::object& facts, const fs::path& root, RecordedWork& work) {
    const json::value* made = facts.if_contains("new");
    if (made == nullptr || !made->is_array()) return;
    for (const json::value& path : made->get_array()) {
        if (path.is_string()) work.created.push_back((root / std::string_view(path.get_string())).string());
    }
}

void add_changes(const BegunCall& call, Time end, const fs::path& root, RecordedWork& work) {
    for (const auto& [path, changed_at] : call.before) {
        if (!changed_at.is_int64()) continue;
        work.changes.push_back(
            {(root / std::string_view(path)).string(), Time{changed_at.get_int64()}, {call.at, end}});
    }
}

// A call lasts from the gate's leave to the record of its end. Of two calls of one tool that ran at once it does not
// matter which end is whose.
void add_calls(const std::vector<Event>& newest_first, const fs::path& root, RecordedWork& work) {
    std::vector<BegunCall> begun;
    for (auto event = newest_first.rbegin(); event != newest_first.rend(); ++event) {
        const std::string_view kind = event->kind.view();
        const std::string_view what = text_member(event->facts, "kind");
        const bool may_write = what == name_of(ToolKind::write) || what == name_of(ToolKind::shell);
        if (!may_write) continue;
        const std::string tool(text_member(event->facts, "tool"));
        if (kind == "gate.allow" || kind == "gate.advise") {
            const bool is_building = is_listed(object_member(event->facts, "shell"), "is", "building");
            begun.push_back({tool, event->at, is_building, object_member(event->facts, "before")});
            add_created(event->facts, root, work);
        } else if (kind == "checkpoint" || kind == "tool.done") {
            const auto own =
                std::find_if(begun.rbegin(), begun.rend(), [&](const BegunCall& call) { return call.tool == tool; });
            if (own == begun.rend()) continue;
            work.calls.push_back({own->at, event->at});
            if (own->is_building) work.builds.push_back({own->at, event->at});
            add_changes(*own, event->at, root, work);
            begun.erase(std::next(own).base());
        }
    }
}

}  // namespace

Result<RecordedWork> load_recorded_work(const fs::path& root, HookFrame& frame, Workspace& workspace) {
    RecordedWork work;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const std::vector<Id> sessions, session_relatives(connection, frame.session.id));
    std::size_t seen = 0;
    for (const Id& session : sessions) {
        if (seen >= most_of_all) break;
        HM_TRY_ASSIGN(const auto events,
                      list_events(connection, {.session_id = session, .limit = most_events}, frame.bad));
        seen += events.size();
        add_calls(events, root, work);
    }
    std::stable_sort(work.changes.begin(), work.changes.end(), [](const RecordedChange& a, const RecordedChange& b) {
        return a.call.begin.ms < b.call.begin.ms;
    });
    return work;
}

}  // namespace hm
