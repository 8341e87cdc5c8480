// The clients: of each its dialect, which only translates, and its wiring. OpenCode speaks through a process that lives
// on, so its dialect is a folder of its own.
//
// To add a client that starts a process for each event:
//   1. clients/<client>/dialect.cc: its names of events and tools, and how an answer is written down;
//   2. clients/<client>/wiring.cc: what `init` changes in its settings;
//   3. both declared here and named in clients.cc;
//   4. its row of traits in engine/pack/delivery.cc, by which app/hooks/handle.cc decides what is done for it;
//   5. its name for people in adapters/cli/wire_clients.h;
//   6. its settings among the protected paths of engine/gate/protected_paths.cc, its program in adapters/cli/person.cc.
#pragma once

#include "adapters/clients/shared/client_event.h"
#include "adapters/wiring/client_wiring.h"

namespace hm::claude_code {

// Claude Code's words: its events and tools, and how it wants to be answered.

const hook::Dialect& dialect();

}  // namespace hm::claude_code

namespace hm::codex {

// Codex's words: its events and tools, and how it wants to be answered.

const hook::Dialect& dialect();

}  // namespace hm::codex

namespace hm::gemini {

// Gemini CLI's words: its events and tools, and how it wants to be answered.

const hook::Dialect& dialect();

}  // namespace hm::gemini

namespace hm::claude_code {

// What `hivemind init --client claude-code` changes: the hooks in Claude Code's settings, and its MCP servers. The
// same as a plugin's folder.

ClientWiring wiring();

struct PluginFile {
    std::string path;  // below the plugin's folder
    std::string text;
};

// A plugin that `claude plugin validate` accepts, which is its own marketplace too.
std::vector<PluginFile> plugin_files(const std::filesystem::path& program, FailMode fail);

}  // namespace hm::claude_code

namespace hm::codex {

// What `hivemind init --client` changes in the settings of this client.

ClientWiring wiring();

}  // namespace hm::codex

namespace hm::gemini {

// What `hivemind init --client` changes in the settings of this client.

ClientWiring wiring();

}  // namespace hm::gemini

namespace hm::opencode {

// What `hivemind init --client opencode` changes in a project: the plugin, profiles of agents, commands and a skill
// below .opencode, and the plugin's line in OpenCode's configuration.

ClientWiring wiring();

}  // namespace hm::opencode
