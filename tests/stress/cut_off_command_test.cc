// A command that loosens the gate, typed so that nothing shows who asked: the hook refuses the shell command, and when
// it runs all the same, without a hook, the program refuses it and the mode stays.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/json.h"
#include "stress/projects.h"
#include "support/places.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view piped =
    R"(echo config set mode permissive | env -i PATH="$PATH" HOME="$HOME" setsid -f xargs hivemind)";

class CutOffCommand : public ::testing::Test {
protected:
    CutOffCommand() {
        project_.set("mode", "strict");
        fs::create_directory(project_.root() / "bin");
        fs::create_symlink(built_program(), project_.root() / "bin/hivemind");
    }

    std::string mode() const { return std::string(text_member(project_.run_json({"config", "get", "mode"}), "value")); }
    // Runs it in a shell with our program on the PATH; waits for what it prints, because nobody else can.
    std::string print_of(const std::string& command) const {
        const fs::path out = project_.root() / "out";
        const std::string whole = fmt::format("cd '{0}' && PATH='{0}/bin':\"$PATH\" && {{ {1} ; }} > out 2>&1",
                                              project_.root().string(), command);
        EXPECT_EQ(std::system(fmt::format("sh -c {}", quoted(whole)).c_str()), 0) << whole;
        for (int i = 0; i < 600; ++i) {
            std::ifstream in(out);
            std::ostringstream text;
            text << in.rdbuf();
            if (text.str().ends_with('\n')) return text.str();
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return "nothing was printed";
    }
    bool is_refused_by_hook(std::string_view command) const {
        ChildProcess child = ChildProcess::start_hivemind({"hook", "claude-code", "PreToolUse"}, {project_.root()});
        child.send_line(to_text(json::object{{"session_id", "s"},
                                             {"cwd", project_.root().string()},
                                             {"hook_event_name", "PreToolUse"},
                                             {"tool_name", "Bash"},
                                             {"tool_input", {{"command", command}}},
                                             {"tool_use_id", fmt::format("c{}", ++calls_)}}));
        child.close_input();
        const Ended ended = child.wait();
        return ended.out.find("\"permissionDecision\":\"deny\"") != std::string::npos &&
               ended.out.find("is for the person alone") != std::string::npos;
    }

    // What `env -i HOME="$HOME"` leaves says whose the store is.
    TempDirectory home_;
    OwnVariables own_{{{"HOME", home_.path().string()}, {"XDG_STATE_HOME", ""}}};
    TempProject project_;
    mutable int calls_ = 0;

private:
    static std::string quoted(const std::string& text) {
        std::string out = "'";
        for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
        return out + "'";
    }
};

TEST_F(CutOffCommand, IsRefusedByTheHookPlainAndInAScript) {
    ASSERT_EQ(project_.run({"task", "start", "Work"}).exit_code, 0);
    EXPECT_TRUE(is_refused_by_hook(piped));
    EXPECT_FALSE(is_refused_by_hook("npm test"));
    fs::create_directory(project_.root() / "scripts");
    std::ofstream(project_.root() / "scripts/x.sh") << "#!/bin/sh\n" << piped << "\n";
    for (const char* command : {"sh scripts/x.sh", "bash -e scripts/x.sh", "./scripts/x.sh", ". scripts/x.sh"})
        EXPECT_TRUE(is_refused_by_hook(command)) << command;
}

TEST_F(CutOffCommand, ChangesNothingWhenItRunsAllTheSame) {
    for (const std::string& command :
         {std::string(piped),
          std::string("env -i PATH=\"$PATH\" HOME=\"$HOME\" setsid -f hivemind config set mode permissive"),
          std::string("env -i PATH=\"$PATH\" HOME=\"$HOME\" setsid -f sh -c 'hivemind init --mode permissive; true'"),
          std::string(
              "(env -i PATH=\"$PATH\" HOME=\"$HOME\" setsid sh -c '(sleep 0.2; hivemind pause 1h because) &')")}) {
        const std::string printed = print_of(command);
        EXPECT_NE(printed.find("cut off from whoever started it"), std::string::npos) << command << "\n" << printed;
        EXPECT_NE(printed.find("terminal"), std::string::npos) << printed;
        EXPECT_EQ(mode(), "strict") << command;
    }
}

TEST_F(CutOffCommand, IsLeftAloneWhereItTightensOrOnlyKeeps) {
    project_.set("mode", "assisted");
    EXPECT_NE(print_of("env -i PATH=\"$PATH\" HOME=\"$HOME\" setsid -f hivemind config set mode strict")
                  .find("Set mode to strict"),
              std::string::npos);
    EXPECT_EQ(mode(), "strict");
    EXPECT_NE(print_of("setsid -f hivemind status").find("strict"), std::string::npos);
}

TEST_F(CutOffCommand, PassesUnderAProgramThatIsStillThere) {
    const std::string printed = print_of("hivemind config set mode assisted");
    // Where an agent runs the tests, its parent is a client, and that goes first.
    if (printed.find("typed in an agent's shell") != std::string::npos) {
        EXPECT_EQ(mode(), "strict");
        return;
    }
    EXPECT_NE(printed.find("Set mode to assisted"), std::string::npos) << printed;
    EXPECT_NE(print_of("sh -c 'hivemind config set mode permissive; true'").find("Set mode"), std::string::npos);
    EXPECT_EQ(mode(), "permissive");
}

}  // namespace
}  // namespace hm::testing
