// Questions asked as people ask them, of conversations among 100,000 other memories: how long recall takes, and what of
// the right answers it loses against each conversation in a store of its own. Without more, the conversations are made
// up; with --questions DIR they are those of a folder in the form that `hivemind eval recall` reads, or of all such
// folders in it.
#include <cctype>
#include <fstream>

#include "app/care/evaluation.h"
#include "filled_store.h"
#include "measure.h"
#include "question_folders.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t distractors = 100'000;
constexpr double longest_ms = 5;
constexpr double most_points_lost = 10;

// Two speakers, some sessions, a few sentences a turn; every third turn is asked for by some of its words, and by its
// speaker's name.
fs::path make_conversation(const fs::path& directory, unsigned seed) {
    constexpr int sessions = 24;
    constexpr int turns = 25;
    const fs::path folder = directory / std::to_string(seed);
    fs::create_directories(folder);
    std::ofstream corpus(folder / "corpus.jsonl");
    std::ofstream queries(folder / "queries.jsonl");
    std::ofstream right(folder / "qrels.tsv");
    Words words(1000 + seed);
    std::mt19937 chance(seed);
    std::array<std::string, 2> speakers{words.prompt(1), words.prompt(1)};
    for (std::string& each : speakers) each[0] = static_cast<char>(std::toupper(each[0]));
    for (int i = 0; i < sessions * turns; ++i) {
        const std::string id = fmt::format("turn {}", i);
        const std::string& speaker = speakers.at(static_cast<std::size_t>(i % 2));
        const std::string told = words.text(4);
        const json::object turn{{"_id", id},
                                {"text", words.text(4 + static_cast<int>(chance() % 16)) + " " + told},
                                {"author", speaker},
                                {"session", fmt::format("{}", i / turns)},
                                {"position", i % turns},
                                {"date", fmt::format("{} May, 2023", 1 + i / turns)}};
        corpus << to_text(turn) << "\n";
        if (i % 3 != 0) continue;
        // One word of the question is not in the answer, as when people ask.
        const std::string asked =
            fmt::format("What did {} say about {} {}?", speaker, told.substr(told.find(' ') + 1), words.prompt(1));
        queries << to_text(json::object{{"_id", id}, {"text", asked}}) << "\n";
        right << id << "\t" << id << "\t1\n";
    }
    return folder;
}

RecallReport measured(const RecallMeasuring& asked) {
    RandomIds ids;
    return checked(measure_recall(asked, ids), "recall");
}

void print_times(std::string_view of, const std::vector<double>& sorted) {
    const double p50 = percentile(sorted, 0.5);
    fmt::print("  p50 {:.2f} ms, p99 {:.2f} ms {}; bar <= {:g} ms {}\n", p50, percentile(sorted, 0.99), of, longest_ms,
               p50 <= longest_ms ? "holds" : "MISSED");
}

void run(const Options& options) {
    const TempDirectory directory;
    RecallMeasuring asked;
    if (!options.questions.empty()) {
        asked.folders = question_folders(options.questions);
    } else {
        for (unsigned seed = 1; seed <= 5; ++seed) asked.folders.push_back(make_conversation(directory.path(), seed));
    }
    const RecallReport alone = measured(asked);
    asked.loading = Loading::together;
    asked.distractors = distractors;
    const RecallReport among = measured(asked);
    fmt::print("\n{} questions{}, {} memories and {} others, ten answers\n", among.queries,
               options.questions.empty() ? " made up" : "", among.items, among.distractors);
    print_times("as it passed, for a quiet machine", among.milliseconds);
    print_times("of the processor", among.busy_milliseconds);
    const double lost = (alone.item.r10 - among.item.r10) * 100;
    fmt::print("  R@10 {:.1f} alone, {:.1f} among the others: {:.1f} points lost, bar <= {:g} {}\n",
               alone.item.r10 * 100, among.item.r10 * 100, lost, most_points_lost,
               lost <= most_points_lost ? "holds" : "MISSED");
    fmt::print("  sessions: R@10 {:.1f} alone, {:.1f} among the others\n", alone.session.r10 * 100,
               among.session.r10 * 100);
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
