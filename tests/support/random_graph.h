// Random records of every noun that name each other in every way the schema allows, forwards, backwards and in
// circles. Put straight into a store, past lifecycles.
#pragma once

#include <cstdint>
#include <filesystem>

namespace hm::testing {

// REQUIRES: `project` is an initialised project and nobody else uses it meanwhile.
void fill_with_random_graph(const std::filesystem::path& project, std::uint64_t seed, int nodes_of_each_noun);

}  // namespace hm::testing
