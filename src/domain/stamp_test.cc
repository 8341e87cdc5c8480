#include "domain/stamp.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(Stamp, IsTwelveDigitsAndCountsWithinAMinute) {
    const LocalMinute minute{31, 11, 14, 2, 2026};
    EXPECT_EQ(make_stamp(minute, 0).view(), "311114022026");
    EXPECT_EQ(make_stamp(minute, 3).view(), "311114022026-3");
}

TEST(Stamp, ReadsWhatItWrote) {
    const LocalMinute minute{5, 7, 1, 12, 2026};
    for (const int taken : {0, 1, 250}) {
        EXPECT_EQ(read_stamp(make_stamp(minute, taken).view()), (ReadStamp{minute, taken}));
    }
}

TEST(Stamp, ReadsTheTenAndElevenDigitsOfOlderFiles) {
    EXPECT_EQ(read_stamp("3014110226"), (ReadStamp{{30, 14, 11, 2, 2026}, 0}));
    EXPECT_EQ(read_stamp("30141122026"), (ReadStamp{{30, 14, 11, 2, 2026}, 0}));
}

TEST(Stamp, ReadsWhatWasWrittenByHandInEveryWayThatIsAMinute) {
    const auto readings = stamp_readings("30141102026");
    ASSERT_EQ(readings.size(), 2U);
    EXPECT_EQ(readings[0], (ReadStamp{{30, 14, 11, 2, 2026}, 0}));
    EXPECT_EQ(readings[1], (ReadStamp{{30, 14, 1, 10, 2026}, 0}));
    EXPECT_EQ(stamp_readings("301411022026").front(), (ReadStamp{{30, 14, 11, 2, 2026}, 0}));
    EXPECT_EQ(stamp_readings("50922092026").front(), (ReadStamp{{5, 9, 22, 9, 2026}, 0}));
    EXPECT_TRUE(stamp_readings("not a stamp").empty());
    EXPECT_TRUE(stamp_readings("123").empty());
}

TEST(Stamp, RefusesWhatIsNoMinute) {
    for (const char* text : {"", "123", "611114022026", "312514022026", "311132022026", "311114132026", "31111402202x",
                             "311114022026-0", "311114022026-", "3111140220261"}) {
        EXPECT_FALSE(read_stamp(text)) << text;
    }
}

}  // namespace
}  // namespace hm
