// How times are compared. All cases of a comparison take turns, sample by sample and in changing order, so
// that a disturbance of the machine meets all of them; of five rounds the least disturbed third counts.
// A ratio within one run means something on any machine, an absolute time only on the one it was taken on.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hm::benchmarks {

inline constexpr std::size_t rounds = 5;
inline constexpr std::size_t rounds_kept = (rounds + 2) / 3;

template <class Work>
double microseconds_of(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

inline double percentile(std::vector<double> samples, double part) {
    if (samples.empty()) return 0;
    const auto at = static_cast<std::ptrdiff_t>(part * static_cast<double>(samples.size() - 1));
    std::nth_element(samples.begin(), samples.begin() + at, samples.end());
    return samples[static_cast<std::size_t>(at)];
}

struct Figures {
    double p50_us = 0;
    double p99_us = 0;
    double max_us = 0;
    std::size_t samples = 0;
};

class Comparison {
public:
    // `measure` does the work once and returns its microseconds. Returns the number of the case.
    std::size_t add(std::string name, std::function<double()> measure) {
        cases_.push_back({std::move(name), std::move(measure), std::vector<std::vector<double>>(rounds)});
        return cases_.size() - 1;
    }

    void run(std::size_t samples_each_round) {
        std::mt19937 chance(1);
        std::vector<std::size_t> order(cases_.size());
        std::iota(order.begin(), order.end(), 0U);
        for (Case& each : cases_) each.measure();
        for (std::size_t round = 0; round < rounds; ++round) {
            for (std::size_t i = 0; i < samples_each_round; ++i) {
                std::shuffle(order.begin(), order.end(), chance);
                for (const std::size_t index : order) {
                    cases_[index].samples[round].push_back(cases_[index].measure());
                }
            }
        }
        choose_rounds();
    }

    const std::string& name(std::size_t index) const { return cases_[index].name; }

    Figures figures(std::size_t index) const {
        std::vector<double> kept;
        for (const std::size_t round : kept_) {
            const auto& samples = cases_[index].samples[round];
            kept.insert(kept.end(), samples.begin(), samples.end());
        }
        return {percentile(kept, 0.5), percentile(kept, 0.99), percentile(kept, 1), kept.size()};
    }

private:
    struct Case {
        std::string name;
        std::function<double()> measure;
        std::vector<std::vector<double>> samples;  // by round
    };

    // A round is as disturbed as the sum of its medians is long, so no case alone decides.
    void choose_rounds() {
        std::vector<std::pair<double, std::size_t>> disturbance;
        for (std::size_t round = 0; round < rounds; ++round) {
            double sum = 0;
            for (const Case& each : cases_) sum += percentile(each.samples[round], 0.5);
            disturbance.emplace_back(sum, round);
        }
        std::sort(disturbance.begin(), disturbance.end());
        kept_.clear();
        for (std::size_t i = 0; i < rounds_kept; ++i) kept_.push_back(disturbance[i].second);
    }

    std::vector<Case> cases_;
    std::vector<std::size_t> kept_;
};

inline std::string time_text(double microseconds) {
    return microseconds < 1000 ? fmt::format("{:.1f} us", microseconds) : fmt::format("{:.2f} ms", microseconds / 1000);
}

inline std::string bar_text(double ratio, std::optional<double> bar) {
    if (!bar) return "";
    return fmt::format("<= {:g} {}", *bar, ratio <= *bar ? "holds" : "MISSED");
}

inline void print_heading(std::string_view title) {
    fmt::print("\n{}\n  {:>9}  {:<15} {:>10} {:>10} {:>10}  case\n", title, "ratio", "bar", "p50", "p99", "max");
}

inline void print_row(std::optional<double> ratio, std::optional<double> bar, const Figures& figures,
                      std::string_view name) {
    const std::string ratio_text = ratio ? fmt::format("{:.3g} x", *ratio) : "";
    fmt::print("  {:>9}  {:<15} {:>10} {:>10} {:>10}  {}\n", ratio_text, ratio ? bar_text(*ratio, bar) : "",
               time_text(figures.p50_us), time_text(figures.p99_us), time_text(figures.max_us), name);
}

// A case against another of the same comparison.
inline void print_ratio(const Comparison& comparison, std::size_t subject, std::size_t reference,
                        std::optional<double> bar = std::nullopt) {
    const Figures figures = comparison.figures(subject);
    print_row(figures.p50_us / comparison.figures(reference).p50_us, bar, figures, comparison.name(subject));
}

// A case with a bar of its own in microseconds, for a quiet machine.
inline void print_within(const Comparison& comparison, std::size_t subject, double most_us) {
    const Figures figures = comparison.figures(subject);
    const std::string bar = fmt::format("<= {:g} us {}", most_us, figures.p50_us <= most_us ? "holds" : "MISSED");
    fmt::print("  {:>9}  {:<15} {:>10} {:>10} {:>10}  {}\n", "", bar, time_text(figures.p50_us),
               time_text(figures.p99_us), time_text(figures.max_us), comparison.name(subject));
}

// A case that others are compared with.
inline void print_reference(const Comparison& comparison, std::size_t reference) {
    print_row(std::nullopt, std::nullopt, comparison.figures(reference), comparison.name(reference));
}

}  // namespace hm::benchmarks
