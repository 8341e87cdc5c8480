#include "engine/recall/time_asked.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

constexpr Time now{1'790'000'000'000};  // 2026-09-21T14:13:20Z, a Monday

std::string range(std::string_view question) {
    const auto asked = time_asked(question, now);
    return asked ? to_iso(asked->since).substr(0, 10) + " " + to_iso(asked->until).substr(0, 10) : "none";
}

TEST(TimeAsked, ReadsDaysMonthsAndYears) {
    EXPECT_EQ(range("What did Melanie paint on October 13, 2023?"), "2023-10-13 2023-10-14");
    EXPECT_EQ(range("the 13th of October 2023"), "2023-10-13 2023-10-14");
    EXPECT_EQ(range("25 May 2023"), "2023-05-25 2023-05-26");
    EXPECT_EQ(range("in May 2023"), "2023-05-01 2023-06-01");
    EXPECT_EQ(range("what broke on 2026-03-04?"), "2026-03-04 2026-03-05");
    EXPECT_EQ(range("the audit of 2024"), "2024-01-01 2025-01-01");
}

TEST(TimeAsked, TakesTheLastOneBeforeNowWithoutAYear) {
    EXPECT_EQ(range("in August"), "2026-08-01 2026-09-01");
    EXPECT_EQ(range("in December"), "2025-12-01 2026-01-01");
}

TEST(TimeAsked, ReadsWhatIsRelativeToNow) {
    EXPECT_EQ(range("what did we decide yesterday"), "2026-09-20 2026-09-21");
    EXPECT_EQ(range("last week"), "2026-09-14 2026-09-21");
    EXPECT_EQ(range("this week"), "2026-09-21 2026-09-28");
    EXPECT_EQ(range("last month"), "2026-08-01 2026-09-01");
    EXPECT_EQ(range("3 days ago"), "2026-09-18 2026-09-19");
    EXPECT_EQ(range("in the last 2 weeks"), "2026-09-07 2026-09-22");
}

TEST(TimeAsked, ReadsNumbersAndDaysInWords) {
    EXPECT_EQ(range("two days ago"), "2026-09-19 2026-09-20");
    EXPECT_EQ(range("what did we learn a week ago"), "2026-09-14 2026-09-21");
    EXPECT_EQ(range("in the past three days"), "2026-09-18 2026-09-22");
    EXPECT_EQ(range("3 hours ago"), "2026-09-21 2026-09-22");
    EXPECT_EQ(range("what broke this morning?"), "2026-09-21 2026-09-22");
    EXPECT_EQ(range("on Friday"), "2026-09-18 2026-09-19");
    EXPECT_EQ(range("last Monday"), "2026-09-14 2026-09-15") << "today is not last Monday";
    EXPECT_EQ(range("a friday feeling"), "none");
}

TEST(TimeAsked, ReadsFromWhenAndUpToWhen) {
    EXPECT_EQ(range("what changed since August?"), "2026-08-01 2026-09-22");
    EXPECT_EQ(range("everything since last week"), "2026-09-14 2026-09-22");
    EXPECT_EQ(range("after August"), "2026-09-01 2026-09-22");
    EXPECT_EQ(range("before October 2023"), "1970-01-01 2023-10-01");
    EXPECT_EQ(range("before the 13th of October 2023"), "2023-10-13 2023-10-14") << "the days around it";
    EXPECT_EQ(range("until May 2023"), "1970-01-01 2023-06-01");
}

TEST(TimeAsked, DoesNotTakeVerbsAndPortsForTimes) {
    EXPECT_EQ(range("you may march on"), "none");
    EXPECT_EQ(range("port 8080 and 443"), "none");
    EXPECT_EQ(range("31 February"), "none");
    EXPECT_EQ(range(""), "none");
}

TEST(TimeAsked, CountsTheDaysAroundADayToo) {
    const auto day = *time_asked("2026-03-04", now);
    EXPECT_EQ(nearness(day, day.since + hours(3)), 1);
    EXPECT_GT(nearness(day, day.since + hours(60)), nearness(day, day.since + hours(24 * 10)));
    EXPECT_EQ(nearness(day, day.since + hours(24 * 40)), 0);
    const auto month = *time_asked("in May 2023", now);
    EXPECT_EQ(nearness(month, Time{month.since.ms - 1}), 0);
}

TEST(ParseMoment, ReadsDatesLengthsAndWords) {
    EXPECT_EQ(to_iso(*parse_moment("2026-05-01", now)), "2026-05-01T00:00:00Z");
    EXPECT_EQ(to_iso(*parse_moment("2026-05-01T10:30", now)), "2026-05-01T10:30:00Z");
    EXPECT_EQ(parse_moment("3d", now)->ms, now.ms - hours(72).ms);
    EXPECT_EQ(to_iso(*parse_moment("last week", now)), "2026-09-14T00:00:00Z");
    EXPECT_FALSE(parse_moment("soon", now));
    EXPECT_FALSE(parse_moment("", now));
}

}  // namespace
}  // namespace hm
