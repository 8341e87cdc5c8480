#include "store/queries/search_index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "domain/memory.h"
#include "domain/words.h"
#include "store/records/columns.h"

namespace hm {
namespace {

constexpr std::int64_t filled_at_once = 500;
// A record's own text is at most a few thousand characters; what is imported may bring more tags and evidence.
constexpr std::size_t most_words = 2000;

class IndexedWords {
public:
    void add(std::string_view text) {
        for (std::string& word : search_words(text)) add_word(std::move(word));
    }
    template <class T>
    void add_all(const std::vector<T>& texts) {
        for (const T& text : texts) add(text.view());
    }
    void add_word(std::string word) {
        if (words_.size() < most_words) words_.insert(std::move(word));
    }
    std::string text() const { return fmt::format("{}", fmt::join(words_, " ")); }

private:
    std::set<std::string> words_;
};

// Everything but letters and digits would end a word of the index.
std::string mark(std::string_view kind, std::string_view text) {
    std::string marked(kind);
    for (const char c : text) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        const bool is_kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
        marked += is_upper ? std::string(1, static_cast<char>(c - 'A' + 'a')) : is_kept ? std::string(1, c) : "·";
    }
    return marked;
}

std::string words_of(const Memory& memory) {
    IndexedWords words;
    words.add(memory.content.view());
    if (memory.reason) words.add(memory.reason->view());
    words.add_all(memory.tags);
    words.add_all(memory.evidence);
    if (memory.shelf.view() != usual_shelf) words.add(memory.shelf.view());
    words.add_word(shelf_mark(memory.shelf.view()));
    for (const Tag& tag : memory.tags) words.add_word(tag_mark(tag.view()));
    return words.text();
}

std::string words_of(const Knowledge& knowledge) {
    IndexedWords words;
    words.add(knowledge.title.view());
    words.add(knowledge.content.view());
    words.add_all(knowledge.evidence);
    return words.text();
}

std::string words_of(const Anchor& anchor) {
    IndexedWords words;
    words.add(anchor.key.view());
    words.add(anchor.value.view());
    if (anchor.source.file) words.add(anchor.source.file->view());
    return words.text();
}

Result<void> take_out(Connection& connection, std::int64_t row) {
    HM_TRY_ASSIGN(Statement remove, connection.prepare("DELETE FROM memory_search WHERE rowid=?"));
    remove.bind(1, row);
    return remove.run();
}

Result<void> put_in(Connection& connection, std::int64_t row, std::string_view words) {
    HM_TRY_ASSIGN(Statement add, connection.prepare("INSERT OR REPLACE INTO memory_search(rowid, words) VALUES(?, ?)"));
    bind_all(add, row, words);
    return add.run();
}

template <class Record>
Result<void> index_other(Transaction& transaction, const Record& record) {
    Connection& connection = transaction.connection();
    if (record.archived_at) {
        HM_TRY_ASSIGN(Statement forget, connection.prepare("DELETE FROM searched WHERE id=?"));
        forget.bind(1, record.id);
        return forget.run();
    }
    HM_TRY_ASSIGN(Statement name, connection.prepare("INSERT INTO searched(id) VALUES(?) "
                                                     "ON CONFLICT(id) DO UPDATE SET id=id RETURNING number"));
    name.bind(1, record.id);
    HM_TRY(name.step());
    const std::int64_t row = first_other_row + name.integer(0);
    name.reset();
    return put_in(connection, row, words_of(record));
}

template <class Record>
Result<std::int64_t> index_missing(Transaction& transaction, std::string_view sql) {
    Connection& connection = transaction.connection();
    std::vector<std::string> ids;
    {
        HM_TRY_ASSIGN(Statement look, connection.prepare(sql));
        look.bind(1, filled_at_once);
        while (true) {
            HM_TRY_ASSIGN(const bool has_row, look.step());
            if (!has_row) break;
            ids.emplace_back(look.text(0));
        }
    }
    std::int64_t filled = 0;
    BadRows bad;
    for (const std::string& text : ids) {
        const auto id = Id::parse(text);
        if (!id) continue;
        HM_TRY_ASSIGN(const auto record, find<Record>(connection, *id, bad));
        if (!record) continue;
        HM_TRY(index_other(transaction, *record));
        ++filled;
    }
    return filled;
}

}  // namespace

std::string shelf_mark(std::string_view shelf) {
    return mark("§shelf·", shelf);
}

std::string tag_mark(std::string_view tag) {
    return mark("§tag·", tag);
}

// What is out of use leaves the index; what was superseded stays, as it leads to its replacement.
Result<void> index_memory(Transaction& transaction, std::int64_t number, const Memory& memory) {
    if (memory.archived_at) return take_out(transaction.connection(), number);
    return put_in(transaction.connection(), number, words_of(memory));
}

Result<void> keep_beside(Transaction& transaction, const Knowledge& knowledge) {
    return index_other(transaction, knowledge);
}

Result<void> keep_beside(Transaction& transaction, const Anchor& anchor) {
    return index_other(transaction, anchor);
}

Result<std::int64_t> index_missing_others(Transaction& transaction) {
    HM_TRY_ASSIGN(const std::int64_t knowledge,
                  index_missing<Knowledge>(transaction,
                                           "SELECT id FROM knowledge AS t WHERE archived_at IS NULL AND NOT EXISTS("
                                           "SELECT 1 FROM searched AS s WHERE s.id=t.id) LIMIT ?"));
    HM_TRY_ASSIGN(const std::int64_t anchors,
                  index_missing<Anchor>(transaction,
                                        "SELECT id FROM anchors AS t WHERE archived_at IS NULL AND NOT EXISTS("
                                        "SELECT 1 FROM searched AS s WHERE s.id=t.id) LIMIT ?"));
    return knowledge + anchors;
}

}  // namespace hm
