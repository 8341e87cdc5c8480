// Which package an import belongs to: by the customs of its language. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/stack/languages.h"

namespace hm {

// The package's name in lower case; nothing for a file of the project itself or for what comes with the language. For
// Go it is the whole path, of which a module is a beginning.
std::optional<std::string> package_of_import(Ecosystem ecosystem, std::string_view import);

// Under which key a declared package is looked for: however its name is spelt.
std::string declared_key(Ecosystem ecosystem, std::string_view declared);
// The keys that an imported package may be declared under: python's yaml is PyYAML, a module of Go any beginning of the
// path.
std::vector<std::string> import_keys(Ecosystem ecosystem, std::string_view imported);

}  // namespace hm
