#include "app/project/outside_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/gate/facts_of.h"
#include "engine/gate/protected_paths.h"
#include "store/files/files.h"
#include "store/files/project_files.h"
#include "store/files/read_files.h"
#include "store/queries/event.h"
#include "store/queries/gate.h"
#include "store/queries/task.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_watched = 64;
constexpr std::int64_t most_locks = 24;
constexpr std::size_t most_changes = 200;
constexpr std::int64_t most_events = 2000;
constexpr std::size_t most_named = 5;
constexpr std::size_t most_kept = 15;
constexpr Duration longest_first_look = milliseconds(250);
constexpr std::int64_t slack_ms = 2000;  // clocks of files are coarser than ours

fs::path kept_at(const Workspace& workspace, std::string_view name) {
    return workspace.store.paths().directory / "seen" / name;
}

// A window in time during which a shell command ran.
struct Span {
    Time from;
    Time to;
};

// How recorded calls wrote a file: when the last of them ended, and how many have not told of their end yet.
struct Written {
    Time until;
    int running = 0;
};

// What the recorded calls since then account for.
struct Accounted {
    std::map<std::string, Written, std::less<>> files;
    std::vector<Span> shells;
    std::int64_t known_from_ms = 0;  // what was changed before it may have been a call that was not looked at

    bool covers(const std::string& path, const std::optional<SeenFile>& now) const {
        const auto written = files.find(path);
        const bool is_written = written != files.end();
        if (!now) return is_written || !shells.empty();
        const std::int64_t at = now->changed_ns / 1'000'000;
        // What changed the file after the call that wrote it was another.
        if (is_written && (written->second.running > 0 || at <= written->second.until.ms + slack_ms)) return true;
        if (at < known_from_ms) return true;
        return std::any_of(shells.begin(), shells.end(), [&](const Span& span) {
            return at >= span.from.ms - slack_ms && at <= span.to.ms + slack_ms;
        });
    }
};

bool is_shell(const Event& event) {
    return text_member(event.facts, "kind") == "shell";
}

void add_files(const Event& event, Accounted& accounted) {
    const json::value* files = event.facts.if_contains("files");
    if (files == nullptr || !files->is_array()) return;
    for (const json::value& file : files->get_array()) {
        if (!file.is_string()) continue;
        Written& written = accounted.files[std::string(file.get_string())];
        written.until = std::max(written.until, event.at);
        written.running = std::max(0, written.running - 1);
    }
}

// A call that was let through and has not told of its end yet: another agent's, while this one's turn ends.
void add_paths(const Event& event, Accounted& accounted) {
    const json::value* paths = event.facts.if_contains("paths");
    if (paths == nullptr || !paths->is_array()) return;
    for (const json::value& path : paths->get_array()) {
        if (path.is_object()) ++accounted.files[std::string(text_member(path.get_object(), "path"))].running;
    }
}

Result<Accounted> account_since(Connection& connection, Time since, Time now, BadRows& bad) {
    HM_TRY_ASSIGN(std::vector<Event> events,
                  list_events(connection, {.since = Time{since.ms - slack_ms}, .limit = most_events}, bad));
    Accounted accounted{{}, {}, since.ms - slack_ms};
    if (static_cast<std::int64_t>(events.size()) == most_events) {
        accounted.known_from_ms = events.back().at.ms + slack_ms;
    }
    std::reverse(events.begin(), events.end());
    std::map<std::string, Time> running;  // by session
    for (const Event& event : events) {
        const std::string session = event.session_id ? event.session_id->text() : std::string();
        const std::string_view kind = event.kind.view();
        if (kind == "gate.allow" || kind == "gate.advise") {
            if (is_shell(event)) running[session] = event.at;
            if (text_member(event.facts, "kind") == "write") add_paths(event, accounted);
        } else if (kind == "checkpoint" || kind == "tool.done") {
            add_files(event, accounted);
            if (!is_shell(event)) continue;
            const auto begun = running.find(session);
            accounted.shells.push_back({begun == running.end() ? event.at : begun->second, event.at});
            if (begun != running.end()) running.erase(begun);
        }
    }
    for (const auto& [session, begun] : running) accounted.shells.push_back({begun, now});
    return accounted;
}

// Calls visit(path, how it looks now, what happened) for every difference that is not of a client's own making.
template <class Visit>
void for_each_difference(const fs::path& root, const SeenFiles& before, const SeenFiles& now, Visit&& visit) {
    for (const auto& [path, seen] : now.files) {
        const auto old = before.files.find(path);
        const bool is_new = old == before.files.end();
        if (!is_new && old->second == seen) continue;
        const auto seen_before = is_new ? std::nullopt : std::optional(old->second);
        if (is_clients_own_change(root, path, seen_before, seen)) continue;
        visit(path, std::optional(seen), is_new ? FileChangeKind::made : FileChangeKind::changed);
    }
    for (const auto& [path, seen] : before.files) {
        if (!now.files.contains(path)) visit(path, std::optional<SeenFile>(), FileChangeKind::gone);
    }
}

Result<OutsideChange> described(const std::string& path, FileChangeKind kind, Connection& connection) {
    OutsideChange change{path, kind, is_protected_path(path, CaseRules::sensitive), false};
    HM_TRY_ASSIGN(const auto holders, lock_holders(connection, path, NameCase::counts));
    change.is_locked = !holders.empty();
    return change;
}

}  // namespace

Result<std::vector<OutsideChange>> changed_watched_files(Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const fs::path& root = workspace.store.paths().root;
    std::vector<std::string> names = protected_files(root);
    if (names.size() > most_watched - static_cast<std::size_t>(most_locks)) names.resize(most_watched - most_locks);
    HM_TRY_ASSIGN(const std::vector<std::string> locked, locked_files(connection, most_locks));
    names.insert(names.end(), locked.begin(), locked.end());
    SeenFiles now{workspace.clock.now(), {}};
    for (const std::string& name : names) {
        if (const auto found = look_at(root / name)) now.files.emplace(name, *found);
    }
    const auto kept = read_seen(kept_at(workspace, "watched"));
    std::vector<OutsideChange> changes;
    const bool is_same = kept && kept->files == now.files;
    if (kept) {
        for_each_difference(root, *kept, now, [&](const std::string& path, const auto&, FileChangeKind kind) {
            const bool is_locked = std::find(locked.begin(), locked.end(), path) != locked.end();
            const bool is_protected = is_protected_path(path, CaseRules::sensitive);
            // A file that was locked or released meanwhile only enters or leaves the list.
            if (is_protected || (is_locked && kind == FileChangeKind::changed)) {
                changes.push_back({path, kind, is_protected, is_locked});
            }
        });
    }
    if (!is_same) HM_TRY(keep_seen(kept_at(workspace, "watched"), now));
    return changes;
}

Result<std::vector<OutsideChange>> changed_tree_files(Workspace& workspace, Deadline deadline, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    const Time at = workspace.clock.now();
    const auto now = look_at_tree(workspace.store.paths().root, deadline, at);
    const auto kept = read_seen(kept_at(workspace, "tree"));
    std::vector<OutsideChange> changes;
    if (!now) return changes;
    if (kept) {
        HM_TRY_ASSIGN(const Accounted accounted, account_since(connection, kept->at, at, bad));
        Result<void> outcome;
        const fs::path& root = workspace.store.paths().root;
        for_each_difference(root, *kept, *now, [&](const std::string& path, const auto& seen, FileChangeKind kind) {
            if (!outcome || changes.size() == most_changes || accounted.covers(path, seen)) return;
            auto change = described(path, kind, connection);
            change ? changes.push_back(std::move(*change)) : void(outcome = fail(std::move(change).error()));
        });
        HM_TRY(std::move(outcome));
    }
    HM_TRY(keep_seen(kept_at(workspace, "tree"), *now));
    return changes;
}

Result<void> begin_watching_tree(Workspace& workspace) {
    std::error_code error;
    const fs::path kept = kept_at(workspace, "tree");
    if (fs::exists(kept, error)) return {};
    const auto now =
        look_at_tree(workspace.store.paths().root, Deadline::in(longest_first_look), workspace.clock.now());
    return now ? keep_seen(kept, *now) : Result<void>{};
}

std::string outside_text(const std::vector<OutsideChange>& changes, std::string_view during) {
    std::string text =
        during.empty() ? std::string("changed outside recorded calls: ") : fmt::format("changed by {}: ", during);
    for (std::size_t i = 0; i < std::min(changes.size(), most_named); ++i) {
        text += (i == 0 ? "" : ", ") + changes[i].path;
    }
    if (changes.size() > most_named) text += fmt::format(" and {} more", changes.size() - most_named);
    return text;
}

json::object outside_facts(const std::vector<OutsideChange>& changes, std::string_view during) {
    json::array files;
    for (std::size_t i = 0; i < std::min(changes.size(), most_kept); ++i) {
        files.push_back(json::object{{"path", fact_label(changes[i].path, 80)},
                                     {"what", name_of(changes[i].kind)},
                                     {"protected", changes[i].is_protected},
                                     {"locked", changes[i].is_locked}});
    }
    return {{"severity", is_grave(changes) ? "high" : "low"},
            {"count", changes.size()},
            {"during", fact_label(during, 80)},
            {"files", std::move(files)}};
}

bool is_grave(const std::vector<OutsideChange>& changes) {
    return std::any_of(changes.begin(), changes.end(),
                       [](const OutsideChange& change) { return change.is_protected || change.is_locked; });
}

namespace {

constexpr std::size_t longest_settings = 256 * 1024;

// OpenCode puts this behind the first brace of settings that name no schema.
constexpr std::string_view schema_line = "\n  \"$schema\": \"https://opencode.ai/config.json\",";

// OpenCode installs the types of its plugins into every settings folder.
constexpr std::array<std::string_view, 4> installed_by_opencode{".opencode/.gitignore", ".opencode/package.json",
                                                                ".opencode/package-lock.json", ".opencode/bun.lock"};

bool is_only_the_schema(const std::filesystem::path& file, const SeenFile& before) {
    const auto text = read_bounded_file(file, longest_settings);
    if (!text || !*text || !(*text)->starts_with("{" + std::string(schema_line))) return false;
    return static_cast<std::int64_t>((*text)->size() - schema_line.size()) == before.size;
}

}  // namespace

bool is_clients_own_change(const std::filesystem::path& root, std::string_view path,
                           const std::optional<SeenFile>& before, const std::optional<SeenFile>& now) {
    if (!before && now) return std::ranges::find(installed_by_opencode, path) != installed_by_opencode.end();
    const bool is_settings = path == "opencode.json" || path == "opencode.jsonc";
    return is_settings && before && now && is_only_the_schema(root / path, *before);
}

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_of_a_folder = 8;

}  // namespace

std::vector<std::string> protected_files(const fs::path& root) {
    std::vector<std::string> files;
    for (const std::string_view entry : watched_protected_paths()) {
        if (!entry.ends_with('/')) {
            files.emplace_back(entry);
            continue;
        }
        std::error_code error;
        std::size_t taken = 0;
        for (fs::directory_iterator each(root / entry, error); !error && each != fs::directory_iterator();
             each.increment(error)) {
            const std::string name = each->path().filename().string();
            if (name.ends_with(".sample") || ++taken > most_of_a_folder) continue;
            files.push_back(std::string(entry) + name);
        }
    }
    return files;
}

bool is_also_protected(const fs::path& root, std::string_view path) {
    std::error_code error;
    const fs::path file = root / path;
    const std::uintmax_t names = fs::hard_link_count(file, error);
    if (error || names < 2 || !fs::is_regular_file(file, error)) return false;
    const std::vector<std::string> others = protected_files(root);
    return std::any_of(others.begin(), others.end(), [&](const std::string& other) {
        std::error_code missing;
        return fs::equivalent(file, root / other, missing);
    });
}

}  // namespace hm
