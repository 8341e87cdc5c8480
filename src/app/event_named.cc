#include "app/event_named.h"

#include <charconv>

#include "store/sql/change.h"

namespace hm {

Result<std::optional<Event>> event_named(Connection& connection, std::string_view text, BadRows& bad) {
    if (const auto id = Id::parse(text)) return find_event(connection, *id, bad);
    std::int64_t seq = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seq);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return find_event(connection, seq, bad);
}

}  // namespace hm
