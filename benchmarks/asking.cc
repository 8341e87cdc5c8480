// Recall with 100, 10,000 and 100,000 memories there. A million is in million.cc; questions as people ask
// them are in questions.cc.
#include "asking.h"

#include "temp_directory.h"

namespace hm::benchmarks {
namespace {

void run(const Options&) {
    const TempDirectory directory;
    std::vector<std::unique_ptr<Asker>> askers;
    std::vector<Asker*> all;
    for (const std::int64_t memories : {100, 10'000, 100'000}) {
        const auto root = directory.path() / std::to_string(memories);
        make_store(root, memories);
    }
    for (const std::int64_t memories : {100, 10'000, 100'000}) {
        askers.push_back(std::make_unique<Asker>(directory.path() / std::to_string(memories), memories));
        all.push_back(askers.back().get());
    }
    compare_asking(all);
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
