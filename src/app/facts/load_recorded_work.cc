#include "app/facts/load_recorded_work.h"

#include <algorithm>

#include "store/sql/event.h"
#include "store/sql/session.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

// Of each session, and of all of them together.
constexpr std::int64_t most_events = 1000;
constexpr std::size_t most_of_all = 3000;

struct BegunCall {
    std::string tool;
    Time at;
    bool is_building = false;
};

bool is_listed(const json::object& facts, std::string_view member, std::string_view name) {
    const json::value* list = facts.if_contains(member);
    return list != nullptr && list->is_array() &&
           std::any_of(list->get_array().begin(), list->get_array().end(),
                       [&](const json::value& each) { return each.is_string() && each.get_string() == name; });
}

void add_created(const json::object& facts, const fs::path& root, RecordedWork& work) {
    const json::value* made = facts.if_contains("new");
    if (made == nullptr || !made->is_array()) return;
    for (const json::value& path : made->get_array()) {
        if (path.is_string()) work.created.push_back((root / std::string_view(path.get_string())).string());
    }
}

// A call lasts from the gate's leave to the record of its end. Of two calls of one tool that ran at once it does not
// matter which end is whose.
void add_calls(const std::vector<Event>& newest_first, const fs::path& root, RecordedWork& work) {
    std::vector<BegunCall> begun;
    for (auto event = newest_first.rbegin(); event != newest_first.rend(); ++event) {
        const std::string_view kind = event->kind.view();
        const std::string_view what = text_member(event->facts, "kind");
        const bool may_write = what == name_of(ToolKind::write) || what == name_of(ToolKind::shell);
        if (!may_write) continue;
        const std::string tool(text_member(event->facts, "tool"));
        if (kind == "gate.allow" || kind == "gate.advise") {
            const bool is_building = is_listed(object_member(event->facts, "shell"), "is", "building");
            begun.push_back({tool, event->at, is_building});
            add_created(event->facts, root, work);
        } else if (kind == "checkpoint" || kind == "tool.done") {
            const auto own =
                std::find_if(begun.rbegin(), begun.rend(), [&](const BegunCall& call) { return call.tool == tool; });
            if (own == begun.rend()) continue;
            work.calls.push_back({own->at, event->at});
            if (own->is_building) work.builds.push_back({own->at, event->at});
            begun.erase(std::next(own).base());
        }
    }
}

}  // namespace

Result<RecordedWork> load_recorded_work(const fs::path& root, HookFrame& frame, Workspace& workspace) {
    RecordedWork work;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const std::vector<Id> sessions, session_relatives(connection, frame.session.id));
    std::size_t seen = 0;
    for (const Id& session : sessions) {
        if (seen >= most_of_all) break;
        HM_TRY_ASSIGN(const auto events,
                      list_events(connection, {.session_id = session, .limit = most_events}, frame.bad));
        seen += events.size();
        add_calls(events, root, work);
    }
    return work;
}

}  // namespace hm
