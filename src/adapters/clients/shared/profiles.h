// The agent profiles that come with the program, for every client that has profiles: who plans, who does, who looks.
// The words are those of adapters/clients/opencode/files/agent-*.md; each client's wiring writes them in its own form.
// A profile names the tools of its role, because that is all that its requests should carry.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/clients/shared/clients.h"
#include "base/result.h"

namespace hm {

struct AgentProfile {
    std::string name;  // hivemind-executor
    std::string role;
    std::string description;
    std::string body;
    bool may_write = false;
};

// A main agent of another profile cannot be had in every client: there only those that are started by another agent.
std::vector<AgentProfile> subagent_profiles();

// The tools of ours that the profile's role is offered over MCP, each behind the client's prefix.
std::vector<std::string> own_tools_of(const AgentProfile& profile, std::string_view prefix);

using ProfileText = std::function<std::string(const AgentProfile& profile)>;

// One file for each profile in the folder, written by `text`; to be removed with the rest of the wiring.
Result<std::vector<WiredFile>> profile_files(const std::filesystem::path& folder, std::string_view extension,
                                             const ProfileText& text);

}  // namespace hm
