// What the doctor says of a client goes by what was seen of it: a hook of the client in this place, since it was wired.
#include "adapters/cli/wire_clients.h"

#include <gtest/gtest.h>

#include "adapters/cli/cli.h"
#include "adapters/clients/shared/hook.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class ClientFindings : public ::testing::TestWithParam<const char*> {
protected:
    ClientFindings() {
        fs::create_directories(project_);
        cli({"init", "--client", GetParam(), "--yes"});
        world_.clock().advance(minutes(1));
    }

    std::string cli(const std::vector<std::string>& arguments) {
        std::string out;
        cli::Environment environment{
            .directory = project_,
            .program = "/opt/hivemind",
            .clock = world_.clock(),
            .ids = world_.ids(),
            .who_typed = [] { return ActorKind::person; },
            .out = [&](std::string_view text) { out += text; },
            .err = [&](std::string_view text) { out += text; },
            .variable = [this](const char* name) -> std::optional<std::string> {
                if (std::string_view(name) == "HOME") return (world_.directory() / "home").string();
                return std::nullopt;
            },
        };
        cli::run(arguments, environment);
        return out;
    }

    // The client takes up a prompt in the project.
    void prompt(std::string_view session = "s") {
        const bool is_gemini = std::string_view(GetParam()) == "gemini";
        const json::object event{{"hook_event_name", is_gemini ? "BeforeAgent" : "UserPromptSubmit"},
                                 {"session_id", session},
                                 {"cwd", project_.string()},
                                 {"prompt", "Look at the tests"}};
        hook::answer_event({*hook::find_dialect(GetParam()), "", FailMode::open, project_}, to_text(event),
                           world_.clock(), world_.ids());
        world_.clock().advance(minutes(1));
    }

    bool says(std::string_view words) { return cli({"doctor"}).find(words) != std::string::npos; }
    bool says_fired() { return says("wired by this program, fired: last event "); }
    bool says_not_fired() { return says("wired by this program, not fired yet"); }

    World world_;
    fs::path project_ = world_.directory() / "project";
};

TEST_P(ClientFindings, SayFiredOnlyWhenAHookOfTheClientWasSeen) {
    EXPECT_TRUE(says_not_fired()) << cli({"doctor"});
    prompt(probe_session);
    EXPECT_TRUE(says_not_fired()) << "the doctor's own";
    prompt();
    EXPECT_TRUE(says_fired()) << cli({"doctor"});
    EXPECT_TRUE(says("fired: last event 1m ago")) << cli({"doctor"});
}

TEST_P(ClientFindings, SayNotFiredAgainWhenTheWiringChanged) {
    prompt();
    cli({"config", "set", "fail", "closed"});
    EXPECT_TRUE(says_not_fired()) << cli({"doctor"});
    world_.clock().advance(minutes(1));
    prompt();
    EXPECT_TRUE(says_fired()) << cli({"doctor"});
}

TEST_P(ClientFindings, SayNothingOfWhatFiredInThePlaceBefore) {
    prompt();
    fs::rename(project_, world_.directory() / "moved");
    project_ = world_.directory() / "moved";
    EXPECT_FALSE(says_fired());
    if (std::string_view(GetParam()) == "codex") {
        EXPECT_TRUE(says("trouble  codex       wired but not trusted by Codex: 11 of 11 hooks in ")) << cli({"doctor"});
        EXPECT_FALSE(says("not fired yet")) << "there is more to say";
        EXPECT_NE(cli({"init", "--yes"}).find("/moved/.codex/hooks.json:pre_tool_use:0:0"), std::string::npos)
            << "init mends it, and shows how";
        world_.clock().advance(minutes(1));
    }
    EXPECT_TRUE(says_not_fired()) << cli({"doctor"});
    prompt();
    EXPECT_TRUE(says_fired()) << cli({"doctor"});
}

INSTANTIATE_TEST_SUITE_P(Clients, ClientFindings, ::testing::Values("claude-code", "codex", "gemini"),
                         [](const auto& client) {
                             std::string name = client.param;
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
}  // namespace hm::testing
