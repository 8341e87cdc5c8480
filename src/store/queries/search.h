// Asking the search index, and reading what it found: only what ranking needs, a row at a time, by number.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/memory.h"
#include "store/records/records.h"

namespace hm {

// Of the worth of the rows directly before and after, and of the second ones, what counts for a row too.
struct SharesOfNext {
    double first = 0;
    double second = 0;
};

struct SearchAsk {
    // As of search_words(), each once and in all its forms; any of them will do.
    std::vector<std::vector<std::string>> words;
    std::vector<std::string> filters;  // all of them must be there: words, shelf_mark(), tag_mark()
    std::size_t most = 0;              // rows to answer, and a fourth more
    std::int64_t from_row = 0;         // first_other_row: no memories
    SharesOfNext of_next = {};
};

struct FoundRow {
    std::int64_t row = 0;  // a memory's number, or that of another record, from first_other_row on
    double worth = 0;
};

struct SearchAnswer {
    std::vector<FoundRow>
        rows;  // best first, the newer of two equals first; at the end those that are best by themselves alone
    std::vector<double> holders;  // for each word, how many rows hold it, as far as that was looked at
    double all = 0;               // how many there are
};

// Words are read the rarest first, up to a limit in all: rare ones to their end, and of common ones the newest rows and
// those that hold a rare one too, so that a question costs about the same whatever the size of the store.
// `worth` says how much a word tells that so many of so many rows hold.
Result<SearchAnswer> search_index(Connection& connection, const SearchAsk& ask,
                                  double (*worth)(double with, double all));

// A memory as ranking sees it.
struct SearchedMemory {
    std::int64_t number = 0;
    std::string id;
    std::string session_id;      // empty: none
    std::string origin_task_id;  // empty: none
    Time created_at;
    std::string text;   // content and reason
    std::string names;  // tags, and the shelf unless it is the usual one
    std::vector<std::string> tags;
    std::string evidence;
    std::string shelf;
    Standing standing = Standing::observed;
    Trust trust = Trust::agent;
};

// Reads hundreds of them one after the other, each statement made ready once.
class SearchedMemories {
public:
    explicit SearchedMemories(Connection& connection) : connection_(&connection) {}

    // Nothing when it is not there or out of use.
    Result<std::optional<SearchedMemory>> read(std::int64_t number);

    // The numbers of at most two memories before and two after in the same session, or task when it has no session; in
    // order, itself among them.
    Result<std::vector<std::int64_t>> run_of(const SearchedMemory& memory);

private:
    Result<Statement*> ready(std::optional<Statement>& statement, std::string_view sql);

    Connection* connection_;
    std::optional<Statement> read_;
    std::optional<Statement> run_of_session_;
    std::optional<Statement> run_of_task_;
};

// Numbers of memories in use, newest first.
struct MemoryRange {
    std::optional<Id> task_id;
    std::optional<Id> session_id;
    std::optional<Time> since;
    std::optional<Time> until;
    std::int64_t limit = 0;
};
Result<std::vector<std::int64_t>> memories_in(Connection& connection, const MemoryRange& range);

// The newest memories in use on a shelf; superseded and rejected ones are left out.
Result<std::vector<Memory>> memories_on_shelf(Connection& connection, std::string_view shelf, std::int64_t limit,
                                              BadRows& bad);

// The entry that replaced this one, if one did.
Result<std::optional<Id>> replacement_of_knowledge(Connection& connection, const Id& id);

// The record at a row from first_other_row on.
Result<std::optional<Id>> other_at(Connection& connection, std::int64_t row);

Result<std::optional<std::int64_t>> number_of_memory(Connection& connection, const Id& id);
Result<std::optional<Memory>> memory_at(Connection& connection, std::int64_t number, BadRows& bad);
// In no order; those that are not there are left out.
Result<std::vector<Memory>> memories_at(Connection& connection, const std::vector<std::int64_t>& numbers, BadRows& bad);

}  // namespace hm
