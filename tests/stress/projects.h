// Several projects in one folder, as a person's disk holds them, and the events that clients send about them. Every
// event is answered by a process of the built program.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bus/bus.h"
#include "app/project/project.h"
#include "support/temp_project.h"

namespace hm::testing {

struct Wired {
    std::string client;
    std::string event;
    std::string write_tool;
    std::string shell_tool;
    std::string project_variable;
};

inline const std::vector<Wired>& wired_clients() {
    static const std::vector<Wired> clients{
        {"claude-code", "PreToolUse", "Write", "Bash", "CLAUDE_PROJECT_DIR"},
        {"codex", "PreToolUse", "write_file", "Bash", ""},
        {"gemini", "BeforeTool", "write_file", "run_shell_command", "GEMINI_PROJECT_DIR"}};
    return clients;
}

inline std::string name_of_client(const ::testing::TestParamInfo<Wired>& client) {
    std::string name = client.param.client;
    std::erase(name, '-');
    return name;
}

inline bool is_refused(const Ended& ended) {
    return ended.exit_code == 0 && (ended.out.find("\"permissionDecision\":\"deny\"") != std::string::npos ||
                                    ended.out.find("\"decision\":\"deny\"") != std::string::npos);
}

using Variables = std::vector<std::pair<std::string, std::string>>;

// Variables of this process while it lives, for the children that it starts.
class OwnVariables {
public:
    explicit OwnVariables(const Variables& variables) {
        for (const auto& [name, value] : variables) {
            const char* before = std::getenv(name.c_str());
            before_.emplace_back(name, before == nullptr ? std::nullopt : std::optional<std::string>(before));
            setenv(name.c_str(), value.c_str(), 1);
        }
    }
    ~OwnVariables() {
        for (const auto& [name, value] : before_) {
            value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
        }
    }
    OwnVariables(const OwnVariables&) = delete;
    OwnVariables& operator=(const OwnVariables&) = delete;

private:
    std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

class Projects {
public:
    const std::filesystem::path& folder() const { return folder_.path(); }
    std::filesystem::path path(std::string_view name) const { return folder() / name; }

    // Made apart and moved to its place, because `init` within a project finds that one.
    std::filesystem::path make(std::string_view name, std::string_view mode) {
        const OwnVariables own(variables);
        const TempDirectory apart;
        EXPECT_EQ(run_hivemind({"init"}, {apart.path()}).exit_code, 0);
        {
            SystemClock clock;
            RandomIds ids;
            auto project = Project::open(apart.path(), clock, ids, Deadline::in(seconds(10)));
            EXPECT_TRUE(project.has_value());
            Workspace workspace = project->workspace();
            const json::object input{{"key", "mode"}, {"value", mode}};
            EXPECT_TRUE(execute(*find_command("config set"), {input, {}}, workspace).has_value());
            EXPECT_TRUE(keep_fail_mark(apart.path(), effective_fail(*project->settings())).has_value());
        }
        std::filesystem::create_directories(path(name));
        for (const auto& each : std::filesystem::directory_iterator(apart.path())) {
            std::filesystem::rename(each.path(), path(name) / each.path().filename());
        }
        return path(name);
    }

    std::filesystem::path make_folder(std::string_view name) {
        std::filesystem::create_directories(path(name));
        return path(name);
    }

    // A call of the agent in `directory`; `more` are further members of the event.
    Ended call(const Wired& client, std::string_view session, const std::filesystem::path& directory,
               std::string_view tool, json::object arguments, json::object more = {}) {
        json::object event{{"session_id", session},
                           {"hook_event_name", client.event},
                           {"cwd", directory.string()},
                           {"tool_name", tool},
                           {"tool_input", std::move(arguments)}};
        for (const auto& member : more) event[member.key()] = member.value();
        return send(client, std::string(event["hook_event_name"].as_string()), directory, to_text(event));
    }
    Ended write(const Wired& client, std::string_view session, const std::filesystem::path& directory,
                std::string_view file) {
        return call(client, session, directory, client.write_tool, {{"file_path", file}, {"content", "x"}});
    }
    Ended shell(const Wired& client, std::string_view session, const std::filesystem::path& directory,
                std::string_view command) {
        return call(client, session, directory, client.shell_tool, {{"command", command}});
    }
    Ended start(const Wired& client, std::string_view session, const std::filesystem::path& directory,
                std::string_view source) {
        return call(client, session, directory, "", {}, {{"hook_event_name", "SessionStart"}, {"source", source}});
    }
    Ended send(const Wired& client, const std::string& event, const std::filesystem::path& directory,
               const std::string& text) {
        std::vector<std::string> arguments{"hook", client.client, event};
        arguments.insert(arguments.end(), wired_with.begin(), wired_with.end());
        const OwnVariables own(variables);
        ChildProcess child = ChildProcess::start_hivemind(arguments, {directory});
        child.send_line(text);
        child.close_input();
        return child.wait();
    }

    std::vector<std::string> wired_with = {};  // further words of the wired command
    Variables variables = {};

private:
    TempDirectory folder_;
};

}  // namespace hm::testing
