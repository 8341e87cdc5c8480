#include "store/queries/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "domain/memory.h"
#include "store/queries/memory.h"
#include "store/queries/search_index.h"
#include "store/records/columns.h"

namespace hm {
namespace {

// Reading a row of the index takes a tenth of a microsecond.
constexpr std::size_t most_rows_read = 10'000;
// Passing over one within the index takes a tenth of that; a word that more rows hold tells next to nothing.
constexpr double most_holders_passed = 200'000;
constexpr std::size_t most_rows_beside = 3'000;
constexpr std::size_t most_rare_words = 3;
// So many rows of a word tell how common it is.
constexpr std::size_t rows_of_first_look = 256;
constexpr std::size_t share_by_themselves = 4;
constexpr std::int64_t neighbours_each_way = 2;

// Quoted, so that nothing in it is read as query syntax.
std::string quoted(const std::string& word) {
    std::string quote = "\"";
    for (const char c : word) quote += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quote + '"';
}

std::string any_of(const std::vector<std::string>& words) {
    std::string any;
    for (const std::string& word : words) any += (any.empty() ? "" : " OR ") + quoted(word);
    return words.size() > 1 ? "(" + any + ")" : any;
}

// One word of the question, read row by row from the newest on.
struct Reading {
    Statement statement;
    std::vector<std::int64_t> rows = {};
    bool is_done = false;
};

constexpr std::int64_t after_all_rows = std::numeric_limits<std::int64_t>::max();

std::string all_of(const SearchAsk& ask) {
    std::string filters;
    for (const std::string& filter : ask.filters) filters += " AND " + quoted(filter);
    return filters;
}

// The rows of the match from the newest on, all before `before`.
Result<Statement> begin_reading(Connection& connection, const std::string& match, std::int64_t from,
                                std::int64_t before) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT rowid FROM memory_search WHERE memory_search MATCH ? "
                                                     "AND rowid>=? AND rowid<? ORDER BY rowid DESC"));
    bind_all(read, std::string_view(match), from, before);
    return read;
}

Result<std::vector<Reading>> begin_all(Connection& connection, const SearchAsk& ask) {
    const std::string filters = all_of(ask);
    std::vector<std::string> matches;
    for (const auto& forms : ask.words) matches.push_back(any_of(forms) + filters);
    if (ask.words.empty() && !filters.empty()) matches.push_back(filters.substr(5));
    std::vector<Reading> readings;
    for (const std::string& match : matches) {
        HM_TRY_ASSIGN(Statement read, begin_reading(connection, match, ask.from_row, after_all_rows));
        readings.push_back({std::move(read)});
    }
    return readings;
}

Result<void> read_on(Reading& reading, std::size_t most) {
    for (std::size_t i = 0; i < most; ++i) {
        HM_TRY_ASSIGN(const bool has_row, reading.statement.step());
        if (!has_row) {
            reading.is_done = true;
            return {};
        }
        reading.rows.push_back(reading.statement.integer(0));
    }
    return {};
}

// A word that was not read to its end is held by more rows in the same measure as there are older ones.
double holders_of(const Reading& reading, std::int64_t newest) {
    const auto read = static_cast<double>(reading.rows.size());
    if (reading.is_done || reading.rows.empty()) return read;
    const auto passed = static_cast<double>(newest - reading.rows.back() + 1);
    return passed > 0 ? read * std::max(1.0, static_cast<double>(newest) / passed) : read;
}

bool is_read_to_end(const Reading& reading) {
    return reading.is_done && !reading.rows.empty();
}

// After a first look at each, the rarest word is read to its end before the next. One that would not come to its end
// stops there: the newest rows alone would be taken for better than the older ones. Only when no word came to its end,
// the rarest is read as far as it goes.
Result<void> read_rarest_first(std::vector<Reading>& readings, std::int64_t newest) {
    std::size_t left = most_rows_read;
    const auto read_for = [&](Reading& reading, std::size_t most) -> Result<void> {
        const std::size_t before = reading.rows.size();
        HM_TRY(read_on(reading, std::min(most, left)));
        left -= reading.rows.size() - before;
        return {};
    };
    for (Reading& each : readings) HM_TRY(read_for(each, rows_of_first_look));
    std::vector<std::pair<double, Reading*>> unfinished;
    for (Reading& each : readings) {
        if (!each.is_done) unfinished.emplace_back(holders_of(each, newest), &each);
    }
    std::sort(unfinished.begin(), unfinished.end());
    for (const auto& [holders, reading] : unfinished) {
        const bool fits = holders <= static_cast<double>(reading->rows.size() + left);
        if (!fits && std::any_of(readings.begin(), readings.end(), is_read_to_end)) break;
        HM_TRY(read_for(*reading, left));
    }
    return {};
}

// The rarest of the words that were read to their ends, any of which will do.
std::string any_rare(const SearchAsk& ask, const std::vector<Reading>& readings) {
    std::vector<std::pair<std::size_t, std::size_t>> rare;
    for (std::size_t i = 0; i < ask.words.size(); ++i) {
        if (is_read_to_end(readings[i])) rare.emplace_back(readings[i].rows.size(), i);
    }
    std::sort(rare.begin(), rare.end());
    if (rare.size() > most_rare_words) rare.resize(most_rare_words);
    std::vector<std::string> words;
    for (const auto& [rows, i] : rare) words.insert(words.end(), ask.words[i].begin(), ask.words[i].end());
    return any_of(words);
}

// Common words were read of the newest rows only. Where they stand beside a rare one, the older rows count as well: the
// index itself meets the two, so that only what they share is read.
Result<void> read_beside_rare(Connection& connection, const SearchAsk& ask, const std::vector<double>& holders,
                              std::vector<Reading>& readings) {
    const std::string rare = any_rare(ask, readings);
    if (rare.empty()) return {};
    for (std::size_t i = 0; i < ask.words.size(); ++i) {
        Reading& common = readings[i];
        if (common.is_done || common.rows.empty() || holders[i] > most_holders_passed) continue;
        const std::string match = any_of(ask.words[i]) + " AND " + rare + all_of(ask);
        HM_TRY_ASSIGN(Statement read, begin_reading(connection, match, ask.from_row, common.rows.back()));
        Reading beside{std::move(read)};
        HM_TRY(read_on(beside, most_rows_beside));
        common.rows.insert(common.rows.end(), beside.rows.begin(), beside.rows.end());
    }
    return {};
}

Result<std::int64_t> newest_number(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT max(number) FROM memories"));
    HM_TRY(read.step());
    return read.integer(0);
}

// Every row once, with the sum of what its words are worth, the newest first. Meeting the words one by one, those of
// few rows before those of many, passes over each row a few times and needs no looking up.
std::vector<FoundRow> summed(const std::vector<Reading>& readings, const std::vector<double>& worths) {
    std::vector<std::pair<std::size_t, std::size_t>> by_size;
    for (std::size_t i = 0; i < readings.size(); ++i) by_size.emplace_back(readings[i].rows.size(), i);
    std::sort(by_size.begin(), by_size.end());
    std::vector<FoundRow> sums;
    for (const auto& [size, i] : by_size) {
        std::vector<FoundRow> met;
        met.reserve(sums.size() + size);
        auto sum = sums.begin();
        for (const std::int64_t row : readings[i].rows) {
            while (sum != sums.end() && sum->row > row) met.push_back(*sum++);
            const bool is_there = sum != sums.end() && sum->row == row;
            met.push_back({row, worths[i] + (is_there ? sum++->worth : 0)});
        }
        met.insert(met.end(), sum, sums.end());
        sums = std::move(met);
    }
    return sums;
}

// What was made just before and after counts for a row as well. Rows in step are mostly of one session; whether they
// are is looked at when they are ranked.
// REQUIRES: the newest first.
std::vector<FoundRow> shared_with_next(const std::vector<FoundRow>& sums, const SharesOfNext& shares) {
    std::vector<FoundRow> rows = sums;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i].row >= first_other_row) continue;
        for (std::size_t k = i + 1; k < sums.size() && sums[i].row - sums[k].row <= 2; ++k) {
            const double share = sums[i].row - sums[k].row == 1 ? shares.first : shares.second;
            rows[i].worth += share * sums[k].worth;
            rows[k].worth += share * sums[i].worth;
        }
    }
    return rows;
}

void keep_best(std::vector<FoundRow>& rows, std::size_t most) {
    const auto kept = static_cast<std::ptrdiff_t>(std::min(rows.size(), most));
    std::partial_sort(rows.begin(), rows.begin() + kept, rows.end(), [](const FoundRow& a, const FoundRow& b) {
        return a.worth != b.worth ? a.worth > b.worth : a.row > b.row;
    });
    rows.resize(static_cast<std::size_t>(kept));
}

// The best with those beside them, and of the best by themselves a share in any case: a long run of rows that are alike
// would crowd out the one that holds more of the question.
std::vector<FoundRow> best_of(std::vector<FoundRow> sums, const SearchAsk& ask) {
    std::vector<FoundRow> best = shared_with_next(sums, ask.of_next);
    keep_best(best, ask.most);
    keep_best(sums, ask.most / share_by_themselves);
    std::vector<std::int64_t> there;
    for (const FoundRow& each : best) there.push_back(each.row);
    for (const FoundRow& each : sums) {
        if (std::find(there.begin(), there.end(), each.row) == there.end()) best.push_back(each);
    }
    return best;
}

std::string joined(std::string_view one, std::string_view other) {
    std::string both(one);
    if (!other.empty()) both += "\n" + std::string(other);
    return both;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

Result<std::vector<std::int64_t>> numbers_of(Statement& read) {
    std::vector<std::int64_t> numbers;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return numbers;
        numbers.push_back(read.integer(0));
    }
}

}  // namespace

Result<SearchAnswer> search_index(Connection& connection, const SearchAsk& ask,
                                  double (*worth)(double with, double all)) {
    SearchAnswer answer;
    HM_TRY_ASSIGN(const std::int64_t memories, count_memories(connection));
    HM_TRY_ASSIGN(const std::int64_t newest, newest_number(connection));
    HM_TRY_ASSIGN(std::vector<Reading> readings, begin_all(connection, ask));
    HM_TRY(read_rarest_first(readings, newest));
    answer.all = static_cast<double>(memories);
    std::vector<double> worths;
    for (const Reading& each : readings) {
        answer.holders.push_back(holders_of(each, newest));
        worths.push_back(worth(answer.holders.back(), answer.all));
    }
    HM_TRY(read_beside_rare(connection, ask, answer.holders, readings));
    answer.rows = best_of(summed(readings, worths), ask);
    return answer;
}

Result<Statement*> SearchedMemories::ready(std::optional<Statement>& statement, std::string_view sql) {
    if (statement) {
        statement->reset();
        return &*statement;
    }
    HM_TRY_ASSIGN(Statement fresh, connection_->prepare(sql));
    return &statement.emplace(std::move(fresh));
}

Result<std::optional<SearchedMemory>> SearchedMemories::read(std::int64_t number) {
    HM_TRY_ASSIGN(Statement * read,
                  ready(read_,
                        "SELECT id, session_id, origin_task_id, created_at, content, reason, "
                        "(SELECT group_concat(value, char(10)) FROM memory_tags WHERE memory_id=t.id), "
                        "evidence, shelf, standing, trust FROM memories AS t "
                        "WHERE number=? AND archived_at IS NULL AND standing<>'rejected'"));
    read->bind(1, number);
    HM_TRY_ASSIGN(const bool has_row, read->step());
    if (!has_row) return std::nullopt;
    SearchedMemory memory;
    memory.number = number;
    memory.id = read->text(0);
    memory.session_id = read->text(1);
    memory.origin_task_id = read->text(2);
    memory.created_at = {read->integer(3)};
    memory.text = joined(read->text(4), read->text(5));
    memory.names = read->text(6);
    memory.tags = lines_of(memory.names);
    memory.evidence = read->text(7);
    memory.shelf = read->text(8);
    if (memory.shelf != usual_shelf) memory.names = joined(memory.names, memory.shelf);
    memory.standing = enum_named<Standing>(read->text(9)).value_or(Standing::observed);
    memory.trust = enum_named<Trust>(read->text(10)).value_or(Trust::external);
    return memory;
}

Result<std::vector<std::int64_t>> SearchedMemories::run_of(const SearchedMemory& memory) {
    const bool by_session = !memory.session_id.empty();
    if (!by_session && memory.origin_task_id.empty()) return std::vector<std::int64_t>{memory.number};
    HM_TRY_ASSIGN(
        Statement * read,
        by_session ? ready(run_of_session_,
                           "SELECT * FROM (SELECT number FROM memories WHERE session_id=?1 AND number<?2 "
                           "ORDER BY number DESC LIMIT ?3) UNION ALL SELECT * FROM (SELECT number FROM memories "
                           "WHERE session_id=?1 AND number>?2 ORDER BY number LIMIT ?3)")
                   : ready(run_of_task_,
                           "SELECT * FROM (SELECT number FROM memories WHERE origin_task_id=?1 AND created_at<=?4 AND "
                           "number<?2 ORDER BY created_at DESC LIMIT ?3) UNION ALL SELECT * FROM (SELECT number FROM "
                           "memories WHERE origin_task_id=?1 AND created_at>=?4 AND number>?2 ORDER BY created_at "
                           "LIMIT ?3)"));
    bind_all(*read, std::string_view(by_session ? memory.session_id : memory.origin_task_id), memory.number,
             neighbours_each_way);
    if (!by_session) read->bind(4, memory.created_at);
    HM_TRY_ASSIGN(std::vector<std::int64_t> run, numbers_of(*read));
    run.push_back(memory.number);
    std::sort(run.begin(), run.end());
    return run;
}

Result<std::vector<std::int64_t>> memories_in(Connection& connection, const MemoryRange& range) {
    constexpr std::string_view rest =
        "archived_at IS NULL AND created_at>=?2 AND created_at<?3 ORDER BY created_at DESC LIMIT ?4";
    constexpr Time never{std::numeric_limits<std::int64_t>::max()};
    const std::optional<Id> group = range.task_id ? range.task_id : range.session_id;
    const std::string_view where = range.task_id      ? "origin_task_id=?1 AND "
                                   : range.session_id ? "session_id=?1 AND "
                                                      : "?1 IS NULL AND ";
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare(fmt::format("SELECT number FROM memories WHERE {}{}", where, rest)));
    bind_all(read, group, range.since.value_or(Time{0}), range.until.value_or(never), range.limit);
    return numbers_of(read);
}

Result<std::vector<Memory>> memories_on_shelf(Connection& connection, std::string_view shelf, std::int64_t limit,
                                              BadRows& bad) {
    // Superseded ones are in the index as well; where there are more of them than this, the list is shorter.
    constexpr std::int64_t looked_at_for_each = 20;
    return select<Memory>(connection,
                          "WHERE t.number IN (SELECT rowid FROM memory_search WHERE memory_search MATCH ?1 "
                          "ORDER BY rowid DESC LIMIT ?2) AND t.archived_at IS NULL AND "
                          "t.standing IN ('observed','verified') ORDER BY t.number DESC LIMIT ?3",
                          bad, std::string_view(quoted(shelf_mark(shelf))), limit * looked_at_for_each, limit);
}

Result<std::optional<Id>> replacement_of_knowledge(Connection& connection, const Id& id) {
    // One that was taken out of use still leads on to what replaced it.
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT n.id FROM knowledge n WHERE n.supersedes=? AND (n.archived_at IS NULL OR "
                                     "EXISTS (SELECT 1 FROM knowledge m WHERE m.supersedes=n.id)) "
                                     "ORDER BY n.archived_at IS NOT NULL, n.id DESC LIMIT 1"));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    HM_TRY_ASSIGN(const Id replacement, Id::parse(read.text(0)));
    return replacement;
}

Result<std::optional<Id>> other_at(Connection& connection, std::int64_t row) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT id FROM searched WHERE number=?"));
    read.bind(1, row - first_other_row);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    HM_TRY_ASSIGN(const Id id, Id::parse(read.text(0)));
    return id;
}

Result<std::optional<std::int64_t>> number_of_memory(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT number FROM memories WHERE id=?"));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    return read.integer(0);
}

Result<std::optional<Memory>> memory_at(Connection& connection, std::int64_t number, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Memory>(connection, "WHERE t.number=?", bad, number));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Memory>> memories_at(Connection& connection, const std::vector<std::int64_t>& numbers,
                                        BadRows& bad) {
    return select<Memory>(connection, "WHERE t.number IN (SELECT value FROM json_each(?))", bad,
                          std::string_view(to_text(json::array(numbers.begin(), numbers.end()))));
}

}  // namespace hm
