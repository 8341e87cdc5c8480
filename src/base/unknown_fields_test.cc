#include "base/shape.h"

#include <gtest/gtest.h>

#include "base/codec.h"

namespace hm {
namespace {

struct Part {
    std::optional<std::int64_t> line;
    static constexpr void fields(auto&& visit) { visit(field("line", &Part::line, "A line.")); }
};

struct Whole {
    std::optional<std::int64_t> number;
    Part part;
    std::vector<Part> parts;
    json::object anything;
    static constexpr void fields(auto&& visit) {
        visit(field("number", &Whole::number, "A number."));
        visit(field("part", &Whole::part, "A part."));
        visit(field("parts", &Whole::parts, "Parts."));
        visit(field("anything", &Whole::anything, "Anything."));
    }
};

TEST(UnknownFields, ComeBackWhereTheyWere) {
    const json::object before = parse_json(R"({"number":1,"part":{"line":2,"room":"attic"},
        "parts":[{"line":1},{"line":2,"wet":true}],"anything":{"x":1},"colour":[1,2]})")
                                    ->as_object();
    json::object record = before;
    const json::object unknown = take_unknown(record, shape_of<Whole>());
    EXPECT_TRUE(decode_as<Whole>(record, "whole").has_value());
    EXPECT_EQ(unknown,
              parse_json(R"({"part":{"room":"attic"},"parts":{"1":{"wet":true}},"colour":[1,2]})")->as_object());
    put_back_unknown(record, unknown);
    EXPECT_EQ(record, before);
}

TEST(UnknownFields, NeverReplaceWhatTheRecordKnowsByNow) {
    json::object record{{"number", 1}};
    put_back_unknown(record, {{"number", 7}, {"colour", "red"}});
    EXPECT_EQ(record, json::object({{"number", 1}, {"colour", "red"}}));
}

}  // namespace
}  // namespace hm
