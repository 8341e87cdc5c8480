#include "app/command/named.h"

#include <fmt/format.h>

#include <charconv>

#include "domain/stamp.h"
#include "store/records/any_record.h"
#include "store/records/change.h"
#include "store/records/reading.h"

namespace hm {

Result<std::optional<Event>> event_named(Connection& connection, std::string_view text, BadRows& bad) {
    if (const auto id = Id::parse(text)) return find_event(connection, *id, bad);
    std::int64_t seq = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seq);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return find_event(connection, seq, bad);
}

Result<Id> record_named(std::string_view text, Connection& connection) {
    HM_TRY_ASSIGN(const auto named, ids_with_alias(connection, text));
    if (named.size() == 1) return named.front();
    if (auto id = Id::parse(text)) return std::move(*id);
    if (!read_stamp(text)) {
        return fail(ErrorCode::invalid_input, fmt::format("'{}' is neither an id nor a stamp.", text),
                    "Use an id or a stamp that was printed.");
    }
    HM_TRY_ASSIGN(const auto ids, ids_with_stamp(connection, text, 2));
    if (ids.size() == 1) return ids.front();
    return fail(ErrorCode::not_found, fmt::format("No single record has the stamp {}.", text),
                fmt::format("`hivemind trace {}` shows all that belong to it.", text));
}

Error unreadable_record(std::string_view noun, const Id& id, const BadRows& bad) {
    return {ErrorCode::corrupt,
            fmt::format("The {} {} cannot be read.", noun, id.text()),
            "Run `hivemind doctor --fix`: it sets it aside with the reason.",
            "Its row does not have the form of its noun.",
            {bad.front().reason}};
}

}  // namespace hm
