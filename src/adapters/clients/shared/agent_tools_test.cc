#include "adapters/clients/shared/agent_tools.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "app/command/catalog.h"
#include "app/event/hook_frame.h"
#include "app/project/project.h"
#include "support/world.h"
#include "view/notes_text.h"
#include "view/stop_text.h"

namespace hm {
namespace {

using testing::World;

TEST(AgentTools, HaveAtMostSixActionsEach) {
    for (const AgentTool& tool : all_agent_tools()) EXPECT_LE(tool.actions.size(), 6U) << tool.name;
    for (const OfferedTool& tool : offered_tools()) {
        std::set<std::string_view> actions;
        for (const OfferedAction& row : tool.actions) actions.insert(row.action);
        EXPECT_LE(actions.size(), 6U) << tool.name;
    }
}

std::set<std::string> names_offered(std::string_view role) {
    std::set<std::string> names;
    for (const json::value& each : describe_agent_tools(OfferedTools::usual, share_of(role_or_least({}, role)))) {
        names.emplace(text_member(each.get_object(), "name"));
    }
    return names;
}

TEST(OfferedTools, AreFiveForWhoPlansAndFourForWhoDoes) {
    const std::set<std::string> planners{"govern_plan", "govern_task", "govern_delegate", "hivemind_memory",
                                         "hivemind"};
    const std::set<std::string> workers{"govern_task", "hivemind_memory", "hivemind_find", "hivemind"};
    for (const char* role : {"solo", "coordinator", "mcp"}) EXPECT_EQ(names_offered(role), planners) << role;
    for (const char* role : {"executor", "investigator"}) EXPECT_EQ(names_offered(role), workers) << role;
}

TEST(OfferedTools, WeighLittleWithEveryRequest) {
    for (const char* role : {"solo", "executor"}) {
        const ToolShare share = share_of(role_or_least({}, role));
        EXPECT_LT(to_text(describe_agent_tools(OfferedTools::usual, share)).size(), 3'500U) << role;
    }
    EXPECT_LT(to_text(describe_agent_tools(OfferedTools::usual, ToolShare::everyone)).size(), 6'000U);
    EXPECT_EQ(describe_agent_tools(OfferedTools::all, ToolShare::planners).size(), 15U);
}

void check_words(std::span<const ToolArgument> arguments) {
    for (const ToolArgument& argument : arguments) {
        std::istringstream words{std::string(argument.words)};
        const auto count = std::distance(std::istream_iterator<std::string>(words), {});
        EXPECT_LE(count, 8) << argument.words;
        check_words(argument.parts);
    }
}

Shape input_of(std::string_view entry) {
    if (const Command* command = find_command(entry)) return command->input();
    const Query* query = find_query(entry);
    EXPECT_NE(query, nullptr) << entry;
    return query == nullptr ? Shape{} : query->input();
}

bool has_field(const Shape& shape, std::string_view name) {
    return std::ranges::any_of(shape.fields, [&](const FieldShape& field) { return field.name == name; });
}

TEST(OfferedTools, MapEveryArgumentToAFieldThatIsThere) {
    for (const OfferedTool& tool : offered_tools()) {
        check_words(tool.arguments);
        for (const OfferedAction& row : tool.actions) {
            const Shape input = input_of(row.entry);
            for (const MappedField& mapped : row.fields) {
                EXPECT_TRUE(has_field(input, mapped.field)) << row.entry << " " << mapped.field;
                EXPECT_TRUE(std::ranges::any_of(tool.arguments,
                                                [&](const ToolArgument& each) { return each.name == mapped.argument; }))
                    << tool.name << " " << mapped.argument;
                // A field of the catalog under its own name goes on meaning that field.
                EXPECT_TRUE(mapped.argument == mapped.field || !has_field(input, mapped.argument))
                    << row.entry << " " << mapped.argument;
            }
        }
    }
}

TEST(Rules, TakeAtMostSixHundredCharacters) {
    for (const GateMode mode : {GateMode::strict, GateMode::assisted, GateMode::permissive}) {
        EXPECT_LE(count_characters(rules_text(mode)), 600U) << rules_text(mode);
    }
    EXPECT_LE(count_characters(server_instructions()), 700U);
}

MeantCall meant(std::string_view tool, const json::object& arguments) {
    const auto call = meant_call(tool, arguments);
    EXPECT_TRUE(call) << to_text(arguments) << (call ? "" : call.error().what);
    return call ? *call : MeantCall{};
}

TEST(MeantCalls, ReachEveryCommandThroughOneTool) {
    const json::object anchor{{"key", "port"}, {"value", "8443"}};
    const MeantCall by_fields = meant("hivemind", {{"command", "anchor save"}, {"args", anchor}});
    EXPECT_EQ(by_fields.entry, "anchor save");
    EXPECT_EQ(by_fields.tool, "hivemind_anchor");
    EXPECT_EQ(by_fields.action, "save");
    EXPECT_EQ(by_fields.input, anchor);
    for (const json::object& form :
         {json::object{{"command", "anchor save port 8443"}},
          json::object{{"command", "hivemind anchor save port 8443"}},
          json::object{{"command", "anchor save"}, {"args", "--key port --value 8443"}},
          json::object{{"command", "anchor save"}, {"args", {"port", "8443"}}},
          json::object{{"command", "anchor save"}, {"args", R"({"key":"port","value":"8443"})"}},
          json::object{{"command", "anchor save"}, {"key", "port"}, {"value", "8443"}},
          json::object{{"command", "hivemind_anchor save"}, {"args", anchor}}}) {
        EXPECT_EQ(meant("hivemind", form).entry, "anchor save") << to_text(form);
        EXPECT_EQ(json::value(meant("hivemind", form).input), json::value(anchor)) << to_text(form);
    }
    json::object with_action = anchor;
    with_action["action"] = "save";
    EXPECT_EQ(meant("hivemind", {{"command", "hivemind_anchor"}, {"args", with_action}}).input, anchor);
    EXPECT_EQ(meant("hivemind_anchor", with_action).input, anchor) << "the names of the source documents go on working";
    EXPECT_EQ(meant("hivemind", {{"command", "brain write"}}).entry, "knowledge create");
    EXPECT_EQ(meant("hivemind", {{"command", "shell run"}, {"args", {{"command", "make"}}}}).tool, "govern_shell");
    EXPECT_EQ(meant("hivemind", {{"command", "task abandon"}, {"args", {{"reason", "x"}}}}).tool, "govern_task");
    EXPECT_EQ(meant("hivemind", {{"command", "plan show"}}).tool, "hivemind") << "looking needs no right to plan";
}

TEST(MeantCalls, ReachEveryCommandAnAgentMayRun) {
    for (const Command& command : all_commands()) {
        EXPECT_EQ(meant("hivemind", {{"command", command.name}}).entry, command.name);
    }
    for (const Query& query : all_queries()) EXPECT_EQ(meant("hivemind", {{"command", query.name}}).entry, query.name);
}

TEST(MeantCalls, TakeFlatArgumentsAndFieldsOfTheCatalog) {
    EXPECT_EQ(json::value(meant("govern_task", {{"action", "complete"}, {"task", "Tokens"}, {"text", "tests"}}).input),
              json::value({{"id", "Tokens"}, {"evidence", "tests"}}));
    EXPECT_EQ(json::value(meant("govern_task", {{"action", "complete"}, {"id", "x"}, {"evidence", "y"}}).input),
              json::value({{"id", "x"}, {"evidence", "y"}}));
    const MeantCall plan =
        meant("govern_plan", {{"action", "create"},
                              {"plan", "Tokens"},
                              {"tasks", {{{"name", "A"}, {"expected", "a.ts"}}, {{"name", "B"}, {"after", {"A"}}}}}});
    EXPECT_EQ(plan.entry, "plan plan-tasks");
    EXPECT_EQ(json::value(plan.input),
              json::value(
                  {{"title", "Tokens"},
                   {"tasks", {{{"name", "A"}, {"expected_output", "a.ts"}}, {{"name", "B"}, {"depends_on", {"A"}}}}}}));
    EXPECT_EQ(meant("govern_plan", {{"action", "create"}, {"plan", "Tokens"}}).entry, "plan create");
}

std::string remedy_of(std::string_view tool, const json::object& arguments) {
    const auto call = meant_call(tool, arguments);
    EXPECT_FALSE(call) << to_text(arguments);
    return call ? std::string() : call.error().remedy;
}

TEST(MeantCalls, AnswerAWrongNameWithTheRightCall) {
    EXPECT_EQ(remedy_of("hivemind", {{"command", "anchr save"}}),
              R"(hivemind {"command":"anchor save","args":{"key":"…","value":"…"}})");
    EXPECT_NE(remedy_of("hivemind", {{"command", "anchor pin"}}).find(R"(hivemind {"command":"anchor )"),
              std::string::npos);
    EXPECT_EQ(remedy_of("hivemind", {{"command", "frobnicate"}}), R"(hivemind {"command":"help"})");
    EXPECT_NE(remedy_of("govern_task", {{"action", "begin"}}).find("start, complete"), std::string::npos);
    EXPECT_NE(remedy_of("govern_task", {{"action", "finish"}}).find(R"(govern_task {"action":")"), std::string::npos);
    EXPECT_NE(help_text("").find("anchor: "), std::string::npos);
    EXPECT_NE(help_text("anchor save").find("- value (text"), std::string::npos);
    EXPECT_LT(help_text("").size(), 2'500U);
}

class ToolCalls : public ::testing::Test {
protected:
    ToolCalls() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        project_.emplace(*Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5))));
    }

    std::string call(std::string_view tool, const json::object& arguments) {
        Workspace workspace = project_->workspace();
        AgentIdentity who;
        who.client = "opencode";
        who.session = "s";
        const Session session = *session_of(who, &Settings::command_deadline, workspace);
        return call_agent_tool(tool, arguments, agent_actor(session), "", workspace);
    }

    World world_;
    std::optional<Project> project_;
};

TEST_F(ToolCalls, OnePlanTwoCallsATask) {
    const std::string planned =
        call("govern_plan", {{"action", "create"},
                             {"plan", "Tokens"},
                             {"text", "They run out"},
                             {"tasks",
                              {{{"name", "Renew"}, {"expected", "refresh.ts"}},
                               {{"name", "Test it"}, {"expected", "a test"}, {"after", {"Renew"}}}}}});
    EXPECT_NE(planned.find("Planned 2 tasks"), std::string::npos) << planned;
    const std::string started = call("govern_task", {{"action", "start"}, {"task", "renew"}});
    EXPECT_NE(started.find("Started \"Renew\""), std::string::npos) << "by its name, not a second task: " << started;
    EXPECT_EQ(world_.cli_json({"task", "list"}).as_array().size(), 2U);
    const std::string blocked = call("govern_task", {{"action", "start"}, {"task", "Test it"}});
    EXPECT_NE(blocked.find("WHAT:"), std::string::npos) << blocked;
    const std::string fresh = call("govern_task", {{"action", "start"}, {"task", "Something else"}});
    EXPECT_NE(fresh.find("Started \"Something else\""), std::string::npos) << fresh;
}

TEST_F(ToolCalls, TakeShortIdsAndSayWhenTheyMeanMore) {
    const std::string saved = call("hivemind_memory", {{"action", "save"}, {"text", "The queue is a table."}});
    const std::size_t at = saved.find("id: ");
    ASSERT_NE(at, std::string::npos) << saved;
    const std::string id = saved.substr(at + 4, saved.find('\n', at) - at - 4);
    EXPECT_EQ(id.size(), 6U) << saved;
    const std::string flagged =
        call("hivemind_memory", {{"action", "flag_false_path"}, {"memory", id}, {"reason", "It locks"}});
    EXPECT_NE(flagged.find("dead end"), std::string::npos) << flagged;
    EXPECT_EQ(world_.cli({"memory", "show", id}).exit_code, 0) << "the command line takes it too";
    EXPECT_NE(call("hivemind_memory", {{"action", "verify"}, {"memory", "ffffff"}}).find("No memory has the id"),
              std::string::npos);
    for (const char* title : {"One", "Two"}) {
        call("govern_plan",
             {{"action", "create"}, {"plan", title}, {"tasks", {{{"name", "Same name"}, {"expected", "x"}}}}});
    }
    const std::string both = call("govern_task", {{"action", "start"}, {"task", "Same name"}});
    EXPECT_NE(both.find("More than one task is meant"), std::string::npos) << both;
}

TEST_F(ToolCalls, WrongArgumentsAreAnsweredWithTheCall) {
    const std::string told = call("hivemind", {{"command", "anchor save"}, {"args", {{"key", "port"}}}});
    EXPECT_NE(told.find(R"(hivemind {"command":"anchor save","args":{"key":"port","value":"…"}})"), std::string::npos)
        << told;
    EXPECT_NE(call("hivemind", {{"command", "config set"}, {"args", {{"key", "mode"}, {"value", "permissive"}}}})
                  .find("Only a person"),
              std::string::npos);
    EXPECT_NE(call("hivemind", {{"command", "help"}}).find("anchor: "), std::string::npos);
}

}  // namespace
}  // namespace hm
