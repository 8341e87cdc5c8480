// session split: a session whose context is nearly full goes on in a fresh one. What the fresh one opens with, the pack
// and the last messages, is written to .hivemind/sessions/archive/splits and named in the receipt.
#include <fmt/format.h>

#include <algorithm>

#include "app/bus/bus.h"
#include "app/command/catalog.h"
#include "app/pack/load_pack_facts.h"
#include "app/session/session_meant.h"
#include "app/session/tree.h"
#include "base/redact.h"
#include "store/files/session_files.h"
#include "store/queries/session.h"
#include "store/queries/settings.h"
#include "store/queries/task.h"
#include "store/queries/work.h"
#include "store/records/reading.h"
#include "view/situation_text.h"

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

namespace {

struct SplitSession {
    std::vector<MemoryText> messages;
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("messages", &SplitSession::messages,
                    "The last messages, oldest first, each \"user: …\" or \"assistant: …\"; six are kept."));
        visit(field("session", &SplitSession::session, "Id or stamp of the session; your own when left out."));
    }
};

SplitMessage read_message(std::string_view text) {
    const std::size_t colon = text.find(": ");
    const std::string_view from = text.substr(0, colon == std::string_view::npos ? 0 : colon);
    if (from == "user" || from == "assistant") return {std::string(from), std::string(text.substr(colon + 2))};
    return {"user", std::string(text)};
}

Result<Receipt> run(const SplitSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    std::vector<SplitMessage> messages;
    for (const MemoryText& message : input.messages) messages.push_back(read_message(message.view()));
    HM_TRY(mark_split(session, context));
    // Outside of the transaction, and once it is certain that the session is split.
    context.afterwards.views.emplace_back([session, messages](Receipt& receipt, Workspace& workspace) {
        const auto package = write_split_package(session, messages, workspace);
        if (package) {
            receipt.details["file"] = package->shown_path;
            receipt.details["characters"] = count_characters(package->text);
        } else {
            receipt.sentence += " What to open the fresh one with could not be written: " + package.error().what;
        }
    });
    return Receipt{fmt::format("Session {} is split. Open a fresh one with what the file holds.", session.stamp.view()),
                   session.id};
}

}  // namespace

Command split_session() {
    return make_command<SplitSession, run>("session split",
                                           "Go on in a fresh session: writes what that one has to open with.", "");
}

}  // namespace hm
