// One memory added, searched for and read through a process on standard input and output, beside what others use for
// it: the npm package @modelcontextprotocol/server-memory. Both hold the same texts before; ours is asked over the
// plugin's lines and over MCP. Ours looks for near duplicates, records the event and syncs to disk; theirs does none of
// these. Theirs searches for the question as a part of a text, so that it is asked for one word; ours ranks.
#include <fstream>

#include "adding.h"
#include "stdio_child.h"
#include "store/queries/memory.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr const char* server = "node_modules/@modelcontextprotocol/server-memory/dist/index.js";

std::int64_t most_memory_kb(pid_t process) {
    std::ifstream status(fmt::format("/proc/{}/status", process));
    std::string word;
    std::int64_t kb = 0;
    while (status >> word) {
        if (word == "VmHWM:") status >> kb;
    }
    return kb;
}

std::string any_id(const fs::path& root) {
    SystemClock clock;
    RandomIds ids;
    Project project = checked(Project::open(root, clock, ids, Deadline::in(seconds(5))), "open");
    Workspace workspace = project.workspace();
    BadRows bad;
    return checked(recent_memories(workspace.store.connection(), 1, bad), "recent").front().id.text();
}

class Ours {
public:
    Ours(const Options& options, const fs::path& root) : child_({options.hivemind, "serve", "opencode"}, root) {}

    double add(const std::string& text) {
        const json::object request{{"id", ids_.next(clock_.now()).text()},
                                   {"hook", "tool"},
                                   {"input",
                                    {{"tool", "hivemind_memory"},
                                     {"sessionID", "bench"},
                                     {"callID", "call"},
                                     {"args", {{"action", "save"}, {"content", text}}}}}};
        return ask(request, "Saved the memory.");
    }

    // Also reads one, when the question is an id.
    double search(const std::string& question) {
        const json::object request{{"id", ids_.next(clock_.now()).text()},
                                   {"hook", "tool"},
                                   {"input",
                                    {{"tool", "hivemind_memory"},
                                     {"sessionID", "bench"},
                                     {"callID", "call"},
                                     {"args", {{"action", "recall"}, {"question", question}}}}}};
        return ask(request, "output");
    }

    std::int64_t most_kb() const { return most_memory_kb(child_.pid()); }

private:
    double ask(const json::object& request, std::string_view expected) {
        std::string answer;
        const double took = microseconds_of([&] { answer = child_.ask(to_text(request)); });
        if (answer.find(expected) == std::string::npos) give_up(answer);
        return took;
    }

    SystemClock clock_;
    RandomIds ids_;
    StdioChild child_;
};

// An MCP server on its standard input and output.
class McpServer {
public:
    McpServer(const std::vector<std::string>& arguments, const fs::path& directory,
              const std::vector<std::string>& environment = {})
        : child_(arguments, directory, environment) {
        ask("initialize", {{"protocolVersion", "2025-06-18"},
                           {"capabilities", json::object{}},
                           {"clientInfo", {{"name", "bench"}, {"version", "1"}}}});
        child_.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }

    double call(std::string_view tool, json::object arguments) {
        const json::object params{{"name", tool}, {"arguments", std::move(arguments)}};
        return microseconds_of([&] { ask("tools/call", params); });
    }

    std::int64_t most_kb() const { return most_memory_kb(child_.pid()); }

private:
    void ask(std::string_view method, const json::object& parameters) {
        const json::object request{{"jsonrpc", "2.0"}, {"id", ++asked_}, {"method", method}, {"params", parameters}};
        std::string answer = child_.ask(to_text(request));
        // A server may tell of a change in between.
        while (answer.find(R"("id":)") == std::string::npos) answer = child_.receive();
        const auto parsed = parse_json(answer, 256U << 20U);
        const bool is_answer = parsed && parsed->is_object() && parsed->get_object().contains("result");
        if (!is_answer || answer.find(R"("isError":true)") != std::string::npos) give_up(answer.substr(0, 500));
    }

    int asked_ = 0;
    StdioChild child_;
};

class OurMcp {
public:
    OurMcp(const Options& options, const fs::path& root) : server_({options.hivemind, "mcp"}, root) {}

    double add(const std::string& text) {
        return server_.call("hivemind_memory", {{"action", "save"}, {"content", text}});
    }
    double find(const std::string& text) {
        return server_.call("hivemind_memory", {{"action", "recall"}, {"question", text}});
    }

private:
    McpServer server_;
};

class ServerMemory {
public:
    ServerMemory(const Options& options, const fs::path& file)
        : server_({"node", options.rivals + "/" + server}, file.parent_path(), {"MEMORY_FILE_PATH=" + file.string()}) {}

    double add(const std::string& text) {
        const json::object entity{
            {"name", fmt::format("added {}", ++added_)}, {"entityType", "memory"}, {"observations", json::array{text}}};
        return server_.call("create_entities", {{"entities", json::array{entity}}});
    }
    double find(const std::string& text) { return server_.call("search_nodes", {{"query", text}}); }
    double read(const std::string& name) { return server_.call("open_nodes", {{"names", json::array{name}}}); }
    std::int64_t most_kb() const { return server_.most_kb(); }

private:
    int added_ = 0;
    McpServer server_;
};

// The file as the server itself writes it.
void write_entities(const fs::path& file, std::int64_t memories) {
    Words words(1);
    std::ofstream out(file);
    for (std::int64_t i = 0; i < memories; ++i) {
        const json::object entity{{"type", "entity"},
                                  {"name", fmt::format("memory {}", i)},
                                  {"entityType", "memory"},
                                  {"observations", json::array{words.text(memory_words)}}};
        out << (i == 0 ? "" : "\n") << to_text(entity);
    }
}

struct Size {
    std::int64_t memories;
    std::size_t samples;
};

void compare(const Options& options, const fs::path& directory, const Size& size) {
    const fs::path root = directory / std::to_string(size.memories);
    make_store(root, size.memories);
    write_entities(root / "memory.jsonl", size.memories);
    Ours ours(options, root);
    OurMcp our_mcp(options, root);
    ServerMemory theirs(options, root / "memory.jsonl");
    Words words(99);
    Comparison adding;
    const auto rival =
        adding.add("server-memory create_entities", [&] { return theirs.add(words.text(memory_words)); });
    const auto us = adding.add("hivemind_memory save", [&] { return ours.add(words.text(memory_words)); });
    const auto mcp = adding.add("hivemind_memory save over MCP", [&] { return our_mcp.add(words.text(memory_words)); });
    adding.run(size.samples);
    print_heading(fmt::format("one memory added over stdio, {}", size_text(size.memories)));
    print_reference(adding, rival);
    print_ratio(adding, us, rival, 1);
    print_ratio(adding, mcp, rival, size.memories >= 10'000 ? 0.1 : 1);

    const std::string known = any_id(root);
    Comparison asking;
    const auto their_search = asking.add("server-memory search_nodes", [&] { return theirs.find(words.prompt(1)); });
    const auto our_search = asking.add("hivemind_memory recall", [&] { return ours.search(words.prompt(1)); });
    const auto mcp_search =
        asking.add("hivemind_memory recall over MCP", [&] { return our_mcp.find(words.prompt(1)); });
    const auto their_read = asking.add("server-memory open_nodes", [&] { return theirs.read("memory 7"); });
    const auto our_read = asking.add("hivemind_memory recall <id>", [&] { return ours.search(known); });
    asking.run(size.samples);
    print_heading(fmt::format("one memory searched for and read over stdio, {}", size_text(size.memories)));
    print_reference(asking, their_search);
    print_ratio(asking, our_search, their_search, 1);
    print_ratio(asking, mcp_search, their_search, size.memories >= 10'000 ? 0.1 : 1);
    print_reference(asking, their_read);
    print_ratio(asking, our_read, their_read, 1);
    fmt::print("most memory held: ours {:.1f} MB, theirs {:.1f} MB\n", static_cast<double>(ours.most_kb()) / 1024,
               static_cast<double>(theirs.most_kb()) / 1024);
}

void run(const Options& options) {
    if (!fs::exists(fs::path(options.rivals) / server)) give_up("the rivals are not fetched; use ./bench rivals");
    const TempDirectory directory;
    for (const Size& size : {Size{100, 100}, Size{10'000, 20}, Size{100'000, 4}, Size{1'000'000, 1}}) {
        compare(options, directory.path(), size);
    }
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
