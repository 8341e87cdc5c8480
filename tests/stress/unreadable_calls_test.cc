// Calls that cannot be read, sent to the built program on all four ways in. In strict not one of them passes; in
// assisted none of them breaks anything, and each is told of.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "stress/malformed_calls.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

struct Way {
    const char* client;
    const char* event;
    CallShape shape;
};

void PrintTo(const Way& way, std::ostream* out) {
    *out << way.client;
}

template <const char* const& Event>
json::object around_hook(json::object call) {
    json::object event{{"session_id", "s"}, {"hook_event_name", Event}, {"tool_use_id", "c"}};
    for (auto& member : call) event[member.key()] = std::move(member.value());
    return event;
}

constexpr const char* pre_tool_use = "PreToolUse";
constexpr const char* before_tool = "BeforeTool";

std::vector<Way> hooks() {
    return {{"claude-code",
             pre_tool_use,
             {"tool_name",
              "tool_input",
              "Bash",
              {"Write", "Edit", "NotebookEdit"},
              "file_path",
              around_hook<pre_tool_use>}},
            {"codex",
             pre_tool_use,
             {"tool_name", "tool_input", "Bash", {"apply_patch"}, "path", around_hook<pre_tool_use>}},
            {"gemini",
             before_tool,
             {"tool_name",
              "tool_input",
              "run_shell_command",
              {"write_file", "replace"},
              "file_path",
              around_hook<before_tool>}}};
}

CallShape opencode_shape() {
    return {"tool", "args", "bash", {"write", "edit", "apply_patch"}, "filePath", [](json::object call) {
                json::object input{{"sessionID", "s"}, {"callID", "c"}};
                for (auto& member : call) input[member.key()] = std::move(member.value());
                return json::object{{"id", "the id"}, {"hook", "tool.execute.before"}, {"input", std::move(input)}};
            }};
}

Ended answer(const TempProject& project, const Way& way, const std::string& text) {
    ChildProcess child = ChildProcess::start_hivemind({"hook", way.client, way.event}, {project.root()});
    if (!text.empty()) child.send_line(text);
    child.close_input();
    return child.wait();
}

bool has_four_parts(std::string_view text) {
    return text.starts_with("WHAT: ") && text.find("\nWHY: ") != std::string_view::npos &&
           text.find("\nUSE INSTEAD: ") != std::string_view::npos &&
           text.find("\nEVIDENCE: ") != std::string_view::npos;
}

// What the client is told, in its own words; "" when it is not told to refuse.
std::string refusal_of(const Way& way, const std::string& out) {
    const auto said = parse_json(out);
    if (!said || !said->is_object()) return {};
    const json::object& all = said->get_object();
    if (std::string_view(way.client) == "gemini") {
        return text_member(all, "decision") == "deny" ? std::string(text_member(all, "reason")) : std::string();
    }
    const json::object& specific = object_member(all, "hookSpecificOutput");
    const bool is_denied = text_member(specific, "permissionDecision") == "deny" &&
                           text_member(specific, "hookEventName") == way.event && specific.size() == 3;
    return is_denied ? std::string(text_member(specific, "permissionDecisionReason")) : std::string();
}

class UnreadableCalls : public ::testing::TestWithParam<Way> {
protected:
    TempProject project_;
};

TEST_P(UnreadableCalls, AreAllRefusedInStrict) {
    project_.set("mode", "strict");
    const Way& way = GetParam();
    const Ended sound = answer(project_, way, sound_call(way.shape, way.shape.shell, json::object{{"command", "ls"}}));
    ASSERT_EQ(refusal_of(way, sound.out), "") << "an ordinary call passes";
    std::vector<Malformed> calls = malformed_calls(way.shape);
    calls.push_back({"longer than any event", "{\"tool_name\":\"" + std::string(17U << 20U, 'x')});
    ASSERT_GE(calls.size(), 200U);
    for (const Malformed& call : calls) {
        const Ended ended = answer(project_, way, call.text);
        ASSERT_EQ(ended.exit_code, 0) << call.what;
        const std::string refusal = refusal_of(way, ended.out);
        EXPECT_TRUE(has_four_parts(refusal)) << call.what << ": " << call.text.substr(0, 300) << "\n" << ended.out;
    }
    EXPECT_GT(project_.spooled_files(), 0U) << "they are in the trail";
    project_.run_json({"memory", "save", "--content", "Takes in what had to wait."});
    const auto log = parse_json(project_.run({"log", "--kind", "engine.failed", "--json"}).out);
    ASSERT_TRUE(log && log->is_array() && !log->get_array().empty());
    EXPECT_NE(to_text(*log).find("the call was refused"), std::string::npos);
}

TEST_P(UnreadableCalls, PassWithANoticeInAssistedAndBreakNothing) {
    const Way& way = GetParam();
    const std::vector<Malformed> calls = malformed_calls(way.shape);
    for (std::size_t i = 0; i < calls.size(); i += 4) {
        const Ended ended = answer(project_, way, calls[i].text);
        EXPECT_EQ(ended.exit_code, 0) << calls[i].what;
        EXPECT_EQ(refusal_of(way, ended.out), "") << calls[i].what;
        const auto said = parse_json(ended.out);
        ASSERT_TRUE(said && said->is_object()) << calls[i].what << ended.out;
        EXPECT_NE(text_member(said->get_object(), "systemMessage"), "") << calls[i].what;
    }
    EXPECT_GT(project_.spooled_files(), 0U);
}

// `fail` says what becomes of a call when HiveMind fails. What the client sent is another matter.
TEST_P(UnreadableCalls, AreRefusedInStrictThatFailsOpen) {
    project_.set("mode", "strict");
    project_.set("fail", "open");
    const Way& way = GetParam();
    const std::vector<Malformed> calls = malformed_calls(way.shape);
    for (std::size_t i = 0; i < calls.size(); i += 20) {
        EXPECT_NE(refusal_of(way, answer(project_, way, calls[i].text).out), "") << calls[i].what;
    }
}

INSTANTIATE_TEST_SUITE_P(Hooks, UnreadableCalls, ::testing::ValuesIn(hooks()), [](const auto& way) {
    std::string name = way.param.client;
    std::erase(name, '-');
    return name;
});

// A line is a request, so the line feeds in a text are no part of it.
std::string as_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

class ServedCalls : public ::testing::Test {
protected:
    json::object ask(ChildProcess& child, const std::string& line) {
        EXPECT_TRUE(child.send_line(line));
        const auto reply = parse_json(child.read_line().value_or(""));
        EXPECT_TRUE(reply && reply->is_object()) << line.substr(0, 300);
        return reply && reply->is_object() ? reply->get_object() : json::object{};
    }
    ChildProcess serve() { return ChildProcess::start_hivemind({"serve", "opencode"}, {project_.root()}); }

    TempProject project_;
    CallShape shape_ = opencode_shape();
    std::string sound_ = sound_call(shape_, "bash", json::object{{"command", "ls"}});
};

TEST_F(ServedCalls, ThatCannotBeReadAreAllRefusedInStrict) {
    project_.set("mode", "strict");
    ChildProcess child = serve();
    ASSERT_EQ(text_member(ask(child, sound_), "verdict"), "allow");
    std::size_t sent = 0;
    for (const Malformed& call : malformed_calls(shape_)) {
        const std::string line = as_line(call.text);
        if (line.empty()) continue;
        ++sent;
        const json::object reply = ask(child, line);
        // Without its id the plugin takes it for no answer, and goes by the fail mode.
        const bool is_refused =
            text_member(reply, "verdict") == "block" || (reply.contains("failed") && !reply.contains("verdict"));
        EXPECT_TRUE(is_refused) << call.what << ": " << line.substr(0, 300) << "\n" << to_text(reply);
        EXPECT_TRUE(has_four_parts(text_member(reply, "message"))) << call.what << to_text(reply);
        if (line.starts_with(R"({"id":"the id","hook":"tool.execute.before")")) {
            EXPECT_EQ(text_member(reply, "id"), "the id") << call.what;
            EXPECT_EQ(text_member(reply, "verdict"), "block") << call.what << to_text(reply);
        }
    }
    EXPECT_GE(sent, 200U);
    EXPECT_EQ(text_member(ask(child, sound_), "verdict"), "allow") << "it goes on";
    child.close_input();
    EXPECT_EQ(child.wait().exit_code, 0);
    EXPECT_GT(project_.spooled_files(), 0U);
}

TEST_F(ServedCalls, ThatCannotBeReadAreLeftToTheFailModeInAssisted) {
    ChildProcess child = serve();
    for (const Malformed& call : malformed_calls(shape_)) {
        const std::string line = as_line(call.text);
        if (line.empty()) continue;
        const json::object reply = ask(child, line);
        EXPECT_TRUE(reply.contains("failed")) << call.what << to_text(reply);
        EXPECT_FALSE(reply.contains("verdict")) << call.what;
    }
    EXPECT_EQ(text_member(ask(child, sound_), "verdict"), "allow");
}

TEST_F(ServedCalls, LongerThanALineMayBeAreAnsweredAndTheChildGoesOn) {
    project_.set("mode", "strict");
    ChildProcess child = serve();
    for (const std::size_t size : {1U << 20U, 3U << 20U, 20U << 20U}) {
        const std::string line = sound_call(shape_, "bash", json::object{{"command", std::string(size, 'x')}});
        const json::object reply = ask(child, line);
        EXPECT_EQ(text_member(reply, "id"), "the id") << size;
        EXPECT_EQ(text_member(reply, "verdict"), "block") << size;
        EXPECT_NE(text_member(reply, "message").find("1048576"), std::string_view::npos) << to_text(reply);
        EXPECT_EQ(text_member(ask(child, sound_), "verdict"), "allow") << size;
    }
    // What the plugin sends in the place of such a request.
    const json::object named{{"tool", "bash"}, {"sessionID", "s"}, {"too_large", 2'000'000}};
    const json::object reply =
        ask(child, to_text(json::object{{"id", "i"}, {"hook", "tool.execute.before"}, {"input", named}}));
    EXPECT_EQ(text_member(reply, "verdict"), "block");
    EXPECT_NE(text_member(reply, "message").find("2000000"), std::string_view::npos) << to_text(reply);
    child.close_input();
    EXPECT_EQ(child.wait().exit_code, 0);
}

}  // namespace
}  // namespace hm::testing
