#include "adapters/clients/opencode/companions.h"

#include <gtest/gtest.h>

namespace hm::opencode {
namespace {

TEST(OpenCodeCompanions, AreSettingsTooForAProjectWithoutTheirFiles) {
    const json::object settings = companion_settings("/opt/it's here/hivemind");
    const json::object& agents = settings.at("agent").as_object();
    ASSERT_EQ(agents.size(), 3U);
    const json::object& coordinator = agents.at("hivemind-coordinator").as_object();
    EXPECT_EQ(coordinator.at("mode"), "primary");
    EXPECT_EQ(coordinator.at("permission"), (json::value{{"edit", "deny"}}));
    EXPECT_TRUE(coordinator.at("prompt").as_string().starts_with("You coordinate."));
    EXPECT_EQ(agents.at("hivemind-executor").at("permission"),
              (json::value{{"govern_plan", "deny"}, {"govern_delegate", "deny"}, {"hivemind_find", "allow"}}));
    const json::object& commands = settings.at("command").as_object();
    ASSERT_EQ(commands.size(), 3U);
    const json::object& doctor = commands.at("hivemind-doctor").as_object();
    EXPECT_NE(doctor.at("template").as_string().find(R"('/opt/it'\''s here/hivemind' doctor)"), json::string::npos);
    for (const auto& command : commands) {
        EXPECT_FALSE(command.value().at("description").as_string().empty()) << command.key();
        EXPECT_EQ(command.value().at("template").as_string().find("@HIVEMIND"), json::string::npos) << command.key();
    }
}

}  // namespace
}  // namespace hm::opencode
