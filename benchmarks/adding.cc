// Adding one memory with 100, 10,000 and 100,000 of them there: synced, not synced, and where a sync costs
// nothing. `million` does the same with a million.
#include "adding.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::int64_t, 3> sizes{100, 10'000, 100'000};

fs::path root_of(const fs::path& directory, std::int64_t memories) {
    return directory / std::to_string(memories);
}

void compare_in(const fs::path& directory, std::string_view where) {
    std::vector<std::unique_ptr<Adder>> adders;
    std::vector<Adder*> all;
    for (const std::int64_t memories : sizes) {
        adders.push_back(std::make_unique<Adder>(root_of(directory, memories), memories));
        all.push_back(adders.back().get());
    }
    compare_adding(fmt::format("{}, synced (FULL)", where), all, &Adder::full);
    compare_adding(fmt::format("{}, not synced (NORMAL)", where), all, &Adder::normal);
}

// Where a sync costs nothing, so that it cannot hide the work.
void compare_in_memory(const fs::path& stores) {
    if (access("/dev/shm", W_OK) != 0) return;
    const TempDirectory directory("/dev/shm");
    for (const std::int64_t memories : sizes)
        copy_store(root_of(stores, memories), root_of(directory.path(), memories));
    compare_in(directory.path(), "in memory");
}

void run(const Options&) {
    const TempDirectory directory;
    for (const std::int64_t memories : sizes) make_store(root_of(directory.path(), memories), memories);
    compare_in_memory(directory.path());
    compare_in(directory.path(), "on disk");
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
