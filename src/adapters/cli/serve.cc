// serve: the child a long-lived client keeps; started by the client's plugin, not by people.
#include <fmt/format.h>

#include "adapters/cli/procedures.h"
#include "adapters/newer_program.h"
#include "adapters/opencode/behind.h"
#include "adapters/opencode/serve.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

// `opencode_later` is started by a child of OpenCode's for itself.
HM_ENUM(ServedClient, opencode, opencode_later)

struct Serve {
    ServedClient client = ServedClient::opencode;
    static constexpr void fields(auto&& visit) {
        visit(field("client", &Serve::client, "The client that started this process."));
    }
};

Result<int> run(const json::object& input, bool, Environment& environment) {
    HM_TRY_ASSIGN(const Serve serve, decode_as<Serve>(input, "serve"));
    if (serve.client == ServedClient::opencode_later) {
        return opencode::work_behind(environment.directory, environment.clock, environment.ids);
    }
    const auto give_way = [&](std::string_view unread) {
        if (environment.become_installed) environment.become_installed({"serve", "opencode"}, unread);
    };
    return opencode::serve(environment.directory, environment.clock, environment.ids, take_unread(), give_way);
}

}  // namespace

Procedure serve_procedure() {
    return {"serve", "Answer a client's plugin on standard input and output.", "client", &shape_of<Serve>, run};
}

}  // namespace hm::cli
