// Sessions in processes of their own start the same task at once: exactly one gets it, and the others are told who.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "stress/load.h"
#include "stress/serve_client.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

struct Race {
    std::vector<std::string> answers;
    std::size_t started() const {
        return static_cast<std::size_t>(std::count_if(answers.begin(), answers.end(), [](const std::string& text) {
            return text.find("Started") != std::string::npos;
        }));
    }
};

Race start_at_once(std::vector<std::unique_ptr<ServeClient>>& clients, const std::string& task) {
    for (std::size_t i = 0; i < clients.size(); ++i) {
        clients[i]->send("tool", {{"sessionID", "ses_" + std::to_string(i)},
                                  {"tool", "govern_task"},
                                  {"callID", "c"},
                                  {"args", {{"action", "start"}, {"id", task}}}});
    }
    Race race;
    for (auto& client : clients) race.answers.emplace_back(text_member(client->receive().reply, "output"));
    return race;
}

TEST(StartRace, ExactlyOneOfManySessionsGetsATask) {
    constexpr std::size_t sessions = 4;
    const int rounds = scaled(20);
    const TempProject project;
    std::vector<std::unique_ptr<ServeClient>> clients;
    for (std::size_t i = 0; i < sessions; ++i)
        clients.push_back(std::make_unique<ServeClient>(ChildPlace{project.root()}));
    for (int round = 0; round < rounds; ++round) {
        const std::string task(
            text_member(project.run_json({"task", "create", "Race " + std::to_string(round)}), "id"));
        const Race race = start_at_once(clients, task);
        EXPECT_EQ(race.started(), 1U) << race.answers[0] << race.answers[1];
        for (const std::string& answer : race.answers) {
            const bool has_it = answer.find("Started") != std::string::npos;
            EXPECT_TRUE(has_it || answer.find("is held by session") != std::string::npos) << answer;
        }
    }
}

TEST(StartRace, CompletingWithoutAnIdNeverTouchesAnotherSessionsTask) {
    const TempProject project;
    ServeClient one(ChildPlace{project.root()});
    ServeClient two(ChildPlace{project.root()});
    const auto output = [](const ServeReply& reply) { return std::string(text_member(reply.reply, "output")); };
    ASSERT_NE(output(one.own_tool("ses_1", "govern_task", {{"action", "start"}, {"name", "Mine"}})).find("Started"),
              std::string::npos);
    EXPECT_NE(output(two.own_tool("ses_2", "govern_task", {{"action", "complete"}})).find("No task is active here"),
              std::string::npos);
    EXPECT_NE(output(two.own_tool("ses_2", "govern_task", {{"action", "start"}, {"name", "Yours"}})).find("Started"),
              std::string::npos);
    EXPECT_NE(output(two.own_tool("ses_2", "govern_task", {{"action", "complete"}})).find("Completed \"Yours\""),
              std::string::npos);
    EXPECT_NE(output(one.own_tool("ses_1", "govern_task", {{"action", "complete"}})).find("Completed \"Mine\""),
              std::string::npos);
}

}  // namespace
}  // namespace hm::testing
