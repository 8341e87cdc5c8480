// RecallMemo: what recall answered lately, for a process that lives on. An agent asks for a pack many times for one
// prompt. An answer is used again only while nothing that recall reads has changed, in whatever process.
// Not for a short-lived process. One thread at a time.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "app/recall.h"
#include "store/sql/near_read_head.h"

namespace hm {

class RecallMemo {
public:
    // Like recall().
    Result<std::vector<RecallHit>> ask(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad);

private:
    struct Answered {
        std::string question;
        std::int64_t limit = 0;
        KnownVersion version;
        std::vector<RecallHit> hits;
    };
    std::list<Answered> answered_;  // the latest first
};

}  // namespace hm
