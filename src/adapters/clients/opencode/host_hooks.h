// The hooks of OpenCode that we rely on: which of them came to this process, which should have come and did not, and
// what takes the place of each that does not. A hook counts as missing only when something that follows it came without
// it, and as there from the moment it comes. What is known is kept in a small file for the doctor; losing that file
// loses what it would have said and nothing else.
//
// To rely on another hook: 1. its line in the table; 2. where it is missed, and what is done instead, in replies.cc.
#pragma once

#include <bitset>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "adapters/wiring/client_wiring.h"
#include "app/care/doctor.h"
#include "base/fields.h"
#include "base/time.h"

namespace hm::opencode {

HM_ENUM(HostHook, tool_before, tool_after, chat_message, messages_transform, system_transform, session_compacting,
        event)

struct HostHookAbout {
    HostHook hook = HostHook::event;
    std::string_view name;        // OpenCode's
    std::string_view carried_as;  // the name of the plugin's request
    std::string_view instead;     // what is done where it does not come
};

// In the order of the enumerators.
std::span<const HostHookAbout> all_host_hooks();

class HostHooks {
public:
    // The plugin said which hooks came to the child before this one. From one that does not say so every hook is taken
    // to come.
    void begin() { has_begun_ = true; }
    // Names that are not in the table are nobody's.
    void meet(std::string_view carried_as);
    // Something came that it should have come before. Without effect when it has come once.
    void miss(HostHook hook);

    bool has_come(HostHook hook) const { return !has_begun_ || come_.test(static_cast<std::size_t>(hook)); }
    bool is_missing(HostHook hook) const { return missing_.test(static_cast<std::size_t>(hook)); }

    // Writes what is known, when that is news. What cannot be written is told to nobody.
    void keep(const std::filesystem::path& project_directory, Time now);

private:
    std::bitset<16> come_;
    std::bitset<16> missing_;
    bool has_begun_ = false;
    bool is_news_ = false;
};

// What the last process that kept something knew, a line for each hook; nothing when none did.
std::vector<Finding> hook_findings(const std::filesystem::path& project_directory);

// Tries the gate out inside the real OpenCode, in a session and in a subagent's, without a model of anybody's: see
// probe.js. Takes as long as the client takes to start.

// What was seen, or precisely why nothing could be. Leaves two sessions in the trail and none in OpenCode.
std::vector<Finding> try_live(const WiringPlace& place, const Variables& variables);

}  // namespace hm::opencode
