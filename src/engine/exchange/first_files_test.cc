#include "engine/exchange/first_files.h"

#include <gtest/gtest.h>

#include "base/id.h"
#include "engine/exchange/mappings.h"

namespace hm::first {
namespace {

LocalMinute some_minute(Time) {
    return {1, 2, 3, 4, 2026};
}

TEST(NewId, IsTheSameEveryTimeAndOrdersByMaking) {
    const std::string id = new_id("task", "todo-1", Time{1'771'044'916'275});
    EXPECT_EQ(id, new_id("task", "todo-1", Time{1'771'044'916'275}));
    EXPECT_TRUE(Id::parse(id)) << id;
    EXPECT_EQ(id[14], '7');
    EXPECT_NE(id, new_id("memory", "todo-1", Time{1'771'044'916'275}));
    EXPECT_LT(id, new_id("task", "todo-1", Time{1'771'044'916'276}));
    const std::string already = "0193a1b2-0000-7000-8000-00000000dead";
    EXPECT_EQ(new_id("task", already, Time{5}), already);
}

TEST(StatusWords, MeanWhatTheyMeant) {
    EXPECT_EQ(task_status("complete"), TaskStatus::completed);
    EXPECT_EQ(task_status("completed"), TaskStatus::completed);
    EXPECT_EQ(task_status("in_progress"), TaskStatus::active);
    EXPECT_EQ(task_status("cancelled"), TaskStatus::abandoned);
    EXPECT_EQ(task_status("pending"), TaskStatus::planned);
    EXPECT_EQ(task_status("blocked"), TaskStatus::planned);
    EXPECT_EQ(task_status("invalidated"), TaskStatus::invalidated);
    EXPECT_EQ(task_status("no such word"), TaskStatus::planned);
    EXPECT_EQ(plan_status("archived"), PlanStatus::archived);
    EXPECT_EQ(phase_status("complete"), PhaseStatus::completed);
    EXPECT_EQ(plan_category("spec-kit"), PlanCategory::spec_kit);
}

TEST(ReadTime, KnowsMillisecondsAndIso) {
    EXPECT_EQ(read_time(json::value(1'771'043'510'605))->ms, 1'771'043'510'605);
    EXPECT_EQ(read_time(json::value("2026-03-12T20:09:46.803Z"))->ms, 1'773'346'186'803);
    EXPECT_EQ(read_time(json::value("1970-01-01"))->ms, 0);
    EXPECT_EQ(read_time(json::value("2024-02-29T00:00:01Z"))->ms, 1'709'164'801'000);
    EXPECT_FALSE(read_time(json::value("yesterday")));
    EXPECT_FALSE(read_time(json::value(nullptr)));
    EXPECT_FALSE(read_time(json::value(-5)));
}

TEST(Salvage, FindsTheWholeObjectsOfAFileThatBreaksOff) {
    const json::object found =
        salvage(R"({"version":"1","mems":[{"id":"a","content":"x } ] \" {"}, {"id":"b","in":{"c":1}},
        {"id":"c","content":"cut o)");
    EXPECT_EQ(found.at("mems").as_array().size(), 2U);
    EXPECT_EQ(found.at("mems").at(1).at("in").at("c"), 1);
    EXPECT_TRUE(salvage("nothing here").empty());
    EXPECT_TRUE(salvage(R"({"mems":)").empty());
}

TEST(FirstFiles, LongTextsAreShortenedAndKeptWhole) {
    const std::string text(300, 'x');
    const json::object file{{"tasks", {json::object{{"id", "todo-1"}, {"title", text}, {"status", "pending"}}}}};
    const MappedFiles mapped = map_first_files({{"tasks.json", file}}, &some_minute);
    ASSERT_EQ(mapped.nodes.size(), 1U);
    EXPECT_EQ(count_characters(text_member(mapped.nodes[0].record, "name")), 200U);
    EXPECT_EQ(mapped.nodes[0].unknown.at("original").at("title"), json::value(text));
    EXPECT_EQ(mapped.nodes[0].unknown.at("original").at("status"), "pending");
    EXPECT_EQ(mapped.nodes[0].alias, "todo-1");
    EXPECT_EQ(mapped.nodes[0].record.at("stamp"), "010203042026");
}

TEST(FirstFiles, ADeepTreeEndsSomewhereAndAFileOfNothingIsNamed) {
    json::object node{{"id", "a_0"}, {"level", "action"}, {"content", "x"}};
    for (int i = 1; i < 30; ++i) {
        node = {{"id", "a_" + std::to_string(i)}, {"level", "action"}, {"content", "x"}, {"children", {node}}};
    }
    const MappedFiles mapped =
        map_first_files({{"hierarchy.json", {{"version", 1}, {"root", node}}}, {"odd.json", {{"x", 1}}}}, &some_minute);
    EXPECT_GE(mapped.nodes.size(), 30U);
    EXPECT_EQ(mapped.unknown_files, std::vector<std::string>{"odd.json"});
}

}  // namespace
}  // namespace hm::first
