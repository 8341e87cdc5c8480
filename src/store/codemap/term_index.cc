#include "store/codemap/term_index.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

constexpr std::int64_t files_in_a_block = 2048;
constexpr std::int64_t most_waiting = 48;
constexpr std::size_t bytes_in_a_page = 4096;

void put_number(std::string& out, std::uint64_t number) {
    while (number >= 0x80) {
        out += static_cast<char>(number | 0x80U);
        number >>= 7U;
    }
    out += static_cast<char>(number);
}

// Reads what put_number() wrote; a text that ends early gives zeros.
class Numbers {
public:
    explicit Numbers(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    bool is_at_end() const { return at_ >= end_; }
    std::uint64_t next() {
        std::uint64_t number = 0;
        for (unsigned shift = 0; at_ < end_ && shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(*at_++);
            number |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80) break;
        }
        return number;
    }
    std::uint16_t pair() {
        if (end_ - at_ < 2) {
            at_ = end_;
            return 0;
        }
        const auto low = static_cast<unsigned char>(*at_++);
        const auto high = static_cast<unsigned char>(*at_++);
        return static_cast<std::uint16_t>(low | (high << 8U));
    }
    void skip(std::uint64_t bytes) { at_ += std::min<std::uint64_t>(bytes, static_cast<std::uint64_t>(end_ - at_)); }

private:
    const char* at_;
    const char* end_;
};

// The counts of a term in two bytes.
std::uint16_t packed(const TermCount& count) {
    return static_cast<std::uint16_t>(count.body | ((count.names & 3U) << 8U) | ((count.path & 1U) << 10U) |
                                      ((count.comments & 31U) << 11U));
}

TermCount unpacked(Term term, std::uint16_t bits) {
    return {term, static_cast<std::uint8_t>(bits & 0xFFU), static_cast<std::uint8_t>((bits >> 8U) & 3U),
            static_cast<std::uint8_t>((bits >> 10U) & 1U), static_cast<std::uint8_t>((bits >> 11U) & 31U)};
}

void put_pair(std::string& out, std::uint16_t bits) {
    out += static_cast<char>(bits & 0xFFU);
    out += static_cast<char>(bits >> 8U);
}

std::string written(const std::vector<TermCount>& terms) {
    std::string out;
    out.reserve(terms.size() * 6);
    Term before = 0;
    for (const TermCount& each : terms) {
        put_number(out, each.term - before);
        put_pair(out, packed(each));
        before = each.term;
    }
    return out;
}

template <class Visit>
void for_each_term(std::string_view kept, Visit visit) {
    Numbers numbers(kept);
    Term term = 0;
    while (!numbers.is_at_end()) {
        term += static_cast<Term>(numbers.next());
        visit(term, numbers.pair());
    }
}

// A term with a file of the block and its counts, in the order of terms and files.
using Entry = std::uint64_t;

Entry entry_of(Term term, std::uint64_t file, std::uint16_t bits) {
    return (std::uint64_t{term} << 32U) | (file << 16U) | bits;
}

// By the term; of one term as they came.
void sort_by_term(std::vector<Entry>& entries) {
    constexpr unsigned bits = 11;
    constexpr std::size_t buckets = std::size_t{1} << bits;
    std::vector<Entry> other(entries.size());
    for (unsigned shift = 32; shift < 64; shift += bits) {
        std::array<std::size_t, buckets> starts{};
        const auto bucket = [&](Entry entry) { return (entry >> shift) & (buckets - 1); };
        for (const Entry entry : entries) ++starts[bucket(entry)];
        std::size_t sum = 0;
        for (std::size_t& start : starts) sum += std::exchange(start, sum);
        for (const Entry entry : entries) other[starts[bucket(entry)]++] = entry;
        entries.swap(other);
    }
}

class PageWriter {
public:
    PageWriter(Connection& codemap, std::int64_t block) : codemap_(codemap), block_(block) {}

    Result<void> add(const std::vector<Entry>& entries, std::size_t begin, std::size_t end) {
        const auto term = static_cast<Term>(entries[begin] >> 32U);
        if (page_.empty()) first_ = before_ = term;
        std::string places;
        std::uint64_t file_before = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint64_t file = (entries[i] >> 16U) & 0xFFFFU;
            put_number(places, file - file_before);
            put_pair(places, static_cast<std::uint16_t>(entries[i] & 0xFFFFU));
            file_before = file;
        }
        put_number(page_, term - before_);
        put_number(page_, places.size());
        page_ += places;
        before_ = term;
        return page_.size() < bytes_in_a_page ? Result<void>{} : write();
    }

    Result<void> write() {
        if (page_.empty()) return {};
        HM_TRY_ASSIGN(Statement put, codemap_.prepare("INSERT INTO term_page VALUES(?1,?2)"));
        bind_all(put, (block_ << 32U) | first_, std::string_view(page_));
        page_.clear();
        return put.run();
    }

private:
    Connection& codemap_;
    std::int64_t block_;
    std::string page_;
    Term first_ = 0;
    Term before_ = 0;
};

Result<void> make_block(Transaction& transaction, std::int64_t block) {
    Connection& codemap = transaction.connection();
    HM_TRY_ASSIGN(Statement clear, codemap.prepare("DELETE FROM term_page WHERE id BETWEEN ?1 AND ?2"));
    bind_all(clear, block << 32, ((block + 1) << 32) - 1);
    HM_TRY(clear.run());
    const std::int64_t first = block * files_in_a_block;
    HM_TRY_ASSIGN(Statement gone, codemap.prepare("DELETE FROM term WHERE file_id BETWEEN ?1 AND ?2 AND length=0"));
    bind_all(gone, first, first + files_in_a_block - 1);
    HM_TRY(gone.run());
    HM_TRY_ASSIGN(Statement read, codemap.prepare("SELECT file_id, length, role, data FROM term"
                                                  " WHERE file_id BETWEEN ?1 AND ?2 ORDER BY file_id"));
    bind_all(read, first, first + files_in_a_block - 1);
    std::vector<Entry> entries;
    std::string files;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) break;
        const auto file = static_cast<std::uint64_t>(read.integer(0) - first);
        put_number(files, file);
        put_number(files, static_cast<std::uint64_t>(read.integer(1)));
        put_number(files, static_cast<std::uint64_t>(read.integer(2)));
        for_each_term(read.text(3),
                      [&](Term term, std::uint16_t bits) { entries.push_back(entry_of(term, file, bits)); });
    }
    sort_by_term(entries);
    PageWriter writer(codemap, block);
    for (std::size_t begin = 0; begin < entries.size();) {
        std::size_t end = begin + 1;
        while (end < entries.size() && entries[end] >> 32U == entries[begin] >> 32U) ++end;
        HM_TRY(writer.add(entries, begin, end));
        begin = end;
    }
    HM_TRY(writer.write());
    HM_TRY_ASSIGN(Statement put, codemap.prepare("INSERT OR REPLACE INTO term_block VALUES(?1,?2)"));
    bind_all(put, block, std::string_view(files));
    HM_TRY(put.run());
    HM_TRY_ASSIGN(Statement settle, codemap.prepare("UPDATE term SET is_waiting=0 WHERE is_waiting=1 AND file_id"
                                                    " BETWEEN ?1 AND ?2"));
    bind_all(settle, first, first + files_in_a_block - 1);
    return settle.run();
}

}  // namespace

Result<void> put_terms(Transaction& transaction, std::int64_t file_id, const FileTerms& terms) {
    HM_TRY_ASSIGN(Statement put, transaction.connection().prepare("INSERT OR REPLACE INTO term VALUES(?1,?2,?3,1,?4)"));
    const std::string data = written(terms.terms);
    bind_all(put, file_id, terms.length, static_cast<std::int64_t>(terms.role), std::string_view(data));
    return put.run();
}

Result<void> settle_terms(Connection& codemap, Deadline deadline) {
    std::vector<std::int64_t> blocks;
    {
        HM_TRY_ASSIGN(Statement read,
                      codemap.prepare("SELECT file_id/?1 AS block FROM term WHERE is_waiting=1 GROUP BY block"
                                      " HAVING count(*)>?2"));
        bind_all(read, files_in_a_block, most_waiting);
        while (true) {
            HM_TRY_ASSIGN(const bool has_row, read.step());
            if (!has_row) break;
            blocks.push_back(read.integer(0));
        }
    }
    for (const std::int64_t block : blocks) {
        if (deadline.has_passed()) return {};
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(codemap, Durability::process_crash));
        HM_TRY(make_block(transaction, block));
        HM_TRY(transaction.commit());
    }
    return {};
}

Result<TermIndex> TermIndex::open(Connection& codemap) {
    TermIndex index(codemap);
    const auto take = [&](std::int64_t file, std::uint64_t length, std::uint64_t role) {
        const auto number = static_cast<std::size_t>(file);
        if (index.files_.size() <= number) index.files_.resize(number + 1);
        const bool is_known = role < enum_names<CodeRole>.size();
        index.files_[number] = {static_cast<std::uint32_t>(length),
                                is_known ? static_cast<CodeRole>(role) : CodeRole::source, length > 0};
    };
    HM_TRY_ASSIGN(Statement blocks, codemap.prepare("SELECT block, files FROM term_block ORDER BY block"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, blocks.step());
        if (!has_row) break;
        index.blocks_.push_back(blocks.integer(0));
        Numbers numbers(blocks.text(1));
        while (!numbers.is_at_end()) {
            const auto file = static_cast<std::int64_t>(numbers.next());
            const std::uint64_t length = numbers.next();
            take(blocks.integer(0) * files_in_a_block + file, length, numbers.next());
        }
    }
    HM_TRY_ASSIGN(Statement waiting,
                  codemap.prepare("SELECT file_id, length, role, data FROM term WHERE is_waiting=1"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, waiting.step());
        if (!has_row) break;
        const std::int64_t file = waiting.integer(0);
        take(file, static_cast<std::uint64_t>(waiting.integer(1)), static_cast<std::uint64_t>(waiting.integer(2)));
        Waiting each{static_cast<std::uint32_t>(file), {}};
        for_each_term(waiting.text(3),
                      [&](Term term, std::uint16_t bits) { each.terms.push_back(unpacked(term, bits)); });
        index.waiting_.push_back(std::move(each));
    }
    index.is_waiting_.resize(index.files_.size());
    for (const Waiting& each : index.waiting_) index.is_waiting_[each.file] = true;
    return index;
}

Result<std::vector<FoundTerm>> TermIndex::find(Term term) {
    std::vector<FoundTerm> found;
    for (const std::int64_t block : blocks_) {
        HM_TRY_ASSIGN(Statement read, codemap_->prepare("SELECT id, data FROM term_page WHERE id BETWEEN ?1 AND ?2"
                                                        " ORDER BY id DESC LIMIT 1"));
        bind_all(read, block << 32, (block << 32) | term);
        HM_TRY_ASSIGN(const bool has_page, read.step());
        if (!has_page) continue;
        Numbers numbers(read.text(1));
        for (auto each = static_cast<Term>(read.integer(0)); !numbers.is_at_end();) {
            each += static_cast<Term>(numbers.next());
            const std::uint64_t bytes = numbers.next();
            if (each > term) break;
            if (each < term) {
                numbers.skip(bytes);
                continue;
            }
            // Every entry takes three bytes at least.
            std::uint64_t file = 0;
            for (std::uint64_t left = bytes; left >= 3;) {
                const std::uint64_t delta = numbers.next();
                file += delta;
                left -= delta < 0x80 ? 3 : 4;
                const std::uint16_t bits = numbers.pair();
                const auto number =
                    static_cast<std::uint32_t>(block * files_in_a_block) + static_cast<std::uint32_t>(file);
                const bool is_current = number < files_.size() && !is_waiting_[number] && files_[number].is_there;
                if (is_current) found.push_back({number, unpacked(term, bits)});
            }
            break;
        }
    }
    for (const Waiting& each : waiting_) {
        const auto place = std::ranges::lower_bound(each.terms, term, {}, &TermCount::term);
        if (place != each.terms.end() && place->term == term) found.push_back({each.file, *place});
    }
    return found;
}

}  // namespace hm
