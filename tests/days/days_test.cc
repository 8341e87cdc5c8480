// Plays every tests/days/*.txt: stories of several days, sessions and clients, told as they happen, with what the agent
// sees, whole. Time is a fake clock; clients are real processes that are started, stopped and killed.
//
// A story reads as prose. A line that is neither input nor output is kept as it is:
//     day 2 09:00                              the clock
//     + 20m                                    time passes
//     $ hivemind status                        a person at the command line
//     s1 is opencode                           a session of a client: opencode, claude-code, codex
//     s1 is claude-code agent executor of s0   a subagent's session
//     s1 begins                                its client tells of its beginning
//     s1 says "Where was I?"                   the person's prompt, with the pack of the request behind it
//     s1 calls govern_task {"action":"start"}  a tool of ours
//     s1 writes src/a.ts                       a call of its own tool; the file is written when the gate lets it
//     s1 runs npm test                         a shell call that succeeds; `s1 fails npm test` one that does not
//     s1 compacts                              a compaction: what goes into its prompt
//     s1 stops                                 the end of the turn
//     s1 is closed                             its client's process is killed
//     s1 leaves                                its client lets go of it
//     s1 sleeps                                its client's process is suspended; `s1 wakes` goes on
//     file> notes.md some words                a file that somebody writes by hand
//     the machine restarts                     no process of before is there any more
// {task Fix it} stands for the id of the task of that name. The indented lines under an input are its output; a line
// `sees nothing` stands for none. HIVEMIND_UPDATE_GOLDEN=1 rewrites them.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "adapters/clients/opencode/replies.h"
#include "adapters/clients/shared/agent_tools.h"
#include "adapters/clients/shared/hook.h"
#include "app/event/hook_frame.h"
#include "app/project/project.h"
#include "base/process.h"
#include "support/file_bytes.h"
#include "support/places.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

const fs::path days_folder = source_directory() / "tests" / "days";

// A client that does nothing but be there.
class ClientProcess {
public:
    ClientProcess() : pid_(fork()) {
        if (pid_ == 0) {
            for (;;) pause();
        }
        key_ = key_of_process(pid_);
    }
    ~ClientProcess() { kill_it(); }
    ClientProcess(const ClientProcess&) = delete;
    ClientProcess& operator=(const ClientProcess&) = delete;

    void kill_it() {
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        pid_ = -1;
    }
    void send(int signal) { ::kill(pid_, signal); }
    const std::string& key() const { return key_; }

private:
    pid_t pid_;
    std::string key_;
};

struct StorySession {
    std::string client;
    std::string id;  // the client's
    std::string parent = {};
    std::string agent = {};
    std::shared_ptr<ClientProcess> process = {};
    std::shared_ptr<opencode::Replies> replies = {};
};

std::string after(std::string_view text, std::string_view front) {
    return std::string(text.substr(front.size()));
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
    return text;
}

class Story {
public:
    // The output of an input line, or nothing when the line is prose.
    std::optional<std::string> play(const std::string& line) {
        if (line.starts_with("day ")) return set_clock(line);
        if (line.starts_with("+ ")) return advance(*parse_duration(line.substr(2)));
        if (line.starts_with("$ hivemind")) return with_places(command_line(filled(line.substr(11))));
        if (line == "the machine restarts") return restart();
        if (line.starts_with("file> ")) return put(line.substr(6));
        const std::size_t space = line.find(' ');
        if (space == std::string::npos || line.size() < 2 || line[0] != 's' || line[1] < '0' || line[1] > '9') {
            return std::nullopt;
        }
        const std::string name = line.substr(0, space);
        const std::string rest = line.substr(space + 1);
        if (rest.starts_with("is ") && rest != "is closed") return introduce(name, rest.substr(3));
        if (!sessions_.contains(name)) return "(nobody introduced " + name + ")\n";
        return with_places(act(sessions_.at(name), filled(rest)));
    }

private:
    std::string set_clock(const std::string& line) {
        int day = 0;
        int hour = 0;
        int minute = 0;
        if (std::sscanf(line.c_str(), "day %d %d:%d", &day, &hour, &minute) != 3) return "(not a time)\n";
        constexpr std::int64_t first_midnight = 1'790'035'200'000;  // 2026-09-22T00:00Z
        const std::int64_t then = first_midnight + (day - 1) * hours(24).ms + hours(hour).ms + minutes(minute).ms;
        return advance(Duration{then - world_.clock().now().ms});
    }
    std::string advance(Duration duration) {
        world_.clock().advance(duration);
        return "";
    }

    std::string put(const std::string& words) {
        const std::size_t space = words.find(' ');
        const fs::path file = world_.directory() / words.substr(0, space);
        fs::create_directories(file.parent_path());
        std::ofstream(file) << words.substr(space + 1) << "\n";
        return "";
    }

    std::string introduce(const std::string& name, const std::string& words) {
        std::istringstream in(words);
        StorySession session;
        std::string word;
        std::string above;
        in >> session.client;
        while (in >> word) {
            if (word == "agent") in >> session.agent;
            if (word == "of") in >> above;
        }
        session.id = name;
        if (!above.empty()) {
            session.parent = sessions_.at(above).id;
            session.process = sessions_.at(above).process;
            session.replies = sessions_.at(above).replies;
        } else {
            session.process = std::make_shared<ClientProcess>();
            session.replies = std::make_shared<opencode::Replies>(world_.directory(), world_.clock(), world_.ids());
            session.replies->set_client_process(session.process->key());
        }
        sessions_[name] = std::move(session);
        return "";
    }

    std::string act(StorySession& session, const std::string& words) {
        if (words == "begins") return begin(session);
        if (words.starts_with("says ")) return say(session, after(words, "says "));
        if (words.starts_with("calls ")) return call_ours(session, after(words, "calls "));
        if (words.starts_with("writes ")) return write(session, after(words, "writes "));
        if (words.starts_with("runs ")) return run(session, after(words, "runs "), 0);
        if (words.starts_with("fails ")) return run(session, after(words, "fails "), 1);
        if (words == "compacts") return compact(session);
        if (words == "stops") return stop(session);
        if (words == "leaves") return hook(session, "SessionEnd", {{"reason", "exit"}});
        if (words == "is closed") return close(session);
        if (words == "sleeps") return signal_client(session, SIGSTOP);
        if (words == "wakes") return signal_client(session, SIGCONT);
        return "(nobody knows how to do this)\n";
    }

    static bool is_opencode(const StorySession& session) { return session.client == "opencode"; }

    // OpenCode.
    json::object ask(StorySession& session, std::string_view hook_name, json::object input) {
        if (!input.contains("sessionID")) input["sessionID"] = session.id;
        if (!session.agent.empty()) input["agent"] = session.agent;
        if (!session.parent.empty()) input["parentID"] = session.parent;
        json::object reply = session.replies->answer(
            {{"id", fmt::format("r{}", ++asked_)}, {"hook", hook_name}, {"input", std::move(input)}});
        session.replies->do_all_later();
        return reply;
    }

    // Clients that start a process for each event.
    std::string hook(StorySession& session, std::string_view event_name, json::object event) {
        event["hook_event_name"] = event_name;
        event["session_id"] = session.parent.empty() ? session.id : session.parent;
        if (!session.parent.empty()) {
            event["agent_id"] = session.id;
            event["agent_type"] = session.agent;
        }
        event["cwd"] = world_.directory().string();
        hook::HookCall call{*hook::find_dialect(session.client), std::string(event_name), FailMode::open,
                            world_.directory()};
        call.client_process = session.process->key();
        const hook::HookAnswer answer = hook::answer_event(call, to_text(event), world_.clock(), world_.ids());
        return words_of(answer.out) + answer.err;
    }

    // What of the answer the model reads.
    static std::string words_of(const std::string& answer) {
        const auto value = parse_json(answer);
        if (!value || !value->is_object()) return answer;
        const json::object& whole = value->get_object();
        std::string text;
        const auto specific = object_member(whole, "hookSpecificOutput");
        for (const std::string_view name : {"additionalContext", "permissionDecisionReason"}) {
            text += text_member(specific, name);
        }
        text += text_member(whole, "reason");
        text += text_member(whole, "systemMessage");
        if (!text.empty() && !text.ends_with('\n')) text += '\n';
        return text;
    }

    std::string begin(StorySession& session) {
        if (!is_opencode(session)) {
            return hook(session, session.parent.empty() ? "SessionStart" : "SubagentStart", {{"source", "startup"}});
        }
        json::object info{{"id", session.id}};
        if (!session.parent.empty()) info["parentID"] = session.parent;
        ask(session, "event", {{"type", "session.created"}, {"properties", {{"info", std::move(info)}}}});
        return "";
    }

    std::string say(StorySession& session, std::string words) {
        if (words.starts_with('"')) words = words.substr(1, words.size() - 2);
        if (!is_opencode(session)) {
            return hook(
                session, "UserPromptSubmit",
                {{"prompt", words}, {"prompt_id", std::to_string(++asked_)}, {"turn_id", std::to_string(asked_)}});
        }
        ask(session, "chat.message", {{"text", words}});
        const json::object reply = ask(session, "messages.transform", {{"prompt", words}});
        return std::string(text_member(reply, "inject")) + std::string(text_member(reply, "checklist"));
    }

    std::string call_ours(StorySession& session, const std::string& words) {
        const std::size_t space = words.find(' ');
        const std::string tool = words.substr(0, space);
        auto arguments = parse_json(words.substr(space + 1));
        if (!arguments || !arguments->is_object()) return "(this line is not `calls tool {json}`)\n";
        if (is_opencode(session)) {
            const json::object reply =
                ask(session, "tool",
                    {{"tool", tool}, {"callID", fmt::format("c{}", asked_)}, {"args", arguments->get_object()}});
            return std::string(text_member(reply, "output"));
        }
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        if (!project) return project.error().what + "\n";
        Workspace workspace = project->workspace();
        AgentIdentity who;
        who.client = session.client;
        who.session = session.parent.empty() ? session.id : session.parent + "/" + session.id;
        who.parent_session = session.parent;
        who.agent = session.agent;
        who.process = session.process->key();
        const auto stored = session_of(who, &Settings::command_deadline, workspace);
        if (!stored) return stored.error().what + "\n";
        return call_agent_tool(tool, arguments->get_object(), agent_actor(*stored), "", workspace);
    }

    // Before and after a call of the client's own tool; `do_it` between them when it was let through.
    std::string own_call(StorySession& session, std::string_view tool, json::object arguments, int exit_code,
                         const std::function<void()>& do_it) {
        const std::string call = fmt::format("call-{}", ++asked_);
        if (is_opencode(session)) {
            const json::object judged =
                ask(session, "tool.execute.before", {{"tool", tool}, {"callID", call}, {"args", arguments}});
            if (text_member(judged, "verdict") == "block") return std::string(text_member(judged, "message"));
            do_it();
            json::object done{{"tool", tool}, {"callID", call}, {"args", std::move(arguments)}};
            done["metadata"] = json::object{{"exit", exit_code}};
            const json::object after_it = ask(session, "tool.execute.after", std::move(done));
            std::string told(text_member(after_it, "append"));
            told.erase(0, told.find_first_not_of('\n'));
            return told;
        }
        json::object event{{"tool_name", tool}, {"tool_input", arguments}, {"tool_use_id", call}};
        const std::string judged = hook(session, "PreToolUse", event);
        if (judged.find("WHAT: ") != std::string::npos && judged.find("let this call through") == std::string::npos) {
            return judged;
        }
        do_it();
        json::object response{{"stdout", ""}, {"exit_code", exit_code}};
        event["tool_response"] = std::move(response);
        return judged + hook(session, exit_code == 0 ? "PostToolUse" : "PostToolUseFailure", std::move(event));
    }

    std::string write(StorySession& session, const std::string& path) {
        const fs::path file = world_.directory() / path;
        const auto put = [&] {
            fs::create_directories(file.parent_path());
            std::ofstream(file) << "written by " << session.id << "\n";
        };
        if (is_opencode(session)) return own_call(session, "write", {{"filePath", file.string()}}, 0, put);
        if (session.client == "codex") {
            const std::string patch =
                fmt::format("*** Begin Patch\n*** Add File: {}\n+x\n*** End Patch\n", file.string());
            return own_call(session, "apply_patch", {{"command", patch}}, 0, put);
        }
        return own_call(session, "Write", {{"file_path", file.string()}, {"content", "x"}}, 0, put);
    }

    std::string run(StorySession& session, const std::string& command, int exit_code) {
        return own_call(session, is_opencode(session) ? "bash" : "Bash", {{"command", command}}, exit_code, [] {});
    }

    std::string compact(StorySession& session) {
        std::string text;
        if (is_opencode(session)) {
            const json::object reply = ask(session, "session.compacting", {});
            text = std::string(text_member(object_member(reply, "set"), "prompt"));
            const json::value* pushed = object_member(reply, "push").if_contains("context");
            if (pushed != nullptr) text = std::string(pushed->as_array().front().as_string());
            ask(session, "event", {{"type", "session.compacted"}, {"properties", {{"sessionID", session.id}}}});
        } else {
            text = hook(session, "PreCompact", {{"trigger", "auto"}});
            text += hook(session, "SessionStart", {{"source", "compact"}});
        }
        return text;
    }

    std::string stop(StorySession& session) {
        if (!is_opencode(session)) {
            return hook(session, session.parent.empty() ? "Stop" : "SubagentStop",
                        {{"last_assistant_message", "Done for now."}, {"stop_hook_active", false}});
        }
        ask(session, "event", {{"type", "session.idle"}, {"properties", {{"sessionID", session.id}}}});
        return "";
    }

    static std::string close(StorySession& session) {
        session.process->kill_it();
        return "";
    }
    static std::string signal_client(StorySession& session, int signal) {
        session.process->send(signal);
        return "";
    }

    std::string restart() {
        for (auto& [name, session] : sessions_) session.process->kill_it();
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        if (!project) return project.error().what + "\n";
        const auto done = project->workspace().store.connection().execute("UPDATE sessions SET place_boot='before'");
        return done ? "" : done.error().what + "\n";
    }

    std::string command_line(const std::string& words) {
        std::vector<std::string> arguments;
        std::string word;
        bool has_word = false;
        char quote = '\0';
        for (const char c : words) {
            if (quote != '\0' ? c == quote : c == '"' || c == '\'') {
                quote = quote == '\0' ? c : '\0';
                has_word = true;
            } else if (c == ' ' && quote == '\0') {
                if (has_word) arguments.push_back(std::exchange(word, {}));
                has_word = false;
            } else {
                word += c;
                has_word = true;
            }
        }
        if (has_word) arguments.push_back(word);
        const CliOutcome outcome = world_.cli(arguments);
        std::string text = outcome.out + outcome.err;
        if (outcome.exit_code != 0) text += fmt::format("(exit code {})\n", outcome.exit_code);
        return text;
    }

    std::string filled(std::string line) {
        for (const auto& [noun, field] : {std::pair("task", "name"), std::pair("decision", "question"),
                                          std::pair("knowledge", "title"), std::pair("plan", "title")}) {
            const std::string opening = fmt::format("{{{} ", noun);
            for (std::size_t at = line.find(opening); at != std::string::npos; at = line.find(opening)) {
                const std::size_t end = line.find('}', at);
                const std::string name = line.substr(at + opening.size(), end - at - opening.size());
                line.replace(at, end + 1 - at, id_of(noun, field, name));
            }
        }
        return line;
    }

    std::string id_of(const std::string& noun, std::string_view field, const std::string& name) {
        const json::value listed = world_.cli_json({noun, "list"});
        for (const json::value& each : listed.as_array()) {
            if (text_member(each.as_object(), field) == name) return std::string(text_member(each.as_object(), "id"));
        }
        return "no-such-" + noun;
    }

    // Numbers that differ from run to run: places and processes.
    std::string with_places(std::string text) const {
        text = replaced(std::move(text), world_.directory().string(), "PROJECT");
        constexpr std::string_view process = ", process ";
        for (std::size_t at = text.find(process); at != std::string::npos; at = text.find(process, at + 1)) {
            std::size_t end = at + process.size();
            while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
            text.replace(at + process.size(), end - at - process.size(), "N");
        }
        // The length of what was injected depends on them.
        static const std::regex length("[0-9]+ characters, about [0-9]+ tokens");
        return std::regex_replace(text, length, "N characters, about N tokens");
    }

    World world_;
    std::map<std::string, StorySession> sessions_;
    int asked_ = 0;
};

std::string with_output(const std::string& output) {
    if (output.empty()) return "";
    std::string text;
    std::istringstream in(output);
    for (std::string line; std::getline(in, line);) text += line.empty() ? "    \n" : "    " + line + "\n";
    return text;
}

std::string play_story(const std::string& script) {
    Story story;
    std::string played;
    std::istringstream in(script);
    bool is_under_input = false;
    for (std::string line; std::getline(in, line);) {
        if (is_under_input && line.starts_with("    ")) continue;
        played += line + "\n";
        const auto output = story.play(line);
        is_under_input = output.has_value();
        if (!output) continue;
        const bool tells = line.find(" says ") != std::string::npos || line.ends_with(" begins");
        played += output->empty() && tells ? "    sees nothing\n" : with_output(*output);
    }
    return played;
}

class Days : public ::testing::TestWithParam<std::string> {};

TEST_P(Days, GoAsTold) {
    const fs::path file = days_folder / (GetParam() + ".txt");
    const std::string script = bytes_of(file);
    ASSERT_FALSE(script.empty()) << file;
    const std::string played = play_story(script);
    if (std::getenv("HIVEMIND_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(file) << played;
        return;
    }
    EXPECT_EQ(played, script);
}

std::vector<std::string> all_stories() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(days_folder)) {
        if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, Days, ::testing::ValuesIn(all_stories()),
                         [](const ::testing::TestParamInfo<std::string>& story) { return story.param; });

}  // namespace
}  // namespace hm::testing
