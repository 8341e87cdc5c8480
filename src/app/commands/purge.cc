// purge: removes records for good, everywhere in the store. The purge itself stays in the trail, without what it
// removed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/commands/commands.h"
#include "app/purge_set.h"
#include "store/event_archive.h"
#include "store/purge.h"

namespace hm {
namespace {

constexpr std::size_t most_named = 10;

struct Purge {
    std::vector<Id> ids;
    bool with_dependents = false;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("ids", &Purge::ids,
                    "The records to remove; none: only wipe what earlier purges left in free pages."));
        visit(field("with_dependents", &Purge::with_dependents, "Also the records that cannot be without them."));
        visit(field("dry_run", &Purge::dry_run, "Only show what would be removed."));
    }
};

ProjectPaths paths_of(const Connection& connection) {
    return project_paths(std::filesystem::path(connection.path()).parent_path().parent_path());
}

json::object rows_json(const RemovedRows& removed) {
    json::object object;
    for (const auto& [table, rows] : removed) object[table] = rows;
    return object;
}

void name_copies(const ProjectPaths& paths, Receipt& receipt) {
    const std::vector<std::string> copies = copies_of_store(paths);
    if (copies.empty()) return;
    json::array named;
    for (std::size_t i = 0; i < copies.size() && i < most_named; ++i) named.emplace_back(copies[i]);
    if (copies.size() > most_named) named.emplace_back(fmt::format("and {} more", copies.size() - most_named));
    receipt.details["not_touched"] = std::move(named);
    receipt.sentence += " Copies of the store were not touched and may still hold it.";
}

// Once the records are gone for everyone: their traces in files.
void wipe(Connection& connection, const std::set<Id>& ids, Duration patience, Receipt& receipt) {
    const ProjectPaths paths = paths_of(connection);
    if (const std::size_t files = purge_spool(paths, ids); files > 0) receipt.details["spool_files"] = files;
    if (const std::size_t lines = purge_archive(paths, ids); lines > 0) receipt.details["archived_events"] = lines;
    if (const auto scrubbed = scrub(connection, Deadline::in(patience)); !scrubbed) {
        receipt.sentence += " Its bytes may still be in free pages or in the log: run `hivemind purge` to wipe them.";
        receipt.details["not_wiped"] = scrubbed.error().what + " " + scrubbed.error().why;
    }
    name_copies(paths, receipt);
}

Result<Receipt> run(const Purge& input, const CommandContext& context) {
    Connection& connection = context.connection();
    HM_TRY_ASSIGN(const std::set<Id> ids,
                  purge_set(input.ids, input.with_dependents ? Dependents::taken_along : Dependents::refused, context));
    HM_TRY_ASSIGN(const std::size_t changed, forget_mentions(ids, context));
    HM_TRY_ASSIGN(const RemovedRows removed, remove_for_good(context.transaction, ids));
    Receipt receipt{ids.empty() ? std::string("Wiped the free pages and the log.")
                                : fmt::format("{} {} {} for good.", input.dry_run ? "Would purge" : "Purged",
                                              ids.size(), ids.size() == 1 ? "record" : "records"),
                    input.ids.size() == 1 ? std::optional(input.ids.front()) : std::nullopt};
    if (!removed.empty()) receipt.details["removed"] = rows_json(removed);
    if (changed > 0) receipt.details["mentions_taken_out_of"] = changed;
    context.afterwards.roll_back = input.dry_run;
    if (input.dry_run) name_copies(paths_of(connection), receipt);
    context.afterwards.acts.emplace_back([&connection, ids, patience = context.settings.command_deadline](
                                             Receipt& done) { wipe(connection, ids, patience, done); });
    return receipt;
}

}  // namespace

Command purge() {
    return make_command<Purge, run>("purge", "Remove records for good, everywhere in the store.", "ids",
                                    Access::person);
}

}  // namespace hm
