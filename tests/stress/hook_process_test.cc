// A hook's process against standard input that is slow, closed, huge or broken, and against a store that is held. It
// always answers, in time, by the fail mode.
#include <gtest/gtest.h>

#include "base/json.h"
#include "lock_holder.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

// Far more than the process allows itself, and less than the 10 s after which the clients give up.
constexpr std::chrono::milliseconds in_time{9000};

Ended answer(const TempProject& project, const std::vector<std::string>& arguments,
             const std::function<void(ChildProcess&)>& feed) {
    ChildProcess child = ChildProcess::start_hivemind(arguments, {project.root()});
    feed(child);
    return child.wait();
}

bool is_refused(const Ended& ended) {
    return ended.exit_code == 0 && (ended.out.find("\"permissionDecision\":\"deny\"") != std::string::npos ||
                                    ended.out.find("\"decision\":\"deny\"") != std::string::npos);
}

struct Wired {
    const char* client;
    const char* event;
    const char* tool;
};

class HookProcess : public ::testing::TestWithParam<Wired> {
protected:
    HookProcess() { project_.set("mode", "strict"); }

    std::vector<std::string> command() const { return {"hook", GetParam().client, GetParam().event}; }
    std::string event(std::string_view call) const {
        return to_text(json::object{{"session_id", "s"},
                                    {"hook_event_name", GetParam().event},
                                    {"tool_name", GetParam().tool},
                                    {"tool_input", {{"command", "rm -rf /"}}},
                                    {"tool_use_id", call}});
    }

    TempProject project_;
};

TEST_P(HookProcess, RefusesWhenNothingComes) {
    const Ended closed = answer(project_, command(), [](ChildProcess& child) { child.close_input(); });
    EXPECT_TRUE(is_refused(closed)) << closed.out;
    const Ended silent = answer(project_, command(), [](ChildProcess&) {});
    EXPECT_TRUE(is_refused(silent)) << silent.out;
    EXPECT_LT(silent.took, in_time);
}

TEST_P(HookProcess, DoesNotWaitForAClientThatKeepsItsEndOpen) {
    const Ended ended = answer(project_, command(), [&](ChildProcess& child) {
        child.send_line(event("c"));
        child.read_more(usual_limit);
    });
    EXPECT_TRUE(is_refused(ended)) << ended.out;
}

TEST_P(HookProcess, RefusesAnEventThatIsCutOff) {
    const Ended ended = answer(project_, command(), [&](ChildProcess& child) {
        child.send_line(event("c").substr(0, 40));
        child.close_input();
    });
    EXPECT_TRUE(is_refused(ended)) << ended.out;
}

TEST_P(HookProcess, RefusesAnEventWithoutEnd) {
    const Ended ended = answer(project_, command(), [&](ChildProcess& child) {
        const std::string part(1U << 20U, 'x');
        bool listens = child.send_line(event("c").substr(0, 40) + "\"");
        for (int i = 0; i < 40 && listens; ++i) listens = child.send_line(part);
    });
    EXPECT_TRUE(is_refused(ended)) << ended.out;
}

TEST_P(HookProcess, DecidesWhileAnotherProcessHoldsTheStore) {
    const LockHolder holder(project_.paths().database);
    const Ended ended = answer(project_, command(), [&](ChildProcess& child) {
        child.send_line(event("c"));
        child.close_input();
    });
    EXPECT_TRUE(is_refused(ended)) << ended.out;
    EXPECT_NE(ended.out.find("GOVERNANCE BLOCK"), std::string::npos) << "it was decided, not failed: " << ended.out;
}

TEST_P(HookProcess, AnswersManyAtOnce) {
    std::vector<ChildProcess> children;
    for (int i = 0; i < 12; ++i) {
        children.push_back(ChildProcess::start_hivemind(command(), {project_.root()}));
        children.back().send_line(event("c" + std::to_string(i)));
        children.back().close_input();
    }
    for (ChildProcess& child : children) EXPECT_TRUE(is_refused(child.wait()));
    project_.run_json({"memory", "save", "--content", "Takes in what had to wait."});
    const auto log = parse_json(project_.run({"log", "--kind", "gate.block", "--limit", "50", "--json"}).out);
    ASSERT_TRUE(log && log->is_array());
    EXPECT_EQ(log->get_array().size(), 12U);
}

INSTANTIATE_TEST_SUITE_P(Clients, HookProcess,
                         ::testing::Values(Wired{"claude-code", "PreToolUse", "Bash"},
                                           Wired{"codex", "PreToolUse", "Bash"},
                                           Wired{"gemini", "BeforeTool", "run_shell_command"}),
                         [](const auto& client) {
                             std::string name = client.param.client;
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
}  // namespace hm::testing
