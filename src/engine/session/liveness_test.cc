#include "engine/session/liveness.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

constexpr Duration lease = minutes(15);

TEST(Liveness, GoesByTheProcessWhereItCanBeSeen) {
    EXPECT_EQ(liveness_of({false, ProcessSeen::runs, minutes(1), lease}), Liveness::alive);
    EXPECT_EQ(liveness_of({false, ProcessSeen::runs, hours(9), lease}), Liveness::idle);
    EXPECT_EQ(liveness_of({false, ProcessSeen::is_gone, minutes(0), lease}), Liveness::dead);
    EXPECT_EQ(liveness_of({true, ProcessSeen::runs, minutes(0), lease}), Liveness::dead);
}

TEST(Liveness, GoesByTheLeaseWhereItCannotBeSeen) {
    EXPECT_EQ(liveness_of({false, ProcessSeen::cannot_be_seen, lease, lease}), Liveness::alive);
    EXPECT_EQ(liveness_of({false, ProcessSeen::cannot_be_seen, minutes(16), lease}), Liveness::unseen);
    EXPECT_EQ(liveness_of({false, ProcessSeen::cannot_be_seen, Duration{-hours(3).ms}, lease}), Liveness::alive)
        << "a clock that was set back makes nobody silent";
}

TEST(Liveness, TellsBootsNamespacesAndMachinesApart) {
    const ProcessPlace here{"m", "b", "n"};
    EXPECT_EQ(seen_from(here, {"m", "b", "n"}), ProcessSeen::runs);
    EXPECT_EQ(seen_from(here, {"m", "another boot", "n"}), ProcessSeen::is_gone);
    EXPECT_EQ(seen_from(here, {"m", "b", "a container"}), ProcessSeen::cannot_be_seen);
    EXPECT_EQ(seen_from(here, {"another machine", "b", "n"}), ProcessSeen::cannot_be_seen);
    EXPECT_EQ(seen_from(here, {"another machine", "another boot", "n"}), ProcessSeen::cannot_be_seen);
    EXPECT_EQ(seen_from(here, {}), ProcessSeen::cannot_be_seen);
    EXPECT_EQ(seen_from({"", "b", "n"}, {"", "another boot", "n"}), ProcessSeen::cannot_be_seen)
        << "of a machine without an id another boot may be another machine";
}

}  // namespace
}  // namespace hm
