// A temporal gate says since when it holds something back, whoever was held back by it.
#include <gtest/gtest.h>

#include "support/world.h"

namespace hm {
namespace {

class EnforcedGate : public ::testing::Test {
protected:
    EnforcedGate() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    json::value shown(const std::string& id) { return world_.cli_json({"show", id}); }

    testing::World world_;
};

TEST_F(EnforcedGate, IsMarkedWhenTheCommandItselfRefusesToStart) {
    const std::string first = make({"task", "create", "First"});
    const std::string later = make({"task", "create", "Later", "--temporal-gate-after-task-id", first});
    EXPECT_EQ(world_.cli({"task", "start", later}).exit_code, 3);
    const json::value since = shown(later).at("temporal_gate").at("enforced_at");
    EXPECT_TRUE(since.is_number()) << to_text(since);
    world_.clock().advance(seconds(60));
    EXPECT_EQ(world_.cli({"task", "start", later}).exit_code, 3);
    EXPECT_EQ(shown(later).at("temporal_gate").at("enforced_at"), since);
    EXPECT_EQ(world_.cli_json({"log", "--kind", "task.gate_enforced"}).as_array().size(), 1U);
}

}  // namespace
}  // namespace hm
