// The search index of the code map: for each file its terms, and for blocks of files where each term stands. A file
// that is written waits beside its block until the block is made anew, so that one file costs what it holds, and a
// question reads a page for each term and block. Rows are bounded by the files; a block is made in the memory its files
// take.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/code_file.h"
#include "store/sqlite/transaction.h"

namespace hm {

// Over what is there; nothing to be found of it when there are no terms.
Result<void> put_terms(Transaction& transaction, std::int64_t file_id, const FileTerms& terms);

// Makes the blocks anew in which many files wait, one transaction each.
Result<void> settle_terms(Connection& codemap, Deadline deadline);

struct IndexedFile {
    std::uint32_t length = 0;
    CodeRole role = CodeRole::source;
    bool is_there = false;
};

struct FoundTerm {
    std::uint32_t file = 0;  // its number
    TermCount count;         // the term itself is left out
};

// The index as one question sees it.
class TermIndex {
public:
    static Result<TermIndex> open(Connection& codemap);

    // By the numbers of files; those without an entry are not there.
    const std::vector<IndexedFile>& files() const { return files_; }

    // Each file once, in no order.
    Result<std::vector<FoundTerm>> find(Term term);

private:
    struct Waiting {
        std::uint32_t file = 0;
        std::vector<TermCount> terms;
    };

    explicit TermIndex(Connection& codemap) : codemap_(&codemap) {}

    Connection* codemap_;
    std::vector<IndexedFile> files_;
    std::vector<std::int64_t> blocks_;
    std::vector<Waiting> waiting_;
    std::vector<bool> is_waiting_;  // by number
};

}  // namespace hm
