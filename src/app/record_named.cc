#include "app/record_named.h"

#include <fmt/format.h>

#include "domain/stamp.h"
#include "store/any_record.h"
#include "store/sql/alias.h"

namespace hm {

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

}  // namespace hm
