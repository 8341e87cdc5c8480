// Whether recall's weights were fitted to what they are measured with. For each folder of --questions DIR weights are
// chosen by what the other folders say, from plain BM25 on and without a look at the ones that ship, and then the
// folder that was left out is asked. Beside it stand the figures of the shipped weights, which are the same for every
// folder.
#include <array>
#include <tuple>

#include "app/care/evaluation.h"
#include "measure.h"
#include "question_folders.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t asked_for = rows_ranked;
constexpr double least_items = 0.73;
constexpr double least_sessions = 0.93;
constexpr double least_mrr = 0.49;
constexpr int passes = 2;

// BM25 as textbooks have it, and nothing on top.
constexpr RecallWeights plain{.saturation = 0.9,
                              .length = 0.4,
                              .name = 1,
                              .pair = 0,
                              .next = 0,
                              .second = 0,
                              .after_question = 0,
                              .group = 0,
                              .fall_in_group = 0.5,
                              .time = 0};

struct Choice {
    std::string_view name;
    double RecallWeights::* weight;
    std::vector<double> values;
};
const std::vector<Choice> choices{
    {"next", &RecallWeights::next, {0, 0.15, 0.25, 0.35, 0.5}},
    {"group", &RecallWeights::group, {0, 0.05, 0.1, 0.15, 0.2, 0.3}},
    {"name", &RecallWeights::name, {0.5, 1, 1.4, 2}},
    {"pair", &RecallWeights::pair, {0, 0.5, 1, 1.5}},
    {"after_question", &RecallWeights::after_question, {0, 0.15, 0.3, 0.5}},
    {"second", &RecallWeights::second, {0, 0.1, 0.2}},
    {"time", &RecallWeights::time, {0, 0.3, 0.6, 1}},
    {"saturation", &RecallWeights::saturation, {0.3, 0.5, 0.9, 1.2}},
    {"length", &RecallWeights::length, {0, 0.2, 0.4, 0.75}},
    {"fall_in_group", &RecallWeights::fall_in_group, {0.5, 0.7, 0.9}},
};

using WeightsKey = std::array<double, 10>;
WeightsKey key_of(const RecallWeights& w) {
    return {w.saturation, w.length,         w.name,  w.pair,          w.next,
            w.second,     w.after_question, w.group, w.fall_in_group, w.time};
}

// One conversation in a store of its own, and what any weights make of it.
class Conversation {
public:
    Conversation(const fs::path& folder, IdSource& ids)
        : folder_(checked(read_eval_folder(folder), "folder")), store_(checked(EvalStore::make(ids), "store")) {
        checked(store_.load(0, folder_.items), "load");
    }

    std::size_t questions() const { return folder_.questions.size(); }

    const EvalTally& asked(const RecallWeights& weights) {
        const auto known = tallies_.find(key_of(weights));
        if (known != tallies_.end()) return known->second;
        EvalTally tally;
        const std::vector<Asked>& all = gathered(weights);
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::vector<std::string> ranked;
            for (const auto& each : rank_candidates(all[i].question, all[i].candidates, all[i].neighbours, weights)) {
                if (ranked.size() == asked_for) break;
                ranked.push_back(all[i].ids[each.place]);
            }
            store_.tally(0, folder_.questions[i], ranked, tally);
        }
        return tallies_.emplace(key_of(weights), tally).first->second;
    }

private:
    struct Asked {
        RecallQuestion question;
        std::vector<RecallCandidate> candidates;
        std::vector<std::string> ids;
        std::vector<Neighbours> neighbours;
    };

    // What is gathered depends on the shares of neighbours alone.
    const std::vector<Asked>& gathered(const RecallWeights& weights) {
        std::vector<Asked>& all = gathered_[{weights.next, weights.second}];
        if (!all.empty()) return all;
        for (const EvalQuestion& question : folder_.questions) {
            Gathering gathering = checked(store_.gathered_for(question, asked_for, weights), "gather");
            Asked asked{std::move(gathering.question), {}, {}, std::move(gathering.neighbours)};
            for (Gathered& each : gathering.all) {
                asked.candidates.push_back(std::move(each.candidate));
                asked.ids.push_back(each.memory->id);
            }
            all.push_back(std::move(asked));
        }
        return all;
    }

    EvalFolder folder_;
    EvalStore store_;
    std::map<std::pair<double, double>, std::vector<Asked>> gathered_;
    std::map<WeightsKey, EvalTally> tallies_;
};

using Conversations = std::vector<std::unique_ptr<Conversation>>;

// Averages over all questions of some conversations.
struct Sums {
    double items = 0;
    double sessions = 0;
    double mrr = 0;
    double questions = 0;

    void add(Conversation& conversation, const RecallWeights& weights) {
        const EvalTally& tally = conversation.asked(weights);
        const auto n = static_cast<double>(conversation.questions());
        items += n * tally.item.average().r10;
        sessions += n * tally.session.average().r10;
        mrr += n * tally.item.average().mrr;
        questions += n;
    }
    // What is to be as large as possible; the three bars are of one size.
    double goodness() const { return (items + sessions + mrr) / questions; }
};

double goodness_without(const Conversations& all, std::size_t left_out, const RecallWeights& weights) {
    Sums sums;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i != left_out) sums.add(*all[i], weights);
    }
    return sums.goodness();
}

// One weight after the other, each time the value that the other conversations like best.
RecallWeights chosen_without(const Conversations& all, std::size_t left_out) {
    RecallWeights best = plain;
    double most = goodness_without(all, left_out, best);
    for (int pass = 0; pass < passes; ++pass) {
        for (const Choice& choice : choices) {
            for (const double value : choice.values) {
                RecallWeights other = best;
                other.*choice.weight = value;
                const double goodness = goodness_without(all, left_out, other);
                if (goodness > most) {
                    most = goodness;
                    best = other;
                }
            }
        }
    }
    return best;
}

void print_sums(std::string_view name, const Sums& sums, bool has_bars) {
    const auto text = [&](double sum, double least, double factor) {
        const double value = sum / sums.questions;
        const std::string bar =
            has_bars ? fmt::format(" (bar >= {:g} {})", least * factor, value >= least ? "holds" : "MISSED") : "";
        return fmt::format("{:.{}f}{}", value * factor, factor > 1 ? 1 : 3, bar);
    };
    fmt::print("  {:<34} R@10 {}, sessions {}, MRR {}\n", name, text(sums.items, least_items, 100),
               text(sums.sessions, least_sessions, 100), text(sums.mrr, least_mrr, 1));
}

std::string weights_text(const RecallWeights& weights) {
    std::string text;
    for (const Choice& each : choices) text += fmt::format("{} {:g}  ", each.name, weights.*each.weight);
    return text;
}

void run(const Options& options) {
    if (options.questions.empty()) give_up("held_out needs --questions DIR with two folders of questions or more");
    RandomIds ids;
    Conversations all;
    for (const fs::path& folder : question_folders(options.questions)) {
        all.push_back(std::make_unique<Conversation>(folder, ids));
    }
    if (all.size() < 2) give_up("to leave one out takes two folders of questions or more");
    Sums left_out;
    Sums shipped;
    Sums bare;
    fmt::print("\n{} conversations, each asked with weights that the others chose\n", all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const RecallWeights chosen = chosen_without(all, i);
        Sums one;
        one.add(*all[i], chosen);
        print_sums(fmt::format("left out: {}", i + 1), one, false);
        fmt::print("    {}\n", weights_text(chosen));
        left_out.add(*all[i], chosen);
        shipped.add(*all[i], shipped_weights);
        bare.add(*all[i], plain);
    }
    print_sums("all that were left out", left_out, true);
    print_sums("the shipped weights", shipped, true);
    fmt::print("    {}\n", weights_text(shipped_weights));
    print_sums("words alone", bare, false);
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
