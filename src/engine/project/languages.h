// The languages a project is written in, told by the endings of its files. Data, markup and styles are none. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"

namespace hm {

// Where packages of a language come from; none: nothing is known of them.
HM_ENUM(Ecosystem, none, npm, python, go, rust)

struct Language {
    std::string_view name;
    Ecosystem ecosystem = Ecosystem::none;
};

// Nothing named when the ending is not one of source code.
Language language_of(std::string_view path);

struct LanguageShare {
    std::string_view name;
    Ecosystem ecosystem = Ecosystem::none;
    std::size_t files = 0;
    std::string example;  // the first file
};

// The most common first.
std::vector<LanguageShare> languages_of(const std::vector<std::string>& paths);

// What a manifest's or lock file's packages belong to.
Ecosystem ecosystem_of_manifest(std::string_view name);

// What lock files say: at which version a package is held. Pure.
//
// To add a lock file: its reader in languages.cc, and its line in the list there.

struct LockedPackage {
    std::string name;  // lower case
    std::string version;
};

std::vector<std::string_view> lock_file_names();

// In the order of the file, at most 20,000. A package that is held at several versions has several; the one that the
// project itself uses comes first where the file says which it is.
std::vector<LockedPackage> read_lock_file(std::string_view name, std::string_view text);

}  // namespace hm
