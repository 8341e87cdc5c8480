// codemap scan, diff: bringing the code map up to date, and what changed since that was last asked for. Nothing of the
// store is written; the map is a cache of what the files say.
#include <fmt/format.h>

#include "app/codemap/refresh.h"
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "view/codemap_text.h"

namespace hm {
namespace {

constexpr Duration longest_scan = seconds(120);
// For others who have the map open to let it go.
constexpr Duration patience_with_others = seconds(5);

struct ScanCode {
    bool full = false;

    static constexpr void fields(auto&& visit) {
        visit(field("full", &ScanCode::full, "Throw the map away first and read every file again."));
    }
};

json::object report_json(const ScanReport& report, const CodeTotals& totals) {
    json::object skipped;
    for (const auto& [why, count] : report.skipped) skipped[why] = count;
    return {{"files", report.files},       {"added", report.added},         {"changed", report.changed},
            {"removed", report.removed},   {"unchanged", report.unchanged}, {"skipped", std::move(skipped)},
            {"not_code", report.not_code}, {"bytes", report.bytes},         {"comments", totals.comments},
            {"todos", totals.todos},       {"symbols", totals.symbols},     {"exports", totals.exports},
            {"imports", totals.imports},   {"complete", report.is_whole}};
}

std::string report_text(const ScanReport& report, const CodeTotals& totals) {
    std::string text = fmt::format("{} files: {} added, {} changed, {} removed, {} unchanged\n", report.files,
                                   report.added, report.changed, report.removed, report.unchanged);
    text += fmt::format("{} exports of {} declarations, {} imports, {} comments, {} of them to do\n", totals.exports,
                        totals.symbols, totals.imports, totals.comments, totals.todos);
    std::string skipped;
    for (const auto& [why, count] : report.skipped)
        skipped += fmt::format("{}{} {}", skipped.empty() ? "" : ", ", count, why);
    if (!skipped.empty()) text += fmt::format("skipped: {}\n", skipped);
    if (report.not_code > 0) text += fmt::format("{} other files are no code the map knows\n", report.not_code);
    if (!report.is_whole) text += "A limit was met before all files were read; scan again to go on.\n";
    return text;
}

Result<Answer> run_scan(const ScanCode& input, const QueryContext& context) {
    const ProjectPaths& paths = context.workspace.store.paths();
    const Deadline deadline = Deadline::in(longest_scan);
    if (input.full) HM_TRY(CodeMap::throw_away(paths, Deadline::in(patience_with_others)));
    Answer answer;
    const auto act = [&](Connection& codemap) -> Result<void> {
        HM_TRY_ASSIGN(const ScanReport report, refresh_codemap(codemap, context.workspace, deadline));
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(codemap, Durability::process_crash));
        // Half a map would make the next difference a wrong one.
        if (report.is_whole) HM_TRY(take_as_base(transaction, context.now));
        HM_TRY(transaction.commit());
        HM_TRY_ASSIGN(const CodeTotals totals, count_code(codemap));
        answer = {report_json(report, totals), report_text(report, totals)};
        return {};
    };
    HM_TRY(with_codemap(paths, deadline, act));
    return answer;
}

struct DiffCode {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &DiffCode::limit, "Most to show of each sort; 50 when left out."));
    }
};

Result<Answer> run_diff(const DiffCode& input, const QueryContext& context) {
    const Deadline deadline = Deadline::in(longest_scan);
    const auto most = static_cast<std::size_t>(list_limit(input.limit));
    Answer answer;
    const auto act = [&](Connection& codemap) -> Result<void> {
        HM_TRY_ASSIGN(const auto since, codemap_fact(codemap, last_scan_fact));
        if (!since) {
            return fail(ErrorCode::not_found, "There is no scan to compare with.",
                        "Run `hivemind codemap scan` first.");
        }
        HM_TRY_ASSIGN(const ScanReport report, refresh_codemap(codemap, context.workspace, deadline));
        HM_TRY_ASSIGN(const auto changes, changed_since_scan(codemap));
        const CodeDiff diff = diff_code(changes);
        json::object data = diff_json(diff, most);
        data["since"] = to_iso(Time{std::strtoll(since->c_str(), nullptr, 10)});
        data["complete"] = report.is_whole;
        answer = {std::move(data), diff_text(diff, most)};
        return {};
    };
    HM_TRY(with_codemap(context.workspace.store.paths(), deadline, act));
    return answer;
}

}  // namespace

Query codemap_scan() {
    return make_query<ScanCode, run_scan>("codemap scan", "Read what changed in the project's code into the code map.");
}

Query codemap_diff() {
    return make_query<DiffCode, run_diff>("codemap diff", "Show files and exports that changed since the last scan.");
}

}  // namespace hm
