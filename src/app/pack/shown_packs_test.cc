// `hivemind pack` shows exactly what would be put before the model now.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/world.h"

namespace hm {
namespace {

TEST(ShowPack, PrintsWhatTheClientOfTheSessionWouldGet) {
    testing::World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    for (int i = 0; i < 60; ++i) {
        const std::string burrow(150, static_cast<char>('a' + i % 26));
        world.cli_json({"memory", "save",
                        fmt::format("Quokka {} sleeps in cave {} and eats leaf {} at dusk. Its burrow is {}{}.", i,
                                    i * 37 % 101, i * 13, burrow, i)});
    }
    world.cli_json({"anchor", "save", "The release is frozen.", "--key", "freeze", "--priority", "critical"});
    world.opencode("tool", {{"tool", "govern_task"},
                            {"sessionID", "s"},
                            {"callID", "c"},
                            {"args", {{"action", "start"}, {"name", "Feed the quokka"}}}});
    const std::string_view prompt = "where does the quokka sleep at dusk?";
    const json::object stable = world.opencode("system.transform", {{"sessionID", "s"}});
    const json::object injected = world.opencode("messages.transform", {{"sessionID", "s"}, {"prompt", prompt}});
    const std::string session(world.cli_json({"session", "list"}).as_array().at(0).at("id").as_string());
    const json::object shown =
        world.cli_json({"pack", "--session", session, "--prompt", std::string(prompt)}).as_object();
    EXPECT_EQ(text_member(shown, "text"), text_member(injected, "inject"));
    EXPECT_EQ(text_member(shown, "checklist"), text_member(injected, "checklist"));
    EXPECT_EQ(shown.at("stable_text"), stable.at("push").at("system").as_array().at(0));
    const std::string stamp(world.cli_json({"session", "list"}).as_array().at(0).at("stamp").as_string());
    EXPECT_EQ(world.cli_json({"pack", "--session", stamp, "--prompt", std::string(prompt)}).as_object(), shown);
    EXPECT_EQ(world.cli({"pack", "--session", "nobody"}).exit_code, 4);
    const json::object whole = world.cli_json({"pack", "--prompt", std::string(prompt)}).as_object();
    EXPECT_GT(text_member(whole, "text").size(), 2 * text_member(shown, "text").size())
        << "of nobody in particular, everything there is room for";
}

}  // namespace
}  // namespace hm
