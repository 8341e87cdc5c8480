#include "app/recall_memo.h"

#include <algorithm>

namespace hm {
namespace {

// As many as sessions that work beside each other in one client.
constexpr std::size_t most_answers = 8;

}  // namespace

Result<std::vector<RecallHit>> RecallMemo::ask(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad) {
    HM_TRY_ASSIGN(const KnownVersion version, known_version(connection));
    std::erase_if(answered_, [&](const Answered& each) { return each.version != version; });
    const auto known = std::find_if(answered_.begin(), answered_.end(), [&](const Answered& each) {
        return each.question == ask.question && each.limit == ask.limit;
    });
    if (known != answered_.end()) return known->hits;
    HM_TRY_ASSIGN(std::vector<RecallHit> hits, recall(ask, connection, now, bad));
    answered_.push_front({ask.question, ask.limit, version, hits});
    if (answered_.size() > most_answers) answered_.pop_back();
    return hits;
}

}  // namespace hm
