#include "store/sql/memory_rank.h"

#include <algorithm>
#include <cmath>

#include "store/sql/memory.h"

namespace hm {
namespace {

// A word with more rows than this tells so little that the older ones may go unseen. It bounds every question:
// the shelf is searched too, so that "project" alone is in nearly every row.
constexpr std::int64_t most_rows_of_a_word = 40'000;
// Quoted, so that nothing in it is read as query syntax.
std::string quoted(const std::string& word) {
    std::string quote = "\"";
    for (const char c : word) quote += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quote + '"';
}

double worth_of_word(std::int64_t rows_with_it, std::int64_t all_rows) {
    const auto with = static_cast<double>(rows_with_it);
    const auto all = static_cast<double>(std::max(all_rows, rows_with_it));
    return std::max(std::log((all - with + 0.5) / (with + 0.5)), 1e-6);
}

// Appends the rows that hold the word, each with the worth of the word.
Result<void> add_rows(Connection& connection, const std::string& word, std::int64_t all_rows,
                      std::vector<RankedRow>& rows) {
    HM_TRY_ASSIGN(Statement match, connection.prepare("SELECT rowid FROM memory_search WHERE memory_search MATCH ? "
                                                      "ORDER BY rowid DESC LIMIT ?"));
    bind_all(match, std::string_view(quoted(word)), most_rows_of_a_word);
    const std::size_t before = rows.size();
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, match.step());
        if (!has_row) break;
        rows.push_back({match.integer(0), 0});
    }
    const double worth = worth_of_word(static_cast<std::int64_t>(rows.size() - before), all_rows);
    for (std::size_t i = before; i < rows.size(); ++i) rows[i].score = worth;
    return {};
}

// One entry for each row, with the sum of its words.
std::vector<RankedRow> summed(std::vector<RankedRow> rows) {
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return a.number != b.number ? a.number > b.number : a.score > b.score;
    });
    std::vector<RankedRow> sums;
    for (const RankedRow& row : rows) {
        if (sums.empty() || sums.back().number != row.number) sums.push_back({row.number, 0});
        sums.back().score += row.score;
    }
    return sums;
}

}  // namespace

Result<std::vector<RankedRow>> rank_memories(Connection& connection, const std::vector<std::string>& words,
                                             std::int64_t limit) {
    HM_TRY_ASSIGN(const std::int64_t all_rows, count_memories(connection));
    std::vector<RankedRow> rows;
    for (const std::string& word : words) HM_TRY(add_rows(connection, word, all_rows, rows));
    rows = summed(std::move(rows));
    const auto kept = std::min(std::ssize(rows), static_cast<std::ptrdiff_t>(limit));
    std::partial_sort(rows.begin(), rows.begin() + kept, rows.end(), [](const auto& a, const auto& b) {
        return a.score != b.score ? a.score > b.score : a.number > b.number;
    });
    rows.resize(static_cast<std::size_t>(kept));
    return rows;
}

}  // namespace hm
