#include "adapters/opencode/later_work.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "adapters/opencode/dialect.h"
#include "app/hooks/before_stop.h"
#include "app/hooks/outside_changes.h"
#include "app/hooks/part_of.h"
#include "app/hooks/session_start.h"

namespace hm::opencode {
namespace {

constexpr std::size_t most_items = 100;

json::object item_of(std::string_view work, const AgentIdentity& who) {
    return {{"work", work},
            {"sessionID", who.session},
            {"parentID", who.parent_session},
            {"agent", who.agent},
            {"id", who.request_id}};
}

using Do = void (*)(const json::object& item, const AgentIdentity& who, const std::filesystem::path& directory,
                    Workspace& workspace);

void finish(const json::object& item, const AgentIdentity& who, const std::filesystem::path& directory,
            Workspace& workspace) {
    LeftByCall left{{}, told(item, "scan").value_or(false), told(item, "commit").value_or(false)};
    const json::value* sources = item.if_contains("sources");
    if (sources != nullptr && sources->is_array()) {
        for (const json::value& source : sources->get_array()) {
            if (source.is_string()) left.sources.emplace_back(source.get_string());
        }
    }
    finish_call(left, who, directory, workspace);
}

void look_at_beginning(const json::object&, const AgentIdentity& who, const std::filesystem::path&,
                       Workspace& workspace) {
    std::ignore = note_changes_before(who, workspace);
    std::ignore = look_at_project(who, workspace);
}

void look_at_rest(const json::object&, const AgentIdentity& who, const std::filesystem::path&, Workspace& workspace) {
    std::ignore = note_tree_changes(who, workspace);
    tidy_after_turn(workspace);
}

struct Known {
    std::string_view work;
    Do act;
};

constexpr std::array<Known, 4> known_work{{
    {"call", finish},
    {"began", look_at_beginning},
    {"rests", look_at_rest},
    {"ended", look_at_rest},
}};

}  // namespace

void LaterWork::add(json::object item) {
    // The same look at the same session, asked for again before it was made, is one look.
    const auto is_same = [&](const std::string& waiting) {
        const auto other = parse_json(waiting);
        return text_member(other->get_object(), "work") == text_member(item, "work") &&
               text_member(other->get_object(), "sessionID") == text_member(item, "sessionID");
    };
    const bool is_look = text_member(item, "work") != "call";
    if (is_look) items_.erase(std::remove_if(items_.begin(), items_.end(), is_same), items_.end());
    if (items_.size() >= most_items) items_.pop_front();
    items_.push_back(to_text(item));
}

void LaterWork::call_is_done(const AgentIdentity& who, const LeftByCall& left) {
    if (left.empty()) return;
    json::object item = item_of("call", who);
    item["sources"] = json::array(left.sources.begin(), left.sources.end());
    item["scan"] = left.is_scan_due;
    item["commit"] = left.made_commit;
    add(std::move(item));
}

void LaterWork::session_began(const AgentIdentity& who) {
    add(item_of("began", who));
}

void LaterWork::session_rests(const AgentIdentity& who) {
    add(item_of("rests", who));
}

void LaterWork::session_ended(const AgentIdentity& who) {
    add(item_of("ended", who));
}

std::string LaterWork::take(std::size_t most_bytes) {
    std::string lines;
    do {
        lines += items_.front() + "\n";
        items_.pop_front();
    } while (!items_.empty() && lines.size() + items_.front().size() < most_bytes);
    return lines;
}

void do_later(const json::object& item, const std::filesystem::path& directory, Workspace& workspace) {
    const std::string_view work = text_member(item, "work");
    for (const Known& known : known_work) {
        if (known.work != work) continue;
        known.act(item, identity(item, text_member(item, "id")), directory, workspace);
    }
}

}  // namespace hm::opencode
