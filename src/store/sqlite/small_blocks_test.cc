#include "store/sqlite/connection.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace hm {
namespace {

struct Block {
    unsigned char* address;
    int size = 0;
    unsigned char mark = 0;
};

bool holds_its_mark(const Block& block) {
    return std::all_of(block.address, block.address + block.size, [&](unsigned char c) { return c == block.mark; });
}

// More than the region holds, sizes on both sides of what it serves, given back in any order.
class ManyBlocks {
public:
    void take(int size) {
        auto* address = static_cast<unsigned char*>(sqlite3_malloc(size));
        ASSERT_NE(address, nullptr);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(address) % 8, 0U);
        EXPECT_GE(sqlite3_msize(address), static_cast<sqlite3_uint64>(size));
        blocks_.push_back({address, size});
        mark(blocks_.back());
    }
    void resize(std::size_t which, int size) {
        Block& block = blocks_[which];
        const Block kept{nullptr, std::min(size, block.size), block.mark};
        ASSERT_TRUE(holds_its_mark(block));
        block.address = static_cast<unsigned char*>(sqlite3_realloc(block.address, size));
        ASSERT_NE(block.address, nullptr);
        ASSERT_TRUE(holds_its_mark({block.address, kept.size, kept.mark}));
        block.size = size;
        mark(block);
    }
    void give_back(std::size_t which) {
        ASSERT_TRUE(holds_its_mark(blocks_[which]));
        sqlite3_free(blocks_[which].address);
        blocks_[which] = blocks_.back();
        blocks_.pop_back();
    }
    std::size_t count() const { return blocks_.size(); }

private:
    void mark(Block& block) {
        block.mark = ++last_mark_;
        std::fill_n(block.address, block.size, block.mark);
    }
    std::vector<Block> blocks_;
    unsigned char last_mark_ = 0;
};

TEST(SmallBlocks, KeepWhatIsWrittenToThemAndNeverOverlap) {
    give_sqlite_small_blocks();
    ASSERT_EQ(sqlite3_initialize(), SQLITE_OK);
    std::mt19937 chance(7);
    ManyBlocks blocks;
    for (int step = 0; step < 60'000; ++step) {
        const int size = static_cast<int>(chance() % (step % 50 == 0 ? 20'000 : 5'000)) + 1;
        const bool grows = blocks.count() == 0 || (blocks.count() < 3'000 && chance() % 3 != 0);
        if (grows) {
            blocks.take(size);
        } else if (chance() % 2 == 0) {
            blocks.give_back(chance() % blocks.count());
        } else {
            blocks.resize(chance() % blocks.count(), size);
        }
        if (HasFatalFailure()) return;
    }
    while (blocks.count() > 0) {
        blocks.give_back(0);
        if (HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace hm
