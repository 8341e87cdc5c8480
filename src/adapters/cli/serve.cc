// The commands that clients start: serve, hook and mcp.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "adapters/cli/care.h"
#include "adapters/cli/confirm.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/person.h"
#include "adapters/cli/procedures.h"
#include "adapters/cli/wire_clients.h"
#include "adapters/clients/opencode/behind.h"
#include "adapters/clients/opencode/replies.h"
#include "adapters/clients/shared/hook.h"
#include "adapters/clients/shared/newer_program.h"
#include "adapters/http/http_server.h"
#include "adapters/http/secret.h"
#include "adapters/mcp/http_endpoint.h"
#include "adapters/mcp/project_features.h"
#include "adapters/mcp/stdio.h"
#include "app/care/doctor_events.h"
#include "app/project/project.h"
#include "base/codec.h"
#include "base/files.h"
#include "base/memory.h"
#include "domain/texts.h"

namespace hm::cli {

// serve: the child a long-lived client keeps; started by the client's plugin, not by people.

namespace {

// `opencode_later` is started by a child of OpenCode's for itself.
HM_ENUM(ServedClient, opencode, opencode_later)

struct Serve {
    ServedClient client = ServedClient::opencode;
    static constexpr void fields(auto&& visit) {
        visit(field("client", &Serve::client, "The client that started this process."));
    }
};

Result<int> run_serve(const json::object& input, bool, Environment& environment) {
    HM_TRY_ASSIGN(const Serve serve, decode_as<Serve>(input, "serve"));
    if (serve.client == ServedClient::opencode_later) {
        return opencode::work_behind(environment.directory, environment.clock, environment.ids);
    }
    const auto give_way = [&](std::string_view unread) {
        if (environment.become_installed) environment.become_installed({"serve", "opencode"}, unread);
    };
    return opencode::serve(environment.directory, environment.clock, environment.ids, take_unread(), give_way,
                           environment.ends_afterwards ? client_process() : std::string());
}

}  // namespace

Procedure serve_procedure() {
    return {"serve", "Answer a client's plugin on standard input and output.", "client", &shape_of<Serve>, run_serve};
}

// hook: answers one event of a client; started by the client, not by people.

namespace {

constexpr Duration reading_deadline = seconds(2);
// Less than the clients wait (10 s), more than all deadlines of an event together.
constexpr Duration hook_patience = seconds(5);

struct Hook {
    HookClient client = HookClient::claude_code;
    std::optional<Text<1, 60>> event;
    std::optional<FailMode> fail;

    static constexpr void fields(auto&& visit) {
        visit(field("client", &Hook::client, "The client that tells of the event."));
        visit(field("event", &Hook::event, "The event's name, for when the event itself cannot be read."));
        visit(field("fail", &Hook::fail,
                    "When HiveMind fails and the project's setting cannot be read: open lets the call through, "
                    "closed refuses it."));
    }
};

Arguments arguments_of(const Hook& input) {
    Arguments arguments{"hook", std::string(name_of(input.client))};
    if (input.event) arguments.push_back(input.event->str());
    if (input.fail) arguments.insert(arguments.end(), {"--fail", std::string(name_of(*input.fail))});
    return arguments;
}

Result<int> run_hook(const json::object& values, bool, Environment& environment) {
    HM_TRY_ASSIGN(const Hook input, decode_as<Hook>(values, "hook"));
    const hook::Dialect& dialect = *hook::find_dialect(name_of(input.client));
    hook::HookCall call{dialect, input.event ? input.event->str() : std::string(), input.fail.value_or(FailMode::open),
                        environment.directory};
    call.variable = environment.variable;
    call.state = state_folder(environment.variable);
    if (environment.ends_afterwards) call.client_process = client_process();
    const Error ended{ErrorCode::io, "HiveMind did not answer in time or crashed.", "Run `hivemind doctor`.", {}, {}};
    const hook::HookAnswer last = answer_failure(dialect, call.event_name, call.fail, ended);
    call.on_project = [&](const std::filesystem::path& root, std::string_view event_name) {
        const std::string where = fmt::format("{} {}", dialect.client, event_name);
        const SpoolFile left =
            prepare_engine_failure(root, {where, ended.what, {}}, environment.clock, environment.ids);
        hook::set_last_record(left.making.native(), left.file.native(), left.text);
        if (call.fail == FailMode::closed || !is_marked_closed(root)) return;
        const hook::HookAnswer closed = answer_failure(dialect, event_name, FailMode::closed, ended);
        hook::set_last_word(closed.out, closed.err);
    };
    hook::arm_last_word(hook_patience);
    hook::set_last_word(last.out, last.err);
    std::string unread = take_unread();
    const Result<std::string> text =
        unread.empty() ? hook::read_event_text(STDIN_FILENO, Deadline::in(reading_deadline)) : std::move(unread);
    const hook::HookAnswer answer = hook::answer_event(call, text, environment.clock, environment.ids);
    hook::disarm_last_word();
    if (answer.needs_newer_program && environment.become_installed) {
        environment.become_installed(arguments_of(input), text ? *text : std::string());
    }
    if (!answer.out.empty()) environment.out(answer.out);
    if (!answer.err.empty()) environment.err(answer.err);
    return success;
}

}  // namespace

Procedure hook_procedure() {
    return {"hook", "Answer one event of a client, from standard input.", "client event", &shape_of<Hook>, run_hook};
}

// mcp: the server for every MCP client, on standard input and output or, with --http, on the loopback device.

namespace {

struct Mcp {
    bool http = false;
    std::optional<std::int64_t> port;
    std::optional<Text<1, 4096>> project;
    bool hooked = false;

    static constexpr void fields(auto&& visit) {
        visit(field("hooked", &Mcp::hooked, "The client also runs HiveMind's hooks; they tell the rules, not this."));
        visit(field("http", &Mcp::http, "Listen on the loopback device instead of standard input."));
        visit(field("port", &Mcp::port, "The port of --http; without it, a free one."));
        visit(field("project", &Mcp::project, "The project's directory; without it, this one."));
    }
};

Result<int> serve_http(std::uint16_t port, bool wants_json, const std::filesystem::path& root,
                       mcp::ProjectFeatures& features, Environment& environment) {
    HM_TRY_ASSIGN(const std::string token, mcp::project_token(store_folder(root) / "mcp.token"));
    mcp::Loop loop;
    StopSignals signals;
    mcp::Watcher watcher(features, loop);
    watcher.watch(store_folder(root));
    mcp::HttpEndpoint endpoint(features, watcher, loop);
    mcp::HttpServer server(loop, [&](const auto& connection, const auto& head, const auto& body) {
        endpoint.handle(connection, head, body);
    });
    HM_TRY(server.listen(port, token));
    const std::string url = fmt::format("http://127.0.0.1:{}{}", server.port(), mcp::endpoint_path);
    environment.out(wants_json ? to_text(json::object{{"url", url}, {"token", token}}) + "\n"
                               : fmt::format("Listening on {}\nToken: {}\nClients send it as `Authorization: Bearer "
                                             "<token>`. It stays the same for this project.\n",
                                             url, token));
    loop.watch(signals.file(), POLLIN, [&](short) { loop.stop(); });
    loop.run();
    endpoint.end();
    server.end();
    return success;
}

// A server that was started before `hivemind init` looks for the store from time to time.
void watch_store(const std::filesystem::path& directory, mcp::Watcher& watcher, mcp::Loop& loop,
                 Environment& environment) {
    if (is_project(directory)) {
        const auto project = Project::open(directory, environment.clock, environment.ids, Deadline::in(seconds(1)));
        if (project) return watcher.watch(store_folder(project->root()));
    }
    loop.after(seconds(2), [&, directory] { watch_store(directory, watcher, loop, environment); });
}

int serve_stdio(const std::filesystem::path& directory, mcp::ProjectFeatures& features, const Mcp& input,
                Environment& environment) {
    mcp::Loop loop;
    StopSignals signals;
    mcp::Watcher watcher(features, loop);
    watch_store(directory, watcher, loop, environment);
    const auto give_way = [&](std::string_view unread) {
        Arguments arguments{"mcp"};
        if (input.hooked) arguments.emplace_back("--hooked");
        if (input.project) arguments.insert(arguments.end(), {"--project", input.project->str()});
        if (environment.become_installed) environment.become_installed(arguments, unread);
    };
    return mcp::serve_stdio(mcp::random_hex(16), features, watcher, loop, signals.file(), {take_unread(), give_way});
}

Result<int> run_mcp(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Mcp input, decode_as<Mcp>(values, "mcp"));
    if (input.port && (!input.http || *input.port < 0 || *input.port > 65535)) {
        return fail(ErrorCode::invalid_input, fmt::format("--port {}.", *input.port),
                    "Give a port from 0 to 65535, together with --http.");
    }
    const std::filesystem::path directory =
        input.project ? named_directory(environment.directory, input.project->str()) : environment.directory;
    keep_freed_memory();
    mcp::ProjectFeatures features(directory, environment.clock, environment.ids,
                                  input.hooked ? mcp::RulesToldBy::hooks : mcp::RulesToldBy::server);
    if (input.http) {
        HM_TRY_ASSIGN(const Project project,
                      Project::open(directory, environment.clock, environment.ids, Deadline::in(seconds(5))));
        return serve_http(static_cast<std::uint16_t>(input.port.value_or(0)), wants_json, project.root(), features,
                          environment);
    }
    return serve_stdio(directory, features, input, environment);
}

}  // namespace

Procedure mcp_procedure() {
    return {"mcp", "Serve an MCP client on standard input and output, or over HTTP.", "", &shape_of<Mcp>, run_mcp};
}

}  // namespace hm::cli
