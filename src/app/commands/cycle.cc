// cycle export, cycle prune: what a session did as a file, and keeping the folder of such files small.
#include <fmt/format.h>

#include "app/bus.h"
#include "app/commands/commands.h"
#include "app/retention.h"
#include "app/session/session_meant.h"
#include "store/private_files.h"
#include "store/session_files.h"

namespace hm {
namespace {

struct ExportCycle {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &ExportCycle::session, "Id or stamp of the session; your own when left out."));
    }
};

void write_cycle(const Session& session, Receipt& receipt, Workspace& workspace) {
    const auto record = ask(*find_query("session status"), json::object{{"session", session.id.text()}},
                            {.session_id = session.id}, workspace);
    if (!record) return;
    const ProjectPaths& paths = workspace.store.paths();
    const auto file = unused_name(session_places(paths).exports / fmt::format("{}-cycle-{}.json", session.stamp.view(),
                                                                              file_time(workspace.clock.now())));
    const auto written = write_new_file(file, to_text(record->data) + "\n");
    if (written) receipt.details["file"] = file.lexically_relative(paths.root).generic_string();
    if (!written) receipt.sentence += " It could not be written: " + written.error().what;
}

Result<Receipt> run_export(const ExportCycle& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    context.afterwards.views.emplace_back(
        [session](Receipt& receipt, Workspace& workspace) { write_cycle(session, receipt, workspace); });
    return Receipt{fmt::format("Exported what session {} did.", session.stamp.view()), session.id};
}

struct PruneCycle {
    std::optional<std::int64_t> keep;
    std::optional<Duration> events_older_than;

    static constexpr void fields(auto&& visit) {
        visit(field("keep", &PruneCycle::keep, "How many of the newest files stay; the setting when left out."));
        visit(field("events_older_than", &PruneCycle::events_older_than,
                    "Also move older events that only tell what was seen to .hivemind/archive now."));
    }
};

Result<Receipt> run_prune(const PruneCycle& input, const CommandContext& context) {
    const std::int64_t keep = input.keep.value_or(context.settings.session_files_kept);
    if (keep < 0) {
        return fail(ErrorCode::invalid_input, fmt::format("{} files cannot be kept.", keep), "Give 0 or more.");
    }
    context.afterwards.views.emplace_back([keep](Receipt& receipt, Workspace& workspace) {
        const std::size_t removed =
            keep_newest(session_places(workspace.store.paths()).exports, static_cast<std::size_t>(keep));
        receipt.details["removed"] = removed;
    });
    if (input.events_older_than) {
        context.afterwards.views.emplace_back(
            [kept_for = *input.events_older_than](Receipt& receipt, Workspace& workspace) {
                receipt.details["archived_events"] = archive_all_old_events(kept_for, workspace);
            });
    }
    return Receipt{fmt::format("Kept the {} newest exports; what they were made from stays in the store.", keep)};
}

}  // namespace

Command export_cycle() {
    return make_command<ExportCycle, run_export>("cycle export", "Write what a session did to a file.", "session");
}

Command prune_cycle() {
    return make_command<PruneCycle, run_prune>("cycle prune", "Remove the oldest exports of sessions.", "keep");
}

}  // namespace hm
