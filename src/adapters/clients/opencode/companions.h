// What the agents and the person get beside the plugin: profiles of agents, commands, and a skill that teaches the
// protocol. `init` writes them as files, which are the person's from then on. Where a file is missing, as with the
// plugin from npm, the plugin puts profiles and commands into OpenCode's settings instead, under names that are free.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/json.h"

namespace hm::opencode {

struct Companion {
    std::string_view embedded;
    std::string_view path;  // below .opencode
};

std::span<const Companion> companions();

// Its text, with the place of the program filled in.
std::string companion_text(std::string_view embedded, const std::filesystem::path& program);

// {agent: {name: {description, mode, permission, prompt}}, command: {name: {description, template}}}, as OpenCode's
// settings hold them.
json::object companion_settings(const std::filesystem::path& program);

}  // namespace hm::opencode
