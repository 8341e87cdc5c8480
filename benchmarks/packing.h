// Packs of stores of different sizes, as a client's child makes them: with recall's answer at hand and for a new
// prompt.
#pragma once

#include "warm_store.h"

namespace hm::benchmarks {

// In a store of a thousand and one of a hundred thousand a pack costs about the same.
inline constexpr std::int64_t flat_from = 1'000;
inline constexpr std::int64_t flat_to = 100'000;
inline constexpr double flat_pack_bar = 1.3;
inline constexpr double longest_pack_again_us = 2'000;
inline constexpr double longest_new_pack_us = 8'000;

// One case for each store; against the one of `flat_from` memories when it is there, else against the smallest.
inline void compare_packs_of(std::string_view title, const std::vector<Warm*>& stores, double (Warm::*pack)(),
                             double longest_us, std::optional<double> most_against_small) {
    constexpr std::size_t samples = 20;
    Comparison comparison;
    std::size_t reference = 0;
    for (std::size_t i = 0; i < stores.size(); ++i) {
        Warm* store = stores[i];
        comparison.add(fmt::format("a pack, {}", size_text(store->memories())), [=] { return (store->*pack)(); });
        if (store->memories() == flat_from) reference = i;
    }
    comparison.run(samples);
    print_heading(title);
    print_reference(comparison, reference);
    for (std::size_t i = 0; i < stores.size(); ++i) {
        if (i == reference) continue;
        const bool has_bar = stores[reference]->memories() == flat_from && stores[i]->memories() == flat_to;
        print_ratio(comparison, i, reference, has_bar ? most_against_small : std::nullopt);
    }
    for (std::size_t i = 0; i < stores.size(); ++i) {
        if (stores[i]->memories() == flat_to) print_within(comparison, i, longest_us);
    }
}

inline void compare_packs(const std::vector<Warm*>& stores) {
    compare_packs_of("a pack with its record, recall's answer at hand (the last line for a quiet machine)", stores,
                     &Warm::pack_again, longest_pack_again_us, flat_pack_bar);
    compare_packs_of("a pack for a new prompt of six words (the last line for a quiet machine)", stores, &Warm::pack,
                     longest_new_pack_us, std::nullopt);
}

}  // namespace hm::benchmarks
