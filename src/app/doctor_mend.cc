// The mending half of the doctor. One transaction: either everything that was found is mended, or nothing.
#include <fmt/format.h>

#include "app/doctor.h"
#include "app/doctor_events.h"
#include "store/health.h"
#include "store/node_register.h"
#include "store/replace.h"
#include "store/spool.h"
#include "store/sql/memory_prints.h"

namespace hm {
namespace {

constexpr std::int64_t mended_at_once = 10'000;
// A record that goes leaves others that named it; each round takes those.
constexpr int most_rounds = 100;

class Mender {
public:
    Mender(Transaction& transaction, Workspace& workspace)
        : transaction_(transaction), workspace_(workspace), now_(workspace.clock.now()) {}

    // First of all: a record that the register lacks would count as one that does not exist.
    Result<void> mend_register() {
        HM_TRY_ASSIGN(renewed_, renew_register(transaction_.connection()));
        if (renewed_ > 0) HM_TRY(record_lines({renewed_line()}));
        HM_TRY_ASSIGN(const RegisterFaults left, compare_register(transaction_.connection(), mended_at_once));
        return mend_unreadable(left.taken);
    }

    Result<void> mend_unreadable(const BadRows& rows) {
        for (const BadRow& row : rows) {
            HM_TRY_ASSIGN(const std::size_t moved, quarantine_bad_rows(transaction_, {row}, now_));
            if (moved == 0) continue;
            ++moved_;
            HM_TRY(record_fix(transaction_, fmt::format("moved {} {} to quarantine", row.table, row.id), row.id,
                              {{"table", row.table}, {"reason", shorten(repair_utf8(row.reason), 500)}}, workspace_));
        }
        return {};
    }

    Result<void> mend_references() {
        for (int round = 0; round < most_rounds; ++round) {
            HM_TRY_ASSIGN(const auto dangling, find_dangling(transaction_.connection(), mended_at_once));
            if (dangling.empty()) return {};
            for (const DanglingReference& reference : dangling) HM_TRY(mend(reference));
        }
        return {};
    }

    Result<void> record_lines(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) HM_TRY(record_fix(transaction_, line, "", {}, workspace_));
        return {};
    }

    std::vector<std::string> lines() const {
        std::vector<std::string> lines;
        if (renewed_ > 0) lines.push_back(renewed_line());
        if (moved_ > 0) lines.push_back(fmt::format("moved {} rows to quarantine", moved_));
        if (emptied_ > 0) lines.push_back(fmt::format("emptied {} references that led nowhere", emptied_));
        return lines;
    }

private:
    std::string renewed_line() const { return fmt::format("renewed {} lines of the register of records", renewed_); }

    Result<void> mend(const DanglingReference& reference) {
        HM_TRY(record_chain_break(transaction_, reference, workspace_));
        HM_TRY_ASSIGN(const std::string done, mend_dangling(transaction_, reference, now_));
        ++(reference.place == ReferencePlace::optional_field ? emptied_ : moved_);
        return record_fix(transaction_, done, reference.id,
                          {{"noun", reference.noun},
                           {"column", reference.table + "." + reference.column},
                           {"named", shorten(repair_utf8(reference.value), 200)}},
                          workspace_);
    }

    Transaction& transaction_;
    Workspace& workspace_;
    Time now_;
    std::int64_t renewed_ = 0;
    std::size_t moved_ = 0;
    std::size_t emptied_ = 0;
};

std::vector<std::string> mend_files(const ProjectPaths& paths) {
    std::vector<std::string> done;
    if (!too_open_files(paths).empty()) {
        close_to_others(paths);
        done.emplace_back("closed the store's files to others");
    }
    std::size_t removed = 0;
    for (const std::filesystem::path& file : left_over_files(paths)) {
        std::error_code error;
        if (std::filesystem::remove_all(file, error) > 0 && !error) ++removed;
    }
    if (removed > 0) done.push_back(fmt::format("removed {} half-made files", removed));
    return done;
}

}  // namespace

Result<std::vector<std::string>> mend_store(Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const ProjectPaths& paths = workspace.store.paths();
    std::vector<std::string> done = mend_files(paths);
    HM_TRY_ASSIGN(const BadRows rows, unreadable_rows(connection));
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
    // Rows that others name must be removable; what then dangles is mended in the same transaction.
    HM_TRY(connection.execute("PRAGMA defer_foreign_keys=ON"));
    Mender mender(transaction, workspace);
    HM_TRY(mender.record_lines(done));
    HM_TRY(mender.mend_register());
    HM_TRY(mender.mend_unreadable(rows));
    HM_TRY(mender.mend_references());
    HM_TRY_ASSIGN(const auto taken_in, take_in_spool(transaction, paths, workspace.ids));
    if (!taken_in.taken.empty()) {
        done.push_back(fmt::format("took in {} records from the spool", taken_in.taken.size()));
        HM_TRY(mender.record_lines({done.back()}));
    }
    HM_TRY(transaction.commit());
    tidy_spool(taken_in);
    HM_TRY_ASSIGN(const std::int64_t filled, fill_all_missing_prints(connection));
    if (filled > 0) done.push_back(fmt::format("gave {} memories the words and prints that they are found by", filled));
    for (std::string& line : mender.lines()) done.push_back(std::move(line));
    return done;
}

}  // namespace hm
