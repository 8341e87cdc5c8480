#include "store/sql/memory_rank.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/sql/memory.h"
#include "store/store.h"
#include "support/world.h"

namespace hm {
namespace {

class MemoryRank : public ::testing::Test {
protected:
    MemoryRank() : store_(Store::create(world_.directory(), Deadline::in(seconds(10)), {})) {}

    void add(const std::string& text, Standing standing = Standing::observed) {
        Transaction transaction = *Transaction::begin(store_->connection(), Durability::process_crash);
        Memory memory;
        memory.id = world_.ids().next(world_.clock().now());
        memory.stamp = *StampText::make("131421092026");
        memory.shelf = *Word::make("project");
        memory.content = *MemoryText::make(text);
        ASSERT_TRUE(insert(transaction, memory).has_value());
        if (standing != memory.standing) {
            memory.standing = standing;
            ASSERT_TRUE(update(transaction, memory).has_value());
        }
        ASSERT_TRUE(transaction.commit().has_value());
    }

    std::vector<std::string> found(const std::vector<std::string>& words, std::int64_t limit = 10) {
        BadRows bad;
        std::vector<std::string> texts;
        double before = 1e9;
        const auto hits = search_memories(store_->connection(), words, limit, bad);
        for (const MemoryHit& hit : *hits) {
            EXPECT_LE(hit.score, before);
            before = hit.score;
            texts.push_back(hit.memory.content.str());
        }
        return texts;
    }

    testing::World world_;
    Result<Store> store_;
};

TEST_F(MemoryRank, PutsTheRarerWordAndTheShorterTextFirst) {
    for (int i = 10; i < 30; ++i) add(fmt::format("The token number {} expires.", i));
    add("The token of staging has an issuer of its own, which is a long story that nobody wants to hear again.");
    add("The issuer signs.");
    EXPECT_EQ(
        found({"token", "issuer"}, 3),
        (std::vector<std::string>{
            "The issuer signs.",
            "The token of staging has an issuer of its own, which is a long story that nobody wants to hear again.",
            "The token number 29 expires."}));
}

TEST_F(MemoryRank, MatchesByStemAndTakesNothingForSyntax) {
    add("Tokens are renewed.");
    EXPECT_EQ(found({"token", "renewing"}), (std::vector<std::string>{"Tokens are renewed."}));
    EXPECT_TRUE(found({"\" OR \"", "NOT", "content:", "*"}).empty());
    EXPECT_TRUE(found({}).empty());
}

TEST_F(MemoryRank, LeavesOutWhatIsNoLongerInUse) {
    add("The issuer is old.", Standing::superseded);
    add("The issuer is wrong.", Standing::rejected);
    add("The issuer is new.");
    EXPECT_EQ(found({"issuer"}, 1), (std::vector<std::string>{"The issuer is new."}));
}

}  // namespace
}  // namespace hm
