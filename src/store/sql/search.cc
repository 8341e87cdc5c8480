#include "store/sql/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "domain/shelf.h"
#include "store/record_rows.h"
#include "store/sql/memory.h"
#include "store/sql/search_index.h"

namespace hm {
namespace {

// Reading a row of the index takes a tenth of a microsecond.
constexpr std::size_t most_rows_read = 10'000;
// Passing over one within the index takes a tenth of that; a word that more rows hold tells next to nothing.
constexpr double most_holders_passed = 200'000;
constexpr std::size_t most_rows_beside = 3'000;
constexpr std::size_t rows_in_turn = 512;
constexpr std::int64_t neighbours_each_way = 2;

// Quoted, so that nothing in it is read as query syntax.
std::string quoted(const std::string& word) {
    std::string quote = "\"";
    for (const char c : word) quote += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quote + '"';
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
    for (const std::string& word : ask.words) matches.push_back(quoted(word) + filters);
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

Result<void> read_in_turns(std::vector<Reading>& readings) {
    std::size_t left = most_rows_read;
    bool goes_on = true;
    while (goes_on && left > 0) {
        goes_on = false;
        for (Reading& each : readings) {
            if (each.is_done || left == 0) continue;
            const std::size_t before = each.rows.size();
            HM_TRY(read_on(each, std::min(rows_in_turn, left)));
            left -= each.rows.size() - before;
            goes_on |= !each.is_done;
        }
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

// Common words were read of the newest rows only. Where they stand beside a rare one, the older rows count as well: the
// index itself meets the two, so that only what they share is read.
Result<void> read_beside_rare(Connection& connection, const SearchAsk& ask, const std::vector<double>& holders,
                              std::vector<Reading>& readings) {
    std::string rare;
    for (std::size_t i = 0; i < ask.words.size(); ++i) {
        const bool is_read = readings[i].is_done && !readings[i].rows.empty();
        if (is_read) rare += (rare.empty() ? "" : " OR ") + quoted(ask.words[i]);
    }
    if (rare.empty()) return {};
    for (std::size_t i = 0; i < ask.words.size(); ++i) {
        Reading& common = readings[i];
        if (common.is_done || common.rows.empty() || holders[i] > most_holders_passed) continue;
        const std::string match = quoted(ask.words[i]) + " AND (" + rare + ")" + all_of(ask);
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

// The rows of one word, the newest first, as far as they are summed up.
struct Followed {
    const std::vector<std::int64_t>* rows;
    double worth = 0;
    std::size_t next = 0;
};

// Every row once, with the sum of what its words are worth. Reading on in step is quicker than looking each row up.
std::vector<FoundRow> summed(std::vector<Followed> words) {
    std::vector<FoundRow> sums;
    while (true) {
        std::erase_if(words, [](const Followed& each) { return each.next == each.rows->size(); });
        if (words.empty()) return sums;
        const auto newest_left = [](const Followed& a, const Followed& b) {
            return (*a.rows)[a.next] < (*b.rows)[b.next];
        };
        const Followed& ahead = *std::max_element(words.begin(), words.end(), newest_left);
        FoundRow found{(*ahead.rows)[ahead.next], 0};
        for (Followed& each : words) {
            if ((*each.rows)[each.next] != found.row) continue;
            found.worth += each.worth;
            ++each.next;
        }
        sums.push_back(found);
    }
}

void keep_best(std::vector<FoundRow>& rows, std::size_t most) {
    const auto kept = static_cast<std::ptrdiff_t>(std::min(rows.size(), most));
    std::partial_sort(rows.begin(), rows.begin() + kept, rows.end(), [](const FoundRow& a, const FoundRow& b) {
        return a.worth != b.worth ? a.worth > b.worth : a.row > b.row;
    });
    rows.resize(static_cast<std::size_t>(kept));
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
    HM_TRY(read_in_turns(readings));
    answer.all = static_cast<double>(memories);
    for (const Reading& each : readings) answer.holders.push_back(holders_of(each, newest));
    HM_TRY(read_beside_rare(connection, ask, answer.holders, readings));
    std::vector<Followed> followed;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        followed.push_back({&readings[i].rows, worth(answer.holders[i], answer.all)});
    }
    answer.rows = summed(std::move(followed));
    keep_best(answer.rows, ask.most);
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

Result<std::optional<std::int64_t>> replacement_of_memory(Connection& connection, std::string_view id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT number FROM memories WHERE supersedes=? "
                                                     "AND archived_at IS NULL ORDER BY number DESC LIMIT 1"));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    return read.integer(0);
}

Result<std::optional<Id>> replacement_of_knowledge(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT id FROM knowledge WHERE supersedes=? "
                                                     "AND archived_at IS NULL ORDER BY id DESC LIMIT 1"));
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
