// Scripts that a shell text runs: which they are, and, once somebody has read them, what they hold; that counts with
// the text. Pure; finding and reading them is done where the facts are gathered (app/gate/load_gate_facts.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "engine/shell/judge.h"

namespace hm {

// A file that a text runs. `language` is the program that reads it: "sh" for all shells, "make" for a makefile, "npm"
// for the scripts of a package.json; "" when its first line says.
struct RunScript {
    std::string path;  // as the paths that are written are
    std::string language;
    std::string directory;  // that a cd has led to; "" where the text itself runs
    // Of a makefile the targets and the variables that are set (NAME=value); of a package.json the scripts. Of others
    // nothing.
    std::vector<std::string> asked = {};
};

struct ScriptedJudgement {
    ShellJudgement judgement;
    std::vector<RunScript> scripts;  // at most 16, each once; their inside is not in the judgement
};

// As judge_shell, and tells the scripts that are run.
ScriptedJudgement judge_with_scripts(std::string_view text, const OwnCommands& own);

// Adds what one more command does.
void add_effect(ShellJudgement& judgement, ShellEffect effect);

// project: reviewed with the project, so that what it does is the project's own matter; only what is a person's alone
// counts. unknown: an agent wrote it, or nobody can tell who did; all that it does counts.
HM_ENUM(ScriptOrigin, project, unknown)

// Takes what the script would do into the judgement of the text that runs it. Answers the scripts that it runs in turn,
// with paths relative to where the text runs. Recipes of a makefile and scripts of a package.json are shell. A script
// of another language is searched for what it removes by name and for the commands that it runs, and only when its
// origin is unknown. Of these three only what is destructive, what goes and what is hidden or outside the project
// counts: all else is the ordinary doing of a build or a program.
std::vector<RunScript> take_in_script(ShellJudgement& judgement, const RunScript& script, std::string_view text,
                                      ScriptOrigin origin, const OwnCommands& own);

}  // namespace hm
