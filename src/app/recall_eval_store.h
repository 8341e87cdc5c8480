// A store of its own, in a temporary directory, that holds what the folders of an evaluation say, as memories with
// their sessions beside them; it is asked the way agents ask.
#pragma once

#include <map>

#include "app/recall_candidates.h"
#include "app/recall_folder.h"
#include "base/id.h"
#include "base/scratch_directory.h"
#include "engine/recall/figures.h"
#include "store/store.h"

namespace hm {

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
