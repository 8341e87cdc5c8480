// Text<Min, Max>: a string whose limits are part of its type, counted in characters of valid UTF-8.
// It cannot hold NUL. A default-constructed one is empty and only a place to decode into.
// The Kind parameter tells apart texts that must not be mixed up, such as a path and a tag.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/strings.h"

namespace hm {

// Valid UTF-8 without NUL, of min to max characters.
Result<void> check_text(std::string_view value, std::size_t min, std::size_t max);

template <std::size_t Min, std::size_t Max, class Kind = void>
class Text {
public:
    static constexpr std::size_t min_characters = Min;
    static constexpr std::size_t max_characters = Max;

    Text() = default;

    static Result<Text> make(std::string value) {
        HM_TRY(check_text(value, Min, Max));
        return Text(std::move(value));
    }

    // For text from outside that must be kept in any case: repaired, cut to the limit, NULs taken out.
    // REQUIRES: Min is 0, so that nothing is a valid value.
    static Text clipped(std::string_view value)
        requires(Min == 0)
    {
        std::string repaired = repair_utf8(value.substr(0, Max * 4 + 4));
        std::erase(repaired, '\0');
        return Text(shorten(repaired, Max));
    }

    const std::string& str() const { return value_; }
    std::string_view view() const { return value_; }
    bool empty() const { return value_.empty(); }
    auto operator<=>(const Text&) const = default;

private:
    explicit Text(std::string value) : value_(std::move(value)) {}
    std::string value_;
};

}  // namespace hm
