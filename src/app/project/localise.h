// How well the code map finds the files that a report of a bug is about: `hivemind eval localise`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "engine/codemap/rank_files.h"

namespace hm {

struct LocaliseCase {
    std::string id;
    std::filesystem::path repo;
    std::string commit;
    std::string text;
    std::vector<std::string> gold;  // the files to be found, below the root
};

// One JSON object a line: id, repo, commit, text, gold.
Result<std::vector<LocaliseCase>> read_localise_cases(const std::filesystem::path& file);

struct LocaliseRate {
    double at1 = 0;
    double at3 = 0;
    double at5 = 0;
    double at10 = 0;
};

struct LocaliseFigures {
    LocaliseRate any;  // at least one of the files to be found is among the first so many
    LocaliseRate all;  // every one of them is
    double mrr = 0;    // of the first that is found among ten
    std::int64_t n = 0;
    std::vector<double> milliseconds;  // of each question, in order of length
};

struct LocaliseAnswer {
    std::string id;
    std::vector<std::string> files;  // the first ten
    std::int64_t rank = 0;           // of the first right one; 0: none
};

struct LocaliseReport {
    LocaliseFigures figures;
    std::vector<LocaliseAnswer> answers;
};

// Each repository is checked out at each commit into a directory of its own, which is thrown away; the repository
// itself is only read. Cases of one repository and commit share the map, and the next commit reads only what differs.
// Every case is asked with each of the weights; a report for each.
Result<std::vector<LocaliseReport>> measure_localise(const std::vector<LocaliseCase>& cases,
                                                     const std::vector<FindWeights>& weights, IdSource& ids);

}  // namespace hm
