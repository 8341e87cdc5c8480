// Asking stores of different sizes what is known about a question, as agents ask it.
#pragma once

#include "adding.h"
#include "app/memory/recall.h"

namespace hm::benchmarks {

inline constexpr double longest_recall_us = 5000;

class Asker {
public:
    Asker(const std::filesystem::path& root, std::int64_t memories)
        : memories_(memories), project_(checked(Project::open(root, clock_, ids_, Deadline::in(seconds(5))), "open")) {}

    std::int64_t memories() const { return memories_; }

    double ask() {
        const std::string question = words_.prompt(8);
        return microseconds_of([&] {
            BadRows bad;
            const RecallAsk ask{.question = question};
            Workspace workspace = project_.workspace();
            const Snapshot snapshot = checked(Snapshot::begin(workspace.store.connection()), "begin");
            (void)checked(recall(ask, workspace.store.connection(), clock_.now(), bad), "recall");
        });
    }

private:
    std::int64_t memories_;
    SystemClock clock_;
    RandomIds ids_;
    Project project_;
    Words words_{5};
};

inline void compare_asking(const std::vector<Asker*>& askers) {
    constexpr std::size_t samples = 60;
    Comparison comparison;
    std::vector<std::size_t> cases;
    for (Asker* asker : askers) {
        cases.push_back(
            comparison.add(fmt::format("recall, {}", size_text(asker->memories())), [asker] { return asker->ask(); }));
    }
    comparison.run(samples);
    print_heading("a question of eight words, ten answers");
    print_reference(comparison, cases.front());
    for (std::size_t i = 1; i < cases.size(); ++i) print_ratio(comparison, cases[i], cases.front());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (askers[i]->memories() != 100'000) continue;
        const double p50 = comparison.figures(cases[i]).p50_us;
        fmt::print("p50 at {}: {}, bar <= {} {}\n", size_text(askers[i]->memories()), time_text(p50),
                   time_text(longest_recall_us), p50 <= longest_recall_us ? "holds" : "MISSED");
    }
}

}  // namespace hm::benchmarks
