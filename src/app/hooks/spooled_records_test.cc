// What the spool accepts it can give back, however long it is.
#include "store/queries/spool.h"

#include <gtest/gtest.h>

#include "app/command/command.h"
#include "app/project/project.h"
#include "support/world.h"

namespace hm::testing {
namespace {

// At least so long in the spool.
SpooledRecord record_of(std::size_t bytes, World& world) {
    SpooledRecord record;
    record.event = new_event("tool.done", "a long record", {.kind = ActorKind::hook}, world.clock().now(), world.ids());
    // Sessions are the only part of a record that is as long as one likes without a task.
    std::string wide;  // four bytes a character
    for (int i = 0; i < 160; ++i) wide += "\xF0\x9F\x90\x9D";
    for (std::size_t long_already = 0; long_already < bytes;) {
        Session session;
        session.id = world.ids().next(world.clock().now());
        session.created_at = world.clock().now();
        session.modified_at = session.created_at;
        session.stamp = *StampText::make("131421092026");
        session.client = *Word::make("opencode");
        session.client_session_id = *ClientSessionId::make(session.id.text() + wide);
        session.role = *Word::make("solo");
        session.agent = *Word::make(wide.substr(0, 4U * Word::max_characters));
        long_already += to_text(encode(session)).size();
        record.sessions.push_back(std::move(session));
    }
    return record;
}

class SpoolSizes : public ::testing::TestWithParam<std::size_t> {};

TEST_P(SpoolSizes, WhatIsAcceptedIsTakenIn) {
    World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    const ProjectPaths paths = project_paths(world.directory());
    const SpooledRecord record = record_of(GetParam(), world);
    ASSERT_TRUE(write_spool(paths, record).has_value());
    world.cli_json({"memory", "save", "--content", "The next write takes it in."});
    EXPECT_EQ(count_spool(paths).value(), 0U);
    EXPECT_EQ(count_refused(paths), 0U);
    EXPECT_EQ(world.cli_json({"log", "--kind", "tool.done"}).as_array().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Bytes, SpoolSizes, ::testing::Values(63U << 10U, 64U << 10U, 65U << 10U, 1U << 20U));

TEST(Spool, LongFactsAreCutAsTheStoreCutsThem) {
    World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    const ProjectPaths paths = project_paths(world.directory());
    SpooledRecord record;
    record.event = new_event("tool.done", "long facts", {.kind = ActorKind::hook}, world.clock().now(), world.ids());
    record.event.facts = {{"call_id", std::string(5U << 20U, 'x')}};
    ASSERT_TRUE(write_spool(paths, record).has_value());
    world.cli_json({"memory", "save", "--content", "The next write takes it in."});
    EXPECT_EQ(count_refused(paths), 0U);
    EXPECT_NE(to_text(world.cli_json({"log", "--kind", "tool.done"})).find("left_out"), std::string::npos);
}

TEST(Spool, WhatItCannotGiveBackIsNotAccepted) {
    World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    const ProjectPaths paths = project_paths(world.directory());
    EXPECT_FALSE(write_spool(paths, record_of(max_spool_bytes + 1, world)).has_value());
    EXPECT_EQ(count_spool(paths).value(), 0U);
}

}  // namespace
}  // namespace hm::testing
