#include "adapters/clients/shared/profiles.h"

#include <fmt/format.h>

#include <array>

#include "adapters/clients/shared/offered_tools.h"
#include "adapters/wiring/file_changes.h"
#include "base/embedded.h"
#include "domain/role.h"

namespace hm {
namespace {

constexpr std::array<std::string_view, 2> profile_roles{"executor", "investigator"};
constexpr std::string_view profile_fence = "---\n";

AgentProfile read_profile(std::string_view role) {
    std::string_view text = embedded_file(fmt::format("opencode/agent-{}.md", role));
    HM_ASSERT(text.starts_with(profile_fence));
    text.remove_prefix(profile_fence.size());
    constexpr std::string_view described = "description: ";
    const std::size_t end = text.find(profile_fence);
    const std::size_t at = text.find(described);
    HM_ASSERT(end != std::string_view::npos && at < end);
    const std::string_view description = text.substr(at + described.size());
    return {fmt::format("hivemind-{}", role), std::string(role),
            std::string(description.substr(0, description.find('\n'))),
            std::string(text.substr(end + profile_fence.size())), role_or_least({}, role).write_files};
}

}  // namespace

std::vector<AgentProfile> subagent_profiles() {
    std::vector<AgentProfile> profiles;
    for (const std::string_view role : profile_roles) profiles.push_back(read_profile(role));
    return profiles;
}

std::vector<std::string> own_tools_of(const AgentProfile& profile, std::string_view prefix) {
    // A connection is offered the share of its main agent; of that, a profile names what its own share has too.
    const ToolShare own = share_of(role_or_least({}, profile.role));
    const ToolShare connection = share_of(role_or_least({}, mcp_role));
    std::vector<std::string> names;
    for (const OfferedTool& tool : offered_tools()) {
        if (is_offered_to(tool, own) && is_offered_to(tool, connection)) {
            names.push_back(fmt::format("{}{}", prefix, tool.name));
        }
    }
    return names;
}

Result<std::vector<WiredFile>> profile_files(const std::filesystem::path& folder, std::string_view extension,
                                             const ProfileText& text) {
    std::vector<WiredFile> files;
    for (const AgentProfile& profile : subagent_profiles()) {
        WiredFile file{folder / (profile.name + std::string(extension)), {}, text(profile), {}};
        HM_TRY_ASSIGN(file.before, read_whole_file(file.path));
        files.push_back(std::move(file));
    }
    return files;
}

}  // namespace hm
