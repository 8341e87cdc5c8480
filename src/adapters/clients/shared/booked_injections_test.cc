// What hooks put before the model, held against what the books say of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "adapters/clients/shared/hook.h"
#include "app/bus/bus.h"
#include "app/event/hook_frame.h"
#include "app/project/project.h"
#include "base/strings.h"
#include "support/world.h"

namespace hm::testing {
namespace {

constexpr std::array<std::string_view, 2> keeping{"claude-code", "codex"};

// The word by which each client tells one prompt from the next.
std::string_view turn_key(std::string_view client) {
    return client == "claude-code" ? "prompt_id" : "turn_id";
}

class BookedInjections : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world_.cli({"init", "--mode", "assisted"}).exit_code, 0); }

    // What the model is given to read for an event.
    std::string context(std::string_view client, std::string_view name, json::object event) {
        event["hook_event_name"] = name;
        event["session_id"] = "s";
        event["cwd"] = world_.directory().string();
        const hook::HookAnswer answer =
            hook::answer_event({*hook::find_dialect(client), std::string(name), FailMode::open, world_.directory()},
                               to_text(event), world_.clock(), world_.ids());
        const auto value = parse_json(answer.out);
        if (!value || !value->is_object()) return {};
        return std::string(text_member(object_member(value->get_object(), "hookSpecificOutput"), "additionalContext"));
    }
    std::string prompt(std::string_view client, std::string_view turn) {
        return context(client, "UserPromptSubmit", {{"prompt", "go on"}, {turn_key(client), turn}});
    }
    void start_task(std::string_view client, std::string_view name) {
        Project project = *Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Workspace workspace = project.workspace();
        AgentIdentity who;
        who.client = client;
        who.session = "s";
        const Session session = *session_of(who, &Settings::command_deadline, workspace);
        ASSERT_TRUE(execute(*find_command("task start"), {{{"name", name}}, agent_actor(session)}, workspace));
    }
    // The newest injection, of as many characters as the text has.
    json::value booked(const std::string& text) {
        const json::value latest = world_.cli_json({"injections", "--limit", "1"}).at("latest").as_array().at(0);
        EXPECT_EQ(latest.at("characters").as_int64(), static_cast<std::int64_t>(count_characters(text))) << text;
        EXPECT_LE(latest.at("characters").as_int64(), latest.at("budget").as_int64());
        return latest;
    }

    World world_;
};

TEST_F(BookedInjections, NameEveryCharacterThatWentOut) {
    for (const std::string_view client : keeping) {
        start_task(client, fmt::format("Mend the header of {}", client));
        const json::value begun = booked(context(client, "SessionStart", {{"source", "startup"}}));
        EXPECT_GT(begun.at("sections").at("rules").at("characters").as_int64(), 200);
        const std::string id(begun.at("id").as_string());
        EXPECT_NE(world_.cli({"why", "injection", id}).out.find("govern_task"), std::string::npos);
        world_.cli_json({"memory", "save", fmt::format("The header of {} breaks on Safari.", client)});
        const json::value went_on = booked(prompt(client, "1"));
        EXPECT_GT(went_on.at("sections").at("flow").at("characters").as_int64(), 20);
    }
}

TEST_F(BookedInjections, NameWhatStandsBeforeThePackWhereItHasAPlaceOfItsOwn) {
    world_.cli_json({"anchor", "save", "The release is frozen.", "--key", "freeze", "--priority", "critical"});
    const json::object stable = world_.opencode("system.transform", {{"sessionID", "s"}});
    const json::object state = world_.opencode("messages.transform", {{"sessionID", "s"}, {"prompt", "hello"}});
    const std::string before(stable.at("push").at("system").as_array().at(0).as_string());
    const json::value latest = booked(before + std::string(text_member(state, "inject")));
    const json::object& sections = latest.at("sections").as_object();
    // The rules alone stand there; critical anchors open the pack, and stay the same as long.
    const std::int64_t rules = sections.at("rules").at("characters").as_int64();
    EXPECT_EQ(rules, static_cast<std::int64_t>(count_characters(before)));
    EXPECT_EQ(before.find("The release is frozen."), std::string::npos) << before;
    EXPECT_NE(text_member(state, "inject").find("The release is frozen."), std::string_view::npos);
    EXPECT_EQ(latest.at("stable_characters").as_int64(),
              rules + sections.at("critical_anchors").at("characters").as_int64());
    EXPECT_EQ(sections.at("critical_anchors").at("ids").as_array().size(), 1U);
}

TEST_F(BookedInjections, HoldTheBudgetTogetherWithWhatGoesBeforeThem) {
    for (int i = 0; i < 40; ++i) {
        world_.cli_json({"memory", "save", fmt::format("Lesson {} {}", i, std::string(300, 'a'))});
    }
    for (const std::string_view client : keeping) {
        start_task(client, std::string(180, client.back()));
        for (const int budget : {500, 720, 2'000}) {
            world_.cli_json({"config", "set", "pack_characters", std::to_string(budget)});
            EXPECT_LE(count_characters(prompt(client, std::to_string(budget))), static_cast<std::size_t>(budget));
        }
    }
}

}  // namespace
}  // namespace hm::testing
