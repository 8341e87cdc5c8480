#include "app/care/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <random>

#include "app/command/command.h"
#include "base/json.h"
#include "base/strings.h"
#include "domain/memory.h"
#include "domain/role.h"
#include "domain/session.h"
#include "engine/recall/time_asked.h"
#include "store/files/read_files.h"
#include "store/records/reading.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// All that recall ranks for ten answers, and no more: sessions are ranked by the best of their items.
constexpr std::int64_t asked_for = rows_ranked;

// Asks as agents ask, once for the time it takes and once deep enough for the figures.
Result<void> ask(EvalStore& store, std::size_t folder, const EvalQuestion& question, EvalTally& tally,
                 RecallReport& report) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t busy_begin = std::clock();
    HM_TRY(store.answers_to(question, RecallAsk{}.limit));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    report.milliseconds.push_back(took.count());
    report.busy_milliseconds.push_back(static_cast<double>(std::clock() - busy_begin) * 1000 / CLOCKS_PER_SEC);
    HM_TRY_ASSIGN(const auto hits, store.answers_to(question, asked_for));
    std::vector<std::string> ids;
    for (const RecallHit& hit : hits) ids.push_back(node_of(hit).id.text());
    store.tally(folder, question, ids, tally);
    return {};
}

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
    EvalTally tally;
    HM_TRY_ASSIGN(const std::vector<EvalFolder> read, read_folders(asked));
    const bool together = asked.loading == Loading::together;
    std::optional<EvalStore> store;
    for (std::size_t i = 0; i < read.size(); ++i) {
        report.items += read[i].items.size();
        if (!store || !together) {
            store.reset();
            HM_TRY_ASSIGN(EvalStore fresh, EvalStore::make(ids));
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
                HM_TRY(ask(*store, k, question, tally, report));
            }
        }
    }
    std::sort(report.milliseconds.begin(), report.milliseconds.end());
    std::sort(report.busy_milliseconds.begin(), report.busy_milliseconds.end());
    report.item = tally.item.average();
    report.session = tally.session.average();
    report.queries = tally.item.questions();
    return report;
}

namespace {

constexpr std::size_t items_of_a_session = 25;

// What a distractor is made like: the words of one item, and when it was said.
struct Model {
    std::vector<std::string_view> words;
    std::optional<Time> at;
};

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view spaces = " \t\n\r";
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    while ((begin = text.find_first_not_of(spaces, begin)) != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(spaces, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

}  // namespace

std::vector<EvalItem> made_distractors(const std::vector<EvalFolder>& folders, std::size_t count) {
    std::vector<Model> models;
    std::vector<std::string_view> words;
    for (const EvalFolder& folder : folders) {
        for (const EvalItem& item : folder.items) {
            models.push_back({words_of(item.text), item.at});
            words.insert(words.end(), models.back().words.begin(), models.back().words.end());
        }
    }
    std::vector<EvalItem> made;
    if (words.empty()) return made;
    std::mt19937 chance(1);
    std::optional<Time> at;
    for (std::size_t i = 0; i < count; ++i) {
        const Model& like = models[chance() % models.size()];
        if (i % items_of_a_session == 0) at = like.at;
        EvalItem item;
        item.id = fmt::format("distractor {}", i);
        item.session = fmt::format("distractors {}", i / items_of_a_session);
        item.position = static_cast<double>(i % items_of_a_session);
        item.at = at;
        for (std::size_t k = 0; k < std::max<std::size_t>(like.words.size(), 1); ++k) {
            if (k > 0) item.text += ' ';
            item.text += words[chance() % words.size()];
        }
        made.push_back(std::move(item));
    }
    return made;
}

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

namespace {

namespace fs = std::filesystem;

Error bad_line(const fs::path& file, std::size_t line, std::string_view why) {
    return {ErrorCode::invalid_input,
            fmt::format("Line {} of {} cannot be used.", line, file.string()),
            "Write one JSON object a line, with _id and text.",
            std::string(why),
            {}};
}

Error no_file(const fs::path& file) {
    return {ErrorCode::not_found,
            fmt::format("There is no {}.", file.string()),
            "Name a folder with corpus.jsonl, queries.jsonl and qrels.tsv.",
            {},
            {}};
}

// A number or a text, as text.
std::string word_member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    if (value == nullptr || value->is_null()) return {};
    return value->is_string() ? std::string(value->get_string()) : to_text(*value);
}

double number_member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    if (value == nullptr) return 0;
    if (value->is_int64()) return static_cast<double>(value->get_int64());
    return value->is_double() ? value->get_double() : 0;
}

using VisitObject = std::function<void(const json::object&)>;

Result<bool> for_each_object(const fs::path& file, const VisitObject& visit) {
    std::size_t number = 0;
    return for_each_line(file, [&](std::string_view line, bool) -> Result<void> {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
        const auto parsed = parse_json(line);
        if (!parsed || !parsed->is_object()) return fail(bad_line(file, number, "It is no JSON object."));
        const json::object& object = parsed->get_object();
        if (word_member(object, "_id").empty()) return fail(bad_line(file, number, "It has no _id."));
        visit(object);
        return {};
    });
}

EvalItem item_of(const json::object& object) {
    EvalItem item;
    item.id = word_member(object, "_id");
    item.text = word_member(object, "text");
    if (const std::string title = word_member(object, "title"); !title.empty()) item.text = title + "\n" + item.text;
    item.author = word_member(object, "author");
    item.session = word_member(object, "session");
    item.position = number_member(object, "position");
    if (const auto day = time_asked(word_member(object, "date"), Time{0})) item.at = day->since;
    return item;
}

// Sessions stay in the order in which they first come.
void put_in_order(std::vector<EvalItem>& items) {
    std::map<std::string, std::size_t> first;
    for (const EvalItem& item : items) first.emplace(item.session, first.size());
    std::stable_sort(items.begin(), items.end(), [&](const EvalItem& a, const EvalItem& b) {
        if (a.session != b.session) return first[a.session] < first[b.session];
        return !a.session.empty() && a.position < b.position;
    });
}

Result<std::map<std::string, std::set<std::string>>> read_right(const fs::path& folder) {
    std::map<std::string, std::set<std::string>> right;
    const auto take = [&](std::string_view line, bool) -> Result<void> {
        const std::size_t one = line.find('\t');
        const std::size_t two = one == std::string_view::npos ? one : line.find('\t', one + 1);
        if (two == std::string_view::npos) return {};
        const std::string_view score = line.substr(two + 1);
        if (score.starts_with("0") || score.starts_with("-") || score.starts_with("score")) return {};
        right[std::string(line.substr(0, one))].emplace(line.substr(one + 1, two - one - 1));
        return {};
    };
    HM_TRY_ASSIGN(const bool is_there, for_each_line(folder / "qrels.tsv", take));
    if (!is_there) HM_TRY(for_each_line(folder / "qrels" / "test.tsv", take));
    return right;
}

}  // namespace

Result<EvalFolder> read_eval_folder(const fs::path& folder) {
    EvalFolder read;
    const fs::path corpus = folder / "corpus.jsonl";
    HM_TRY_ASSIGN(const bool has_corpus,
                  for_each_object(corpus, [&](const json::object& line) { read.items.push_back(item_of(line)); }));
    if (!has_corpus) return fail(no_file(corpus));
    put_in_order(read.items);
    HM_TRY_ASSIGN(const auto right, read_right(folder));
    HM_TRY(for_each_object(folder / "queries.jsonl", [&](const json::object& line) {
        const std::string id = word_member(line, "_id");
        const auto answers = right.find(id);
        // A question without an answer says nothing of recall.
        if (answers != right.end()) read.questions.push_back({id, word_member(line, "text"), answers->second});
    }));
    return read;
}

}  // namespace hm
