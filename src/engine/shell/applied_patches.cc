// apply_patch: agents' own program for patches. Each file that its patch names is a file that is written.
#include <algorithm>

#include "engine/gate/path_limit.h"
#include "engine/shell/judges.h"
#include "engine/shell/patch_paths.h"

namespace hm::shell {
namespace {

// The patch is the last argument, or what the program is fed.
std::optional<Word> patch_of(const Call& call) {
    const auto words = call.arguments();
    const auto given = std::find_if(words.begin(), words.end(), [](const Word& word) {
        return word.certainty != Certainty::plain || word.text.find("***") != std::string::npos;
    });
    if (given != words.end()) return *given;
    const auto& redirects = call.command().redirects;
    const bool reads_file = std::any_of(redirects.begin(), redirects.end(),
                                        [](const Redirect& redirect) { return redirect.kind == RedirectKind::reads; });
    return reads_file ? std::nullopt : fed_text(call);
}

}  // namespace

bool judge_applied_patch(const Call& call, Judge& judge) {
    const bool is_of_codex = call.program() == "codex" && call.has_word("--codex-run-as-apply-patch");
    if (!is_listed(call.program(), "apply_patch applypatch apply-patch") && !is_of_codex) return false;
    const std::optional<Word> patch = patch_of(call);
    const bool is_known = patch && patch->certainty == Certainty::plain;
    const auto paths = is_known ? patch_paths(patch->text, most_judged_paths + 1) : std::vector<std::string>();
    if (paths.empty()) {
        judge.note(ShellClass::unknown, call, "applies a patch that is only known when it runs");
        return true;
    }
    for (const std::string& path : paths) judge.writes({path}, call);
    judge.note(ShellClass::write, call, "applies a patch");
    return true;
}

}  // namespace hm::shell
