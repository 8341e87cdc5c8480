// Stamp: the minute a record was made, as 12 digits MMHHDDMMYYYY (minute, hour, day, month, year, local
// time), with -n behind it when the minute was taken. It is for people and grep; order comes from times.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/texts.h"

namespace hm {

// A minute as clocks on the wall show it. The edges of the program turn a Time into it.
struct LocalMinute {
    int minute = 0;
    int hour = 0;
    int day = 1;
    int month = 1;
    int year = 1970;
    auto operator<=>(const LocalMinute&) const = default;
};

// `taken` counts the stamps this minute already has: 0 gives the bare digits.
StampText make_stamp(const LocalMinute& minute, int taken);

struct ReadStamp {
    LocalMinute minute;
    int taken = 0;
    auto operator<=>(const ReadStamp&) const = default;
};

// Reads 12 digits, and the 11 (one-digit month) and 10 (two-digit year) that older files hold.
std::optional<ReadStamp> read_stamp(std::string_view text);

// All minutes that 10 to 12 digits written by hand can mean, the likeliest first: a leading zero of one field, or a
// digit of the year, was left out.
std::vector<ReadStamp> stamp_readings(std::string_view text);

}  // namespace hm
