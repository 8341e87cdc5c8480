// memory recall: what is known about a question, asked in a word or a sentence.
#include "app/memory/recall.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/memory/recall_candidates.h"
#include "domain/stamp.h"
#include "domain/words.h"
#include "engine/recall/time_asked.h"
#include "store/queries/anchor.h"
#include "store/queries/memory.h"
#include "store/records/any_record.h"
#include "view/memory_text.h"

namespace hm {
namespace {

constexpr int most_replacements = 8;
constexpr std::size_t most_related = 5;
constexpr int most_hops = 2;
constexpr double share_of_related = 0.3;
constexpr std::int64_t most_of_stamp = 20;

// The question's words as the asker wrote them, in the places that ranking knows them by.
std::vector<std::string> words_as_asked(const std::string& question, const RecallQuestion& read) {
    std::vector<std::string> asked;
    for (const AskedWord& each : read.words) asked.push_back(each.word);
    std::size_t begin = 0;
    const std::string_view spaces = " \t\n\r";
    while ((begin = question.find_first_not_of(spaces, begin)) != std::string::npos) {
        const std::size_t end = std::min(question.find_first_of(spaces, begin), question.size());
        const std::string word = question.substr(begin, end - begin);
        const std::vector<std::string> parts = search_words(word);
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (parts.size() == 1 && parts.front() == read.words[i].word) {
                const std::size_t last = word.find_last_not_of("?!.,;:\"'()");
                asked[i] = word.substr(0, last == std::string::npos ? word.size() : last + 1);
            }
        }
        begin = end;
    }
    return asked;
}

class Recaller {
public:
    Recaller(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad)
        : ask_(ask), connection_(connection), now_(now), bad_(bad) {}

    Result<std::vector<RecallHit>> recall() {
        HM_TRY(add_named());
        HM_TRY_ASSIGN(Gathering gathering, gather_candidates(ask_, connection_, now_, bad_));
        HM_TRY(gathering.question.words.empty() ? add_newest(gathering) : add_ranked(gathering));
        HM_TRY(add_related());
        std::stable_sort(hits_.begin(), hits_.end(),
                         [](const RecallHit& a, const RecallHit& b) { return a.score > b.score; });
        if (hits_.size() > limit()) hits_.resize(limit());
        const double best = hits_.empty() ? 1 : std::max(hits_.front().score, 1e-9);
        for (RecallHit& hit : hits_) hit.match = hit.score / best;
        return std::move(hits_);
    }

private:
    std::size_t limit() const { return static_cast<std::size_t>(std::max<std::int64_t>(ask_.limit, 0)); }

    // A question that is an id or a stamp names what is meant.
    Result<void> add_named() {
        std::vector<Id> ids;
        if (const auto id = Id::parse(ask_.question)) ids.push_back(*id);
        if (read_stamp(ask_.question)) {
            HM_TRY_ASSIGN(ids, ids_with_stamp(connection_, ask_.question, most_of_stamp));
            if (ids.empty()) {
                HM_TRY_ASSIGN(ids, ids_of_minute(connection_, ask_.question, most_of_stamp));
            }
        }
        for (const Id& id : ids) {
            HM_TRY_ASSIGN(const auto found, gather_record(ask_, id, connection_, now_, bad_));
            if (found)
                HM_TRY(add_hit(*found,
                               {
                                   {},
                                   100,
                                   {{"named", 100}},
                                   {},
                               },
                               {"named by the question"}));
        }
        return {};
    }

    Result<void> add_newest(const Gathering& gathering) {
        std::vector<const Gathered*> newest;
        for (const Gathered& each : gathering.all) newest.push_back(&each);
        std::stable_sort(newest.begin(), newest.end(), [](const Gathered* a, const Gathered* b) {
            return a->candidate.made_at > b->candidate.made_at;
        });
        double score = 1;
        for (const Gathered* each : newest) {
            if (hits_.size() >= limit()) break;
            HM_TRY(add_hit(*each, {{}, score, {{"newest", score}}, {}}, {}));
            score *= 0.99;
        }
        return {};
    }

    Result<void> add_ranked(Gathering& gathering) {
        std::vector<RecallCandidate> candidates;
        candidates.reserve(gathering.all.size());
        for (Gathered& each : gathering.all) candidates.push_back(std::move(each.candidate));
        const auto ranked = rank_candidates(gathering.question, candidates, gathering.neighbours);
        const auto asked = words_as_asked(ask_.question, gathering.question);
        HM_TRY(load_best(gathering, ranked));
        for (const RankedCandidate& each : ranked) {
            if (hits_.size() >= limit()) break;
            HM_TRY(add_hit(gathering.all[each.place], each, recall_reasons(each, asked)));
        }
        return {};
    }

    // Those that will most likely be shown, at one go.
    Result<void> load_best(const Gathering& gathering, const std::vector<RankedCandidate>& ranked) {
        std::vector<std::int64_t> numbers;
        for (std::size_t i = 0; i < ranked.size() && i < limit(); ++i) {
            const auto& memory = gathering.all[ranked[i].place].memory;
            if (!memory) continue;
            numbers.push_back(memory->number);
            loaded_[memory->id] = std::nullopt;
        }
        HM_TRY_ASSIGN(std::vector<Memory> memories, memories_at(connection_, numbers, bad_));
        for (Memory& memory : memories) loaded_[memory.id.text()] = std::move(memory);
        return {};
    }

    Result<std::optional<Memory>> whole(const SearchedMemory& searched) {
        const auto loaded = loaded_.find(searched.id);
        if (loaded != loaded_.end()) return std::move(loaded->second);
        return memory_at(connection_, searched.number, bad_);
    }

    Result<void> add_hit(const Gathered& found, const RankedCandidate& ranked, std::vector<std::string> reasons) {
        RecallHit hit{{}, ranked.score, 0, ranked.parts, std::move(reasons)};
        HM_TRY_ASSIGN(const bool is_there, found.memory ? load_memory(*found.memory, hit) : load_other(found, hit));
        if (!is_there || !seen_.insert(node_of(hit).id).second) return {};
        hits_.push_back(std::move(hit));
        return {};
    }

    // What was superseded leads to its replacement, and that one to its own.
    Result<bool> load_memory(const SearchedMemory& searched, RecallHit& hit) {
        HM_TRY_ASSIGN(auto memory, whole(searched));
        for (int i = 0; memory && memory->standing == Standing::superseded; ++i) {
            const std::string old = memory->id.text();
            HM_TRY_ASSIGN(const auto number, replacement_of_memory(connection_, old));
            if (!number || i == most_replacements) return false;
            HM_TRY_ASSIGN(memory, memory_at(connection_, *number, bad_));
            hit.reasons.push_back(fmt::format("replaces {}", old));
        }
        if (!memory || memory->archived_at || memory->standing == Standing::rejected) return false;
        if (memory->standing == Standing::verified) hit.reasons.emplace_back("verified");
        if (memory->stale_at && *memory->stale_at <= now_) hit.reasons.emplace_back("past its date");
        hit.record = std::move(*memory);
        return true;
    }

    Result<bool> load_other(const Gathered& found, RecallHit& hit) {
        if (const auto* anchor = std::get_if<Anchor>(&found.other)) {
            hit.record = *anchor;
            return true;
        }
        Knowledge knowledge = std::get<Knowledge>(found.other);
        for (int i = 0; i < most_replacements; ++i) {
            HM_TRY_ASSIGN(const auto replacement, replacement_of_knowledge(connection_, knowledge.id));
            if (!replacement) break;
            HM_TRY_ASSIGN(auto newer, find<Knowledge>(connection_, *replacement, bad_));
            if (!newer) break;
            hit.reasons.push_back(fmt::format("replaces {}", knowledge.id.text()));
            knowledge = std::move(*newer);
        }
        HM_TRY_ASSIGN(const bool holds, does_knowledge_hold(connection_, knowledge.id));
        if (!holds) return false;
        hit.record = std::move(knowledge);
        return true;
    }

    static std::vector<Id> related_to(const RecallHit& hit) {
        if (const auto* knowledge = std::get_if<Knowledge>(&hit.record)) return knowledge->related_to;
        if (const auto* anchor = std::get_if<Anchor>(&hit.record)) return anchor->related_to;
        return {};
    }

    // What belongs with a hit follows it, at a share of its score, and what belongs with that.
    Result<void> add_related() {
        if (ask_.scope == RecallScope::memories) return {};
        std::size_t begin = 0;
        std::size_t left = most_related;
        for (int hop = 0; hop < most_hops; ++hop) {
            const std::size_t end = hits_.size();
            for (std::size_t i = begin; i < end; ++i) {
                const RecallHit from = hits_[i];
                for (const Id& id : related_to(from)) {
                    if (left == 0) return {};
                    HM_TRY_ASSIGN(const auto found, gather_record(ask_, id, connection_, now_, bad_));
                    if (!found || seen_.contains(id)) continue;
                    const double score = share_of_related * from.score;
                    HM_TRY(add_hit(*found, {{}, score, {{"related", score}}, {}},
                                   {fmt::format("belongs with {}", node_of(from).id.text())}));
                    --left;
                }
            }
            begin = end;
        }
        return {};
    }

    const RecallAsk& ask_;
    Connection& connection_;
    Time now_;
    BadRows& bad_;
    std::vector<RecallHit> hits_;
    std::set<Id> seen_;
    std::map<std::string, std::optional<Memory>> loaded_;  // by id; nothing when its row is bad
};

}  // namespace

Result<std::vector<RecallHit>> recall(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad) {
    return Recaller(ask, connection, now, bad).recall();
}

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

namespace {

constexpr std::int64_t usual_limit = 10;
constexpr std::int64_t largest_limit = 1000;

struct RecallMemories {
    std::optional<Paragraph> question;
    std::optional<Word> since;
    std::optional<Word> until;
    std::optional<Id> task_id;
    std::optional<Id> session_id;
    std::optional<FilePath> file;
    std::optional<Word> shelf;
    std::optional<Tag> tag;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("question", &RecallMemories::question,
                    "A sentence, a word, an identifier, a path or a stamp; left out: the newest."));
        visit(field("since", &RecallMemories::since, "Made then or later: 2026-05-01, 3d, \"last week\"."));
        visit(field("until", &RecallMemories::until, "Made before: 2026-05-01, 3d, yesterday."));
        visit(field("task_id", &RecallMemories::task_id, "Learnt in this task."));
        visit(field("session_id", &RecallMemories::session_id, "Learnt in this session."));
        visit(field("file", &RecallMemories::file, "Names this file."));
        visit(field("shelf", &RecallMemories::shelf, "Filed on this shelf."));
        visit(field("tag", &RecallMemories::tag, "Bears this tag."));
        visit(field("limit", &RecallMemories::limit, "Most to show; 10 when left out, 1000 at the most."));
    }
};

Result<std::optional<Time>> moment(const std::optional<Word>& text, Time now) {
    if (!text) return std::nullopt;
    HM_TRY_ASSIGN(const Time time, parse_moment(text->view(), now));
    return time;
}

template <class T>
std::optional<std::string> text_of(const std::optional<T>& value) {
    return value ? std::optional(value->str()) : std::nullopt;
}

Result<Answer> run(const RecallMemories& input, const QueryContext& context) {
    RecallAsk ask;
    ask.question = input.question ? input.question->str() : std::string();
    HM_TRY_ASSIGN(ask.since, moment(input.since, context.now));
    HM_TRY_ASSIGN(ask.until, moment(input.until, context.now));
    ask.task_id = input.task_id;
    ask.session_id = input.session_id;
    ask.file = text_of(input.file);
    ask.shelf = text_of(input.shelf);
    ask.tag = text_of(input.tag);
    ask.limit = std::min(list_limit(input.limit.value_or(usual_limit)), largest_limit);
    HM_TRY_ASSIGN(const auto hits, recall(ask, context.connection(), context.now, context.bad));
    json::array data;
    for (const RecallHit& hit : hits) data.push_back(recall_json(hit));
    return Answer{std::move(data), recall_lines(hits, context.now)};
}

Shape shape_of_hits() {
    Shape shape = shape_of<std::vector<Memory>>();
    std::vector<FieldShape>& fields = shape.item.front().fields;
    fields.push_back({"noun", "memory, knowledge or anchor; the other fields are those of that noun.",
                      Presence::required, shape_of<Word>()});
    fields.push_back({"score",
                      "How well it fits the question; the sum of its parts.",
                      Presence::required,
                      {.kind = ShapeKind::number}});
    fields.push_back(
        {"match", "The same as a share of the best one's.", Presence::required, {.kind = ShapeKind::number}});
    fields.push_back({"parts", "What the score is made of.", Presence::required, {.kind = ShapeKind::object}});
    fields.push_back({"reasons", "The same in words.", Presence::required, shape_of<std::vector<Sentence>>()});
    return shape;
}

}  // namespace

Query recall_memories() {
    return make_query<RecallMemories, run>("memory recall", "Find what is known about a question.", "question",
                                           shape_of_hits);
}

}  // namespace hm
