// eval localise: how well the code map finds the files that a report is about.
#include <fmt/format.h>

#include "adapters/cli/care.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"
#include "app/project/localise.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

HM_ENUM(FindLever, names, path, comments, mentions, symbols, fusion, roles)

struct EvalLocalise {
    Text<1, 4000> file;
    std::vector<FindLever> without;
    bool levers = false;
    bool answers = false;

    static constexpr void fields(auto&& visit) {
        visit(field("file", &EvalLocalise::file,
                    "JSON lines of id, repo, commit, text and gold, the files to be found. Each repository is checked "
                    "out at its commit into a scratch directory."));
        visit(field("without", &EvalLocalise::without, "Leave out what this lever of the ranking gives; may repeat."));
        visit(field("levers", &EvalLocalise::levers, "Measure without each lever too, and without all of them."));
        visit(field("answers", &EvalLocalise::answers, "Tell the first ten files of each case too."));
    }
};

FindWeights weights_without(FindLever lever, FindWeights weights) {
    switch (lever) {
        case FindLever::names: weights.names = 0; break;
        case FindLever::path: weights.path = 0; break;
        case FindLever::comments: weights.comments = 0; break;
        case FindLever::mentions: weights.mentions = 0; break;
        case FindLever::symbols: weights.symbols = 0; break;
        case FindLever::fusion: weights.fusion = 0; break;
        case FindLever::roles: weights.test = weights.document = weights.made = 1; break;
    }
    return weights;
}

FindWeights weights_without(const std::vector<FindLever>& levers) {
    FindWeights weights = shipped_find_weights;
    for (const FindLever lever : levers) weights = weights_without(lever, weights);
    return weights;
}

// As shipped, without each lever alone, and without any of them.
struct Variant {
    std::string name;
    FindWeights weights;
};

std::vector<Variant> variants_of(const EvalLocalise& input) {
    std::vector<Variant> variants{{"as asked", weights_without(input.without)}};
    if (!input.levers) return variants;
    FindWeights none = shipped_find_weights;
    for (std::size_t i = 0; i < enum_names<FindLever>.size(); ++i) {
        const auto lever = static_cast<FindLever>(i);
        variants.push_back({fmt::format("without {}", name_of(lever)), weights_without(lever, shipped_find_weights)});
        none = weights_without(lever, none);
    }
    variants.push_back({"contents alone", none});
    return variants;
}

json::object to_json(const LocaliseReport& report, bool wants_answers) {
    const LocaliseFigures& figures = report.figures;
    json::object data{{"acc1", figures.any.at1},   {"acc3", figures.any.at3}, {"acc5", figures.any.at5},
                      {"acc10", figures.any.at10}, {"mrr", figures.mrr},      {"n", figures.n},
                      {"all1", figures.all.at1},   {"all3", figures.all.at3}, {"all5", figures.all.at5},
                      {"all10", figures.all.at10}};
    if (!wants_answers) return data;
    json::array answers;
    for (const LocaliseAnswer& each : report.answers) {
        json::array files;
        for (const std::string& file : each.files) files.emplace_back(file);
        answers.push_back(json::object{{"id", each.id}, {"rank", each.rank}, {"files", std::move(files)}});
    }
    data["answers"] = std::move(answers);
    return data;
}

std::string lever_line(std::string_view name, const LocaliseFigures& figures) {
    return fmt::format("{:<22} {:>6.1f} {:>6.1f} {:>6.1f} {:>6.1f}   MRR {:.3f}\n", name, figures.any.at1 * 100,
                       figures.any.at3 * 100, figures.any.at5 * 100, figures.any.at10 * 100, figures.mrr);
}

std::string to_lines(const LocaliseReport& report, bool wants_answers) {
    std::string text;
    const LocaliseFigures& figures = report.figures;
    for (const LocaliseAnswer& each : report.answers) {
        if (wants_answers)
            text += fmt::format("{:>3} {} {}\n", each.rank, each.id, each.files.empty() ? "" : each.files.front());
    }
    const auto line = [](std::string_view what, const LocaliseRate& rate) {
        return fmt::format("{:<22} {:>6.1f} {:>6.1f} {:>6.1f} {:>6.1f}\n", what, rate.at1 * 100, rate.at3 * 100,
                           rate.at5 * 100, rate.at10 * 100);
    };
    text += fmt::format("{} cases\n{:<22} {:>6} {:>6} {:>6} {:>6}\n", figures.n, "", "@1", "@3", "@5", "@10");
    text += line("one of the files", figures.any) + line("all of the files", figures.all);
    text += fmt::format("MRR {:.3f}\n", figures.mrr);
    if (figures.milliseconds.empty()) return text;
    const auto at = [&](double share) {
        return figures
            .milliseconds[static_cast<std::size_t>(share * static_cast<double>(figures.milliseconds.size() - 1))];
    };
    return text + fmt::format("a question: p50 {:.2f} ms, p99 {:.2f} ms\n", at(0.5), at(0.99));
}

Result<int> run_eval_localise(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const EvalLocalise input, decode_as<EvalLocalise>(values, "eval localise"));
    HM_TRY_ASSIGN(const auto cases, read_localise_cases(named_directory(environment.directory, input.file.str())));
    if (cases.empty()) {
        return fail(ErrorCode::invalid_input, "The file holds no case.",
                    "Give JSON lines of id, repo, commit, text and gold.");
    }
    const std::vector<Variant> variants = variants_of(input);
    std::vector<FindWeights> weights;
    for (const Variant& each : variants) weights.push_back(each.weights);
    HM_TRY_ASSIGN(const auto reports, measure_localise(cases, weights, environment.ids));
    json::object data = to_json(reports.front(), input.answers);
    std::string text = to_lines(reports.front(), input.answers);
    json::object levers;
    for (std::size_t i = 1; i < reports.size(); ++i) {
        levers[variants[i].name] = to_json(reports[i], false);
        text += lever_line(variants[i].name, reports[i].figures);
    }
    if (!levers.empty()) data["levers"] = std::move(levers);
    environment.out(wants_json ? to_text(data) + "\n" : text);
    return success;
}

}  // namespace

Procedure eval_localise_procedure() {
    return {"eval localise", "Measure how well the code map finds the files that a report is about.", "file",
            &shape_of<EvalLocalise>, run_eval_localise};
}

}  // namespace hm::cli
