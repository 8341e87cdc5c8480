#include "adapters/wiring/json_edit.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(JsonEdit, AddsAMemberAndKeepsEveryOtherByte) {
    EXPECT_EQ(*with_json_member("{\n  // mine }\n  \"a\": 1, /* ] */\n}\n", {"b"}, 2),
              "{\n  // mine }\n  \"a\": 1,\n  \"b\": 2, /* ] */\n}\n");
    EXPECT_EQ(*with_json_member("", {"a", "b"}, 1), "{\n  \"a\": {\"b\":1}\n}\n");
    EXPECT_EQ(*with_json_member("{ // only } this\n}", {"a"}, 1), "{ // only } this\n  \"a\": 1\n}");
    EXPECT_EQ(*with_json_member("{\"a\": {\"x\": [1, 2]}}", {"a", "y"}, true),
              "{\"a\": {\"x\": [1, 2],\n    \"y\": true}}");
}

TEST(JsonEdit, ReplacesAMemberInItsPlace) {
    EXPECT_EQ(*with_json_member("{\"a\": {\"b\": [\"}\"]}, \"c\": 1}", {"a", "b"}, "x"),
              "{\"a\": {\"b\": \"x\"}, \"c\": 1}");
    EXPECT_EQ(*with_json_member("{\"q\\\"x\": 1}", {"q\"x"}, 2), "{\"q\\\"x\": 2}");
}

TEST(JsonEdit, PutsItemsBehindThoseOfOthersAndTakesThemOutAgain) {
    const std::string others = "{\"hooks\": {\"E\": [{\"a\": 1} /* theirs */]}}";
    const std::string with = *with_json_item(others, {"hooks", "E"}, json::object{{"b", 2}});
    EXPECT_EQ(with, "{\"hooks\": {\"E\": [{\"a\": 1}, {\"b\":2} /* theirs */]}}");
    EXPECT_EQ(*without_json_item(with, {"hooks", "E"}, 1), others);
    EXPECT_EQ(*without_json_item(with, {"hooks", "E"}, 0), "{\"hooks\": {\"E\": [{\"b\":2} /* theirs */]}}");
    EXPECT_EQ(*without_json_item("{\"E\": [1,\n]}", {"E"}, 0), "{\"E\": [\n]}");
}

TEST(JsonEdit, TakesAMemberOutWhereverItStands) {
    const std::string three = "{\"a\": 1, \"b\": 2, \"c\": 3}";
    EXPECT_EQ(*without_json_member(three, {"a"}), "{\"b\": 2, \"c\": 3}");
    EXPECT_EQ(*without_json_member(three, {"b"}), "{\"a\": 1, \"c\": 3}");
    EXPECT_EQ(*without_json_member(three, {"c"}), "{\"a\": 1, \"b\": 2}");
    EXPECT_EQ(*without_json_member(three, {"d"}), three);
    EXPECT_FALSE(without_json_member(three, {"a", "d"})) << "a number has no members";
}

TEST(JsonEdit, WhatItAddsIsReadAsItWasMeant) {
    const json::value deep{{"command", std::string(200, 'x')}, {"args", {"mcp"}}};
    for (const char* text : {"", "{}", "{\n}\n", "{\"a\": [1, 2,],}", "// first\n{\"m\": {}}"}) {
        const auto edited = with_json_member(text, {"m", "hivemind"}, deep);
        ASSERT_TRUE(edited.has_value()) << text;
        const auto read = read_loose_json(*edited);
        ASSERT_TRUE(read.has_value()) << *edited;
        EXPECT_EQ(read->at("m").at("hivemind"), deep) << *edited;
    }
}

TEST(JsonEdit, RefusesWhatItCannotRead) {
    for (const char* text : {"[]", "{\"a\" 1}", "{\"a\": \"unclosed}", "{\"m\": [1}", "nonsense"}) {
        EXPECT_FALSE(with_json_member(text, {"m", "x"}, 1)) << text;
    }
}

}  // namespace
}  // namespace hm
