#include "engine/recall/rank_candidates.h"

#include <gtest/gtest.h>

#include "domain/words.h"

namespace hm {
namespace {

RecallQuestion question_of(std::string_view text) {
    RecallQuestion question;
    for (const std::string& word : search_words(text)) {
        question.in_order.push_back(question.words.size());
        question.words.push_back({word, 2});
    }
    return question;
}

RecallCandidate candidate(std::int64_t number, std::string text, std::string names = "", std::string group = "") {
    RecallCandidate made;
    made.number = number;
    made.text = std::move(text);
    made.names = std::move(names);
    made.group = std::move(group);
    return made;
}

std::vector<std::int64_t> order(const RecallQuestion& question, const std::vector<RecallCandidate>& candidates,
                                const std::vector<Neighbours>& neighbours = {}) {
    std::vector<std::int64_t> numbers;
    for (const RankedCandidate& each : rank_candidates(question, candidates, neighbours)) {
        double sum = 0;
        for (const ScorePart& part : each.parts) sum += part.value;
        EXPECT_NEAR(sum, each.score, 1e-9) << "the parts do not make the score";
        numbers.push_back(candidates[each.place].number);
    }
    return numbers;
}

using Numbers = std::vector<std::int64_t>;

TEST(RankCandidates, PutsTheRarerWordAndTheShorterTextFirst) {
    RecallQuestion question = question_of("token issuer");
    question.words[1].worth = 6;
    EXPECT_EQ(
        order(question, {candidate(1, "The token expires."), candidate(2, "The issuer signs."),
                         candidate(3, "The issuer of staging is another one, which is a long story to tell here."),
                         candidate(4, "Nothing of it.")}),
        (Numbers{2, 3, 1}));
}

TEST(RankCandidates, CountsNamesAndWordsThatStandTogether) {
    const RecallQuestion question = question_of("session token");
    EXPECT_EQ(order(question, {candidate(1, "The token of another long session"), candidate(2, "The session token"),
                               candidate(3, "It is kept", "session token")}),
              (Numbers{2, 3, 1}));
}

TEST(RankCandidates, GivesTheAnswerAfterAQuestionItsShare) {
    const std::vector<RecallCandidate> candidates{
        candidate(1, "Which pottery class did you take?", "", "s"), candidate(2, "The one downtown.", "", "s"),
        candidate(3, "Unrelated.", "", "s"), candidate(4, "The class was fine.")};
    const Numbers ranked = order(question_of("pottery class"), candidates, {{0, 1}, {1, 2}});
    EXPECT_EQ(ranked.front(), 1);
    EXPECT_EQ(ranked[1], 2) << "the answer is worth more than one of the words elsewhere";
    EXPECT_EQ(ranked[2], 4);
}

TEST(RankCandidates, SharesNothingAcrossLongPauses) {
    std::vector<RecallCandidate> candidates{candidate(1, "pottery class", "", "s"), candidate(2, "nothing", "", "s")};
    candidates[1].made_at = candidates[0].made_at + hours(48);
    const auto ranked = rank_candidates(question_of("pottery class"), candidates, {{0, 1}});
    for (const ScorePart& part : ranked.back().parts) EXPECT_NE(part.name, "neighbours");
}

TEST(RankCandidates, PrefersVerifiedAndDoubtsTheUntrustedAndTheUnsure) {
    std::vector<RecallCandidate> candidates;
    for (int i = 1; i <= 4; ++i) candidates.push_back(candidate(i, "The token expires."));
    candidates[0].standing = Standing::verified;
    candidates[2].trust = Trust::external;
    candidates[3].confidence = 0.1;
    EXPECT_EQ(order(question_of("token"), candidates), (Numbers{1, 2, 3, 4}));
}

TEST(RankCandidates, IsTheSameForTheSameFacts) {
    std::vector<RecallCandidate> candidates;
    for (int i = 0; i < 50; ++i) candidates.push_back(candidate(i, "token " + std::to_string(i % 7), "", "g"));
    const Numbers once = order(question_of("token 3"), candidates);
    EXPECT_EQ(once, order(question_of("token 3"), candidates));
    EXPECT_EQ(once.size(), 50U);
}

}  // namespace
}  // namespace hm
