#include "engine/graph/cycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/utf8.h"

namespace hm {
namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
constexpr std::size_t longest_name = 60;
constexpr std::size_t most_named = 12;

std::vector<std::size_t> way_back(const std::vector<std::size_t>& reached_from, std::size_t start, std::size_t last) {
    std::vector<std::size_t> way{start};
    for (std::size_t at = last; at != start; at = reached_from[at]) way.push_back(at);
    way.push_back(start);
    std::reverse(way.begin(), way.end());
    return way;
}

}  // namespace

std::optional<std::size_t> record_on_cycle(const NeedGraph& graph) {
    std::vector<std::size_t> needed_by_others(graph.nodes.size(), 0);
    for (const NeedGraph::Node& node : graph.nodes) {
        for (const std::size_t needed : node.needs) ++needed_by_others[needed];
    }
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (needed_by_others[i] == 0) free.push_back(i);
    }
    // What nobody needs is in no cycle, and without it others are needed by nobody.
    for (std::size_t next = 0; next < free.size(); ++next) {
        for (const std::size_t needed : graph.nodes[free[next]].needs) {
            if (--needed_by_others[needed] == 0) free.push_back(needed);
        }
    }
    if (free.size() == graph.nodes.size()) return std::nullopt;
    // Each of the rest is needed by another of the rest, so that going from one to who needs it ends in a circle.
    std::vector<std::size_t> who_needs(graph.nodes.size(), nowhere);
    std::size_t at = nowhere;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (needed_by_others[i] == 0) continue;
        at = i;
        for (const std::size_t needed : graph.nodes[i].needs) who_needs[needed] = i;
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) at = who_needs[at];
    return at;
}

std::vector<std::size_t> find_cycle(const NeedGraph& graph, std::size_t start) {
    std::vector<std::size_t> reached_from(graph.nodes.size(), nowhere);
    std::vector<std::size_t> queue{start};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::size_t at = queue[next];
        for (const std::size_t needed : graph.nodes[at].needs) {
            if (needed == start) return way_back(reached_from, start, at);
            if (reached_from[needed] != nowhere) continue;
            reached_from[needed] = at;
            queue.push_back(needed);
        }
    }
    return {};
}

std::string cycle_in_words(const NeedGraph& graph, const std::vector<std::size_t>& cycle) {
    std::string words;
    const std::size_t left_out = cycle.size() > most_named ? cycle.size() - most_named : 0;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const bool is_in_the_middle = left_out > 0 && i >= most_named / 2 && i < most_named / 2 + left_out;
        if (is_in_the_middle && i > most_named / 2) continue;
        if (!words.empty()) words += " → ";
        words += is_in_the_middle ? fmt::format("… {} more …", left_out)
                                  : fmt::format("\"{}\"", shorten(graph.nodes[cycle[i]].name, longest_name));
    }
    return words;
}

}  // namespace hm
