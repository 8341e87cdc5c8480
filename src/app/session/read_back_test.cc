// Reading back: what was decided and where things stand, not everything that happened.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/world.h"

namespace hm::testing {
namespace {

TEST(ReadBack, GivesTurningPointsAndThePlaceInTheTreeButNotTheHistory) {
    World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    world.cli_json({"plan", "quick-start", "Renew the session token"});
    world.cli_json({"turning-point", "create", "Switched to RS256", "--reason", "keys can be published"});
    for (int i = 0; i < 60; ++i) {
        world.opencode("tool.execute.before", {{"sessionID", "ses_1"},
                                               {"tool", "read"},
                                               {"callID", "call" + std::to_string(i)},
                                               {"args", {{"filePath", "history" + std::to_string(i) + ".ts"}}}});
    }
    const CliOutcome resume = world.cli({"resume"});
    EXPECT_NE(resume.out.find("Renew the session token"), std::string::npos) << resume.out;
    EXPECT_NE(resume.out.find("Switched to RS256"), std::string::npos) << resume.out;
    EXPECT_EQ(resume.out.find("history"), std::string::npos) << resume.out;
    EXPECT_LE(std::count(resume.out.begin(), resume.out.end(), '\n'), 10);
    const json::value read = world.cli_json({"inspect", "scan"});
    EXPECT_EQ(to_text(read).find("history"), std::string::npos);
}

}  // namespace
}  // namespace hm::testing
