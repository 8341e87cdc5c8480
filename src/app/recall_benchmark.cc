#include "app/recall_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>

#include "app/recall_distractors.h"
#include "app/recall_eval_store.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// All that recall ranks for ten answers, and no more: sessions are ranked by the best of their items.
constexpr std::int64_t asked_for = rows_ranked;

// Asks as agents ask, once for the time it takes and once deep enough for the figures.
Result<void> ask(EvalStore& store, std::size_t folder, const EvalQuestion& question, EvalTally& tally,
                 RecallReport& report) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t busy_begin = std::clock();
    HM_TRY(store.answers_to(question, RecallAsk{}.limit));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    report.milliseconds.push_back(took.count());
    report.busy_milliseconds.push_back(static_cast<double>(std::clock() - busy_begin) * 1000 / CLOCKS_PER_SEC);
    HM_TRY_ASSIGN(const auto hits, store.answers_to(question, asked_for));
    std::vector<std::string> ids;
    for (const RecallHit& hit : hits) ids.push_back(node_of(hit).id.text());
    store.tally(folder, question, ids, tally);
    return {};
}

Result<std::vector<EvalFolder>> read_folders(const RecallMeasuring& asked) {
    std::vector<EvalFolder> read;
    for (const fs::path& folder : asked.folders) {
        HM_TRY_ASSIGN(EvalFolder each, read_eval_folder(folder));
        if (each.questions.empty() && asked.loading == Loading::one_by_one) {
            return fail(ErrorCode::invalid_input, fmt::format("{} has no question with an answer.", folder.string()),
                        "A folder holds queries.jsonl and qrels.tsv besides corpus.jsonl.");
        }
        read.push_back(std::move(each));
    }
    return read;
}

}  // namespace

Result<RecallReport> measure_recall(const RecallMeasuring& asked, IdSource& ids) {
    RecallReport report;
    EvalTally tally;
    HM_TRY_ASSIGN(const std::vector<EvalFolder> read, read_folders(asked));
    const bool together = asked.loading == Loading::together;
    std::optional<EvalStore> store;
    for (std::size_t i = 0; i < read.size(); ++i) {
        report.items += read[i].items.size();
        if (!store || !together) {
            store.reset();
            HM_TRY_ASSIGN(EvalStore fresh, EvalStore::make(ids));
            store.emplace(std::move(fresh));
        }
        HM_TRY(store->load(i, read[i].items));
        if (together && i + 1 < read.size()) continue;
        if (together && asked.distractors > 0) {
            const std::vector<EvalItem> distractors = made_distractors(read, asked.distractors);
            report.distractors = distractors.size();
            HM_TRY(store->load(read.size(), distractors));
        }
        for (std::size_t k = together ? 0 : i; k <= i; ++k) {
            for (const EvalQuestion& question : read[k].questions) {
                HM_TRY(ask(*store, k, question, tally, report));
            }
        }
    }
    std::sort(report.milliseconds.begin(), report.milliseconds.end());
    std::sort(report.busy_milliseconds.begin(), report.busy_milliseconds.end());
    report.item = tally.item.average();
    report.session = tally.session.average();
    report.queries = tally.item.questions();
    return report;
}

}  // namespace hm
