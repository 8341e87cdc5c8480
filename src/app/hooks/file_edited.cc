#include "app/hooks/file_edited.h"

#include <fmt/format.h>

#include "app/new_event.h"
#include "base/redact.h"
#include "store/files.h"
#include "store/spool.h"
#include "store/sql/event.h"
#include "store/sql/settings.h"
#include "store/sql/watched.h"

namespace hm {
namespace {

Event edited_event(const FilePath& file, Workspace& workspace) {
    Event event =
        new_event("file.edited", fmt::format("{} was changed: what came from it is to be looked at", file.view()),
                  {.kind = ActorKind::hook}, workspace.clock.now(), workspace.ids);
    event.facts = {{"files", json::array{json::value(file.view())}}};
    return event;
}

// Most files are nobody's source: who only looks takes the store from nobody.
Result<bool> has_anything_to_mark(const FilePath& file, Time now, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const bool has_anchors, has_anchors_to_mark(connection, file, now));
    if (has_anchors) return true;
    return has_knowledge_to_mark(connection, file, now);
}

Result<void> mark(const FilePath& file, const Event& event, Workspace& workspace) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(const std::int64_t anchors, mark_anchors_of_file(transaction, file, event.at));
    HM_TRY_ASSIGN(const std::int64_t entries, mark_knowledge_of_file(transaction, file, event.at));
    if (anchors + entries == 0) return {};
    HM_TRY(append_event(transaction, event));
    return transaction.commit();
}

}  // namespace

Result<void> file_edited(std::string_view given, const std::filesystem::path& directory, Workspace& workspace) {
    const ResolvedPath path = resolve_path(workspace.store.paths().root, directory, given);
    const auto file = FilePath::make(redact(path.shown));
    if (path.place == PathPlace::outside || !file) return {};
    BadRows bad;
    HM_TRY_ASSIGN(const Settings settings, load_settings(workspace.store.connection(), bad));
    workspace.store.connection().set_deadline(Deadline::in(settings.record_deadline));
    HM_TRY_ASSIGN(const bool is_source, has_anything_to_mark(*file, workspace.clock.now(), workspace));
    if (!is_source) return {};
    const Event event = edited_event(*file, workspace);
    if (mark(*file, event, workspace)) return {};
    // The store is held by another: who takes the record in sets the marks.
    return write_spool(workspace.store.paths(), {event, std::nullopt, {}, std::nullopt});
}

}  // namespace hm
