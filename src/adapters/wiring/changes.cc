#include "adapters/wiring/changes.h"

#include <algorithm>
#include <ranges>

#include "base/digest.h"
#include "base/json.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

fs::path own_folder(const WiringPlace& place) {
    return place.level == WiringLevel::user ? place.homes.state : place.root / ".hivemind";
}

// What one file was before we first wrote to it, and what we left there.
struct Remembered {
    std::string client;
    std::string path;
    std::string original;           // the file that keeps it; "" when there was none
    std::string written;            // the hash of what we wrote
    std::int64_t made_folders = 0;  // above it, one within the other, that were not there
    std::int64_t wired_at = 0;      // when it was last changed
};

bool is_below(const fs::path& path, const fs::path& folder) {
    return path.string().starts_with(folder.string() + "/");
}

void move_path(std::string& path, const fs::path& from, const fs::path& to) {
    if (is_below(path, from)) path = to.string() + path.substr(from.string().size());
}

std::int64_t missing_folders(const fs::path& file) {
    std::int64_t missing = 0;
    std::error_code error;
    for (fs::path folder = file.parent_path(); !folder.empty() && !fs::exists(folder, error); ++missing) {
        folder = folder.parent_path();
    }
    return missing;
}

// Those that nobody else put something into.
void remove_made_folders(const fs::path& file, std::int64_t made_folders) {
    std::error_code error;
    fs::path folder = file.parent_path();
    for (; made_folders > 0 && fs::remove(folder, error); --made_folders) folder = folder.parent_path();
}

class WiringMemory {
public:
    static Result<WiringMemory> read(const WiringPlace& place) {
        WiringMemory memory(own_folder(place) / "wiring.json");
        if (place.level == WiringLevel::project) memory.root_ = place.root;
        HM_TRY_ASSIGN(const auto text, read_whole_file(memory.file_));
        if (!text) return memory;
        // One that cannot be read is no reason to leave a client wired: our entries are found without it too.
        const auto whole = parse_json(*text);
        if (!whole || !whole->is_object()) return memory;
        memory.former_root_ = std::string(text_member(whole->get_object(), "root"));
        const json::value* files = whole->get_object().if_contains("files");
        if (files == nullptr || !files->is_array()) return memory;
        for (const json::value& file : files->get_array()) {
            if (!file.is_object()) continue;
            const json::object& object = file.get_object();
            const auto number = [&](std::string_view name) {
                const json::value* value = object.if_contains(name);
                return value != nullptr && value->is_int64() ? value->get_int64() : 0;
            };
            memory.files_.push_back(
                {std::string(text_member(object, "client")), std::string(text_member(object, "path")),
                 std::string(text_member(object, "original")), std::string(text_member(object, "written")),
                 number("made_folders"), number("wired_at")});
        }
        memory.follow_move();
        return memory;
    }

    // The root of the project when this was written; empty when it is not known.
    const fs::path& former_root() const { return former_root_; }

    std::int64_t last_wired_at(std::string_view client) const {
        std::int64_t last = 0;
        for (const Remembered& one : files_) {
            if (one.client == client) last = std::max(last, one.wired_at);
        }
        return last;
    }

    Remembered* find(std::string_view client, const fs::path& path) {
        const auto it = std::find_if(files_.begin(), files_.end(), [&](const Remembered& one) {
            return one.client == client && one.path == path.string();
        });
        return it == files_.end() ? nullptr : &*it;
    }

    void set(Remembered remembered) {
        forget(remembered.client, remembered.path);
        files_.push_back(std::move(remembered));
    }

    void forget(std::string_view client, const fs::path& path) {
        std::erase_if(files_, [&](const Remembered& one) { return one.client == client && one.path == path.string(); });
    }

    Result<void> write() const {
        json::array files;
        for (const Remembered& one : files_) {
            files.push_back(json::object{{"client", one.client},
                                         {"path", one.path},
                                         {"original", one.original},
                                         {"written", one.written},
                                         {"made_folders", one.made_folders},
                                         {"wired_at", one.wired_at}});
        }
        const json::object whole{{"root", root_.string()}, {"files", std::move(files)}};
        return replace_file(file_, to_text(whole) + "\n", fs::perms(0600));
    }

private:
    explicit WiringMemory(fs::path file) : file_(std::move(file)) {}

    // The paths of a project that was moved or copied are those of the place it is in now. What a copy remembers of
    // files outside of the project is its original's.
    void follow_move() {
        if (former_root_.empty() || former_root_ == root_) return;
        // Reached through a link it is neither.
        std::error_code error;
        const bool is_copy =
            fs::exists(former_root_ / ".hivemind", error) && !fs::equivalent(former_root_, root_, error);
        std::erase_if(files_, [&](const Remembered& one) { return is_copy && !is_below(one.path, former_root_); });
        for (Remembered& one : files_) {
            move_path(one.path, former_root_, root_);
            move_path(one.original, former_root_, root_);
        }
    }

    fs::path file_;
    fs::path root_;         // of the project; empty for a person's own settings
    fs::path former_root_;  // as the file says
    std::vector<Remembered> files_;
};

FileChange wiring_of(const WiredFile& file) {
    return {file.path, file.before, file.wired};
}

bool says_nothing(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return std::string_view(" \t\r\n{}").find(c) != std::string_view::npos; });
}

Result<FileChange> unwiring_of(const WiredFile& file, const Remembered* remembered) {
    FileChange change{file.path, file.before, file.unwired};
    if (!file.before) return FileChange{file.path, {}, {}};
    if (remembered == nullptr) return change;
    if (remembered->written == sha256_hex(*file.before)) {
        if (remembered->original.empty()) return FileChange{file.path, file.before, {}};
        HM_TRY_ASSIGN(const auto original, read_whole_file(remembered->original));
        if (original) return FileChange{file.path, file.before, *original};
    }
    if (remembered->original.empty() && change.after && says_nothing(*change.after)) change.after.reset();
    return change;
}

// Kept beside the backups when it is not simply what the last backup holds.
Result<std::string> keep_original(const WiredFile& file, const std::optional<fs::path>& backup,
                                  const fs::path& backups) {
    if (!file.before || !file.unwired) return std::string();
    if (*file.unwired == *file.before && backup) return backup->string();
    const FileChange kept{backups / ("before-" + file.path.filename().string()), {}, *file.unwired};
    fs::path name = kept.path;
    std::error_code error;
    for (int i = 2; fs::exists(name, error); ++i) name = kept.path.string() + "." + std::to_string(i);
    HM_TRY(replace_file(name, *kept.after, fs::perms(0600)));
    return name.string();
}

Result<void> wire_file(const WiredFile& file, std::string_view client, const fs::path& backups, Time now,
                       WiringMemory& memory) {
    if (file.before == file.wired) return {};
    Remembered remembered{std::string(client),    file.path.string(),         {},
                          sha256_hex(file.wired), missing_folders(file.path), now.ms};
    HM_TRY_ASSIGN(const auto backup, make_change(wiring_of(file), backups));
    Remembered* earlier = memory.find(client, file.path);
    const bool is_untouched = earlier != nullptr && file.before && earlier->written == sha256_hex(*file.before);
    if (is_untouched) {
        remembered.original = earlier->original;
    } else if (earlier == nullptr && !file.unwired && backup) {
        // Somebody else's file under a name of ours.
        remembered.original = backup->string();
    } else {
        HM_TRY_ASSIGN(remembered.original, keep_original(file, backup, backups));
    }
    if (earlier != nullptr) remembered.made_folders = earlier->made_folders;
    memory.set(std::move(remembered));
    return memory.write();
}

// From a file that is wired no longer.
Result<void> take_out(const WiredFile& file, std::string_view client, const fs::path& backups, WiringMemory& memory) {
    if (file.before == file.unwired) return {};
    const Remembered* remembered = memory.find(client, file.path);
    HM_TRY_ASSIGN(const FileChange change, unwiring_of(file, remembered));
    HM_TRY(make_change(change, backups));
    if (remembered != nullptr && !change.after) remove_made_folders(file.path, remembered->made_folders);
    memory.forget(client, file.path);
    return memory.write();
}

}  // namespace

Result<std::vector<FileChange>> plan_wiring(const ClientWiring& wiring, const WiringPlace& place) {
    HM_TRY_ASSIGN(const auto files, wiring.files(place));
    HM_TRY_ASSIGN(WiringMemory memory, WiringMemory::read(place));
    std::vector<FileChange> changes;
    for (const WiredFile& file : files) {
        if (!file.is_former) {
            changes.push_back(wiring_of(file));
        } else if (file.before != file.unwired) {
            HM_TRY_ASSIGN(FileChange change, unwiring_of(file, memory.find(wiring.client, file.path)));
            changes.push_back(std::move(change));
        }
    }
    return changes;
}

Result<std::vector<FileChange>> plan_unwiring(const ClientWiring& wiring, const WiringPlace& place) {
    HM_TRY_ASSIGN(const auto files, wiring.files(place));
    HM_TRY_ASSIGN(WiringMemory memory, WiringMemory::read(place));
    std::vector<FileChange> changes;
    for (const WiredFile& file : files) {
        HM_TRY_ASSIGN(FileChange change, unwiring_of(file, memory.find(wiring.client, file.path)));
        if (change.before != change.after) changes.push_back(std::move(change));
    }
    return changes;
}

Result<void> wire(const ClientWiring& wiring, const WiringPlace& place, Time now) {
    HM_TRY_ASSIGN(const auto files, wiring.files(place));
    HM_TRY_ASSIGN(WiringMemory memory, WiringMemory::read(place));
    for (const WiredFile& file : files) {
        if (file.is_former) {
            HM_TRY(take_out(file, wiring.client, own_folder(place) / "backups", memory));
        } else {
            HM_TRY(wire_file(file, wiring.client, own_folder(place) / "backups", now, memory));
        }
    }
    return {};
}

Result<void> unwire(const ClientWiring& wiring, const WiringPlace& place) {
    HM_TRY_ASSIGN(const auto changes, plan_unwiring(wiring, place));
    HM_TRY_ASSIGN(WiringMemory memory, WiringMemory::read(place));
    // The other way round: nothing names what is not there any more, and the file that a folder was made for goes last.
    for (const FileChange& change : std::views::reverse(changes)) {
        HM_TRY(make_change(change, own_folder(place) / "backups"));
        const Remembered* remembered = memory.find(wiring.client, change.path);
        if (remembered != nullptr && !change.after) remove_made_folders(change.path, remembered->made_folders);
        memory.forget(wiring.client, change.path);
    }
    return changes.empty() ? Result<void>() : memory.write();
}

Result<WiringState> wiring_state(const ClientWiring& wiring, const WiringPlace& place) {
    HM_TRY_ASSIGN(const auto files, wiring.files(place));
    const auto is_untouched = [](const WiredFile& file) { return !file.before || file.before == file.unwired; };
    const auto is_current = [](const WiredFile& file) { return file.before == file.wired; };
    if (std::all_of(files.begin(), files.end(), is_untouched)) return WiringState::absent;
    return std::all_of(files.begin(), files.end(), is_current) ? WiringState::current : WiringState::different;
}

Result<Time> last_wired_at(const ClientWiring& wiring, const WiringPlace& place) {
    HM_TRY_ASSIGN(const WiringMemory memory, WiringMemory::read(place));
    return Time{memory.last_wired_at(wiring.client)};
}

fs::path moved_from(const WiringPlace& place) {
    const auto memory = WiringMemory::read(place);
    if (!memory || place.level != WiringLevel::project) return {};
    const fs::path& former = memory->former_root();
    std::error_code error;
    return former == place.root || former.empty() || fs::exists(former / ".hivemind", error) ? fs::path() : former;
}

}  // namespace hm
