#include "engine/work/readiness.h"

#include <gtest/gtest.h>

#include <random>

namespace hm {
namespace {

NeedGraph graph_of(const std::vector<std::vector<std::size_t>>& needs) {
    NeedGraph graph;
    for (std::size_t i = 0; i < needs.size(); ++i) {
        graph.nodes.push_back(
            {Id::trusted(std::to_string(i)), std::string(1, static_cast<char>('A' + i % 26)), needs[i]});
    }
    return graph;
}

using Way = std::vector<std::size_t>;

TEST(FindCycle, NamesTheShortestWayBack) {
    const NeedGraph graph = graph_of({{1, 2}, {3}, {0}, {0}});
    EXPECT_EQ(find_cycle(graph, 0), (Way{0, 2, 0}));
    EXPECT_EQ(cycle_in_words(graph, find_cycle(graph, 0)), "\"A\" → \"C\" → \"A\"");
    EXPECT_EQ(find_cycle(graph, 1), (Way{1, 3, 0, 1}));
}

TEST(FindCycle, SeesARecordThatNeedsItself) {
    EXPECT_EQ(find_cycle(graph_of({{0}}), 0), (Way{0, 0}));
}

TEST(FindCycle, LeavesAloneACycleThatTheStartIsNoPartOf) {
    EXPECT_EQ(find_cycle(graph_of({{1}, {2}, {1}}), 0), Way{});
}

TEST(FindCycle, FindsARecordOfACycleWhereverItIs) {
    EXPECT_EQ(record_on_cycle(graph_of({{1}, {2}, {}})), std::nullopt);
    const NeedGraph behind = graph_of({{1}, {2}, {1, 3}, {4}, {}});
    const auto found = record_on_cycle(behind);
    ASSERT_TRUE(found);
    EXPECT_EQ(find_cycle(behind, *found).size(), 3U);
}

TEST(FindCycle, ShortensALongWayInItsMiddle) {
    std::vector<std::vector<std::size_t>> needs;
    for (std::size_t i = 0; i < 100; ++i) needs.push_back({(i + 1) % 100});
    const NeedGraph graph = graph_of(needs);
    const std::string words = cycle_in_words(graph, find_cycle(graph, 0));
    EXPECT_NE(words.find("… 89 more …"), std::string::npos) << words;
    EXPECT_TRUE(words.starts_with("\"A\" → ")) << words;
    EXPECT_TRUE(words.ends_with(" → \"A\"")) << words;
}

// Against the plain definition: a node is on a cycle when it can reach itself.
TEST(FindCycle, AgreesWithReachabilityOnRandomGraphs) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 300; ++round) {
        const std::size_t size = 1 + random() % 9;
        std::vector<std::vector<std::size_t>> needs(size);
        std::vector<std::vector<bool>> reaches(size, std::vector<bool>(size));
        for (std::size_t edge = 0; edge < random() % (2 * size); ++edge) {
            const std::size_t from = random() % size;
            const std::size_t to = random() % size;
            needs[from].push_back(to);
            reaches[from][to] = true;
        }
        for (std::size_t k = 0; k < size; ++k) {
            for (std::size_t i = 0; i < size; ++i) {
                for (std::size_t j = 0; j < size; ++j) {
                    if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
                }
            }
        }
        const NeedGraph graph = graph_of(needs);
        bool is_any_in_a_cycle = false;
        for (std::size_t i = 0; i < size; ++i) {
            EXPECT_EQ(!find_cycle(graph, i).empty(), reaches[i][i]);
            is_any_in_a_cycle = is_any_in_a_cycle || reaches[i][i];
        }
        const auto on_cycle = record_on_cycle(graph);
        EXPECT_EQ(on_cycle.has_value(), is_any_in_a_cycle);
        EXPECT_TRUE(!on_cycle || reaches[*on_cycle][*on_cycle]);
    }
}

}  // namespace
}  // namespace hm
