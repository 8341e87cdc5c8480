#include "app/session/session_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <tuple>

#include "app/session/tree.h"
#include "base/json.h"
#include "base/redact.h"
#include "domain/session_counters.h"
#include "engine/session/file_guard.h"
#include "store/files/read_files.h"
#include "store/files/session_files.h"
#include "store/queries/session.h"
#include "store/records/any_record.h"
#include "view/record_text.h"
#include "view/session_text.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> logged_fronts{"checkpoint", "gate.block", "gate.bypass", "session."};
constexpr std::int64_t most_in_manifest = 200;
constexpr std::int64_t shortest_line_bytes = 48;
constexpr std::size_t max_template_bytes = 64 * 1024;
constexpr std::string_view log_heading = "\n## Log\n";

bool is_logged(std::string_view kind) {
    return std::ranges::any_of(logged_fronts, [&](std::string_view front) { return kind.starts_with(front); });
}

fs::path file_of(const Session& session, const Workspace& workspace) {
    return session_places(workspace.store.paths()).sessions / (session.stamp.str() + ".md");
}

// A template without its headings in order would let the log fall into the rendered part; ours is taken instead.
std::string template_text(const Workspace& workspace) {
    const auto own = read_bounded_file(session_places(workspace.store.paths()).session_template, max_template_bytes);
    if (!own || !*own) return std::string(session_template());
    const std::size_t notes = (*own)->find("\n## Notes\n");
    const std::size_t log = (*own)->find(log_heading);
    const bool is_whole = notes != std::string::npos && log != std::string::npos && notes < log &&
                          (*own)->find_first_not_of(" \n", log + log_heading.size()) == std::string::npos;
    return is_whole ? **own : std::string(session_template());
}

std::string title_of(const TreeFacts& facts) {
    if (facts.read_head && facts.read_head->intent) return facts.read_head->intent->str();
    return facts.plan ? facts.plan->title.str() : std::string("no aim declared yet");
}

std::string render(const Session& session, Workspace& workspace) {
    BadRows bad;
    const Time now = workspace.clock.now();
    TreeFacts facts;
    if (auto loaded = load_session_tree(workspace.store.connection(), session.id, bad)) facts = std::move(*loaded);
    return session_file_text(
        template_text(workspace),
        {.session_id = session.id.text(),
         .stamp = session.stamp.str(),
         .title = title_of(facts),
         .mode = std::string(name_of(session.mode)),
         .governance_status = session.governance_status ? session.governance_status->str() : "LOCKED",
         .created = session.created_at.ms,
         .last_updated = now.ms,
         .status = session.status == SessionStatus::active ? "ACTIVE" : "CLOSED",
         .hierarchy = tree_text(make_tree(facts), now)});
}

// The rendered part ends with what was read of it when it was written, its hash and its lines, so that any process can
// tell whether somebody changed it since.
constexpr std::string_view seal_front = "<!-- hivemind ";

std::string sealed(std::string_view file) {
    const std::string_view rendered = rendered_part(file);
    const FileState state = state_of(rendered);
    return fmt::format("{}{}{} {} -->\n{}", rendered, seal_front, state.hash, state.lines, kept_part(file));
}

GuardAnswer check_seal(std::string_view file) {
    const std::string_view rendered = rendered_part(file);
    const std::size_t at = rendered.rfind(seal_front);
    // Without its headings or its seal nobody knows what of it was ours.
    if (at == std::string_view::npos || kept_part(file).empty()) return GuardAnswer::read_first;
    std::istringstream seal{std::string(rendered.substr(at + seal_front.size()))};
    FileGuard seen;
    seal >> seen.last_read_hash >> seen.last_read_line_count;
    return check_guard(seen, state_of(rendered.substr(0, at)), FileAuthor::this_session);
}

// The oldest lines of a long log go to a file of the archive; the newest half stays.
void shorten_log(const fs::path& file, std::int64_t most_lines, const Settings& settings, Workspace& workspace) {
    const SessionPlaces places = session_places(workspace.store.paths());
    const auto outcome = rewrite_file(file, [&](const std::string& content) -> std::optional<std::string> {
        if (std::count(content.begin(), content.end(), '\n') <= most_lines) return std::nullopt;
        const std::size_t heading = content.find(log_heading);
        if (heading == std::string::npos) return std::nullopt;
        const std::size_t begin = heading + log_heading.size();
        std::size_t cut = content.size();
        for (std::int64_t kept = most_lines / 2; cut > begin && kept >= 0; --kept) cut = content.rfind('\n', cut - 1);
        cut = cut == std::string::npos || cut < begin ? begin : cut + 1;
        if (cut <= begin) return std::nullopt;
        const std::string stem = file.stem().string();
        fs::path archived = places.archive / (stem + "-log-1.md");
        for (int n = 2; fs::exists(archived); ++n) archived = places.archive / fmt::format("{}-log-{}.md", stem, n);
        if (!write_new_file(archived, content.substr(begin, cut - begin))) return std::nullopt;
        return fmt::format("{}\n- earlier lines are in archive/{}\n{}", content.substr(0, begin),
                           archived.filename().string(), content.substr(cut));
    });
    if (outcome && *outcome)
        keep_newest(places.archive, static_cast<std::size_t>(std::max<std::int64_t>(settings.session_files_kept, 1)));
}

}  // namespace

void log_line_of(const Session& session, std::string_view kind, std::string_view text, const Settings& settings,
                 Workspace& workspace) {
    const fs::path file = file_of(session, workspace);
    const auto appended = append_line(file, log_line(workspace.clock.now(), kind, redact(text)),
                                      [&] { return sealed(render(session, workspace)); });
    if (!appended) return;
    if (appended->is_new) std::ignore = write_manifest(workspace);
    const std::int64_t most_lines = settings.max_active_md_lines;
    if (most_lines > 0 && appended->bytes > most_lines * shortest_line_bytes) {
        shorten_log(file, most_lines, settings, workspace);
    }
}

void log_to_session_file(const Event& event, const Session& session, const Settings& settings, Workspace& workspace) {
    if (is_logged(event.kind.view()))
        log_line_of(session, event.kind.view(), event.summary.view(), settings, workspace);
}

std::optional<Id> session_named(const Receipt& receipt) {
    const std::string_view named = text_member(receipt.details, "session_id");
    const auto id = Id::parse(named);
    return named.empty() || !id ? std::nullopt : std::optional(*id);
}

namespace {

// In words, with its stamp, so that grep finds it: the receipt names an id alone.
std::string what_was_kept(const Event& event, Workspace& workspace) {
    constexpr std::array<std::string_view, 5> kept{"memory.", "anchor.", "knowledge.", "decision.", "artifact."};
    const bool is_kept =
        std::ranges::any_of(kept, [&](std::string_view front) { return event.kind.view().starts_with(front); });
    if (!is_kept || !event.subject_id) return {};
    BadRows bad;
    Connection& connection = workspace.store.connection();
    const auto noun = noun_of(connection, *event.subject_id);
    if (!noun || *noun == nullptr) return {};
    const auto record = (*noun)->find(connection, *event.subject_id, bad);
    if (!record || !*record) return {};
    return fmt::format(" [{}] {}", text_member(**record, "stamp"), headline_of(**record));
}

}  // namespace

void log_command(const Event& event, const Receipt& receipt, const Settings& settings, Workspace& workspace) {
    const std::string_view kind = event.kind.view();
    // What an agent does to another session is told there.
    const std::optional<Id> named = session_named(receipt);
    const std::optional<Id> id = named ? named : event.session_id;
    if (!id) return;
    BadRows bad;
    const auto session = find<Session>(workspace.store.connection(), *id, bad);
    if (!session || !*session || (*session)->status == SessionStatus::closed) return;
    log_line_of(**session, kind, receipt.sentence + what_was_kept(event, workspace), settings, workspace);
    const bool may_move_tree = kind.starts_with("session.") || kind.starts_with("task.") ||
                               kind.starts_with("phase.") || kind.starts_with("plan.") ||
                               kind.starts_with("trajectory.") || kind.starts_with("hierarchy.");
    if (may_move_tree) refresh_session_file(**session, settings, workspace);
}

FileRefresh refresh_session_file(const Session& session, const Settings& settings, Workspace& workspace) {
    const fs::path file = file_of(session, workspace);
    bool is_left_alone = false;
    const auto outcome = rewrite_file(file, [&](const std::string& content) -> std::optional<std::string> {
        is_left_alone = check_seal(content) != GuardAnswer::may_append;
        if (is_left_alone) return std::nullopt;
        const std::string fresh = sealed(render(session, workspace));
        return std::string(rendered_part(fresh)) + std::string(kept_part(content));
    });
    if (!outcome || !*outcome) return FileRefresh::no_file;
    if (!is_left_alone) return FileRefresh::rendered;
    log_line_of(session, "guard", "The part above was changed by somebody and is left as it is.", settings, workspace);
    return FileRefresh::left_alone;
}

Result<std::string> archive_session_file(const Session& session, const Settings& settings, Workspace& workspace) {
    const SessionPlaces places = session_places(workspace.store.paths());
    const fs::path file = file_of(session, workspace);
    std::error_code error;
    if (!fs::exists(file, error)) return std::string();
    refresh_session_file(session, settings, workspace);
    HM_TRY_ASSIGN(const fs::path archived, move_into(file, places.archive));
    keep_newest(places.archive, static_cast<std::size_t>(std::max<std::int64_t>(settings.session_files_kept, 1)));
    HM_TRY(write_manifest(workspace));
    return archived.lexically_relative(workspace.store.paths().root).generic_string();
}

void unarchive_session_file(const Session& session, Workspace& workspace) {
    const SessionPlaces places = session_places(workspace.store.paths());
    const fs::path archived = places.archive / (session.stamp.str() + ".md");
    std::error_code error;
    if (fs::exists(archived, error) && !fs::exists(file_of(session, workspace), error)) {
        std::ignore = move_into(archived, places.sessions);
    }
    std::ignore = write_manifest(workspace);
}

Result<void> write_manifest(Workspace& workspace) {
    const SessionPlaces places = session_places(workspace.store.paths());
    return replace_view(places.manifest, [&]() -> Result<std::string> {
        BadRows bad;
        HM_TRY_ASSIGN(const auto sessions, recent_sessions(workspace.store.connection(), most_in_manifest, bad));
        json::array listed;
        std::string active;
        for (const Session& session : sessions) {
            const bool is_open = session.status == SessionStatus::active;
            const fs::path open_file = places.sessions / (session.stamp.str() + ".md");
            const fs::path archived = places.archive / (session.stamp.str() + ".md");
            std::error_code error;
            const bool has_open = fs::exists(open_file, error);
            if (!has_open && !fs::exists(archived, error)) continue;
            if (active.empty() && is_open) active = session.stamp.str();
            listed.push_back(json::object{{"stamp", session.stamp.view()},
                                          {"session_id", session.id.text()},
                                          {"file", (has_open ? "" : "archive/") + session.stamp.str() + ".md"},
                                          {"status", is_open ? "active" : "archived"}});
        }
        json::object manifest{{"sessions", std::move(listed)}};
        manifest["active_stamp"] = active.empty() ? json::value(nullptr) : json::value(active);
        return to_text(manifest) + "\n";
    });
}

namespace {

// Beside the counters, which leave alone what is not theirs.
constexpr std::string_view key = "clean_context";
constexpr std::int64_t calls_it_stays = 30;

}  // namespace

void keep_clean_context(Session& session, const CleanContextPlan& plan) {
    const std::int64_t calls = read_counters(session.counters).total_tool_calls;
    session.counters[key] = json::object{{"plan", plan.view()}, {"until_call", calls + calls_it_stays}};
}

void drop_clean_context(Session& session) {
    session.counters.erase(key);
}

std::string clean_context(const Session& session) {
    const json::object& kept = object_member(session.counters, key);
    const json::value* until = kept.if_contains("until_call");
    if (until == nullptr || !until->is_int64()) return {};
    if (read_counters(session.counters).total_tool_calls >= until->get_int64()) return {};
    return std::string(text_member(kept, "plan"));
}

}  // namespace hm
