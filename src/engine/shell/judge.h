// What a shell text would do, as far as reading it can tell: its class, the reason, and the paths it writes. Pure, by
// parsing. What cannot be told counts as the stricter class, and says why. The inside of a program that is run is not
// looked at: a project's own script counts as build and test.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "domain/role.h"

namespace hm {

struct ShellEffect {
    ShellClass shell_class = ShellClass::read;
    std::string program;
    std::string why;
    bool is_for_person = false;  // no grant opens it to an agent
};

// What goes of a place. tree: the place with all that it holds. file: one file; a folder of that name stays. content:
// what a file holds, which is emptied or gives way to another. changes: what git would put back to what it knows.
// moved: nothing yet, but where it goes then all may be removed.
HM_ENUM(RemovalKind, tree, file, content, changes, moved)

// A place of which something is removed. What that is, the text cannot say: whoever runs the gate looks.
struct Removal {
    std::string path;  // as written, relative to the directory the text runs in; may be a pattern
    RemovalKind kind = RemovalKind::tree;
    bool has_glob = false;        // its * ? [ stand for names, and ** for any number of folders
    bool is_doubtful = false;     // source in one project, output in another, and nothing in the text makes it anew
    bool is_scratch = false;      // spelt as scratch places are; counts only where the project itself lies there
    bool is_from_commit = false;  // changes: not from git's index, so that staged and unknown files go too
    std::string other = {};       // content: whose name it is given where the path is a folder. moved: where it goes
    bool has_other_glob = false;  // the other is a pattern
};

struct ShellJudgement {
    ShellEffect worst;                 // decides
    std::vector<ShellEffect> effects;  // one for each command, in order; beyond 100 the first of its sort
    std::vector<std::string> writes;   // paths as written, relative ones to the directory it runs in
    std::vector<Removal> removes;      // what goes of which places
    bool builds = false;               // something in it builds, or installs what the project needs
    bool rewrites = false;             // something in it that builds, tests or asks changes what is kept as well
};

// Whether the text changes the project, its history or something elsewhere. Looking, building and testing do not, nor
// does what only touches what builds leave: rm -rf dist, make > build.log.
bool changes_work(const ShellJudgement& judgement);

// Which class is the graver one.
bool is_graver(ShellClass a, ShellClass b);

// The commands of hivemind itself, by their names: "config set".
struct OwnCommands {
    std::span<const std::string_view> person_only = {};  // no agent may run them
    std::span<const std::string_view> asking = {};       // they only read
};

ShellJudgement judge_shell(std::string_view text, const OwnCommands& own);

}  // namespace hm
