#include "app/catalog.h"

#include <algorithm>

namespace hm {
namespace {

template <class Entry>
const Entry* named(std::span<const Entry> entries, std::string_view name) {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

}  // namespace

const Command* find_command(std::string_view name) {
    return named(all_commands(), name);
}

const Query* find_query(std::string_view name) {
    return named(all_queries(), name);
}

const Query* find_own_query(std::string_view name) {
    return named(own_queries(), name);
}

}  // namespace hm
