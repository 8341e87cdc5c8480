// What is kept for how long, and the commands that look at and end a cycle.
#include "app/care/retention.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/bus/bus.h"
#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/session/session_meant.h"
#include "store/files/session_files.h"
#include "store/files/whole_file.h"
#include "store/queries/event.h"

namespace hm {
namespace {

constexpr std::int64_t retired_at_once = 500;
constexpr int most_retention_rounds = 100'000;

struct Step {
    std::size_t archived = 0;
    bool is_last = true;
};

Result<Step> archive_some(Duration kept_for, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const ProjectPaths& paths = workspace.store.paths();
    const Time before{workspace.clock.now().ms - kept_for.ms};
    const std::int64_t place = read_archive_place(paths);
    BadRows bad;
    {
        HM_TRY_ASSIGN(const OldEvents first, old_events(connection, place, before, 1, bad));
        if (first.looked_until == place) return Step{};
    }
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY_ASSIGN(const OldEvents old, old_events(connection, place, before, retired_at_once, bad));
    if (!old.events.empty()) {
        // First on the disk there, then gone here: a crash in between leaves an event twice, never none.
        HM_TRY(append_to_archive(paths, old.events));
        HM_TRY(remove_events(transaction, old.events));
    }
    HM_TRY(transaction.commit());
    keep_archive_place(paths, old.looked_until);
    return Step{old.events.size(), old.has_come_to_young};
}

}  // namespace

Result<std::size_t> archive_old_events(Duration kept_for, Workspace& workspace) {
    HM_TRY_ASSIGN(const Step step, archive_some(kept_for, workspace));
    return step.archived;
}

std::size_t archive_all_old_events(Duration kept_for, Workspace& workspace) {
    std::size_t archived = 0;
    keep_archive_place(workspace.store.paths(), 0);
    for (int i = 0; i < most_retention_rounds; ++i) {
        const auto step = archive_some(kept_for, workspace);
        if (!step) break;
        archived += step->archived;
        if (step->is_last) break;
    }
    return archived;
}

// cycle export, cycle prune: what a session did as a file, and keeping the folder of such files small.

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
                    "Also move older events that only tell what was seen to the archive beside the store now."));
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

// cycle list: the exports of sessions that are there, newest first.

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_cycle_files = 100'000;

struct ListCycle {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListCycle::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListCycle& input, const QueryContext& context) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(session_places(context.workspace.store.paths()).exports, error), end;
         !error && it != end && names.size() < most_cycle_files; it.increment(error)) {
        names.push_back(it->path().filename().string());
    }
    std::ranges::sort(names, std::greater<>());
    const std::size_t all = names.size();
    names.resize(std::min(all, static_cast<std::size_t>(list_limit(input.limit))));
    json::array data;
    std::string text;
    for (const std::string& name : names) {
        data.emplace_back(name);
        text += name + "\n";
    }
    if (text.empty()) text = "(no exports)\n";
    if (all > names.size()) text += fmt::format("… and {} more\n", all - names.size());
    return Answer{std::move(data), std::move(text)};
}

}  // namespace

Query list_cycle() {
    return make_query<ListCycle, run>("cycle list", "List the exports of sessions.");
}

}  // namespace hm
