#include "engine/exchange/layout.h"

#include <gtest/gtest.h>

namespace hm::exchange {
namespace {

TEST(NodeLines, AnUntouchedFileIsOneJsonArray) {
    const std::string file = head_line({"task", 4}, {{"made_for", "us"}}) +
                             node_line("task", {{"id", "a"}, {"name", "x\ny"}}, {{"colour", "red"}}) + foot_line();
    EXPECT_EQ(file,
              "[{\"hivemind\":\"export\",\"version\":1,\"schema\":4,\"noun\":\"task\",\"made_for\":\"us\"},\n"
              "{\"noun\":\"task\",\"id\":\"a\",\"name\":\"x\\ny\",\"colour\":\"red\"},\n"
              "{\"hivemind\":\"end\"}]\n");
    EXPECT_TRUE(parse_json(file).has_value());
}

TEST(NodeLines, ALineIsReadWithAndWithoutCommasAndBrackets) {
    for (const char* text : {R"({"noun":"task","id":"a"},)", R"({"noun":"task","id":"a"})",
                             R"([{"noun":"task","id":"a"},)", R"(  {"noun":"task","id":"a"}]  )",
                             ",{\"noun\":\"task\",\"id\":\"a\"}\r", "\xEF\xBB\xBF[{\"noun\":\"task\",\"id\":\"a\"},"}) {
        const Line line = read_line(text);
        EXPECT_EQ(line.kind, LineKind::node) << text;
        EXPECT_EQ(line.noun, "task");
        EXPECT_EQ(line.object, json::object({{"id", "a"}}));
    }
    for (const char* text : {"", "  ", "[", "]", ",", "],"}) EXPECT_EQ(read_line(text).kind, LineKind::nothing) << text;
}

TEST(NodeLines, MarkersHeadsAndFeetAreNoNodes) {
    for (const char* text : {"<<<<<<< HEAD", "=======", ">>>>>>> branch", "||||||| base"}) {
        EXPECT_EQ(read_line(text).kind, LineKind::conflict_marker) << text;
    }
    const Line head = read_line(R"([{"hivemind":"export","version":7,"schema":4,"noun":"task","x":1},)");
    EXPECT_EQ(head.kind, LineKind::head);
    EXPECT_EQ(head.version, 7);
    EXPECT_EQ(head.object, json::object({{"x", 1}}));
    EXPECT_EQ(read_line(R"({"hivemind":"end"}])").kind, LineKind::foot);
}

TEST(NodeLines, WhatIsNoNodeSaysWhy) {
    EXPECT_NE(read_line(R"({"noun":"task",)").reason.find("Broken JSON"), std::string::npos);
    EXPECT_EQ(read_line("7").reason, "Not a JSON object.");
    EXPECT_EQ(read_line(R"({"id":"a"})").reason, "It has no noun.");
}

TEST(Layout, OnlyPathsThatAnExportMakesAreOurs) {
    for (const char* file : {"graph/tasks.json", "sessions/active/swarms/0193.json", "system/manifest.json"}) {
        EXPECT_TRUE(may_be_ours(file)) << file;
    }
    for (const char* file : {"graph/../secrets.json", "/etc/passwd.json", "package.json", "graph/notes.md",
                             "sessions/archive/x.json", "src/graph/tasks.json", "graph//etc/x.json"}) {
        EXPECT_FALSE(may_be_ours(file)) << file;
    }
    EXPECT_EQ(files_to_read().front(), "system/config.json");
    EXPECT_EQ(files_to_read().back(), "graph/orphans.json");
}

}  // namespace
}  // namespace hm::exchange
