// Plays the examples of docs/formats, so that the pages stay true.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "store/queries/spool.h"
#include "support/places.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of_page(const std::string& name) {
    std::ifstream in(source_directory() / "docs" / "formats" / name);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    EXPECT_FALSE(lines.empty()) << name;
    return lines;
}

json::object object_in(const std::string& text) {
    const auto value = parse_json(text);
    EXPECT_TRUE(value && value->is_object()) << text;
    return value && value->is_object() ? value->get_object() : json::object{};
}

std::set<std::string> names_in(const json::object& object) {
    std::set<std::string> names;
    for (const auto& member : object) names.insert(std::string(member.key()));
    return names;
}

// Values differ from run to run; what must hold are the members, and every value of the words that decide.
void expect_alike(const json::object& written, const json::object& answered) {
    EXPECT_EQ(names_in(written), names_in(answered));
    for (const char* name : {"id", "active", "verdict", "fail", "failed", "mode", "deadline_ms", "toast"}) {
        const json::value* value = written.if_contains(name);
        if (value == nullptr || !answered.contains(name)) continue;
        EXPECT_EQ(*value, answered.at(name)) << name;
    }
}

TEST(FormatPages, ServeAnswersItsExamplesAsWritten) {
    World world;
    ASSERT_EQ(world.cli({"init", "--mode", "strict"}).exit_code, 0);
    std::set<std::string> hooks;
    json::object answered;
    for (const std::string& line : lines_of_page("serve.md")) {
        SCOPED_TRACE(line);
        if (line.starts_with("> ")) {
            const json::object request = object_in(line.substr(2));
            const std::string hook(text_member(request, "hook"));
            hooks.insert(hook);
            answered = world.opencode_again(text_member(request, "id"), hook, object_member(request, "input"));
        } else if (line.starts_with("< ")) {
            expect_alike(object_in(line.substr(2)), answered);
        }
    }
    EXPECT_EQ(hooks.size(), 12U) << "each hook once, and one that does not exist";
}

TEST(FormatPages, TheSpoolExampleIsARecord) {
    int examples = 0;
    for (const std::string& line : lines_of_page("spool.md")) {
        if (!line.starts_with("{")) continue;
        ++examples;
        const json::object example = object_in(line);
        const auto record = decode_as<SpooledRecord>(example, "the example");
        ASSERT_TRUE(record) << record.error().what << record.error().evidence.front();
        EXPECT_EQ(encode(*record), json::value(example));
    }
    EXPECT_EQ(examples, 1);
}

}  // namespace
}  // namespace hm::testing
