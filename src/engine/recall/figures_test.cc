#include "engine/recall/figures.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(RecallTally, AveragesSharesPlacesAndHits) {
    RecallTally tally;
    tally.add({"a", "b", "c"}, {"a", "z"});
    tally.add({"x", "b"}, {"b"});
    tally.add({"x"}, {"y"});
    const RecallFigures figures = tally.average();
    EXPECT_DOUBLE_EQ(figures.r1, 0.5 / 3);
    EXPECT_DOUBLE_EQ(figures.r5, 1.5 / 3);
    EXPECT_DOUBLE_EQ(figures.r10, 1.5 / 3);
    EXPECT_DOUBLE_EQ(figures.hit10, 2.0 / 3);
    EXPECT_DOUBLE_EQ(figures.mrr, 1.5 / 3);
    EXPECT_EQ(tally.questions(), 3U);
}

TEST(RecallTally, CountsWhatStandsBehindTheTenthOnlyInTwenty) {
    std::vector<std::string> ranked(14, "no");
    ranked.push_back("yes");
    RecallTally tally;
    tally.add(ranked, {"yes"});
    EXPECT_EQ(tally.average().r10, 0);
    EXPECT_EQ(tally.average().hit10, 0);
    EXPECT_EQ(tally.average().r20, 1);
    EXPECT_DOUBLE_EQ(tally.average().mrr, 1.0 / 15);
}

TEST(RecallTally, OfNoQuestionIsNothing) {
    EXPECT_EQ(RecallTally().average().r10, 0);
}

}  // namespace
}  // namespace hm
