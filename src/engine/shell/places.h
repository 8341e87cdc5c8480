// What a path's spelling says of the place: scratch, inside the project, written by hand, left by builds.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/shell/script.h"

namespace hm::shell {

// A place to be thrown away: below /tmp, what mktemp made.
bool is_scratch(const Word& path);

// dist/app-$VERSION.tgz: where it lies is known, only its name is not.
bool is_known_but_for_its_name(std::string_view path);

// Sure to be inside the project: relative, and not upwards.
bool stays_inside(const Word& path);

// Whether a command, or what stands in $(…), lists files of the project and does nothing else.
bool lists_inside(const Command& command);
bool lists_inside(const Word& substitution);

// What stands in $(…) and finds what builds leave, by name and inside the project: the places that it finds, as
// patterns. Nothing when it is not that.
std::optional<std::vector<Word>> found_outputs(const Word& substitution);

// Whether a path ends as what people write by hand: main.py, *.cc.
bool is_source_file(std::string_view path);

// What people write and builds do not make anew: emptying it loses something.
bool is_kept_by_hand(std::string_view path);

// Whether a path ends in a name that builds leave behind: dist, node_modules, *.pyc. It says what a text is likely to
// mean; whether the place may go is decided by what it holds.
bool is_build_output(std::string_view path);

// Whether a path is plainly that of one file, or a pattern for files with the ending of outputs: a.json, *.tgz.
bool is_single_file(const Word& path);

// Of the name of one folder: whether only tools make such a folder (node_modules, __pycache__), or whether it is a
// usual name for what is made (artifacts, gen).
bool is_sure_output(std::string_view name);
bool is_output_folder(std::string_view name);

// Of the name of one file, or of a pattern's end: whether only tools make such a file (a.pyc, .DS_Store), or whether it
// is a usual name for what is made (a.log).
bool is_sure_output_file(std::string_view name);
bool is_output_file(std::string_view name);

// Whether the place, or a folder above it, is named as outputs are.
bool lies_among_outputs(std::string_view path);

// Whether that name is source in one project and made by the build in another: lib, bin, vendor.
bool is_of_two_meanings(std::string_view path);

}  // namespace hm::shell
