#include "adapters/opencode/host_hooks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "adapters/file_changes.h"
#include "base/json.h"

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;

constexpr std::array<HostHookAbout, 7> table{{
    {HostHook::tool_before, "tool.execute.before", "tool.execute.before",
     "a call is judged when it is done, and the result of one that was not to run is replaced by the refusal"},
    {HostHook::tool_after, "tool.execute.after", "tool.execute.after",
     "a call is recorded when the next request shows that it is done"},
    {HostHook::chat_message, "chat.message", "chat.message", "a prompt is taken from the request that carries it"},
    {HostHook::messages_transform, "experimental.chat.messages.transform", "messages.transform",
     "the state comes with the first result of a turn, and in later turns with the system prompt"},
    {HostHook::system_transform, "experimental.chat.system.transform", "system.transform",
     "the rules stand in front of the state"},
    {HostHook::session_compacting, "experimental.session.compacting", "session.compacting",
     "the request for the summary carries the state like every other, and so does the first one after it"},
    {HostHook::event, "event", "event",
     "a session is looked at with its first call, a turn is closed with the next prompt, and what an answer says of "
     "itself is taken from the next request"},
}};

fs::path kept_at(const fs::path& project_directory) {
    return project_directory / "seen" / "opencode_hooks";
}

Finding told(const HostHookAbout& about, std::string_view state) {
    if (state == "missing") {
        return {Severity::warning, "opencode",
                fmt::format("hook {}: does not come; in use instead: {}", about.name, about.instead),
                "Another version of OpenCode may have it; run this again after a change of version."};
    }
    if (state == "come") return {Severity::fine, "opencode", fmt::format("hook {}: comes", about.name), ""};
    return {Severity::fine, "opencode",
            fmt::format("hook {}: not needed yet; should it not come: {}", about.name, about.instead), ""};
}

}  // namespace

std::span<const HostHookAbout> all_host_hooks() {
    return table;
}

void HostHooks::meet(std::string_view carried_as) {
    for (const HostHookAbout& each : table) {
        const auto index = static_cast<std::size_t>(each.hook);
        if (each.carried_as != carried_as || come_.test(index)) continue;
        come_.set(index);
        missing_.reset(index);
        is_news_ = true;
    }
}

void HostHooks::miss(HostHook hook) {
    const auto index = static_cast<std::size_t>(hook);
    if (has_come(hook) || missing_.test(index)) return;
    missing_.set(index);
    is_news_ = true;
}

void HostHooks::keep(const fs::path& project_directory, Time now) {
    if (!is_news_) return;
    is_news_ = false;
    json::object hooks;
    for (const HostHookAbout& each : table) {
        hooks[each.name] = has_come(each.hook) ? "come" : is_missing(each.hook) ? "missing" : "unknown";
    }
    const fs::path place = kept_at(project_directory);
    const fs::path making = place.string() + fmt::format(".making-{}", getpid());
    std::error_code error;
    fs::create_directory(place.parent_path(), error);
    {
        std::ofstream out(making, std::ios::trunc);
        out << to_text(json::object{{"at", now.ms}, {"hooks", std::move(hooks)}}) << '\n';
        if (!out.flush()) return;
    }
    fs::permissions(making, fs::perms::owner_read | fs::perms::owner_write, error);
    fs::rename(making, place, error);
}

std::vector<Finding> hook_findings(const fs::path& project_directory) {
    std::vector<Finding> findings;
    const auto text = read_whole_file(kept_at(project_directory));
    const auto kept = text && *text ? parse_json(**text) : Result<json::value>(json::value());
    if (!kept || !kept->is_object()) return findings;
    const json::object& hooks = object_member(kept->get_object(), "hooks");
    for (const HostHookAbout& each : table) findings.push_back(told(each, text_member(hooks, each.name)));
    return findings;
}

}  // namespace hm::opencode
