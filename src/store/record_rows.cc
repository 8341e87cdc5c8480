#include "store/record_rows.h"

#include <fmt/format.h>

namespace hm::rows {

std::string describe(const Decoder& decoder) {
    std::string reason;
    for (const FieldError& error : decoder.errors()) {
        reason += (reason.empty() ? "" : "; ") + error.path + ": " + error.message;
    }
    return reason;
}

Error no_such_record(const Table& table, const Id& id) {
    return {ErrorCode::not_found, fmt::format("No {} {}.", table.noun, id.text()), "Use an id that was printed."};
}

}  // namespace hm::rows
