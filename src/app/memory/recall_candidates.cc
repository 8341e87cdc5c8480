#include "app/memory/recall_candidates.h"

#include <algorithm>
#include <map>

#include "domain/words.h"
#include "engine/recall/query_words.h"
#include "store/queries/search_index.h"
#include "store/records/any_record.h"

namespace hm {
namespace {

constexpr std::size_t read_when_filtered = 1000;
// Of so many of the best the neighbours are looked at.
constexpr std::size_t with_neighbours = 25;
constexpr std::size_t most_beside_one = 4;

bool has_range(const RecallAsk& ask) {
    return ask.task_id || ask.session_id || ask.since || ask.until;
}
bool has_filter(const RecallAsk& ask) {
    return has_range(ask) || ask.file || ask.shelf || ask.tag;
}

bool is_in_time(const RecallAsk& ask, Time made_at) {
    return (!ask.since || made_at >= *ask.since) && (!ask.until || made_at < *ask.until);
}

bool names_file(const RecallAsk& ask, std::string_view text) {
    return !ask.file || text.find(*ask.file) != std::string_view::npos;
}

bool is_let_through(const RecallAsk& ask, const SearchedMemory& memory) {
    if (ask.task_id && memory.origin_task_id != ask.task_id->text()) return false;
    if (ask.session_id && memory.session_id != ask.session_id->text()) return false;
    if (ask.shelf && memory.shelf != *ask.shelf) return false;
    if (ask.tag) {
        const std::vector<std::string>& tags = memory.tags;
        if (std::find(tags.begin(), tags.end(), *ask.tag) == tags.end()) return false;
    }
    return is_in_time(ask, memory.created_at) && (names_file(ask, memory.text) || names_file(ask, memory.evidence));
}

bool is_let_through(const RecallAsk& ask, const Knowledge& knowledge) {
    if (ask.session_id || ask.shelf || ask.tag) return false;
    const std::vector<Id>& related = knowledge.related_to;
    if (ask.task_id && std::find(related.begin(), related.end(), *ask.task_id) == related.end()) return false;
    const bool shows_file = std::any_of(knowledge.evidence.begin(), knowledge.evidence.end(),
                                        [&](const Sentence& each) { return names_file(ask, each.view()); });
    return is_in_time(ask, knowledge.created_at) && (shows_file || names_file(ask, knowledge.content.view()));
}

bool is_let_through(const RecallAsk& ask, const Anchor& anchor) {
    if (ask.shelf || ask.tag) return false;
    if (ask.session_id && anchor.session_id != ask.session_id) return false;
    if (ask.task_id && anchor.source.task_id != ask.task_id) return false;
    const std::string_view file = anchor.source.file ? anchor.source.file->view() : std::string_view();
    return is_in_time(ask, anchor.created_at) && (names_file(ask, file) || names_file(ask, anchor.value.view()));
}

Gathered gathered(SearchedMemory memory) {
    RecallCandidate candidate;
    candidate.number = memory.number;
    candidate.text = std::move(memory.text);
    candidate.names = std::move(memory.names);
    candidate.group = memory.session_id.empty() ? memory.origin_task_id : memory.session_id;
    candidate.made_at = memory.created_at;
    candidate.standing = memory.standing;
    candidate.trust = memory.trust;
    return {std::move(candidate), std::move(memory)};
}

Gathered gathered(Knowledge knowledge, Time now) {
    RecallCandidate candidate;
    candidate.text = knowledge.content.str();
    for (const Sentence& each : knowledge.evidence) candidate.text += "\n" + each.str();
    candidate.names = knowledge.title.str();
    candidate.made_at = knowledge.created_at;
    candidate.confidence = static_cast<double>(confidence_at(knowledge, now)) / 100;
    return {std::move(candidate), std::nullopt, std::move(knowledge)};
}

Gathered gathered(Anchor anchor) {
    RecallCandidate candidate;
    candidate.text = anchor.value.str();
    if (anchor.source.file) candidate.text += "\n" + anchor.source.file->str();
    candidate.names = anchor.key.str();
    candidate.made_at = anchor.created_at;
    // Its source changed since, so that it may no longer hold.
    if (anchor.stale_since) candidate.confidence = 0.5;
    return {std::move(candidate), std::nullopt, std::move(anchor)};
}

RecallQuestion read_question(const RecallAsk& ask, Time now) {
    RecallQuestion question;
    std::vector<AskedWord>& words = question.words;
    const auto place_of = [&](const std::string& word) {
        return std::ranges::find_if(words, [&](const AskedWord& each) { return each.is(word); });
    };
    for (std::string& word : query_words(ask.question)) {
        if (place_of(word) != words.end()) continue;
        std::vector<std::string> others = other_forms(word);
        words.push_back({std::move(word), 0, std::move(others)});
    }
    for (const std::string& word : search_words(ask.question)) {
        const auto place = place_of(word);
        if (place != words.end()) question.in_order.push_back(static_cast<std::size_t>(place - words.begin()));
    }
    question.time_asked = time_asked(ask.question, now);
    return question;
}

class Gatherer {
public:
    Gatherer(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad, const RecallWeights& weights)
        : ask_(ask), connection_(connection), now_(now), bad_(bad), weights_(weights), memories_(connection) {}

    Result<Gathering> gather() {
        gathering_.question = read_question(ask_, now_);
        HM_TRY_ASSIGN(const std::vector<std::int64_t> rows, rows_to_read());
        // Candidates are large: making room as they come would move them again and again.
        gathering_.all.reserve(rows.size() + with_neighbours * most_beside_one);
        for (const std::int64_t row : rows) HM_TRY(add(row));
        HM_TRY(add_neighbours());
        return std::move(gathering_);
    }

private:
    Result<std::vector<std::int64_t>> rows_to_read() {
        SearchAsk search;
        if (ask_.scope == RecallScope::knowledge) search.from_row = first_other_row;
        for (const AskedWord& each : gathering_.question.words) {
            search.words.push_back(each.others);
            search.words.back().push_back(each.word);
        }
        if (ask_.shelf) search.filters.push_back(shelf_mark(*ask_.shelf));
        if (ask_.tag) search.filters.push_back(tag_mark(*ask_.tag));
        if (ask_.file) {
            for (std::string& word : search_words(*ask_.file)) search.filters.push_back(std::move(word));
        }
        search.most = has_filter(ask_)
                          ? read_when_filtered
                          : std::max(rows_ranked, static_cast<std::size_t>(std::max<std::int64_t>(ask_.limit, 0)));
        search.of_next = {weights_.next, weights_.second};
        std::vector<std::int64_t> rows;
        HM_TRY_ASSIGN(const SearchAnswer answer, search_index(connection_, search, &worth_of_word));
        for (const FoundRow& each : answer.rows) rows.push_back(each.row);
        for (std::size_t i = 0; i < gathering_.question.words.size(); ++i) {
            const double holders = answer.holders[i];
            gathering_.question.words[i].worth = holders > 0 ? worth_of_word(holders, answer.all) : 0;
        }
        const bool asks_for_nothing = search.words.empty() && search.filters.empty();
        if (ask_.scope == RecallScope::knowledge || (!has_range(ask_) && !asks_for_nothing)) return rows;
        const MemoryRange range{ask_.task_id, ask_.session_id, ask_.since, ask_.until,
                                static_cast<std::int64_t>(search.most)};
        HM_TRY_ASSIGN(const auto numbers, memories_in(connection_, range));
        rows.insert(rows.end(), numbers.begin(), numbers.end());
        return rows;
    }

    Result<void> add(std::int64_t row) {
        if (places_.contains(row)) return {};
        if (row < first_other_row) {
            HM_TRY_ASSIGN(auto memory, memories_.read(row));
            if (memory && is_let_through(ask_, *memory)) keep(row, gathered(std::move(*memory)));
            return {};
        }
        if (ask_.scope == RecallScope::memories) return {};
        HM_TRY_ASSIGN(const std::optional<Id> id, other_at(connection_, row));
        if (!id) return {};
        HM_TRY_ASSIGN(auto other, gather_record(ask_, *id, connection_, now_, bad_));
        if (other) keep(row, std::move(*other));
        return {};
    }

    void keep(std::int64_t row, Gathered one) {
        one.candidate.number = row;
        places_[row] = gathering_.all.size();
        gathering_.all.push_back(std::move(one));
    }

    Result<void> add_neighbours() {
        const std::size_t count = std::min(gathering_.all.size(), with_neighbours);
        for (std::size_t i = 0; i < count; ++i) {
            if (!gathering_.all[i].memory) continue;
            HM_TRY_ASSIGN(const std::vector<std::int64_t> run, memories_.run_of(*gathering_.all[i].memory));
            for (const std::int64_t row : run) HM_TRY(add(row));
            for (std::size_t at = 1; at < run.size(); ++at) {
                const auto earlier = places_.find(run[at - 1]);
                const auto later = places_.find(run[at]);
                if (earlier == places_.end() || later == places_.end()) continue;
                gathering_.neighbours.push_back({earlier->second, later->second});
            }
        }
        return {};
    }

    const RecallAsk& ask_;
    Connection& connection_;
    Time now_;
    BadRows& bad_;
    const RecallWeights& weights_;
    SearchedMemories memories_;
    Gathering gathering_;
    std::map<std::int64_t, std::size_t> places_;
};

}  // namespace

Result<Gathering> gather_candidates(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad,
                                    const RecallWeights& weights) {
    return Gatherer(ask, connection, now, bad, weights).gather();
}

Result<std::optional<Gathered>> gather_row(const RecallAsk& ask, std::int64_t number, Connection& connection) {
    HM_TRY_ASSIGN(auto memory, SearchedMemories(connection).read(number));
    if (!memory || !is_let_through(ask, *memory)) return std::nullopt;
    return gathered(std::move(*memory));
}

Result<std::optional<Gathered>> gather_record(const RecallAsk& ask, const Id& id, Connection& connection, Time now,
                                              BadRows& bad) {
    HM_TRY_ASSIGN(const AnyNoun* noun, noun_of(connection, id));
    const std::string_view name = noun == nullptr ? std::string_view() : noun->table.noun;
    if (name == table_of<Memory>.noun) {
        HM_TRY_ASSIGN(const auto number, number_of_memory(connection, id));
        if (!number) return std::nullopt;
        return gather_row(ask, *number, connection);
    }
    if (name == table_of<Knowledge>.noun) {
        HM_TRY_ASSIGN(auto knowledge, find<Knowledge>(connection, id, bad));
        if (!knowledge || knowledge->archived_at || !is_let_through(ask, *knowledge)) return std::nullopt;
        return gathered(std::move(*knowledge), now);
    }
    if (name == table_of<Anchor>.noun) {
        HM_TRY_ASSIGN(auto anchor, find<Anchor>(connection, id, bad));
        if (!anchor || anchor->archived_at || anchor->purged_at || !is_let_through(ask, *anchor)) return std::nullopt;
        return gathered(std::move(*anchor));
    }
    return std::nullopt;
}

}  // namespace hm
