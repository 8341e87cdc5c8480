// What a source file imports, as the code map reads it, brought to the names that packages are looked for by.
// JavaScript and TypeScript (also within the pages of Vue, Svelte and Astro), Python, Go, Rust. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

// Each once, at most 200.
std::vector<std::string> imports_in(std::string_view path, std::string_view text);

// The names that a tsconfig.json gives to folders of the project: "@app/" of "@app/*".
std::vector<std::string> aliases_in_tsconfig(std::string_view text);

}  // namespace hm
