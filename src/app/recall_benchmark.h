// Measuring recall: folders in the form of BEIR are loaded into a store of their own, in a temporary directory, and
// every question is asked the way agents ask. The project's store is not touched.
//
// A folder holds corpus.jsonl (_id, text; title, author, session, position and date when there are any), queries.jsonl
// (_id, text) and qrels.tsv, or qrels/test.tsv (query-id, corpus-id, score).
#pragma once

#include <filesystem>

#include "app/recall.h"
#include "base/id.h"
#include "engine/recall/figures.h"

namespace hm {

HM_ENUM(Loading, one_by_one, together)

struct RecallReport {
    RecallFigures item;
    RecallFigures session;
    std::size_t queries = 0;
    std::size_t items = 0;
    std::size_t distractors = 0;
    // Of each question when ten answers are asked for, in order of length: as they passed, and of the processor's
    // alone, which a busy machine does not make longer.
    std::vector<double> milliseconds;
    std::vector<double> busy_milliseconds;
};

// With `together` all folders are in one store and every question is asked of all; a folder may then lack questions,
// and made distractors are added after the folders: they are the newer ones, which recall reads first.
struct RecallMeasuring {
    std::vector<std::filesystem::path> folders;
    Loading loading = Loading::one_by_one;
    std::size_t distractors = 0;
};
Result<RecallReport> measure_recall(const RecallMeasuring& asked, IdSource& ids);

}  // namespace hm
