// A command that loosens the gate, typed so that nothing shows who asked: the hook refuses the shell command, and when
// it runs all the same, without a hook, the program refuses it and the mode stays.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

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

// A client, which is above nobody's terminal, and its agent. The client lives as long as this does.
class Client {
public:
    Client() : process_(ChildProcess::start_function(work)) {}

    // Runs the text as a child of the client and waits for it.
    void run(const std::string& text) {
        ASSERT_TRUE(process_.send_line(text));
        ASSERT_EQ(process_.read_line(), "done");
    }
    pid_t pid() const { return process_.pid(); }

private:
    static int work(int input, int output) {
        std::string line;
        char c = 0;
        while (read(input, &c, 1) == 1) {
            if (c != '\n') {
                line += c;
                continue;
            }
            constexpr std::string_view daemon = "daemon ";
            line.starts_with(daemon) ? become_daemon(line.substr(daemon.size())) : (void)std::system(line.c_str());
            line.clear();
            if (!write_line_at_once(output, "done")) return 1;
        }
        return 0;
    }

    // What a compiled program can do: leave everything behind, and make a terminal of its own.
    static void become_daemon(const std::string& text) {
        const pid_t first = fork();
        if (first != 0) {
            waitpid(first, nullptr, 0);
            return;
        }
        clearenv();
        if (setsid() < 0 || fork() != 0) _exit(0);
        Terminal terminal;
        terminal.run(text);
        _exit(0);
    }

    ChildProcess process_;
};

class DuringACall : public CutOffCommand {
protected:
    DuringACall() { EXPECT_EQ(project_.run({"task", "start", "Work"}).exit_code, 0); }

    // The clocks on both sides are allowed a fifth of a second.
    static void let_time_pass() { std::this_thread::sleep_for(std::chrono::milliseconds(400)); }

    void tell(const std::string& event, const std::string& call) {
        std::ofstream(project_.root() / "event") << to_text(json::object{{"session_id", "s"},
                                                                         {"cwd", project_.root().string()},
                                                                         {"hook_event_name", event},
                                                                         {"tool_name", "Bash"},
                                                                         {"tool_input", {{"command", "make x"}}},
                                                                         {"tool_response", json::object{}},
                                                                         {"tool_use_id", call}});
        client_.run(fmt::format("cd '{0}' && bin/hivemind hook claude-code {1} < event > answer",
                                project_.root().string(), event));
        std::ifstream in(project_.root() / "answer");
        std::ostringstream answer;
        answer << in.rdbuf();
        EXPECT_EQ(answer.str().find("deny"), std::string::npos) << answer.str();
    }
    void begin_call(const std::string& call) {
        let_time_pass();
        tell("PreToolUse", call);
    }
    void end_call(const std::string& call) {
        tell("PostToolUse", call);
        let_time_pass();
    }

    std::string here(const std::string& arguments) const {
        return fmt::format("cd '{0}' && HOME='{1}' bin/hivemind {2}", project_.root().string(), home_.path().string(),
                           arguments);
    }
    // What a command prints that nobody waits for.
    std::string printed_behind(const std::string& start) {
        fs::remove(project_.root() / "out");
        client_.run(start);
        for (int i = 0; i < 1200; ++i) {
            std::ifstream in(project_.root() / "out");
            std::ostringstream text;
            text << in.rdbuf();
            if (text.str().ends_with("over\n")) return text.str();
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return "nothing was printed";
    }
    std::string loosening() const {
        return "{ " + here("config set mode permissive") + "; echo over; } > '" + (project_.root() / "out").string() +
               "' 2>&1";
    }
    json::array events(const std::string& kind) const {
        const auto log = parse_json(project_.run({"log", "--kind", kind, "--json"}).out, 1U << 20U);
        return log && log->is_array() ? log->get_array() : json::array{};
    }

    Client client_;
};

TEST_F(DuringACall, ATerminalThatTheCallMadeIsRefused) {
    Terminal before;
    begin_call("c1");
    const std::string printed = printed_behind("daemon " + loosening());
    EXPECT_NE(printed.find("from a terminal that began during an agent's call"), std::string::npos) << printed;
    EXPECT_NE(printed.find("Bash `make x`"), std::string::npos) << "which call: " << printed;
    EXPECT_EQ(mode(), "strict");
    EXPECT_EQ(events("person.refused").size(), 1U);
    // Of nothing but shells it is told that it was cut off.
    std::ofstream(project_.root() / "x.sh") << loosening() << "\n";
    const std::string by_script = printed_behind(
        fmt::format("cd '{}' && env -i PATH=\"$PATH\" setsid -f script -qc 'sh x.sh' /dev/null > /dev/null 2>&1 "
                    "< /dev/null",
                    project_.root().string()));
    EXPECT_NE(by_script.find("nothing shows that a person asked for it"), std::string::npos) << by_script;
    EXPECT_EQ(mode(), "strict");
    // A terminal that was there before needs nothing, also while a call runs.
    const Ended own = before.run(here("config set mode permissive"));
    EXPECT_EQ(own.exit_code, 0) << own.out;
    EXPECT_EQ(own.out.find("Type the word"), std::string::npos) << own.out;
    EXPECT_EQ(mode(), "permissive");
}

TEST_F(DuringACall, ItsTerminalIsRefusedAlsoAfterIt) {
    begin_call("c1");
    client_.run(fmt::format("daemon cd '{}' && while test ! -e go; do sleep 0.05; done; {}", project_.root().string(),
                            loosening()));
    let_time_pass();
    end_call("c1");
    const std::string printed = printed_behind(fmt::format("touch '{}'", (project_.root() / "go").string()));
    EXPECT_NE(printed.find("from a terminal that began during an agent's call"), std::string::npos) << printed;
    EXPECT_EQ(mode(), "strict");
}

TEST_F(DuringACall, APersonsNewTerminalIsAskedForTheWord) {
    begin_call("c1");
    Terminal fresh;
    const Ended wrong = fresh.run(here("config set mode permissive"), "nonsense");
    EXPECT_EQ(wrong.exit_code, 3) << wrong.out;
    EXPECT_EQ(mode(), "strict");
    const Ended tightened = fresh.run(here("config set fail closed"));
    EXPECT_EQ(tightened.exit_code, 0) << tightened.out;
    EXPECT_EQ(tightened.out.find("Type the word"), std::string::npos) << tightened.out;
    const Ended typed = fresh.run(here("config set mode permissive"));
    EXPECT_EQ(typed.exit_code, 0) << typed.out;
    EXPECT_NE(typed.out.find("Type the word"), std::string::npos) << typed.out;
    EXPECT_EQ(mode(), "permissive");
    const json::array confirmed = events("person.confirmed");
    ASSERT_EQ(confirmed.size(), 1U);
    EXPECT_NE(to_text(confirmed).find("config set mode permissive"), std::string::npos) << to_text(confirmed);
    // Said to the person, and in the next pack.
    EXPECT_NE(project_.run({"status"}).out.find("was confirmed from a terminal that began during an agent's call"),
              std::string::npos);
    ChildProcess hook = ChildProcess::start_hivemind({"hook", "claude-code", "SessionStart"}, {project_.root()});
    hook.send_line(to_text(json::object{{"session_id", "next"},
                                        {"cwd", project_.root().string()},
                                        {"hook_event_name", "SessionStart"},
                                        {"source", "startup"}}));
    hook.close_input();
    const std::string pack = hook.wait().out;
    EXPECT_NE(pack.find("was confirmed from a terminal that began during an agent"), std::string::npos) << pack;
}

TEST_F(DuringACall, ATerminalThatWasOpenedBetweenCallsNeedsNothing) {
    begin_call("c1");
    end_call("c1");
    Terminal fresh;
    begin_call("c2");
    const Ended own = fresh.run(here("config set mode permissive"));
    EXPECT_EQ(own.exit_code, 0) << own.out;
    EXPECT_EQ(own.out.find("Type the word"), std::string::npos) << own.out;
}

TEST_F(DuringACall, OtherProjectsCallsCountToo) {
    const TempProject other;
    begin_call("c1");
    std::ofstream(project_.root() / "x.sh")
        << "{ cd '" << other.root().string() << "' && HOME='" << home_.path().string() << "' '"
        << built_program().string() << "' grant destructive; echo over; } > '" << (project_.root() / "out").string()
        << "' 2>&1\n";
    const std::string printed = printed_behind("daemon sh " + (project_.root() / "x.sh").string());
    EXPECT_NE(printed.find("began during an agent's call"), std::string::npos) << printed;
}

TEST_F(DuringACall, WhatRunsBelowARecordedClientIsTheAgents) {
    Terminal before;
    tell("PreToolUse", "c1");
    tell("PostToolUse", "c1");
    const std::string printed = printed_behind("env -i sh -c '" + [&] {
        std::ofstream(project_.root() / "x.sh") << loosening() << "\n";
        return "sh " + (project_.root() / "x.sh").string();
    }() + "'");
    EXPECT_NE(printed.find("the client of a recorded session"), std::string::npos) << printed;
    EXPECT_EQ(mode(), "strict");
}

TEST_F(CutOffCommand, NeedsATerminalWhereItLoosens) {
    const auto ended_of = [&](const char* value) {
        ChildProcess child = ChildProcess::start_function([&](int, int output) {
            if (setsid() < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) return 99;
            // The shell stays above, so nothing is cut off.
            const std::string line =
                fmt::format("cd '{}' && bin/hivemind config set mode {}; exit $?", project_.root().string(), value);
            execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
            return 98;
        });
        return child.wait();
    };
    const Ended refused = ended_of("permissive");
    EXPECT_NE(refused.out.find("from a process without a terminal"), std::string::npos) << refused.out;
    EXPECT_EQ(mode(), "strict");
    EXPECT_EQ(ended_of("strict").exit_code, 0);
    project_.set("mode", "permissive");
    EXPECT_EQ(ended_of("assisted").exit_code, 0) << "towards more";
}

TEST_F(CutOffCommand, PassesInATerminal) {
    Terminal terminal;
    const std::string in = fmt::format("cd '{}' && ", project_.root().string());
    const Ended direct = terminal.run(in + "bin/hivemind config set mode assisted");
    // Where an agent runs the tests, its parent is a client, and that goes first.
    if (direct.out.find("by an agent") != std::string::npos) {
        EXPECT_EQ(mode(), "strict");
        return;
    }
    EXPECT_NE(direct.out.find("Set mode to assisted"), std::string::npos) << direct.out;
    EXPECT_NE(terminal.run(in + "sh -c 'bin/hivemind config set mode permissive; true'").out.find("Set mode"),
              std::string::npos);
    EXPECT_EQ(mode(), "permissive");
}

}  // namespace
}  // namespace hm::testing
