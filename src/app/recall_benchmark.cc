#include "app/recall_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "app/local_minute.h"
#include "app/recall_distractors.h"
#include "app/recall_folder.h"
#include "base/scratch_directory.h"
#include "base/utf8.h"
#include "domain/role.h"
#include "domain/session.h"
#include "domain/shelf.h"
#include "store/sql/stamp.h"
#include "store/store.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// Deep enough for the places that figures speak of, sessions included, and no more than recall reads for ten answers.
constexpr std::int64_t asked_for = 80;
constexpr std::size_t items_at_once = 5000;

std::string session_key(std::size_t folder, const EvalItem& item) {
    return fmt::format("{} {}", folder, item.session);
}
std::string item_key(std::size_t folder, const std::string& id) {
    return fmt::format("{} {}", folder, id);
}

// A store with the items of some folders in it, as memories, their sessions beside them.
class LoadedStore {
public:
    LoadedStore(ScratchDirectory directory, Store store, IdSource& ids)
        : directory_(std::move(directory)), store_(std::move(store)), ids_(ids) {}

    static Result<LoadedStore> make(IdSource& ids) {
        HM_TRY_ASSIGN(ScratchDirectory directory, ScratchDirectory::make("eval"));
        HM_TRY_ASSIGN(Store store, Store::create(directory.path(), Deadline::in(seconds(30)), Time{}));
        return LoadedStore(std::move(directory), std::move(store), ids);
    }

    Result<void> load(std::size_t folder, const std::vector<EvalItem>& items) {
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

    Result<void> ask(std::size_t folder, const EvalQuestion& question, RecallTally& item, RecallTally& session,
                     RecallReport& report) {
        const auto begin = std::chrono::steady_clock::now();
        const std::clock_t busy_begin = std::clock();
        HM_TRY(answers_to(question, RecallAsk{}.limit));
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        report.milliseconds.push_back(took.count());
        report.busy_milliseconds.push_back(static_cast<double>(std::clock() - busy_begin) * 1000 / CLOCKS_PER_SEC);
        HM_TRY_ASSIGN(const auto hits, answers_to(question, asked_for));
        std::vector<std::string> items;
        std::vector<std::string> sessions;
        for (const RecallHit& hit : hits) {
            const auto& [key, of] = keys_.at(node_of(hit).id.text());
            items.push_back(key);
            if (std::find(sessions.begin(), sessions.end(), of) == sessions.end()) sessions.push_back(of);
        }
        std::set<std::string> right;
        std::set<std::string> right_sessions;
        for (const std::string& id : question.right) {
            right.insert(item_key(folder, id));
            const auto known = session_of_item_.find(item_key(folder, id));
            if (known != session_of_item_.end()) right_sessions.insert(known->second);
        }
        item.add(items, right);
        if (!right_sessions.empty()) session.add(sessions, right_sessions);
        return {};
    }

private:
    // In one state of the store, like every query.
    Result<std::vector<RecallHit>> answers_to(const EvalQuestion& question, std::int64_t limit) {
        HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(store_.connection()));
        BadRows bad;
        return recall({.question = question.text, .limit = limit}, store_.connection(), newest_ + hours(24), bad);
    }

    Result<void> add(Transaction& transaction, std::size_t folder, const EvalItem& item) {
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

    Result<Id> named_session(Transaction& transaction, const std::string& key) {
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

    ScratchDirectory directory_;
    Store store_;
    IdSource& ids_;
    Time at_{hours(24).ms};
    Time newest_;
    std::map<std::string, Id> sessions_;
    std::map<std::string, std::pair<std::string, std::string>> keys_;  // memory → item, session
    std::map<std::string, std::string> session_of_item_;
};

Result<std::vector<EvalFolder>> read_folders(const RecallMeasuring& asked) {
    std::vector<EvalFolder> read;
    for (const fs::path& folder : asked.folders) {
        HM_TRY_ASSIGN(EvalFolder each, read_eval_folder(folder));
        if (each.questions.empty() && asked.loading == Loading::one_by_one) {
            return fail(ErrorCode::invalid_input, fmt::format("{} has no question with an answer.", folder.string()),
                        "A folder holds queries.jsonl and qrels.tsv besides corpus.jsonl.");
        }
        read.push_back(std::move(each));
    }
    return read;
}

}  // namespace

Result<RecallReport> measure_recall(const RecallMeasuring& asked, IdSource& ids) {
    RecallReport report;
    RecallTally item;
    RecallTally session;
    HM_TRY_ASSIGN(const std::vector<EvalFolder> read, read_folders(asked));
    const bool together = asked.loading == Loading::together;
    std::optional<LoadedStore> store;
    for (std::size_t i = 0; i < read.size(); ++i) {
        report.items += read[i].items.size();
        if (!store || !together) {
            store.reset();
            HM_TRY_ASSIGN(LoadedStore fresh, LoadedStore::make(ids));
            store.emplace(std::move(fresh));
        }
        HM_TRY(store->load(i, read[i].items));
        if (together && i + 1 < read.size()) continue;
        if (together && asked.distractors > 0) {
            const std::vector<EvalItem> distractors = made_distractors(read, asked.distractors);
            report.distractors = distractors.size();
            HM_TRY(store->load(read.size(), distractors));
        }
        for (std::size_t k = together ? 0 : i; k <= i; ++k) {
            for (const EvalQuestion& question : read[k].questions) {
                HM_TRY(store->ask(k, question, item, session, report));
            }
        }
    }
    std::sort(report.milliseconds.begin(), report.milliseconds.end());
    std::sort(report.busy_milliseconds.begin(), report.busy_milliseconds.end());
    report.item = item.average();
    report.session = session.average();
    report.queries = item.questions();
    return report;
}

}  // namespace hm
