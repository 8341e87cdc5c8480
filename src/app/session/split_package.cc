#include "app/session/split_package.h"

#include <algorithm>

#include "app/bus.h"
#include "app/facts/load_session_tree.h"
#include "base/redact.h"
#include "store/session_files.h"
#include "store/sql/session.h"
#include "store/sql/settings.h"
#include "store/sql/stamp.h"
#include "store/sql/task.h"
#include "store/sql/trajectory.h"
#include "view/split_text.h"

namespace hm {

Result<SplitPackage> write_split_package(const Session& session, const std::vector<SplitMessage>& messages,
                                         Workspace& workspace) {
    // The fresh session gets all of it in one text, whatever places its client has.
    const json::object input{{"session", session.id.text()}, {"client", "any"}};
    HM_TRY_ASSIGN(const Answer pack, ask(*find_query("pack"), input, {.session_id = session.id}, workspace));
    BadRows bad;
    HM_TRY_ASSIGN(const Settings settings, load_settings(workspace.store.connection(), bad));
    const ProjectPaths& paths = workspace.store.paths();
    const std::filesystem::path file = session_places(paths).splits / (session.stamp.str() + ".md");
    SplitPackage package{file.lexically_relative(paths.root).generic_string(),
                         redact(split_text(session, pack.text, last_messages(messages)))};
    HM_TRY(write_new_file(file, package.text));
    keep_newest(file.parent_path(), static_cast<std::size_t>(std::max<std::int64_t>(settings.session_files_kept, 1)));
    return package;
}

Result<void> mark_split(const Session& session, const CommandContext& context) {
    HM_TRY_ASSIGN(SessionCounters counters, counters_of(context.connection(), session.id));
    counters.is_split = 1;
    return save_counters(context.transaction, session.id, counters);
}

namespace {

// What the old session had in hand is in the fresh one's hands, or its first write would be refused.
Result<void> hand_over_tasks(const Session& old_session, const Session& fresh, Transaction& transaction,
                             Workspace& workspace, BadRows& bad) {
    HM_TRY_ASSIGN(std::vector<Task> tasks, active_tasks_of(workspace.store.connection(), old_session.id, bad));
    for (Task& task : tasks) {
        if (task.assigned_session_id != old_session.id) continue;
        task.assigned_session_id = fresh.id;
        task.modified_at = workspace.clock.now();
        HM_TRY(update(transaction, task));
    }
    return {};
}

}  // namespace

Result<void> link_split(const Session& old_session, const Session& fresh, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    BadRows bad;
    HM_TRY_ASSIGN(SessionCounters before, counters_of(connection, old_session.id));
    before.is_split = 1;
    before.continued_by = fresh.id.text();
    HM_TRY(save_counters(transaction, old_session.id, before));
    HM_TRY_ASSIGN(SessionCounters after, counters_of(connection, fresh.id));
    after.continues = old_session.id.text();
    after.last_section_content = before.last_section_content;
    HM_TRY(save_counters(transaction, fresh.id, after));
    HM_TRY(hand_over_tasks(old_session, fresh, transaction, workspace, bad));
    HM_TRY_ASSIGN(const auto own, read_head_of(connection, fresh.id, bad));
    HM_TRY_ASSIGN(auto theirs, read_head_for(connection, old_session.id, bad));
    if (own || !theirs || !theirs->session_id) return transaction.commit();
    Trajectory head = std::move(*theirs);
    const Time now = workspace.clock.now();
    head.id = workspace.ids.next(now);
    HM_TRY_ASSIGN(head.stamp, take_stamp(transaction, local_minute(now)));
    head.session_id = fresh.id;
    head.created_at = now;
    head.modified_at = now;
    HM_TRY(insert(transaction, head));
    return transaction.commit();
}

}  // namespace hm
