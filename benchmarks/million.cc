// Adding one memory, asking for one, and packs, with 100, 1,000, 10,000, 100,000 and 1,000,000 of them there, and
// whether a nearly equal text is still found among a million. Filling the store takes a minute or two, so that it runs
// only when it is named.
#include "adding.h"
#include "asking.h"
#include "domain/fingerprints.h"
#include "packing.h"
#include "store/queries/memory.h"

namespace hm::benchmarks {
namespace {

constexpr std::int64_t million = 1'000'000;

// Texts of the store with one word taken out: how many of them lead to the text they were made from.
void print_found(Adder& adder) {
    constexpr int asked = 1000;
    constexpr double bar = 0.95;
    Connection& connection = adder.workspace().store.connection();
    std::mt19937 chance(7);
    BadRows bad;
    std::vector<double> times;
    int found = 0;
    for (int i = 0; i < asked; ++i) {
        Statement read = checked(connection.prepare("SELECT id, content FROM memories WHERE number=?"), "read");
        read.bind(1, static_cast<std::int64_t>(1 + chance() % million));
        (void)checked(read.step(), "read");
        const std::string id(read.text(0));
        std::string text(read.text(1));
        const std::size_t space = text.find(' ', chance() % (text.size() / 2));
        text.erase(space, text.find(' ', space + 1) - space);
        std::vector<Memory> alike;
        times.push_back(microseconds_of(
            [&] { alike = checked(memories_alike(connection, prints_of(read_text(text)), bad), "alike"); }));
        const auto is_it = [&](const Memory& each) { return each.id.text() == id; };
        if (std::any_of(alike.begin(), alike.end(), is_it)) ++found;
    }
    const double share = static_cast<double>(found) / asked;
    fmt::print("\nnear texts found among {}: {:.1f} %, bar >= {:g} % {}; p50 {}, p99 {}\n", size_text(million),
               share * 100, bar * 100, share >= bar ? "holds" : "MISSED", time_text(percentile(times, 0.5)),
               time_text(percentile(times, 0.99)));
}

void run(const Options&) {
    const TempDirectory directory;
    const std::array<std::int64_t, 5> sizes{100, 1'000, 10'000, 100'000, million};
    const auto root = [&](std::int64_t memories) { return directory.path() / std::to_string(memories); };
    for (const std::int64_t memories : sizes) {
        const double took = microseconds_of([&] { make_store(root(memories), memories); });
        const auto bytes = std::filesystem::file_size(root(memories) / ".hivemind" / "hivemind.db");
        fmt::print("{}: filled in {:.1f} s, {:.1f} MB, {:.0f} bytes each\n", size_text(memories), took / 1e6,
                   static_cast<double>(bytes) / 1e6, static_cast<double>(bytes) / static_cast<double>(memories));
    }
    std::vector<std::unique_ptr<Adder>> adders;
    std::vector<Adder*> all;
    for (const std::int64_t memories : sizes) {
        adders.push_back(std::make_unique<Adder>(root(memories), memories));
        all.push_back(adders.back().get());
    }
    compare_adding("synced to disk (FULL)", all, &Adder::full);
    compare_adding("not synced (NORMAL)", all, &Adder::normal);
    print_found(*all.back());
    std::vector<std::unique_ptr<Asker>> askers;
    std::vector<Asker*> asking;
    for (const std::int64_t memories : sizes) {
        askers.push_back(std::make_unique<Asker>(root(memories), memories));
        asking.push_back(askers.back().get());
    }
    compare_asking(asking);
    std::vector<std::unique_ptr<Warm>> stores;
    std::vector<Warm*> packing;
    for (const std::int64_t memories : sizes) {
        stores.push_back(std::make_unique<Warm>(root(memories), memories));
        packing.push_back(stores.back().get());
    }
    compare_packs(packing);
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
