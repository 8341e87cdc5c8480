// git: what only looks, what changes history or files in a way that can be taken back, and what cannot.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 36> git_readers{
    "status",       "log",         "diff",          "show",         "blame",      "annotate",
    "ls-files",     "ls-tree",     "ls-remote",     "grep",         "rev-parse",  "rev-list",
    "describe",     "shortlog",    "cat-file",      "check-ignore", "merge-base", "name-rev",
    "for-each-ref", "show-ref",    "var",           "version",      "help",       "count-objects",
    "fsck",         "whatchanged", "cherry",        "diff-tree",    "diff-index", "diff-files",
    "range-diff",   "show-branch", "verify-commit", "verify-tag",   "check-attr", "archive"};
constexpr std::array<std::string_view, 7> git_destroyers{"filter-branch", "filter-repo", "prune",       "update-ref",
                                                         "replace",       "fast-import", "prune-packed"};
// Settings that name programs to be run.
constexpr std::array<std::string_view, 25> running_settings{"alias.",
                                                            "core.pager",
                                                            "core.editor",
                                                            "core.sshcommand",
                                                            "core.fsmonitor",
                                                            "core.hookspath",
                                                            "diff.external",
                                                            "sequence.editor",
                                                            "credential.helper",
                                                            "filter.",
                                                            "uploadpack.",
                                                            "gpg.",
                                                            "core.askpass",
                                                            "core.gitproxy",
                                                            "pager.",
                                                            "difftool.",
                                                            "mergetool.",
                                                            "include.path",
                                                            "includeif.",
                                                            "init.templatedir",
                                                            "protocol.ext",
                                                            "interactive.difffilter",
                                                            "browser.",
                                                            "web.browser",
                                                            "sendemail."};
constexpr std::array<std::string_view, 6> running_endings{".textconv", ".driver",  ".program",
                                                          ".command",  ".process", ".cmd"};

// gc.pruneExpire=now and its like: what only the reflog still knows is gone with the next tidying.
bool shortens_the_way_back(std::string_view setting) {
    const std::string name = lower_case(setting.substr(0, setting.find('=')));
    return name.starts_with("gc.") && name.find("expire") != std::string::npos;
}

bool names_a_program(const std::string& setting) {
    const std::string name = lower_case(setting.substr(0, setting.find('=')));
    const bool ends = std::any_of(running_endings.begin(), running_endings.end(),
                                  [&](std::string_view end) { return name.ends_with(end); });
    return ends || std::any_of(running_settings.begin(), running_settings.end(),
                               [&](std::string_view s) { return name.starts_with(s); });
}

// Settings that name a program, set to one that does no harm: a folder of the project's own hooks, a plain pager.
bool is_plain_value(const std::string& setting, const Word& value) {
    constexpr std::array<std::string_view, 15> plain{"cat",   "less",        "delta",       "true",    "store",
                                                     "cache", "vim",         "vi",          "nano",    "emacs",
                                                     "nvim",  "code --wait", "osxkeychain", "manager", ""};
    if (value.certainty != Certainty::plain) return false;
    if (lower_case(setting) == "core.hookspath")
        return stays_inside(value) &&
               (value.text.find("hook") != std::string::npos || value.text.find("husky") != std::string::npos);
    return is_one_of(value.text, plain);
}

// https://x/y, git@x:y
bool is_repository_address(std::string_view text) {
    const std::size_t colon = text.find(':');
    return text.find("://") != std::string_view::npos ||
           (colon != std::string_view::npos && text.substr(0, colon).find('@') != std::string_view::npos);
}

void judge_push(const Call& call, Judge& judge) {
    const bool forces = call.has_flag('f', "force") || call.has_flag(0, "force-with-lease") ||
                        call.has_flag(0, "force-if-includes") || call.has_flag(0, "mirror") ||
                        call.has_flag('d', "delete") || call.has_flag(0, "prune");
    bool rewrites = forces;
    const auto behind = call.operands({"-C", "-c", "--git-dir", "--work-tree", "-o", "--push-option", "--repo"});
    const std::string to = behind.size() > 1 ? behind[1].text : "";
    const Word* repository = call.value_of({"--repo"});
    if (is_repository_address(to) || judge.has_added_remote(to) ||
        (repository != nullptr && is_repository_address(repository->text)))
        return judge.note(ShellClass::destructive, call, "sends commits to where the project does not");
    for (const Word& word : call.operands({"-o", "--push-option", "--repo", "--receive-pack"})) {
        rewrites |= word.text.starts_with("+") || word.text.starts_with(":");
        // What a substitution prints may be a name to delete: $(… | xargs -I{} echo :{}).
        rewrites |= word.certainty == Certainty::unknown && word.text.find(" :") != std::string::npos;
    }
    judge.note(rewrites ? ShellClass::destructive : ShellClass::git_write, call,
               rewrites ? "overwrites or deletes what others have" : "sends commits");
}

// The files that git is to put back to what it knows, and whether it can be looked at what that would take. Without --
// a word may also name a branch; then no file of that name is there.
bool can_look_at_changes(const Call& call, std::span<const Word> files, bool is_from_commit, Judge& judge) {
    const bool is_elsewhere =
        call.has_flag(0, "git-dir") || call.has_flag(0, "work-tree") || call.has_flag(0, "pathspec-from-file");
    const Word* folder = call.value_of({"-C"});
    if (is_elsewhere || !judge.knows_place() || (folder != nullptr && !stays_inside(*folder))) return false;
    const bool are_plain = std::all_of(files.begin(), files.end(), [](const Word& file) {
        return stays_inside(file) && !file.has_glob && file.openness == Openness::closed &&
               file.text.find_first_of("*?[\\") == std::string::npos && !file.text.starts_with(':');
    });
    if (!are_plain) return false;
    for (const Word& file : files) {
        const std::string path = folder == nullptr ? file.text : folder->text + "/" + file.text;
        judge.takes({path}, {.kind = RemovalKind::changes, .is_from_commit = is_from_commit});
    }
    return true;
}

// Answers whether it knows what goes: git restore a.c, git checkout main -- a.c.
bool judge_put_back(const Call& call, std::span<const Word> files, bool is_from_commit, Judge& judge) {
    if (files.empty() || !can_look_at_changes(call, files, is_from_commit, judge)) return false;
    const Word* folder = call.value_of({"-C"});
    for (const Word& file : files) {
        judge.writes({folder == nullptr ? file.text : folder->text + "/" + file.text}, call);
    }
    judge.note(ShellClass::write, call, "puts files back to what git knows of them");
    return true;
}

// Words behind -- name files; without it the first of several may name a commit, and a single one a branch.
bool judge_checked_out_files(const Call& call, bool is_surely_file, Judge& judge) {
    const auto words = call.arguments();
    const auto mark = std::find_if(words.begin(), words.end(), [](const Word& word) { return word.text == "--"; });
    auto named = call.operands({"-C", "-c"});
    if (!named.empty()) named.erase(named.begin());
    const std::vector<Word> behind(mark == words.end() ? mark : mark + 1, words.end());
    if (mark != words.end()) return judge_put_back(call, behind, named.size() > behind.size(), judge);
    if (named.size() == 1 && !is_surely_file) {
        can_look_at_changes(call, named, false, judge);
        return false;
    }
    return judge_put_back(call, named, named.size() > 1, judge);
}

void judge_checkout(const Call& call, Judge& judge) {
    const bool makes = call.has_flag('b') || call.has_flag('B') || call.has_flag('c', "create") || call.has_flag('C') ||
                       call.has_flag(0, "orphan");
    const auto operands = call.operands();
    const bool names_files = call.has_word("--") || call.has_flag('p', "patch") ||
                             std::any_of(operands.begin(), operands.end(), [](const Word& w) {
                                 return w.text == "." || w.text.starts_with("./") || w.has_glob || w.text == ":/";
                             });
    // -bfeature makes a branch of that name; only a leading f forces.
    const bool has_force =
        call.has_flag(0, "force") || std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
            return w.text.starts_with("-f") || (w.text.starts_with("-q") && w.text.ends_with("f"));
        });
    const bool forces = has_force || call.has_flag(0, "discard-changes") || call.has_flag(0, "pathspec-from-file") ||
                        call.has_flag(0, "ours") || call.has_flag(0, "theirs");
    // git checkout main src/a.ts, git checkout a.ts
    const bool tracks = call.has_flag('t', "track") || call.has_flag(0, "detach") || call.has_flag('d');
    const bool takes_files = operands.size() > 2 || (operands.size() == 2 && is_source_file(operands[1].text));
    const bool discards = forces || ((names_files || (takes_files && !tracks)) && !makes);
    const bool may_put_back = !forces && !makes && !tracks && !call.has_flag('p', "patch") && !call.has_word("switch");
    if (may_put_back && judge_checked_out_files(call, discards, judge)) return;
    judge.note(discards ? ShellClass::destructive : ShellClass::git_write, call,
               discards ? "throws away changes that were not committed" : "changes the branch");
}

// git config --unset-all remote.origin.url, git config remove-section core
bool loosens_the_repository(const Call& call, std::span<const Word> words) {
    const bool is_verb = !words.empty() && is_listed(words[0].text, "set unset remove-section rename-section");
    const std::string verb = is_verb ? words[0].text : "";
    const std::string setting = words.size() > (is_verb ? 1U : 0U) ? lower_case(words[is_verb ? 1 : 0].text) : "";
    if (call.has_flag(0, "remove-section") || call.has_flag(0, "rename-section") || verb.ends_with("-section"))
        return true;
    if (shortens_the_way_back(setting) && words.size() > (is_verb ? 2U : 1U)) return true;
    const bool is_of_remote = setting.starts_with("remote.") || setting.ends_with("pushinsteadof");
    if (call.has_flag(0, "unset") || call.has_flag(0, "unset-all") || verb == "unset")
        return is_of_remote || setting.starts_with("branch.") || setting.starts_with("core.");
    const bool sets = words.size() > (is_verb ? 2U : 1U);
    return sets && is_of_remote && setting.ends_with("url");
}

void judge_config(const Call& call, Judge& judge) {
    const auto operands = call.operands({"--file", "-f", "--blob", "--type", "-C", "-c", "--default"});
    if (loosens_the_repository(call, std::span(operands).subspan(std::min<std::size_t>(1, operands.size()))))
        return judge.note(ShellClass::destructive, call, "takes away or redirects what the repository relies on");
    const bool asks = call.has_flag(0, "get") || call.has_flag(0, "get-all") || call.has_flag('l', "list") ||
                      call.has_flag(0, "get-regexp") ||
                      (operands.size() > 1 && (operands[1].text == "get" || operands[1].text == "list"));
    const bool drops = call.has_flag(0, "unset") || call.has_flag(0, "unset-all");
    const bool edits = call.has_flag('e', "edit");
    if (edits) return judge.note(ShellClass::unknown, call, "opens an editor");
    if (asks || (operands.size() < 3 && !drops)) return judge.note(ShellClass::git_read, call, "asks for a setting");
    if (operands[operands.size() - 2].text.starts_with("alias.") && !operands.back().text.starts_with("!"))
        judge.run_text({"git " + operands.back().text, operands.back().certainty, false}, call);
    const bool is_plain = operands[operands.size() - 2].text.starts_with("alias.")
                              ? !operands.back().text.starts_with("!")
                              : is_plain_value(operands[operands.size() - 2].text, operands.back());
    const bool runs = !is_plain && std::any_of(operands.begin(), operands.end(),
                                               [](const Word& w) { return names_a_program(w.text); });
    judge.note(runs ? ShellClass::unknown : ShellClass::git_write, call,
               runs ? "makes git run a program" : "changes a setting of git");
}

void judge_branch(const Call& call, Judge& judge) {
    const bool deletes = call.has_flag('D') || call.has_flag('M') || call.has_flag('f', "force");
    // git itself refuses to delete what is not merged unless it is forced.
    if (!deletes && call.has_flag('d', "delete"))
        return judge.note(ShellClass::git_write, call, "deletes a branch that is merged");
    const auto operands = call.operands(
        {"--list", "--contains", "--merged", "--no-merged", "--sort", "--format", "-u", "--set-upstream-to"});
    const bool asks = operands.size() < 2 || call.has_flag('a', "all") || call.has_flag('r', "remotes") ||
                      call.has_flag(0, "list") || call.has_flag(0, "show-current") || call.has_flag(0, "contains");
    if (deletes) return judge.note(ShellClass::destructive, call, "deletes or overwrites a branch");
    const bool sets = call.has_flag('u', "set-upstream-to") || call.has_flag(0, "unset-upstream") ||
                      call.has_flag(0, "edit-description");
    if (sets) return judge.note(ShellClass::git_write, call, "changes a branch");
    judge.note(asks ? ShellClass::git_read : ShellClass::git_write, call, asks ? "lists branches" : "makes a branch");
}

void judge_stash(const Call& call, const std::string& verb, Judge& judge) {
    if (verb == "list" || verb == "show") return judge.note(ShellClass::git_read, call, "lists what was put aside");
    const bool drops = verb == "drop" || verb == "clear";
    const bool puts = verb.empty() || verb == "push" || verb == "save" || verb == "create" || verb.starts_with('-');
    if (puts && call.has_flag('a', "all"))
        return judge.note(ShellClass::destructive, call, "takes away files that git ignores, settings and data too");
    judge.note(drops ? ShellClass::destructive : ShellClass::git_write, call,
               drops ? "drops what was put aside" : "puts changes aside");
}

// git clone https://x/y.git makes the folder y.
void note_clone(const Call& call, Judge& judge) {
    const auto operands = call.operands({"-b", "--branch", "--depth", "-o", "--origin", "-j", "--jobs", "--reference",
                                         "--filter", "-c", "--config", "-C", "--separate-git-dir", "--template"});
    if (operands.size() < 2) return;
    if (operands.size() > 2) return judge.fetches(operands[2]);
    std::string name = operands[1].text.substr(operands[1].text.find_last_of("/:") + 1);
    if (name.ends_with(".git")) name.resize(name.size() - 4);
    judge.fetches({name});
}

// What registries are asked by is often kept with the project: .npmrc.
bool adds_secrets(const Call& call) {
    auto operands = call.operands();
    std::erase_if(operands, [](const Word& w) { return w.text.ends_with(".npmrc"); });
    return names_secrets(operands);
}

// Subcommands whose own verb or flag decides.
void judge_by_verb(const Call& call, const std::string& sub, const std::string& verb, Judge& judge) {
    const auto destroy = [&](std::string why) { judge.note(ShellClass::destructive, call, std::move(why)); };
    if (sub == "reset" && (call.has_flag(0, "hard") || call.has_flag(0, "merge") || call.has_flag(0, "keep"))) {
        return destroy("throws away changes that were not committed");
    }
    if ((sub == "checkout-index" && call.has_flag('f', "force")) || (sub == "read-tree" && call.has_flag(0, "reset")))
        return destroy("overwrites files that were not committed");
    if (sub == "clean" && !call.has_flag('n', "dry-run")) return destroy("removes files that git does not know");
    if (sub == "apply" && call.has_flag(0, "unsafe-paths")) return destroy("writes wherever the patch says");
    if (sub == "restore") {
        const bool takes_index = call.has_flag('S', "staged");
        const bool only_index = takes_index && !call.has_flag('W', "worktree");
        auto files = call.operands({"-C", "-c", "-s", "--source"});
        if (!files.empty()) files.erase(files.begin());
        const bool is_plain = !call.has_flag('p', "patch") && !call.has_flag('m', "merge") &&
                              !call.has_flag(0, "ours") && !call.has_flag(0, "theirs");
        const bool is_from_commit = takes_index || call.has_flag('s', "source");
        if (!only_index && is_plain && judge_put_back(call, files, is_from_commit, judge)) return;
        if (!only_index) return destroy("throws away changes that were not committed");
    }
    if (sub == "tag" && (call.has_flag('d', "delete") || call.has_flag('f', "force")))
        return destroy("deletes or moves a tag");
    if (sub == "tag" && (call.operands().size() < 2 || call.has_flag('l', "list")))
        return judge.note(ShellClass::git_read, call, "lists tags");
    if (sub == "reflog" && (verb == "expire" || verb == "delete"))
        return destroy("removes the way back to lost commits");
    if (sub == "reflog") return judge.note(ShellClass::git_read, call, "lists where branches were");
    const bool prunes = (is_listed(sub, "gc maintenance") && call.has_flag(0, "prune")) ||
                        (sub == "repack" && call.has_flag(0, "unpack-unreachable"));
    if (prunes) return destroy("removes the way back to lost commits");
    if (sub == "rm" && call.has_flag('r') && !call.has_flag(0, "cached")) {
        for (const Word& word : call.operands()) {
            const bool is_made = is_build_output(word.text) && !is_of_two_meanings(word.text);
            if (word.text != "rm" && !is_made) return destroy("removes files and folders");
        }
    }
    if (sub == "mv" && call.has_flag('f', "force")) {
        const auto operands = call.operands({"-C", "-c"});
        for (std::size_t i = 1; i + 1 < operands.size(); ++i)
            judge.takes(operands.back(), {.kind = RemovalKind::content, .other = operands[i].text});
    }
    if (sub == "rm" && call.has_flag('f', "force") && !call.has_flag(0, "cached"))
        return destroy("removes files with their changes");
    if (sub == "remote" && (verb == "remove" || verb == "rm" || verb == "prune"))
        return destroy("forgets another repository");
    if (sub == "remote" && verb == "set-url") return destroy("sends the project's commits elsewhere from now on");
    if (sub == "remote" && verb == "add") {
        const auto operands = call.operands({"-t", "-m", "-C", "-c"});
        if (operands.size() > 2) judge.adds_remote(operands[2]);
    }
    // hub delete, and a file of secrets in the history of everyone.
    if (sub == "delete") return destroy("deletes a repository");
    if (sub == "annex" && (verb == "drop" || verb == "dropunused") && call.has_flag(0, "force"))
        return destroy("drops what has no other copy");
    if (sub == "svn" && verb == "reset") return destroy("rewrites history");
    // git fetch origin +refs/heads/*:refs/heads/*
    const auto operands_of_fetch = sub == "fetch" || sub == "pull" ? call.operands() : std::vector<Word>();
    const bool overwrites = std::any_of(operands_of_fetch.begin(), operands_of_fetch.end(), [](const Word& w) {
        return w.text.starts_with('+') && w.text.find(':') != std::string::npos &&
               w.text.find(":refs/remotes/") == std::string::npos && w.text.find(":refs/pull/") == std::string::npos;
    });
    if (overwrites) return destroy("overwrites branches");
    if (sub == "add" && adds_secrets(call)) return destroy("puts a secret into the history");
    if (sub == "bundle" && verb == "create" && call.operands().size() > 2) judge.packs(call.operands()[2]);
    if (sub == "notes" && (verb == "remove" || verb == "prune")) return destroy("removes notes");
    if (sub == "symbolic-ref" && call.has_flag('d', "delete")) return destroy("deletes a name by hand");
    if ((sub == "worktree" && verb == "remove") || (sub == "submodule" && verb == "deinit") ||
        (sub == "lfs" && verb == "prune")) {
        return call.has_flag('f', "force") ? destroy("throws away changes that were not committed")
                                           : judge.note(ShellClass::git_write, call, "removes a working copy");
    }
    const bool asks = (sub == "remote" && (verb.empty() || verb == "show" || verb == "get-url" || verb == "-v")) ||
                      (sub == "worktree" && verb == "list") ||
                      (sub == "submodule" && (verb.empty() || verb == "status" || verb == "summary")) ||
                      (sub == "notes" && is_listed(verb, "show list")) ||
                      (sub == "bisect" && is_listed(verb, "log view visualize terms")) ||
                      (sub == "apply" && (call.has_flag(0, "check") || call.has_flag(0, "stat"))) ||
                      (sub == "bundle" && verb == "verify") || (sub == "lfs" && verb == "ls-files") ||
                      (sub == "symbolic-ref" && call.operands().size() < 3);
    if (asks) return judge.note(ShellClass::git_read, call, "only asks");
    if (sub == "gc" || (sub == "maintenance" && verb == "run"))
        return judge.note(ShellClass::build_test, call, "tidies what git keeps");
    if (sub == "symbolic-ref") return destroy("moves a name by hand");
    // It brings in what others have, and leaves branches and files as they are: unless a branch is named as its target.
    const bool names_a_target = std::ranges::any_of(operands_of_fetch, [](const Word& w) {
        return w.text.find(':') != std::string::npos && w.text.find("://") == std::string::npos &&
               w.text.find('@') == std::string::npos;
    });
    if (sub == "fetch" && !names_a_target) return judge.note(ShellClass::network, call, "reaches another machine");
    judge.note(ShellClass::git_write, call, "changes the repository");
}

}  // namespace

bool judge_git(const Call& call, Judge& judge) {
    const bool is_own_program =
        call.program().starts_with("git-") && is_one_of(std::string_view(call.program()).substr(4), git_destroyers);
    if (is_one_of(call.program(), git_destroyers) || is_own_program || is_listed(call.program(), "bfg bfg.jar")) {
        judge.note(ShellClass::destructive, call, "rewrites history");
        return true;
    }
    if (call.program() != "git" && call.program() != "hub") return false;
    for (std::size_t i = 0; i + 1 < call.arguments().size() && call.arguments()[i].text.starts_with("-"); ++i) {
        if (call.arguments()[i].text == "-c" && names_a_program(call.arguments()[i + 1].text)) {
            judge.note(ShellClass::unknown, call, "makes git run a program");
            return true;
        }
        if (call.arguments()[i].text == "-c" && shortens_the_way_back(call.arguments()[i + 1].text)) {
            judge.note(ShellClass::destructive, call, "removes the way back to lost commits");
            return true;
        }
        const std::string& option = call.arguments()[i].text;
        if (option == "--config-env" || option.starts_with("--config-env=")) {
            judge.note(ShellClass::unknown, call, "takes settings of git from the environment");
            return true;
        }
        if (option == "-c" || option == "-C") ++i;
    }
    const bool runs_program = std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
        return w.text.starts_with("ext::") || w.text.starts_with("--upload-pack") ||
               w.text.starts_with("--receive-pack") || w.text.starts_with("--open-files-in-pager") ||
               w.text.starts_with("--exec=") || w.text.starts_with("--exec-path=");
    });
    if (runs_program) {
        judge.note(ShellClass::unknown, call, "makes git run a program");
        return true;
    }
    const auto operands = call.operands({"-C", "-c", "--git-dir", "--work-tree", "--namespace"});
    const std::string sub = operands.empty() ? "" : operands[0].text;
    const bool takes_program = (sub == "grep" && call.has_flag('O')) ||
                               (sub == "difftool" && (call.has_flag('x', "extcmd"))) ||
                               (sub == "clone" && call.has_flag('u', "upload-pack"));
    if (takes_program) {
        judge.note(ShellClass::unknown, call, "makes git run a program");
        return true;
    }
    const std::string verb = operands.size() > 1 ? operands[1].text : "";
    if (sub == "clone") note_clone(call, judge);
    const bool writes_file = call.has_flag(0, "output") || (sub == "archive" && call.has_flag('o'));
    if (writes_file) {
        const Word* path = call.value_of({"-o", "--output"});
        if (path != nullptr) judge.writes(*path, call);
        if (path != nullptr && sub == "archive") judge.packs(*path);
        judge.note(ShellClass::write, call, "writes a file");
    } else if (sub == "fsck" && call.has_flag(0, "lost-found")) {
        judge.note(ShellClass::git_write, call, "keeps what it finds");
    } else if (sub.empty() || is_one_of(sub, git_readers)) {
        judge.note(ShellClass::git_read, call, "only looks");
    } else if (is_one_of(sub, git_destroyers)) {
        judge.note(ShellClass::destructive, call, "rewrites history or drops what it could be found by");
    } else if (sub == "push") {
        judge_push(call, judge);
    } else if (sub == "checkout" || sub == "switch") {
        judge_checkout(call, judge);
    } else if (sub == "config") {
        judge_config(call, judge);
    } else if (sub == "branch") {
        judge_branch(call, judge);
    } else if (sub == "stash") {
        judge_stash(call, verb, judge);
    } else if (sub == "submodule" && verb == "foreach") {
        Word text;
        for (const Word& word : call.behind_operands(2, "-C -c --git-dir --work-tree")) {
            if (text.text.empty() && word.text.starts_with("-")) continue;
            text.text += (text.text.empty() ? "" : " ") + word.text;
            text.certainty = std::max(text.certainty, word.certainty);
        }
        judge.run_text(text, call);
        judge.note(ShellClass::git_write, call, "runs a command in every submodule");
    } else if (sub == "bisect" && verb == "run") {
        judge.run_words(call.behind_operands(2, "-C -c --git-dir --work-tree"), call);
        judge.note(ShellClass::git_write, call, "searches the history");
    } else if (sub == "rebase" && call.has_flag('x', "exec")) {
        if (const Word* text = call.value_of({"-x", "--exec"})) judge.run_text(*text, call);
        judge.note(ShellClass::git_write, call, "changes the repository");
    } else {
        judge_by_verb(call, sub, verb, judge);
    }
    return true;
}

// What is asked of a host of repositories by its own interface: gh api, curl https://api.github.com. Whoever may change
// settings, rights, keys, hooks and branches there can undo what protects the project.

namespace {

// mutation { deleteRef(…) { … } }: the verbs of what is done.
bool changes_for_good(std::string_view query) {
    const std::string text = lower_case(query);
    if (text.find("mutation") == std::string::npos) return false;
    if (text.starts_with("query=@")) return true;
    // Closing and editing issues and pull requests is talk.
    constexpr std::array<std::string_view, 14> verbs{"delete",
                                                     "archive",
                                                     "remove",
                                                     "transfer",
                                                     "merge",
                                                     "revoke",
                                                     "disable",
                                                     "unlink",
                                                     "revert",
                                                     "createcommitonbranch",
                                                     "updaterepository",
                                                     "updatebranchprotection",
                                                     "updateref",
                                                     "updateorganization"};
    return std::any_of(verbs.begin(), verbs.end(),
                       [&](std::string_view verb) { return text.find(verb) != std::string::npos; });
}

// What people write to each other all day: issues, pull requests, comments, releases, runs.
bool is_talk(std::string_view path) {
    constexpr std::array<std::string_view, 12> parts{"/issues",         "/pulls",    "/comments",     "/check-",
                                                     "/statuses",       "/releases", "/labels",       "/milestones",
                                                     "/merge_requests", "/notes",    "/actions/runs", "/reactions"};
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return path.find(part) != std::string_view::npos; });
}

bool is_guarded(std::string_view path) {
    constexpr std::array<std::string_view, 15> parts{"/hooks",     "/keys",        "/transfer", "/collaborators",
                                                     "/secrets",   "/protection",  "/rulesets", "/invitations",
                                                     "/members",   "/memberships", "/teams",    "/deploy_keys",
                                                     "/variables", "/git/refs",    "/share"};
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return path.find(part) != std::string_view::npos; });
}

std::string method_of(const Call& call, bool posts) {
    if (const Word* method = call.value_of({"-X", "--method", "--request"})) return method->text;
    for (const Word& word : call.arguments()) {
        if (word.text.starts_with("-X") && word.text.size() > 2) return word.text.substr(2);
    }
    return posts ? "POST" : "GET";
}

}  // namespace

bool changes_hosted_repository(const Call& call) {
    const auto words = call.arguments();
    const bool is_tool = (call.program() == "gh" || call.program() == "glab") && call.subcommand() == "api";
    const auto is_host = [](const Word& w) {
        return w.text.find("api.github.com") != std::string::npos || w.text.find("/api/v4/") != std::string::npos ||
               w.text.find("api.bitbucket.org") != std::string::npos;
    };
    const bool is_curl = is_listed(call.program(), "curl wget http https xh");
    const auto host = std::find_if(words.begin(), words.end(), is_host);
    if (!is_tool && !(is_curl && host != words.end())) return false;
    if (std::any_of(words.begin(), words.end(), [](const Word& w) { return changes_for_good(w.text); })) return true;
    const bool posts = is_tool
                           ? call.has_flag('f', "raw-field") || call.has_flag('F', "field") || call.has_flag(0, "input")
                           : call.has_flag('d', "data") || call.has_flag(0, "json");
    const std::string method = method_of(call, posts);
    const auto operands = call.operands({"-X", "--method", "-f", "-F", "--raw-field", "--field", "-H", "--header",
                                         "--input", "-q", "--jq", "-t", "--template", "--hostname", "-p", "--preview"});
    const std::string path = is_tool ? (operands.size() > 1 ? "/" + operands[1].text : "") : host->text;
    if (method == "GET" || method == "HEAD" || path.ends_with("graphql")) return false;
    return is_guarded(path) || method == "DELETE" || ((method == "PATCH" || method == "PUT") && !is_talk(path));
}

}  // namespace hm::shell
