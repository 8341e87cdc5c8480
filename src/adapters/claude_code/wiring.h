// What `hivemind init --client claude-code` changes: the hooks in Claude Code's settings, and its MCP servers. The
// same as a plugin's folder.
#pragma once

#include "adapters/wiring/client_wiring.h"

namespace hm::claude_code {

ClientWiring wiring();

struct PluginFile {
    std::string path;  // below the plugin's folder
    std::string text;
};

// A plugin that `claude plugin validate` accepts, which is its own marketplace too.
std::vector<PluginFile> plugin_files(const std::filesystem::path& program, FailMode fail);

}  // namespace hm::claude_code
