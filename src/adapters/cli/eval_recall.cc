// eval recall: how well recall answers the questions of a folder with known answers.
#include <fmt/format.h>

#include "adapters/cli/care.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"
#include "app/care/evaluation.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

constexpr std::int64_t most_distractors = 1'000'000;

struct EvalRecall {
    std::vector<Text<1, 4000>> folders;
    bool together = false;
    std::optional<std::int64_t> distractors;

    static constexpr void fields(auto&& visit) {
        visit(field("folders", &EvalRecall::folders,
                    "Folders with corpus.jsonl, queries.jsonl and qrels.tsv; session, position and author are used. A "
                    "session ranks where the best of its items does."));
        visit(
            field("together", &EvalRecall::together, "All folders in one store, every question asked of all of them."));
        visit(field("distractors", &EvalRecall::distractors,
                    "That many items made of the folders' own words beside them, up to 1,000,000; all in one store."));
    }
};

json::object to_json(const RecallFigures& figures) {
    return {{"r1", figures.r1},   {"r5", figures.r5},       {"r10", figures.r10},
            {"r20", figures.r20}, {"hit10", figures.hit10}, {"mrr", figures.mrr}};
}

std::string line_of(std::string_view level, const RecallFigures& figures) {
    return fmt::format("{:<8} {:>6.1f} {:>6.1f} {:>6.1f} {:>6.1f} {:>7.1f} {:>7.3f}\n", level, figures.r1 * 100,
                       figures.r5 * 100, figures.r10 * 100, figures.r20 * 100, figures.hit10 * 100, figures.mrr);
}

std::string to_lines(const RecallReport& report) {
    std::string text =
        fmt::format("{} questions, {} items{}\n{:<8} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}\n", report.queries,
                    report.items, report.distractors > 0 ? fmt::format(", {} distractors", report.distractors) : "", "",
                    "R@1", "R@5", "R@10", "R@20", "hit@10", "MRR");
    text += line_of("item", report.item) + line_of("session", report.session);
    if (report.milliseconds.empty()) return text;
    const auto at = [](const std::vector<double>& sorted, double share) {
        return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    text += fmt::format("a question: p50 {:.2f} ms, p99 {:.2f} ms; of the processor p50 {:.2f} ms, p99 {:.2f} ms\n",
                        at(report.milliseconds, 0.5), at(report.milliseconds, 0.99), at(report.busy_milliseconds, 0.5),
                        at(report.busy_milliseconds, 0.99));
    return text;
}

Result<int> run_eval_recall(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const EvalRecall input, decode_as<EvalRecall>(values, "eval recall"));
    if (input.folders.empty()) {
        return fail(ErrorCode::invalid_input, "No folder was named.",
                    "Name one or more folders with corpus.jsonl, queries.jsonl and qrels.tsv.");
    }
    const std::int64_t distractors = input.distractors.value_or(0);
    if (distractors < 0 || distractors > most_distractors) {
        return fail(ErrorCode::invalid_input, fmt::format("{} distractors cannot be made.", distractors),
                    fmt::format("Give a number from 0 to {}.", most_distractors));
    }
    RecallMeasuring asked;
    for (const auto& each : input.folders) asked.folders.push_back(named_directory(environment.directory, each.str()));
    asked.distractors = static_cast<std::size_t>(distractors);
    if (input.together || asked.distractors > 0) asked.loading = Loading::together;
    HM_TRY_ASSIGN(const RecallReport report, measure_recall(asked, environment.ids));
    if (wants_json) {
        environment.out(
            to_text(json::object{
                {"item", to_json(report.item)}, {"session", to_json(report.session)}, {"queries", report.queries}}) +
            "\n");
    } else {
        environment.out(to_lines(report));
    }
    return success;
}

}  // namespace

Procedure eval_recall_procedure() {
    return {"eval recall", "Measure how well recall answers questions with known answers.", "folders",
            &shape_of<EvalRecall>, run_eval_recall};
}

}  // namespace hm::cli
