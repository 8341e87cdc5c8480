#include "store/small_blocks.h"

#include <sqlite3.h>
#include <sys/mman.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace hm {
namespace {

constexpr std::size_t grain = 16;
// A page of a store with what SQLite keeps beside it is the largest.
constexpr std::size_t largest_small = 4608;
constexpr std::size_t region_size = std::size_t{1} << 20;
// What a command that reads a little touches.
constexpr std::size_t made_ready = std::size_t{320} << 10;

// Stands before every block.
struct Head {
    std::uint64_t size;
};
static_assert(sizeof(Head) == 8, "SQLite wants its blocks at multiples of eight");

struct FreeBlock {
    FreeBlock* next;
};

alignas(4096) std::array<std::byte, region_size> region;
std::size_t used = 0;
std::array<FreeBlock*, (largest_small / grain) + 1> free_blocks{};

std::size_t rounded(int size) {
    return (static_cast<std::size_t>(size) + grain - 1) / grain * grain;
}

Head* head_of(void* block) {
    return static_cast<Head*>(block) - 1;
}

void* after(Head* head, std::size_t size) {
    head->size = size;
    return head + 1;
}

bool is_ours(void* block) {
    const auto* address = static_cast<std::byte*>(block);
    return address >= region.data() && address < region.data() + region.size();
}

int size_of(void* block) {
    return block == nullptr ? 0 : static_cast<int>(head_of(block)->size);
}

void* take(int wanted) {
    const std::size_t size = rounded(wanted);
    const std::size_t whole = size + sizeof(Head);
    if (size <= largest_small) {
        if (FreeBlock*& first = free_blocks[size / grain]; first != nullptr) {
            return std::exchange(first, first->next);
        }
        if (used + whole <= region.size()) {
            auto* head = reinterpret_cast<Head*>(region.data() + used);
            used += whole;
            return after(head, size);
        }
    }
    auto* head = static_cast<Head*>(std::malloc(whole));
    return head == nullptr ? nullptr : after(head, size);
}

void give_back(void* block) {
    if (block == nullptr) return;
    if (!is_ours(block)) {
        std::free(head_of(block));
        return;
    }
    FreeBlock*& first = free_blocks[head_of(block)->size / grain];
    first = new (block) FreeBlock{first};
}

void* resize(void* block, int wanted) {
    if (block == nullptr) return take(wanted);
    const std::size_t size = rounded(wanted);
    const std::size_t before = head_of(block)->size;
    if (is_ours(block)) {
        if (size <= before) return block;
        void* larger = take(wanted);
        if (larger == nullptr) return nullptr;
        std::memcpy(larger, block, before);
        give_back(block);
        return larger;
    }
    auto* head = static_cast<Head*>(std::realloc(head_of(block), size + sizeof(Head)));
    return head == nullptr ? nullptr : after(head, size);
}

int round_up(int size) {
    return static_cast<int>(rounded(size));
}

int begin(void*) {
#ifdef MADV_POPULATE_WRITE
    // Older kernels do not know it; then each page comes when it is touched.
    (void)madvise(region.data(), made_ready, MADV_POPULATE_WRITE);
#endif
    return SQLITE_OK;
}

void end(void*) {}

}  // namespace

void give_sqlite_small_blocks() {
#ifndef __SANITIZE_ADDRESS__
    static bool is_given = false;
    if (std::exchange(is_given, true)) return;
    static const sqlite3_mem_methods methods{take, give_back, resize, size_of, round_up, begin, end, nullptr};
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    // SQLite's own store of small blocks, one for each connection, would now only cost its making.
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
#endif
}

}  // namespace hm
