#include "base/text.h"

#include <fmt/format.h>

namespace hm {

Result<void> check_text(std::string_view value, std::size_t min, std::size_t max) {
    if (!is_valid_utf8(value) || value.find('\0') != std::string_view::npos) {
        return fail(ErrorCode::invalid_input, "The text is not valid UTF-8 or holds a NUL byte.",
                    "Send plain UTF-8 text.");
    }
    const std::size_t count = count_characters(value);
    if (count >= min && count <= max) return {};
    return fail(ErrorCode::invalid_input, fmt::format("The text has {} characters.", count),
                fmt::format("Send {} to {} characters.", min, max));
}

}  // namespace hm
