// How well questions were answered, from ranked answers and what should have been among them. Pure.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace hm {

// Shares, averaged over the questions: r10 is how much of what is right stands among the first ten, hit10 whether
// anything right does, mrr one divided by the place of the first that is right.
struct RecallFigures {
    double r1 = 0;
    double r5 = 0;
    double r10 = 0;
    double r20 = 0;
    double hit10 = 0;
    double mrr = 0;
};

class RecallTally {
public:
    // REQUIRES: `right` is not empty. `ranked` holds each answer once, best first.
    void add(const std::vector<std::string>& ranked, const std::set<std::string>& right);
    RecallFigures average() const;
    std::size_t questions() const { return questions_; }

private:
    RecallFigures sums_;
    std::size_t questions_ = 0;
};

}  // namespace hm
