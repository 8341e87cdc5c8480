#include "adapters/clients/opencode/replies.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hm::opencode {
namespace {

std::string line(std::string_view id, std::string_view hook, std::string_view session) {
    return to_text(json::object{{"id", id}, {"hook", hook}, {"input", {{"sessionID", session}}}}) + "\n";
}

std::string order(WaitingLines& lines) {
    std::string ids;
    while (lines.size() > 0) {
        const WaitingLine next = lines.next();
        ids += next.request ? std::string(text_member(*next.request, "id")) : "?";
    }
    return ids;
}

TEST(WaitingLines, ACallGoesBeforeWhatOtherSessionsWaitFor) {
    WaitingLines lines(1000);
    lines.add(line("1", "event", "a") + line("2", "messages.transform", "b") + line("3", "tool.execute.after", "b") +
              line("4", "tool.execute.before", "c"));
    EXPECT_EQ(order(lines), "4123");
}

TEST(WaitingLines, ACallComesBehindWhatItsSessionRecordedBefore) {
    WaitingLines lines(1000);
    lines.add(line("1", "event", "b") + line("2", "tool.execute.after", "a") + line("3", "chat.message", "a") +
              line("4", "tool.execute.before", "a") + line("5", "tool.execute.after", "a"));
    EXPECT_EQ(order(lines), "23415");
}

TEST(WaitingLines, ACallWaitsForNoCommandAndNoPackOfItsSession) {
    WaitingLines lines(1000);
    lines.add(line("1", "tool", "a") + line("2", "tool.execute.after", "a") + line("3", "tool.execute.before", "a"));
    EXPECT_EQ(order(lines), "312");
}

TEST(WaitingLines, CallsAndAllElseKeepTheirOrder) {
    WaitingLines lines(1000);
    lines.add(line("1", "event", "a") + line("2", "tool.execute.before", "b") + line("3", "tool", "c") +
              line("4", "tool.execute.before", "d") + line("5", "event", "a"));
    EXPECT_EQ(order(lines), "24135");
}

TEST(WaitingLines, TheFirstWordOfACallerIsAnsweredFirst) {
    WaitingLines lines(1000);
    lines.add(line("1", "hello", "") + line("2", "event", "a") + line("3", "tool.execute.before", "b"));
    EXPECT_EQ(order(lines), "132");
}

TEST(WaitingLines, ComeInAnyPortions) {
    WaitingLines lines(1000);
    const std::string all = line("1", "event", "a") + "\n\n" + line("2", "event", "a") + line("3", "event", "a");
    for (const char byte : all) lines.add({&byte, 1});
    EXPECT_EQ(order(lines), "123");
    lines.add(all.substr(0, 20));
    EXPECT_EQ(lines.size(), 0U);
    EXPECT_EQ(lines.unread(), all.substr(0, 20));
}

TEST(WaitingLines, OfALineThatIsTooLongOnlyTheBeginningIsKept) {
    for (const std::size_t portion : {1'000'000U, 700U, 4096U}) {
        WaitingLines lines(10'000);
        const std::string all = R"({"id":"long","hook":"tool.execute.before","x":")" + std::string(50'000, 'x') +
                                "\"}\n" + line("2", "event", "a");
        for (std::size_t at = 0; at < all.size(); at += portion) lines.add(std::string_view(all).substr(at, portion));
        ASSERT_EQ(lines.size(), 2U) << portion;
        const WaitingLine first = lines.next();
        EXPECT_FALSE(first.request);
        EXPECT_TRUE(first.text.starts_with(R"({"id":"long")"));
        EXPECT_LE(first.text.size(), 4096U);
        EXPECT_EQ(order(lines), "2");
        EXPECT_EQ(lines.bytes(), 0U);
    }
}

}  // namespace
}  // namespace hm::opencode
