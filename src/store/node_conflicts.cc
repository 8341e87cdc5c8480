// What can only be one of its kind: held files, the anchor in use under a key, the read-head of a session.
#include <fmt/format.h>

#include <algorithm>

#include "store/node_import.h"
#include "store/sql/extra_fields.h"

namespace hm {

// The tasks that are about to change may pass files on to each other, in any order.
Result<void> NodeImport::release_locks() {
    return connection().execute(
        "DELETE FROM task_file_locks WHERE task_id IN (SELECT id FROM temp.staged WHERE noun='task' AND "
        "state='newer')");
}

Result<void> NodeImport::leave_held_locks(StagedNode& task) {
    json::value* locks = task.record.if_contains("file_locks");
    if (locks == nullptr || !locks->is_array()) return {};
    json::array free;
    for (const json::value& lock : locks->get_array()) {
        HM_TRY_ASSIGN(Statement read,
                      connection().prepare("SELECT task_id FROM task_file_locks WHERE value=? AND task_id<>?"));
        const std::string_view path = lock.get_string();
        bind_all(read, path, task.id);
        HM_TRY_ASSIGN(const bool is_held, read.step());
        const bool is_named_twice = std::find(free.begin(), free.end(), lock) != free.end();
        if (is_held)
            note(fmt::format("Task {} does not get {}: task {} holds it.", task.id.text(), path, read.text(0)));
        if (!is_held && !is_named_twice) free.push_back(lock);
    }
    *locks = std::move(free);
    return {};
}

// A person who edits a file seldom thinks of modified_at; their edit must not be passed over in silence.
Result<void> NodeImport::note_differing() {
    constexpr std::int64_t most_named = 5;
    for (const AnyNoun& noun : all_nouns()) {
        const auto compare = [&](const StagedNode& node) -> Result<void> {
            BadRows bad;
            HM_TRY_ASSIGN(const auto ours, noun.find(connection(), node.id, bad));
            HM_TRY_ASSIGN(const json::object unknown, extra_fields_of(connection(), node.id));
            if (!ours || (*ours == node.record && unknown == node.unknown)) return {};
            if (++counts_.differing <= most_named) {
                note(
                    fmt::format("{} {} differs, but its modified_at is ours: ours stays. Raise modified_at to have the "
                                "other taken in.",
                                noun.table.noun, node.id.text()));
            }
            return {};
        };
        HM_TRY(staged_.for_each(noun.table.noun, name_of(StagedState::equal), compare));
    }
    if (counts_.differing > most_named) note(fmt::format("So do {} more.", counts_.differing - most_named));
    return {};
}

Result<void> NodeImport::archive_older(const AnyNoun& noun, StagedNode& node) {
    if (node.record.contains("archived_at")) return {};
    const bool is_anchor = noun.table.noun == "anchor";
    HM_TRY_ASSIGN(Statement read, connection().prepare(
                                      is_anchor ? "SELECT id FROM anchors WHERE key=? AND archived_at IS NULL AND id<>?"
                                                : "SELECT id FROM trajectories WHERE coalesce(session_id,'')=? AND "
                                                  "archived_at IS NULL AND id<>?"));
    bind_all(read, text_member(node.record, is_anchor ? "key" : "session_id"), node.id);
    HM_TRY_ASSIGN(const bool has_other, read.step());
    if (!has_other) return {};
    const Id other_id = Id::trusted(std::string(read.text(0)));
    read.reset();
    BadRows bad;
    HM_TRY_ASSIGN(auto other, noun.find(connection(), other_id, bad));
    if (!other) return {};
    const Time other_modified_at{other->at("modified_at").to_number<std::int64_t>()};
    // The same answer whichever of the two came first, so that two people who import from each other agree.
    const bool is_newer = std::pair(node.modified_at, node.id) > std::pair(other_modified_at, other_id);
    (is_newer ? *other : node.record)["archived_at"] = (is_newer ? node.modified_at : other_modified_at).ms;
    if (is_newer) HM_TRY(noun.put(*transaction_, *other));
    note(fmt::format("{} {} is archived: {} is the newer one of its kind.", noun.table.noun,
                     (is_newer ? other_id : node.id).text(), (is_newer ? node.id : other_id).text()));
    return {};
}

}  // namespace hm
