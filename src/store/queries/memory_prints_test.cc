// Prints in a real store: what is found among thousands of memories, and how older ones come by theirs.
#include "store/queries/memory.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "domain/fingerprints.h"
#include "store/project/store.h"
#include "support/world.h"

namespace hm {
namespace {

// A text as its words.
using WordList = std::vector<std::string>;

// Some words are in nearly every text and most in very few, as in a language.
std::string any_word(std::mt19937& chance) {
    static const WordList common{"the", "is", "in", "of", "to", "a", "and", "not", "by", "for", "when", "it"};
    std::uniform_real_distribution<double> place(0, std::log(6000));
    const auto rank = static_cast<std::size_t>(std::exp(place(chance)));
    return rank <= common.size() ? common[rank - 1] : fmt::format("word{}", rank);
}

WordList any_text(std::mt19937& chance) {
    WordList words(6 + chance() % 60);
    for (std::string& word : words) word = any_word(chance);
    return words;
}

// Changes words; the outcome is another text.
WordList edited(const WordList& text, std::mt19937& chance) {
    WordList words = text;
    const std::size_t edits = 1 + chance() % 3;
    while (words == text) {
        for (std::size_t i = 0; i < edits; ++i) {
            const auto at = words.begin() + static_cast<std::ptrdiff_t>(chance() % words.size());
            switch (chance() % 4) {
                case 0: *at = any_word(chance); break;
                case 1: words.insert(at, any_word(chance)); break;
                case 2: words.insert(at, "not"); break;
                default: words.erase(at); break;
            }
        }
    }
    return words;
}

std::string joined(const WordList& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

// The same text as somebody else would type it.
std::string retyped(const WordList& words, std::mt19937& chance) {
    std::string text;
    for (const std::string& word : words) {
        text += text.empty() ? " " : chance() % 4 == 0 ? "  \n" : " ";
        const bool is_plain = word.size() > 1 && std::none_of(word.begin(), word.end(), [](char c) { return c < 'a'; });
        text += is_plain && chance() % 3 == 0 ? static_cast<char>(word[0] - 'a' + 'A') : word[0];
        text += word.substr(1);
        if (chance() % 5 == 0) text += std::string_view(",;.")[chance() % 3];
    }
    return text;
}

class MemoryPrintsInStore : public ::testing::Test {
protected:
    MemoryPrintsInStore() : store_(Store::create(world_.directory(), Deadline::in(seconds(10)), {})) {}

    Transaction begin() { return *Transaction::begin(store_->connection(), Durability::process_crash); }

    Id add(Transaction& transaction, const std::string& text) {
        Memory memory;
        memory.id = world_.ids().next(world_.clock().now());
        memory.stamp = *StampText::make("131421092026");
        memory.shelf = *Word::make("project");
        memory.content = *MemoryText::make(text);
        EXPECT_TRUE(insert(transaction, memory).has_value());
        return memory.id;
    }

    bool finds(const std::string& text, const Id& id) {
        const auto alike = memories_alike(store_->connection(), prints_of(read_text(text)), bad_);
        return std::any_of(alike->begin(), alike->end(), [&](const Memory& each) { return each.id == id; });
    }

    std::int64_t ask(std::string_view sql) {
        Statement read = *store_->connection().prepare(sql);
        EXPECT_TRUE(*read.step());
        return read.integer(0);
    }

    testing::World world_;
    Result<Store> store_;
    BadRows bad_;
};

TEST_F(MemoryPrintsInStore, FindNearTextsAmongTwoThousandAndTakeNoneForTheSame) {
    constexpr int texts = 2000;
    std::mt19937 chance(11);
    Transaction transaction = begin();
    std::vector<std::pair<Id, WordList>> saved;
    for (int i = 0; i < texts; ++i) {
        const WordList words = any_text(chance);
        saved.emplace_back(add(transaction, joined(words)), words);
    }
    int near = 0;
    int near_found = 0;
    int false_repeats = 0;
    int missed_repeats = 0;
    for (const auto& [id, words] : saved) {
        const ReadText text = read_text(joined(words));
        for (int i = 0; i < 4; ++i) {
            const std::string other = joined(edited(words, chance));
            false_repeats += is_same_text(text, read_text(other)) ? 1 : 0;
            if (similarity(text, read_text(other)) < least_similarity) continue;
            ++near;
            near_found += finds(other, id) ? 1 : 0;
        }
        const std::string again = retyped(words, chance);
        missed_repeats += is_same_text(text, read_text(again)) && finds(again, id) ? 0 : 1;
    }
    fmt::print("{} near texts, {} found ({:.1f} %)\n", near, near_found, 100.0 * near_found / near);
    EXPECT_GT(near, texts);
    EXPECT_GE(near_found, near * 95 / 100);
    EXPECT_EQ(false_repeats, 0);
    EXPECT_EQ(missed_repeats, 0);
}

TEST_F(MemoryPrintsInStore, FollowTheTextAndGoWithTheMemory) {
    Transaction transaction = begin();
    const Id id = add(transaction, "The session token is renewed by refresh.ts.");
    std::optional<Memory> memory = *find<Memory>(store_->connection(), id, bad_);
    memory->content = *MemoryText::make("The database is opened once at the start.");
    ASSERT_TRUE(update(transaction, *memory).has_value());
    EXPECT_FALSE(finds("The session token is renewed by refresh.ts.", id));
    EXPECT_TRUE(finds("The database is opened once at the start.", id));
    ASSERT_TRUE(store_->connection().execute("DELETE FROM memories").has_value());
    EXPECT_EQ(ask("SELECT count(*) FROM memory_prints"), 0);
}

TEST_F(MemoryPrintsInStore, AreFilledInForMemoriesOfBefore) {
    constexpr int memories = 4100;  // more than are looked at in one transaction
    Id first;
    {
        Transaction transaction = begin();
        first = add(transaction, "The very first memory has no prints yet.");
        for (int i = 1; i < memories; ++i) add(transaction, fmt::format("Memory {} has no prints yet.", i));
        ASSERT_TRUE(store_->connection().execute("DELETE FROM memory_prints WHERE number % 10 <> 0").has_value());
        ASSERT_TRUE(transaction.commit().has_value());
    }
    EXPECT_FALSE(finds("The very first memory has no prints yet.", first));
    EXPECT_EQ(*count_missing_prints(store_->connection()), memories * 9 / 10);
    EXPECT_EQ(*fill_all_missing_prints(store_->connection()), memories * 9 / 10);
    EXPECT_EQ(*count_missing_prints(store_->connection()), 0);
    EXPECT_TRUE(finds("The very first memory has no prints yet.", first));
    EXPECT_EQ(*fill_all_missing_prints(store_->connection()), 0);
}

TEST_F(MemoryPrintsInStore, ComeWithTheNextWriteOfAMemoryOfBefore) {
    Transaction transaction = begin();
    const Id id = add(transaction, "The session token is renewed by refresh.ts.");
    ASSERT_TRUE(store_->connection().execute("DELETE FROM memory_prints").has_value());
    ASSERT_TRUE(update(transaction, **find<Memory>(store_->connection(), id, bad_)).has_value());
    EXPECT_TRUE(finds("The session token is renewed by refresh.ts.", id));
}

TEST_F(MemoryPrintsInStore, LeadToAtMostEightMemoriesEach) {
    Transaction transaction = begin();
    for (int i = 0; i < 100; ++i) add(transaction, "Exactly the same text as all of the others.");
    const auto alike =
        memories_alike(store_->connection(), prints_of(read_text("Exactly the same text as all of the others.")), bad_);
    EXPECT_LE(alike->size(), 32U);
    EXPECT_GE(alike->size(), 8U);
}

}  // namespace
}  // namespace hm
