// session split: a session whose context is nearly full goes on in a fresh one. What the fresh one opens with, the pack
// and the last messages, is written to .hivemind/sessions/archive/splits and named in the receipt.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/session_meant.h"
#include "app/session/split_package.h"

namespace hm {
namespace {

struct SplitSession {
    std::vector<MemoryText> messages;
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("messages", &SplitSession::messages,
                    "The last messages, oldest first, each \"user: …\" or \"assistant: …\"; six are kept."));
        visit(field("session", &SplitSession::session, "Id or stamp of the session; your own when left out."));
    }
};

SplitMessage read_message(std::string_view text) {
    const std::size_t colon = text.find(": ");
    const std::string_view from = text.substr(0, colon == std::string_view::npos ? 0 : colon);
    if (from == "user" || from == "assistant") return {std::string(from), std::string(text.substr(colon + 2))};
    return {"user", std::string(text)};
}

Result<Receipt> run(const SplitSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    std::vector<SplitMessage> messages;
    for (const MemoryText& message : input.messages) messages.push_back(read_message(message.view()));
    HM_TRY(mark_split(session, context));
    // Outside of the transaction, and once it is certain that the session is split.
    context.afterwards.views.emplace_back([session, messages](Receipt& receipt, Workspace& workspace) {
        const auto package = write_split_package(session, messages, workspace);
        if (package) {
            receipt.details["file"] = package->shown_path;
            receipt.details["characters"] = count_characters(package->text);
        } else {
            receipt.sentence += " What to open the fresh one with could not be written: " + package.error().what;
        }
    });
    return Receipt{fmt::format("Session {} is split. Open a fresh one with what the file holds.", session.stamp.view()),
                   session.id};
}

}  // namespace

Command split_session() {
    return make_command<SplitSession, run>("session split",
                                           "Go on in a fresh session: writes what that one has to open with.", "");
}

}  // namespace hm
