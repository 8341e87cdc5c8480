// TOML tables put into a file that belongs to somebody else, and taken out of it. Works on whole lines and knows only
// where tables begin and end, so every comment and every other byte stays.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace hm::codex {

struct TomlTable {
    std::string header;  // between the brackets: mcp_servers.hivemind
    std::string body;    // lines, each with its end
};

// "…", with what must be escaped in it escaped.
std::string toml_string(std::string_view text);

// With these tables at the end; one that is there with the same body stays where it is. Refuses a file where the
// tables' place is taken by a value on one line.
Result<std::string> with_toml_tables(std::string_view text, const std::vector<TomlTable>& tables);

std::string without_toml_tables(std::string_view text, const std::function<bool(std::string_view header)>& is_meant);

// The value as it is written, of a key in a table ("" is the part before the first); "" when it is not there.
std::string toml_value(std::string_view text, std::string_view table, std::string_view key);

}  // namespace hm::codex
