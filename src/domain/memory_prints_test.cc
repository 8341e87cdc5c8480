#include "domain/fingerprints.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

bool are_same(std::string_view one, std::string_view other) {
    const bool same = is_same_text(read_text(one), read_text(other));
    // Equal texts must have equal prints, or one would never be found by the other.
    if (same) {
        EXPECT_EQ(prints_of(read_text(one)).same_text, prints_of(read_text(other)).same_text) << one;
    }
    return same;
}

double share_of(std::string_view one, std::string_view other) {
    return similarity(read_text(one), read_text(other));
}

TEST(MemoryPrints, ReadPastCaseSpacesAndTheMarksOfSentences) {
    EXPECT_TRUE(are_same("Use pnpm, not npm.", "use PNPM not npm"));
    EXPECT_TRUE(are_same("  Use\tpnpm;\n not npm ", "Use pnpm not npm."));
    EXPECT_TRUE(are_same("A token is kept.", "a token is kept"));
    EXPECT_TRUE(are_same("Don't retry.", "don't retry"));
    EXPECT_TRUE(are_same("日本語。", "日本語。"));
}

TEST(MemoryPrints, NeverTakeADifferentMeaningForTheSameText) {
    EXPECT_FALSE(are_same("do X", "do not X"));
    EXPECT_FALSE(are_same("Do retry.", "Don't retry."));
    EXPECT_FALSE(are_same("use a == b", "use a != b"));
    EXPECT_FALSE(are_same("write it in C", "write it in C++"));
    EXPECT_FALSE(are_same("rm -r is safe", "rm -R is safe"));
    EXPECT_FALSE(are_same("call `Path` first", "call `path` first"));
    EXPECT_FALSE(are_same("call `git add`", "call `git ADD`"));
    EXPECT_FALSE(are_same("set fooBar", "set foobar"));
    EXPECT_FALSE(are_same("press G in vim", "press g in vim"));
    EXPECT_FALSE(are_same("call save!", "call save"));
    EXPECT_FALSE(are_same("It works?", "It works."));
    EXPECT_FALSE(are_same("git add .", "git add"));
    EXPECT_FALSE(are_same("cd ..", "cd ."));
    EXPECT_FALSE(are_same("cd dir/..", "cd dir/."));
    EXPECT_FALSE(are_same("version 1.5", "version 15"));
    EXPECT_FALSE(are_same("offset is -1", "offset is 1"));
    EXPECT_FALSE(are_same("port 80", "port 8080"));
}

TEST(MemoryPrints, CallNoShortTextSimilar) {
    EXPECT_EQ(share_of("port 80", "port 8080"), 0);
    EXPECT_EQ(share_of("use pnpm here", "use pnpm there"), 0);
    EXPECT_EQ(share_of("use pnpm", "Use `pnpm`"), 0);
    EXPECT_FALSE(prints_of(read_text("use pnpm here")).near.has_value());
    EXPECT_LT(share_of("the port is 80", "the port is 81"), least_similarity);
    EXPECT_EQ(share_of("", "?!"), 0);
}

TEST(MemoryPrints, CallALongTextWithASmallChangeSimilar) {
    const std::string text =
        "The session token is renewed by refresh.ts and never by the login form, because the form does not see the "
        "headers that the proxy adds to every answer.";
    std::string negated = text;
    negated.replace(negated.find("is renewed"), 10, "is not renewed");
    EXPECT_GE(share_of(text, negated), least_similarity);
    EXPECT_FALSE(are_same(text, negated));
    EXPECT_EQ(share_of(text, text), 1);
    EXPECT_LT(share_of(text, "The login form renews the session token; refresh.ts does not see the headers at all."),
              least_similarity);
}

TEST(MemoryPrints, ReadWordsOfScriptsWithoutSpaces) {
    EXPECT_GE(share_of("会话令牌由刷新脚本更新而不是由登录表单更新", "会话令牌由刷新脚本更新而不是由登录表单更新的"),
              least_similarity);
    EXPECT_LT(share_of("会话令牌由刷新脚本更新", "数据库连接在启动时打开一次"), least_similarity);
}

TEST(MemoryPrints, TakeAnyBytes) {
    std::uint32_t state = 5;
    const auto next = [&] { return (state = state * 1664525U + 1013904223U) >> 16U; };
    for (int i = 0; i < 2000; ++i) {
        std::string bytes(next() % 40, ' ');
        for (char& c : bytes) c = static_cast<char>(next());
        const ReadText text = read_text(bytes);
        EXPECT_TRUE(is_same_text(text, read_text(bytes)));
        EXPECT_GE(prints_of(text).same_text, 0);
    }
}

// Stored prints are compared with new ones for years: these values may change only with a migration.
TEST(MemoryPrints, StayWhatTheyWere) {
    const MemoryPrints prints = prints_of(read_text("The token is renewed by refresh.ts."));
    EXPECT_EQ(prints.same_text, 70461078196116);
    ASSERT_TRUE(prints.near.has_value());
    EXPECT_EQ(*prints.near, (std::array<std::int64_t, 3>{149686086767178, 104882621037427, 102378642066029}));
}

}  // namespace
}  // namespace hm
