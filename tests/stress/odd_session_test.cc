// Session ids that the store keeps in another spelling than the client gave: every event finds its session.
#include <gtest/gtest.h>

#include "stress/serve_client.h"
#include "stress/store_inspector.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

void expect_one_session(const std::string& id) {
    const TempProject project;
    ServeClient client({project.root()});
    for (int i = 0; i < 3; ++i) {
        const ServeReply answer = client.before_read(id, "README.md");
        EXPECT_EQ(text_member(answer.reply, "verdict"), "allow") << to_text(answer.reply);
    }
    StoreInspector store(project.paths().database);
    EXPECT_EQ(store.number("SELECT count(*) FROM sessions"), 1);
    EXPECT_EQ(store.number("SELECT count(*) FROM events WHERE kind='gate.allow'"), 3);
}

TEST(OddSession, WithoutAnId) {
    expect_one_session("");
}

TEST(OddSession, WithAnIdLongerThanTheStoreKeeps) {
    expect_one_session(std::string(2000, 'x'));
}

}  // namespace
}  // namespace hm::testing
