// mcp: the server for every MCP client, on standard input and output or, with --http, on the loopback device.
#include <fmt/format.h>
#include <poll.h>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/named_directory.h"
#include "adapters/cli/procedures.h"
#include "adapters/cli/stop_signals.h"
#include "adapters/mcp/http_endpoint.h"
#include "adapters/mcp/http_server.h"
#include "adapters/mcp/project_features.h"
#include "adapters/mcp/secret.h"
#include "adapters/mcp/stdio.h"
#include "adapters/newer_program.h"
#include "app/project.h"
#include "base/codec.h"
#include "base/freed_memory.h"
#include "domain/texts.h"

namespace hm::cli {
namespace {

struct Mcp {
    bool http = false;
    std::optional<std::int64_t> port;
    std::optional<Text<1, 4096>> project;

    static constexpr void fields(auto&& visit) {
        visit(field("http", &Mcp::http, "Listen on the loopback device instead of standard input."));
        visit(field("port", &Mcp::port, "The port of --http; without it, a free one."));
        visit(field("project", &Mcp::project, "The project's directory; without it, this one."));
    }
};

Result<int> serve_http(std::uint16_t port, bool wants_json, const std::filesystem::path& root,
                       mcp::ProjectFeatures& features, Environment& environment) {
    HM_TRY_ASSIGN(const std::string token, mcp::project_token(root / ".hivemind" / "mcp.token"));
    mcp::Loop loop;
    StopSignals signals;
    mcp::Watcher watcher(features, loop);
    watcher.watch(root / ".hivemind");
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
        if (project) return watcher.watch(project->root() / ".hivemind");
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
        if (input.project) arguments.insert(arguments.end(), {"--project", input.project->str()});
        if (environment.become_installed) environment.become_installed(arguments, unread);
    };
    return mcp::serve_stdio(mcp::random_hex(16), features, watcher, loop, signals.file(), {take_unread(), give_way});
}

Result<int> run(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Mcp input, decode_as<Mcp>(values, "mcp"));
    if (input.port && (!input.http || *input.port < 0 || *input.port > 65535)) {
        return fail(ErrorCode::invalid_input, fmt::format("--port {}.", *input.port),
                    "Give a port from 0 to 65535, together with --http.");
    }
    const std::filesystem::path directory =
        input.project ? named_directory(environment.directory, input.project->str()) : environment.directory;
    keep_freed_memory();
    mcp::ProjectFeatures features(directory, environment.clock, environment.ids);
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
    return {"mcp", "Serve an MCP client on standard input and output, or over HTTP.", "", &shape_of<Mcp>, run};
}

}  // namespace hm::cli
