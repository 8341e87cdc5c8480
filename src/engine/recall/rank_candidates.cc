#include "engine/recall/rank_candidates.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "domain/words.h"

namespace hm {
namespace {

constexpr std::size_t farthest_of_pair = 2;
constexpr std::size_t most_of_group = 6;
// Those of a group that were made longer apart have little to do with each other.
constexpr Duration longest_between_neighbours = hours(12);

constexpr double for_verified = 0.1;
constexpr double against_untrusted = 0.15;
constexpr double against_doubt = 0.5;  // times the confidence lost

// A candidate as it is being scored.
struct Scored {
    std::vector<int> counts;  // of each asked word in its text
    std::vector<bool> names;  // whether a name is the word
    std::size_t length = 0;
    double words = 0;
    double named = 0;
    double pairs = 0;
    double shared = 0;
    double group = 0;
    double time = 0;
    double standing = 0;

    double own() const { return words + named + pairs; }
    double sum() const { return own() + shared + group + time + standing; }
};

int place_of(const RecallQuestion& question, const std::string& word) {
    if (word.empty()) return -1;
    for (std::size_t i = 0; i < question.words.size(); ++i) {
        if (question.words[i].is(word)) return static_cast<int>(i);
    }
    return -1;
}

// Asked words that follow each other in the text as they do in the question, each pair once.
double worth_of_pairs(const RecallQuestion& question, const std::vector<int>& places) {
    double worth = 0;
    for (std::size_t i = 0; i + 1 < question.in_order.size(); ++i) {
        const auto first = static_cast<int>(question.in_order[i]);
        const auto second = static_cast<int>(question.in_order[i + 1]);
        bool is_there = false;
        for (std::size_t at = 0; at < places.size() && !is_there; ++at) {
            if (places[at] != first) continue;
            for (std::size_t on = at + 1; on < places.size() && on <= at + farthest_of_pair; ++on) {
                is_there |= places[on] == second;
            }
        }
        if (!is_there) continue;
        worth += std::min(question.words[question.in_order[i]].worth, question.words[question.in_order[i + 1]].worth);
    }
    return worth;
}

Scored read(const RecallQuestion& question, const Beginnings& beginnings, const RecallCandidate& candidate,
            const RecallWeights& weights) {
    Scored scored;
    scored.counts.assign(question.words.size(), 0);
    scored.names.assign(question.words.size(), false);
    const std::vector<std::string> words = search_words_like(candidate.text, beginnings);
    scored.length = words.size();
    std::vector<int> places;
    places.reserve(words.size());
    bool holds_any = false;
    for (const std::string& word : words) {
        places.push_back(place_of(question, word));
        if (places.back() < 0) continue;
        ++scored.counts[static_cast<std::size_t>(places.back())];
        holds_any = true;
    }
    for (const std::string& word : search_words_like(candidate.names, beginnings)) {
        const int place = place_of(question, word);
        if (place >= 0) scored.names[static_cast<std::size_t>(place)] = true;
    }
    if (holds_any) scored.pairs = weights.pair * worth_of_pairs(question, places);
    return scored;
}

void weigh_words(const RecallQuestion& question, const RecallWeights& weights, std::vector<Scored>& all) {
    double usual = 0;
    for (const Scored& each : all) usual += static_cast<double>(each.length) / static_cast<double>(all.size());
    for (Scored& each : all) {
        const double length = static_cast<double>(each.length) / std::max(usual, 1.0);
        for (std::size_t i = 0; i < question.words.size(); ++i) {
            const double worth = question.words[i].worth;
            const double count = each.counts[i];
            if (each.names[i]) each.named += weights.name * worth;
            each.words += worth * count * (weights.saturation + 1) /
                          (count + weights.saturation * (1 - weights.length + weights.length * length));
        }
    }
}

bool asks(const RecallCandidate& candidate) {
    return candidate.text.find('?') != std::string::npos;
}

bool are_near(const RecallCandidate& one, const RecallCandidate& other) {
    return one.group == other.group && std::abs(one.made_at.ms - other.made_at.ms) <= longest_between_neighbours.ms;
}

void share_among_neighbours(const std::vector<RecallCandidate>& candidates, const std::vector<Neighbours>& neighbours,
                            const RecallWeights& weights, std::vector<Scored>& all) {
    std::map<std::size_t, std::size_t> next;
    for (const Neighbours& each : neighbours) {
        if (are_near(candidates[each.earlier], candidates[each.later])) next[each.earlier] = each.later;
    }
    for (const auto& [one, second] : next) {
        all[second].shared += (weights.next + (asks(candidates[one]) ? weights.after_question : 0)) * all[one].own();
        all[one].shared += weights.next * all[second].own();
        const auto third = next.find(second);
        if (third == next.end() || !are_near(candidates[one], candidates[third->second])) continue;
        all[third->second].shared += weights.second * all[one].own();
        all[one].shared += weights.second * all[third->second].own();
    }
}

void share_in_group(const std::vector<RecallCandidate>& candidates, const RecallWeights& weights,
                    std::vector<Scored>& all) {
    std::map<std::string_view, std::vector<double>> groups;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!candidates[i].group.empty()) groups[candidates[i].group].push_back(all[i].own());
    }
    for (auto& [group, scores] : groups) {
        std::sort(scores.rbegin(), scores.rend());
        double sum = 0;
        double weight = 1;
        for (std::size_t i = 0; i < scores.size() && i < most_of_group; ++i, weight *= weights.fall_in_group) {
            sum += weight * scores[i];
        }
        scores.assign(1, weights.group * sum);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!candidates[i].group.empty()) all[i].group = groups[candidates[i].group].front();
    }
}

void weigh_time(const RecallQuestion& question, const std::vector<RecallCandidate>& candidates,
                const RecallWeights& weights, std::vector<Scored>& all) {
    if (!question.time_asked) return;
    double whole = 0;
    for (const AskedWord& each : question.words) whole += each.worth;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].own() + all[i].shared <= 0 && whole > 0) continue;
        all[i].time = weights.time * std::max(whole, 1.0) * nearness(*question.time_asked, candidates[i].made_at);
    }
}

void weigh_standing(const std::vector<RecallCandidate>& candidates, std::vector<Scored>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        const RecallCandidate& candidate = candidates[i];
        double share = candidate.standing == Standing::verified ? for_verified : 0;
        if (candidate.trust == Trust::tool || candidate.trust == Trust::external) share -= against_untrusted;
        share -= against_doubt * (1 - candidate.confidence);
        all[i].standing = share * all[i].own();
    }
}

RankedCandidate explained(std::size_t place, const Scored& scored) {
    RankedCandidate ranked{place, scored.sum(), {}, {}};
    const std::pair<std::string_view, double> parts[] = {
        {"words", scored.words},   {"names", scored.named}, {"pairs", scored.pairs},      {"neighbours", scored.shared},
        {"session", scored.group}, {"time", scored.time},   {"standing", scored.standing}};
    for (const auto& [name, value] : parts) {
        if (value != 0) ranked.parts.push_back({name, value});
    }
    for (std::size_t i = 0; i < scored.counts.size(); ++i) {
        if (scored.counts[i] > 0 || scored.names[i]) ranked.words_held.push_back(i);
    }
    return ranked;
}

}  // namespace

bool AskedWord::is(std::string_view searched) const {
    return word == searched || std::ranges::find(others, searched) != others.end();
}

double worth_of_word(double with, double all) {
    return std::log(1 + (std::max(all, with) - with + 0.5) / (with + 0.5));
}

std::vector<RankedCandidate> rank_candidates(const RecallQuestion& question,
                                             const std::vector<RecallCandidate>& candidates,
                                             const std::vector<Neighbours>& neighbours, const RecallWeights& weights) {
    std::vector<std::string> asked;
    for (const AskedWord& each : question.words) {
        asked.push_back(each.word);
        asked.insert(asked.end(), each.others.begin(), each.others.end());
    }
    const Beginnings beginnings(asked);
    std::vector<Scored> all;
    all.reserve(candidates.size());
    for (const RecallCandidate& candidate : candidates) all.push_back(read(question, beginnings, candidate, weights));
    weigh_words(question, weights, all);
    share_among_neighbours(candidates, neighbours, weights, all);
    share_in_group(candidates, weights, all);
    weigh_time(question, candidates, weights, all);
    weigh_standing(candidates, all);
    std::vector<RankedCandidate> ranked;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].sum() > 0) ranked.push_back(explained(i, all[i]));
    }
    std::sort(ranked.begin(), ranked.end(), [&](const RankedCandidate& a, const RankedCandidate& b) {
        if (a.score != b.score) return a.score > b.score;
        return candidates[a.place].number > candidates[b.place].number;
    });
    return ranked;
}

}  // namespace hm
