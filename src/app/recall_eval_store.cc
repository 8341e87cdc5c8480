#include "app/recall_eval_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/local_minute.h"
#include "base/utf8.h"
#include "domain/role.h"
#include "domain/session.h"
#include "domain/shelf.h"
#include "store/sql/stamp.h"

namespace hm {
namespace {

constexpr std::size_t items_at_once = 5000;

std::string session_key(std::size_t folder, const EvalItem& item) {
    return fmt::format("{} {}", folder, item.session);
}
std::string item_key(std::size_t folder, const std::string& id) {
    return fmt::format("{} {}", folder, id);
}

}  // namespace

Result<EvalStore> EvalStore::make(IdSource& ids) {
    HM_TRY_ASSIGN(ScratchDirectory directory, ScratchDirectory::make("eval"));
    HM_TRY_ASSIGN(Store store, Store::create(directory.path(), Deadline::in(seconds(30)), Time{}));
    return EvalStore(std::move(directory), std::move(store), ids);
}

Result<void> EvalStore::load(std::size_t folder, const std::vector<EvalItem>& items) {
    for (std::size_t begin = 0; begin < items.size(); begin += items_at_once) {
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(store_.connection(), Durability::process_crash));
        for (std::size_t i = begin; i < std::min(items.size(), begin + items_at_once); ++i) {
            HM_TRY(add(transaction, folder, items[i]));
        }
        transaction.changes().clear();
        HM_TRY(transaction.commit());
    }
    return {};
}

// In one state of the store, like every query.
Result<std::vector<RecallHit>> EvalStore::answers_to(const EvalQuestion& question, std::int64_t limit) {
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(store_.connection()));
    BadRows bad;
    return recall({.question = question.text, .limit = limit}, store_.connection(), now(), bad);
}

Result<Gathering> EvalStore::gathered_for(const EvalQuestion& question, std::int64_t limit,
                                          const RecallWeights& weights) {
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(store_.connection()));
    BadRows bad;
    return gather_candidates({.question = question.text, .limit = limit}, store_.connection(), now(), bad, weights);
}

void EvalStore::tally(std::size_t folder, const EvalQuestion& question, const std::vector<std::string>& ranked,
                      EvalTally& tally) const {
    std::vector<std::string> items;
    std::vector<std::string> sessions;
    for (const std::string& id : ranked) {
        const Key& key = keys_.at(id);
        items.push_back(key.item);
        if (std::find(sessions.begin(), sessions.end(), key.session) == sessions.end()) {
            sessions.push_back(key.session);
        }
    }
    std::set<std::string> right;
    std::set<std::string> right_sessions;
    for (const std::string& id : question.right) {
        right.insert(item_key(folder, id));
        const auto known = session_of_item_.find(item_key(folder, id));
        if (known != session_of_item_.end()) right_sessions.insert(known->second);
    }
    tally.item.add(items, right);
    if (!right_sessions.empty()) tally.session.add(sessions, right_sessions);
}

Result<void> EvalStore::add(Transaction& transaction, std::size_t folder, const EvalItem& item) {
    auto content = MemoryText::make(shorten(item.text, MemoryText::max_characters));
    // Nothing can be remembered of an empty text.
    if (!content) return {};
    Memory memory;
    const Time last = at_;
    at_ = item.at ? *item.at + seconds(static_cast<std::int64_t>(item.position)) : last + seconds(60);
    newest_ = std::max(newest_, at_);
    memory.id = ids_.next(at_);
    HM_TRY_ASSIGN(memory.stamp, take_stamp(transaction, local_minute(at_)));
    memory.created_at = at_;
    memory.modified_at = at_;
    memory.content = std::move(*content);
    memory.trust = Trust::user;
    HM_TRY_ASSIGN(memory.shelf, Word::make(std::string(usual_shelf)));
    if (auto author = Tag::make(item.author)) memory.tags.push_back(std::move(*author));
    if (!item.session.empty()) {
        HM_TRY_ASSIGN(memory.session_id, named_session(transaction, session_key(folder, item)));
    }
    HM_TRY(insert(transaction, memory));
    const std::string key = item_key(folder, item.id);
    // An item of no session stands for itself.
    const std::string of = item.session.empty() ? key : session_key(folder, item);
    keys_[memory.id.text()] = {key, of};
    session_of_item_[key] = of;
    return {};
}

Result<Id> EvalStore::named_session(Transaction& transaction, const std::string& key) {
    const auto known = sessions_.find(key);
    if (known != sessions_.end()) return known->second;
    Session session;
    session.id = ids_.next(at_);
    HM_TRY_ASSIGN(session.stamp, take_stamp(transaction, local_minute(at_)));
    session.created_at = at_;
    session.modified_at = at_;
    HM_TRY_ASSIGN(session.client, Word::make("eval"));
    HM_TRY_ASSIGN(session.client_session_id, ClientSessionId::make(session.id.text()));
    HM_TRY_ASSIGN(session.role, Word::make(std::string(solo_role)));
    HM_TRY(insert(transaction, session));
    return sessions_.emplace(key, session.id).first->second;
}

}  // namespace hm
