#include "base/id.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cctype>
#include <cerrno>

namespace hm {
namespace {

Id make_uuid_v7(std::uint64_t ms, std::uint32_t counter, std::uint64_t tail) {
    return Id::trusted(fmt::format("{:08x}-{:04x}-7{:03x}-{:04x}-{:012x}", (ms >> 16U) & 0xFFFFFFFFU, ms & 0xFFFFU,
                                   counter & 0xFFFU, 0x8000U | ((tail >> 48U) & 0x3FFFU), tail & 0xFFFFFFFFFFFFU));
}

std::array<std::uint64_t, 2> random_bits() {
    std::array<std::uint64_t, 2> bits{};
    while (getrandom(bits.data(), sizeof bits, 0) != static_cast<ssize_t>(sizeof bits)) {
        HM_ASSERT(errno == EINTR);
    }
    return bits;
}

}  // namespace

Result<Id> Id::parse(std::string_view text) {
    bool is_well_formed = text.size() == 36;
    for (std::size_t i = 0; is_well_formed && i < text.size(); ++i) {
        const bool is_dash_place = i == 8 || i == 13 || i == 18 || i == 23;
        const auto c = static_cast<unsigned char>(text[i]);
        is_well_formed = is_dash_place ? c == '-' : std::isxdigit(c) != 0 && std::isupper(c) == 0;
    }
    if (!is_well_formed) {
        return fail(ErrorCode::invalid_input, fmt::format("'{}' is not an id.", text.substr(0, 60)),
                    "Use an id as it was printed, 36 characters like 0193a1b2-….");
    }
    return Id(std::string(text));
}

Id RandomIds::next(Time now) {
    const auto ms = static_cast<std::uint64_t>(now.ms);
    const auto [bits, start] = random_bits();
    // Within one millisecond the counter goes up, so ids of one process keep their order.
    counter_ = ms == last_ms_ ? counter_ + 1 : static_cast<std::uint32_t>(start & 0x3FFU);
    last_ms_ = ms;
    return make_uuid_v7(ms, counter_, bits);
}

Id CountingIds::next(Time now) {
    ++count_;
    return make_uuid_v7(static_cast<std::uint64_t>(now.ms), 0, count_);
}

}  // namespace hm
