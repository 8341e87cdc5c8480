#include "base/codec.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

HM_ENUM(Colour, red, green, deep_blue)

struct Inner {
    std::optional<std::int64_t> line;
    static constexpr void fields(auto&& visit) { visit(field("line", &Inner::line, "A line.")); }
};

struct Sample {
    Text<1, 5> name;
    Colour colour = Colour::red;
    std::vector<Text<1, 3>> tags;
    Inner inner;
    std::optional<Duration> wait;
    static constexpr void fields(auto&& visit) {
        visit(field("name", &Sample::name, "Its name."));
        visit(field("colour", &Sample::colour, "Its colour."));
        visit(field("tags", &Sample::tags, "Its tags."));
        visit(field("inner", &Sample::inner, "What is inside."));
        visit(field("wait", &Sample::wait, "How long."));
    }
};

struct Input {
    std::optional<Text<1, 5>> name;
    static constexpr void fields(auto&& visit) { visit(same_as(&Sample::name, &Input::name)); }
};

Result<Sample> decoded(std::string_view text) {
    return decode_as<Sample>(*parse_json(text), "sample");
}

TEST(Codec, ReadsBackWhatItWrote) {
    const std::string text = R"({"name":"a<b","colour":"deep_blue","tags":["x","y"],"inner":{"line":3},"wait":"30m"})";
    const auto sample = decoded(text);
    ASSERT_TRUE(sample.has_value());
    EXPECT_EQ(sample->wait, minutes(30));
    EXPECT_EQ(to_text(encode(*sample)), text);
}

TEST(Codec, NamesEveryErrorWithItsPath) {
    const auto sample =
        decoded(R"({"name":"","colour":"blue","tags":["ok","long","\u0000"],"inner":{"lien":1},"nmae":1})");
    ASSERT_FALSE(sample.has_value());
    const std::vector<std::string> expected{
        "name: The text has 0 characters. Send 1 to 5 characters.",
        "colour: 'blue' is not known. Use one of red, green, deep_blue.",
        "tags[1]: The text has 4 characters. Send 1 to 3 characters.",
        "tags[2]: The text is not valid UTF-8 or holds a NUL byte. Send plain UTF-8 text.",
        "inner.lien: Not known. Did you mean line?",
        "nmae: Not known. Did you mean name?",
    };
    EXPECT_EQ(sample.error().evidence, expected);
    EXPECT_EQ(sample.error().code, ErrorCode::invalid_input);
}

TEST(Codec, CountsCharactersNotBytes) {
    EXPECT_TRUE((Text<1, 5>::make("äöüßé").has_value()));
    EXPECT_FALSE((Text<1, 5>::make("äöüßéa").has_value()));
    EXPECT_FALSE((Text<1, 5>::make("\xFF").has_value()));
}

TEST(Codec, DescribesTheSameFieldsAsJsonSchema) {
    EXPECT_EQ(
        to_text(to_json_schema(shape_of<Sample>())),
        R"({"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":5,"description":"Its name."},)"
        R"("colour":{"type":"string","enum":["red","green","deep_blue"],"description":"Its colour."},)"
        R"("tags":{"type":"array","items":{"type":"string","minLength":1,"maxLength":3},"description":"Its tags."},)"
        R"("inner":{"type":"object","properties":{"line":{"type":"integer","description":"A line."}},)"
        R"("additionalProperties":false,"description":"What is inside."},)"
        R"("wait":{"type":"string","description":"How long."}},"required":["name","colour","inner"],)"
        R"("additionalProperties":false})");
}

TEST(Codec, TakesAFieldOverWithItsNameAndSentence) {
    const Shape shape = shape_of<Input>();
    ASSERT_EQ(shape.fields.size(), 1U);
    EXPECT_EQ(shape.fields[0].name, "name");
    EXPECT_EQ(shape.fields[0].sentence, "Its name.");
    EXPECT_EQ(shape.fields[0].presence, Presence::optional);
}

TEST(Codec, RefusesWhatIsNotJson) {
    for (const char* text : {"", "{", "{} x", "[1,]", "nul"}) EXPECT_FALSE(parse_json(text)) << text;
    EXPECT_FALSE(parse_json(std::string(100, '['), 50));
    EXPECT_FALSE(parse_json(std::string(5000, '[')));
}

TEST(Codec, ReadsLengthsOfTime) {
    EXPECT_EQ(parse_duration("90s")->ms, 90'000);
    EXPECT_EQ(to_text(*parse_duration("90s")), "90s");
    EXPECT_EQ(to_text(hours(72)), "3d");
    for (const char* text : {"", "5", "m", "-3m", "5 m", "99999999999d", "3mm"})
        EXPECT_FALSE(parse_duration(text)) << text;
}

}  // namespace
}  // namespace hm
