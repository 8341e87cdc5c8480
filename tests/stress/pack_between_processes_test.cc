// What one process saves, another one packs a moment later, also while both go on.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "stress/serve_client.h"
#include "support/temp_project.h"
#include "support/xml_check.h"

namespace hm::testing {
namespace {

TEST(PackBetweenProcesses, ShowsWhatAnotherProcessSavedAMomentAgo) {
    const TempProject project;
    for (int i = 0; i < 5; ++i) {
        const std::string content = fmt::format("Lesson {}: the quokka parser drops comma number {}.", i, i);
        project.run_json({"memory", "save", content});
        const std::string text(
            project.run_json({"pack", "--prompt", "what does the quokka parser drop?"}).at("text").as_string());
        EXPECT_NE(text.find(content), std::string::npos) << text;
        EXPECT_EQ(xml_problem(text), "");
    }
}

// The child answers a prompt from what it remembers, but never past what somebody else has saved or taken back.
TEST(PackBetweenProcesses, ShowsItInAChildThatLivesOn) {
    const TempProject project;
    ServeClient client({project.root()});
    const auto pack = [&] {
        const ServeReply answer =
            client.ask("messages.transform", {{"sessionID", "s"}, {"prompt", "what does the quokka parser drop?"}});
        return std::string(text_member(answer.reply, "inject"));
    };
    EXPECT_EQ(pack().find("commas"), std::string::npos);
    const json::object saved = project.run_json({"memory", "save", "The quokka parser drops commas."});
    EXPECT_NE(pack().find("commas"), std::string::npos);
    project.run_json({"memory", "remove", std::string(saved.at("id").as_string())});
    EXPECT_EQ(pack().find("commas"), std::string::npos);
    const json::object failed = project.run_json({"memory", "flag-false-path", "--content",
                                                  "Dropping the quokka parser.", "--reason", "Nothing else reads it."});
    EXPECT_TRUE(failed.contains("id"));
    EXPECT_NE(pack().find("<anti_patterns>"), std::string::npos);
}

}  // namespace
}  // namespace hm::testing
