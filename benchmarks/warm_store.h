// A store as the client's child has it open, and what the client asks of it.
#pragma once

#include "adapters/clients/opencode/dialect.h"
#include "adapters/clients/opencode/replies.h"
#include "adding.h"
#include "app/gate/load_gate_facts.h"
#include "engine/gate/gate.h"

namespace hm::benchmarks {

class Warm {
public:
    Warm(const std::filesystem::path& root, std::int64_t memories)
        : memories_(memories),
          root_(root),
          replies_(root, clock_, ids_),
          project_(checked(Project::open(root, clock_, ids_, Deadline::in(seconds(5))), "open")) {}

    std::int64_t memories() const { return memories_; }
    const std::filesystem::path& root() const { return root_; }

    // Facts and rules, nothing written.
    double decide_only(const json::object& call = read_call()) {
        return microseconds_of([&] {
            Workspace workspace = project_.workspace();
            HookFrame frame =
                checked(begin_hook({.client = "opencode", .session = "bench"}, &Settings::gate_deadline, workspace),
                        "begin_hook");
            const ToolUse use = opencode::tool_use(call);
            (void)decide(checked(load_gate_facts(use, frame, root_, workspace), "facts"));
        });
    }
    // Never the same twice: the same call over and over is refused.
    double event(json::object call = read_call()) {
        call["args"].as_object()["offset"] = ++asked_;
        return ask("tool.execute.before", call, "verdict");
    }
    double pack() {
        return ask("messages.transform", {{"sessionID", "bench"}, {"prompt", words_.prompt(6)}}, "inject");
    }
    // The same prompt again, as with every request of one turn.
    double pack_again() { return ask("messages.transform", {{"sessionID", "bench"}, {"prompt", prompt_}}, "inject"); }
    double add_memory() {
        const json::object input{{"content", words_.text(memory_words)}};
        return microseconds_of([&] {
            Workspace workspace = project_.workspace();
            (void)checked(execute(*find_command("memory save"), {input, {}}, workspace), "memory save");
        });
    }

private:
    static json::object read_call() {
        return {{"tool", "read"}, {"sessionID", "bench"}, {"callID", "call"}, {"args", {{"filePath", "README.md"}}}};
    }
    double ask(std::string_view hook, const json::object& input, std::string_view answer) {
        const json::object request{{"id", ids_.next(clock_.now()).text()}, {"hook", hook}, {"input", input}};
        json::object reply;
        const double took = microseconds_of([&] { reply = replies_.answer(request); });
        if (!reply.contains(answer)) give_up(to_text(reply));
        return took;
    }

    std::int64_t memories_;
    std::int64_t asked_ = 0;
    std::filesystem::path root_;
    SystemClock clock_;
    RandomIds ids_;
    Words words_{99};
    std::string prompt_ = words_.prompt(6);
    opencode::Replies replies_;
    Project project_;
};

}  // namespace hm::benchmarks
