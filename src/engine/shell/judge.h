// What a shell text would do, as far as reading it can tell: its class, the reason, and the paths it writes. Pure, by
// parsing. What cannot be told counts as the stricter class, and says why. The inside of a program that is run is not
// looked at: a project's own script counts as build and test.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/shell_class.h"

namespace hm {

struct ShellEffect {
    ShellClass shell_class = ShellClass::read;
    std::string program;
    std::string why;
    bool is_for_person = false;  // no grant opens it to an agent
};

// A place that is removed with all that it holds. What that is, the text cannot say: whoever runs the gate looks.
struct Removal {
    std::string path;             // as written, relative to the directory the text runs in; may be a pattern
    bool has_glob = false;        // its * ? [ stand for names, and ** for any number of folders
    bool is_doubtful = false;     // source in one project, output in another, and nothing in the text makes it anew
    bool is_single_file = false;  // named as one file is; counts for nothing unless it is a folder
};

struct ShellJudgement {
    ShellEffect worst;                 // decides
    std::vector<ShellEffect> effects;  // one for each command, in order; beyond 100 the first of its sort
    std::vector<std::string> writes;   // paths as written, relative ones to the directory it runs in
    std::vector<Removal> removes;      // in heaps; each is among the writes too
    bool builds = false;               // something in it builds, or installs what the project needs
};

// Which class is the graver one.
bool is_graver(ShellClass a, ShellClass b);

// The commands of hivemind itself, by their names: "config set".
struct OwnCommands {
    std::span<const std::string_view> person_only = {};  // no agent may run them
    std::span<const std::string_view> asking = {};       // they only read
};

ShellJudgement judge_shell(std::string_view text, const OwnCommands& own);

}  // namespace hm
