// Evaluation of recall on folders of conversations: `hivemind eval recall` and the benchmarks.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/memory/recall.h"
#include "app/memory/recall_candidates.h"
#include "base/files.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/recall/figures.h"
#include "store/project/store.h"

namespace hm {

// Measuring recall: folders in the form of BEIR are loaded into a store of their own, in a temporary directory, and
// every question is asked the way agents ask. The project's store is not touched.
//
// A folder holds corpus.jsonl (_id, text; title, author, session, position and date when there are any), queries.jsonl
// (_id, text) and qrels.tsv, or qrels/test.tsv (query-id, corpus-id, score).

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

// One folder of an evaluation, read: what is to be remembered, the questions, and what answers them.

struct EvalItem {
    std::string id;
    std::string text;
    std::string author;
    std::string session;  // empty: none
    double position = 0;
    std::optional<Time> at;
};

struct EvalQuestion {
    std::string id;
    std::string text;
    std::set<std::string> right;  // ids of items
};

struct EvalFolder {
    std::vector<EvalItem> items;  // session by session, in order of their positions
    std::vector<EvalQuestion> questions;
};

Result<EvalFolder> read_eval_folder(const std::filesystem::path& folder);

// Distractors: items that answer no question, made from the words of the folders themselves, so that every word of a
// question is as common among them as among what is looked for. The same folders give the same distractors.

// Nothing when the folders hold no words.
std::vector<EvalItem> made_distractors(const std::vector<EvalFolder>& folders, std::size_t count);

// A store of its own, in a temporary directory, that holds what the folders of an evaluation say, as memories with
// their sessions beside them; it is asked the way agents ask.

struct EvalTally {
    RecallTally item;
    RecallTally session;
};

class EvalStore {
public:
    static Result<EvalStore> make(IdSource& ids);

    // `folder` tells apart what has the same name in two folders.
    Result<void> load(std::size_t folder, const std::vector<EvalItem>& items);

    Result<std::vector<RecallHit>> answers_to(const EvalQuestion& question, std::int64_t limit);
    // What recall would rank.
    Result<Gathering> gathered_for(const EvalQuestion& question, std::int64_t limit, const RecallWeights& weights);

    // `ranked` holds ids of memories, best first.
    void tally(std::size_t folder, const EvalQuestion& question, const std::vector<std::string>& ranked,
               EvalTally& tally) const;

private:
    struct Key {
        std::string item;
        std::string session;  // the item itself when it is of no session
    };

    EvalStore(ScratchDirectory directory, Store store, IdSource& ids)
        : directory_(std::move(directory)), store_(std::move(store)), ids_(ids) {}
    Result<void> add(Transaction& transaction, std::size_t folder, const EvalItem& item);
    Result<Id> named_session(Transaction& transaction, const std::string& key);
    Time now() const { return newest_ + hours(24); }

    ScratchDirectory directory_;
    Store store_;
    IdSource& ids_;
    Time at_{hours(24).ms};
    Time newest_;
    std::map<std::string, Id> sessions_;
    std::map<std::string, Key> keys_;  // by the memory's id
    std::map<std::string, std::string> session_of_item_;
};

}  // namespace hm
