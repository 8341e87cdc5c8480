#include "app/hooks/ticket.h"

#include "base/json.h"
#include "base/strings.h"
#include "store/files/trust.h"

namespace hm {
namespace {

constexpr std::size_t longest_name = 300;

}  // namespace

Result<std::string> issue_ticket(const AgentIdentity& who, Workspace& workspace) {
    const json::object content{{"client", shorten(who.client, longest_name)},
                               {"session", shorten(who.session, longest_name)},
                               {"parent_session", shorten(who.parent_session, longest_name)},
                               {"agent", shorten(who.agent, longest_name)}};
    return leave_ticket(workspace.store.paths(), to_text(content));
}

std::optional<AgentIdentity> take_ticket(std::string_view ticket, Workspace& workspace) {
    const auto text = take_ticket_content(workspace.store.paths(), ticket);
    if (!text) return std::nullopt;
    const auto content = parse_json(*text);
    if (!content || !content->is_object()) return std::nullopt;
    const json::object& object = content->get_object();
    return AgentIdentity{.request_id = {},
                         .client = std::string(text_member(object, "client")),
                         .session = std::string(text_member(object, "session")),
                         .parent_session = std::string(text_member(object, "parent_session")),
                         .agent = std::string(text_member(object, "agent")),
                         .role = {}};
}

}  // namespace hm
