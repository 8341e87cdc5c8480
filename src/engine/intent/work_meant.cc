#include <algorithm>
#include <set>

#include "engine/intent/intent_shift.h"
#include "engine/recall/query_words.h"

namespace hm {
namespace {

// Enough of the words must be found, those of the name counting in full.
constexpr double least_share = 0.5;
constexpr double for_surroundings = 0.6;

// Words that stand in the name of any task tell nothing of which is meant.
const std::set<std::string, std::less<>>& common_words() {
    static const std::set<std::string, std::less<>> words{
        "fix",    "add",    "build",    "clean",  "create",  "debug",     "deal",    "design", "do",
        "finish", "focus",  "get",      "go",     "handle",  "implement", "improve", "make",   "migrate",
        "move",   "polish", "refactor", "repair", "resolve", "rewrite",   "ship",    "solve",  "start",
        "switch", "tackle", "work",     "write",  "task",    "thing",     "stuff",   "issue",  "problem",
        "bug",    "part",   "new",      "old",    "first",   "instead"};
    return words;
}

std::string stem(std::string word) {
    for (const std::string_view ending : {"ing", "ed", "s"}) {
        if (word.size() > ending.size() + 2 && word.ends_with(ending)) {
            word.resize(word.size() - ending.size());
            break;
        }
    }
    return word;
}

std::set<std::string> stems_of(std::string_view text) {
    std::set<std::string> stems;
    for (const std::string& word : query_words(text)) {
        if (!common_words().contains(word)) stems.insert(stem(word));
    }
    return stems;
}

double share_of(const std::set<std::string>& wanted, const KnownWork& work) {
    const std::set<std::string> in_name = stems_of(work.name);
    const std::set<std::string> around = stems_of(work.surroundings);
    double found = 0;
    for (const std::string& word : wanted) {
        found += in_name.contains(word) ? 1 : around.contains(word) ? for_surroundings : 0;
    }
    return found / static_cast<double>(wanted.size());
}

}  // namespace

std::optional<Id> work_meant(std::string_view target, const std::vector<KnownWork>& known) {
    const std::set<std::string> wanted = stems_of(target);
    if (wanted.empty()) return std::nullopt;
    double best = 0;
    std::optional<Id> meant;
    for (const KnownWork& work : known) {
        const double share = share_of(wanted, work);
        if (share < least_share || share <= best) continue;
        best = share;
        meant = work.task_id;
    }
    return meant;
}

}  // namespace hm
