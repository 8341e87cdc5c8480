// The bus: the one path of every command. Permission → redaction → check of the input → transaction: spool, run, event
// with before-images, rows met that cannot be read → commit → receipt. Bad input never takes the write lock. Queries
// take the short way: decoding and a snapshot, no write.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/catalog.h"
#include "app/receipt.h"
#include "app/workspace.h"

namespace hm {

struct CommandRequest {
    json::value input;
    Actor actor;
    // When not empty: a request that was already carried out under this key answers the same receipt again.
    std::string request_id = {};
    // How long it may wait for the store, when that is less than the setting says.
    std::optional<Duration> patience = std::nullopt;
};

Result<Receipt> execute(const Command& command, const CommandRequest& request, Workspace& workspace);

// The same with another run than the command's own: for one that brings more than its input, such as files.
using RunCommand = std::function<Result<Receipt>(const json::value& input, const CommandContext& context)>;
Result<Receipt> execute_with(const RunCommand& run, const Command& command, const CommandRequest& request,
                             Workspace& workspace);

Result<Answer> ask(const Query& query, const json::value& input, const Actor& actor, Workspace& workspace,
                   std::optional<Duration> patience = std::nullopt);

}  // namespace hm
