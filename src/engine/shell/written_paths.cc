// Which places a text writes, and what it has done to them so far: fetched, moved, packed, written.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/strings.h"
#include "domain/texts.h"
#include "engine/shell/call.h"
#include "engine/shell/judges.h"
#include "engine/shell/meanings.h"
#include "engine/shell/patch_paths.h"

namespace hm::shell {
namespace {

// What goes there is not kept: /dev/null, the terminal.
bool is_stream(std::string_view path) {
    constexpr std::array<std::string_view, 6> streams{"/dev/null", "/dev/stdout", "/dev/stderr",
                                                      "/dev/tty",  "/dev/fd/1",   "/dev/fd/2"};
    return is_one_of(path, streams);
}

}  // namespace

// lib/, lib/* and lib are one folder.
static std::string bare_folder(std::string path) {
    while (path.ends_with('/') || path.ends_with('*')) path.pop_back();
    return path;
}

// What stands behind the variable counts for the case that it is empty: "$tmp"* and $TMPDIR/* are everything then.
static bool holds_when_empty(std::string_view path) {
    if (!path.starts_with('$') || path.starts_with("$(")) return true;
    const std::size_t end =
        path.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789", 1);
    if (end == std::string_view::npos) return true;
    const std::string_view below = path.substr(end);
    const bool names_one =
        below.size() > 1 && below[0] == '/' && std::string_view("*?[/").find(below[1]) == std::string_view::npos;
    return is_scratch_of_machine(path.substr(1, end - 1)) && names_one;
}

bool is_scratch(const Word& path) {
    if (path.certainty == Certainty::temporary)
        return path.text.find("..") == std::string::npos && holds_when_empty(path.text);
    if (is_stream(path.text)) return true;
    // Files that CI runners hand to every step.
    constexpr std::array<std::string_view, 4> of_runners{"GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH",
                                                         "GITHUB_STEP_SUMMARY"};
    std::string name = path.text;
    std::erase_if(name, [](char c) { return c == '$' || c == '{' || c == '}' || c == '"'; });
    if (std::find(of_runners.begin(), of_runners.end(), name) != of_runners.end()) return true;
    const bool leaves = path.text.find("..") != std::string::npos;
    return path.certainty == Certainty::plain && !leaves && path.text.starts_with("/tmp/") && path.text.size() > 5 &&
           path.text != "/tmp/*";
}

// dist/app-$VERSION.tgz: where it lies is known, only its name is not. What stands before the variable, "app-", is no
// folder, so that no value leads elsewhere from there.
bool is_known_but_for_its_name(std::string_view path) {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    const std::size_t slash = path.rfind('/');
    const std::string_view folder = slash == std::string_view::npos ? "" : path.substr(0, slash + 1);
    const std::string_view name = path.substr(folder.size());
    if (name.find('$') == std::string_view::npos || folder.find('$') != std::string_view::npos ||
        path.find("..") != std::string_view::npos)
        return false;
    if (path.find_first_of("`(*?[\\") != std::string_view::npos || name.empty() || !is_letter(name.front()))
        return false;
    for (std::size_t at = name.find('$'); at != std::string_view::npos; at = name.find('$', at + 1)) {
        const bool is_set_off = at >= 2 && (name[at - 1] == '-' || name[at - 1] == '_' || name[at - 1] == '.');
        const std::size_t first = at + (name.substr(at + 1).starts_with('{') ? 2 : 1);
        if (!is_set_off || first >= name.size() || !is_letter(name[first])) return false;
    }
    return name.find_first_of("#%:!@,^~") == std::string_view::npos;
}

// /tmp/digests/${digest#sha256:}: whatever it is called, the system holds it in a scratch folder.
static bool is_below_scratch(std::string_view path) {
    const std::size_t folder = path.find('/', 5);
    return path.starts_with("/tmp/") && folder != std::string_view::npos && path.find('$') > folder &&
           path.find("..") == std::string_view::npos && path.find_first_of("`(") == std::string_view::npos;
}

bool Judge::has_filled(const Word& place) const {
    const std::string path = bare_folder(plain_path(place.text));
    const auto& written = judgement_.writes;
    return std::any_of(written.begin(), written.end(), [&](const std::string& each) {
        return plain_path(each) == path || plain_path(each).starts_with(path + "/");
    });
}

void Judge::takes(const Word& place, Removal removal) {
    if (place.certainty != Certainty::plain || place.openness != Openness::closed) return;
    removal.has_glob = place.has_glob;
    removal.is_scratch = is_scratch(place);
    const bool is_relative = !place.text.starts_with("/") && !place.text.starts_with("~");
    // As with what is written: whether a cd still counts here is not always plain.
    if (is_relative && !directory_.empty()) {
        removal.path = directory_ + "/" + place.text;
        removal.is_scratch = is_scratch({removal.path});
        Removal below = removal;
        const bool is_known = removal.other.empty() || removal.other.starts_with("/");
        if (!is_known) below.other = directory_ + "/" + removal.other;
        judgement_.removes.push_back(std::move(below));
        removal.is_scratch = false;
    }
    removal.path = place.text;
    judgement_.removes.push_back(std::move(removal));
}

bool Judge::has_made(const Word& file) const {
    return std::find(made_.begin(), made_.end(), plain_path(file.text)) != made_.end();
}

void Judge::removes(const Word& place, const Call& call, Doubt doubt) {
    if (is_scratch(place)) return takes(place, {});
    // What goes is not filled by it.
    std::vector<Doubtful> doubts = std::exchange(doubtful_, {});
    writes(place, call);
    doubtful_ = std::move(doubts);
    const std::size_t before = judgement_.removes.size();
    takes(place, {});
    if (doubt == Doubt::none) return;
    for (std::size_t i = before; i < judgement_.removes.size(); ++i) {
        ShellEffect effect;
        if (!knows_place()) {
            effect = {ShellClass::destructive, call.program(),
                      fmt::format("`{}` removes all of {}, which may be source, and nothing in the text makes it anew",
                                  call.text(), place.text)};
        }
        doubtful_.push_back({bare_folder(plain_path(place.text)), i, std::move(effect)});
    }
}

// What lies there now is no more what the here-document held.
void Judge::forgets_text(const Word& path) {
    std::string place = plain_path(path.text);
    while (place.size() > 1 && place.ends_with('/')) place.pop_back();
    for (Assigned& each : texts_) {
        const std::string_view name = std::string_view(each.name).substr(each.name.find('\n') + 1);
        if (name == place || name.starts_with(place + "/") || path.certainty != Certainty::plain)
            each.value.certainty = Certainty::unknown;
    }
}

void Judge::writes(const Word& path, const Call& call) {
    forgets_text(path);
    // mkdir fills nothing.
    if (!doubtful_.empty() && call.program() != "mkdir") {
        const std::string written = bare_folder(plain_path(path.text));
        std::erase_if(doubtful_, [&](const Doubtful& each) {
            return written == each.place || written.starts_with(each.place + "/");
        });
    }
    if (is_scratch(path) || path.text == "/tmp" || path.text == "/tmp/") return;
    if (path.certainty == Certainty::unknown && is_below_scratch(path.text)) return note_scratch(path, call);
    if (path.certainty == Certainty::unknown && !is_known_but_for_its_name(path.text)) {
        return note(ShellClass::unknown, call,
                    fmt::format("writes to {}, which is only known when it runs", path.text));
    }
    const bool is_relative = !path.text.starts_with("/") && !path.text.starts_with("~");
    // Whether a cd still counts here is not always plain, so both places are judged.
    if (is_relative && !directory_.empty()) {
        const Word below{directory_ + "/" + path.text};
        if (!is_scratch(below)) judgement_.writes.push_back(below.text);
        // cd src && ls > ../files.txt: upwards counts from there, when nothing leads back meanwhile.
        if (!comes_back_ && path.text.starts_with("../"))
            return note(ShellClass::write, call, fmt::format("writes {}", below.text));
    }
    judgement_.writes.push_back(path.text);
    const auto& effects = judgement_.effects;
    const bool is_noted = std::any_of(effects.begin(), effects.end(), [](const ShellEffect& effect) {
        return effect.shell_class == ShellClass::write;
    });
    // Whatever else the program is taken for: who may not write may not run it.
    if (!is_noted) note(ShellClass::write, call, fmt::format("writes {}", path.text));
}

// A scratch file is no file of the project, but who only looks makes none.
void Judge::note_scratch(const Word& path, const Call& call) {
    if (is_stream(path.text)) return;
    note(ShellClass::build_test, call, fmt::format("keeps its output in the scratch file {}", path.text));
}

std::string Judge::plain_path(std::string_view path) {
    while (path.starts_with("./")) path.remove_prefix(2);
    return std::string(path);
}

void Judge::moves_to(const Word& place) {
    moved_.push_back(plain_path(place.text));
}

bool Judge::holds_what_was_moved(const Word& place) const {
    std::string path = plain_path(place.text);
    while (path.ends_with('/')) path.pop_back();
    return std::any_of(moved_.begin(), moved_.end(),
                       [&](const std::string& moved) { return moved == path || moved.starts_with(path + "/"); });
}

bool Judge::has_packed(const Word& path) const {
    return std::find(packed_.begin(), packed_.end(), plain_path(path.text)) != packed_.end();
}

bool Judge::has_packed_sources_into(const Word& archive) const {
    const std::string path = plain_path(archive.text);
    return has_packed(archive) && std::none_of(packed_.begin(), packed_.end(), [&](const std::string& packed) {
               return packed != path && is_build_output(packed);
           });
}

void Judge::note_built(const Command& command) {
    constexpr std::string_view compilers = "gcc g++ cc c++ clang clang++ rustc tcc nvcc swiftc gfortran";
    const std::string program = plain_program(command.words.front().text);
    if (!is_listed(program, compilers) || command.input || command.fed_by) return;
    static const Script no_script;
    const Call call(program, std::span(command.words).subspan(1), command, no_script);
    const Word* output = call.value_of({"-o"});
    const auto sources = call.operands({"-o", "-I", "-L", "-x", "-isystem", "-include", "-std", "-C", "--edition"});
    const bool is_own = std::all_of(sources.begin(), sources.end(), [&](const Word& source) {
        return stays_inside(source) && !is_just_written(source);
    });
    if (output == nullptr || sources.empty()) return;
    const bool is_foreign =
        std::any_of(sources.begin(), sources.end(), [&](const Word& source) { return is_fetched(source); });
    if (is_foreign) return fetches(*output);
    if (is_own) built_.push_back(plain_path(output->text));
}

bool Judge::has_built(const Word& file) const {
    return std::find(built_.begin(), built_.end(), plain_path(file.text)) != built_.end();
}

bool Judge::has_added_remote(std::string_view name) const {
    return std::find(remotes_.begin(), remotes_.end(), name) != remotes_.end();
}

bool Judge::is_fetched(const Word& file) const {
    // A copied repository is built as any other is.
    constexpr std::array<std::string_view, 7> builders{"configure", "autogen.sh", "bootstrap",   "gradlew",
                                                       "mvnw",      "build.sh",   "bootstrap.sh"};
    const std::string path = plain_path(file.text);
    const std::string below = directory_.empty() ? path : directory_ + "/" + path;
    const bool builds = is_one_of(path.substr(path.rfind('/') + 1), builders);
    return std::any_of(fetched_.begin(), fetched_.end(), [&](const std::string& fetched) {
        if (fetched.empty()) return false;
        return path == fetched || (!builds && (path.starts_with(fetched + "/") || below.starts_with(fetched + "/")));
    });
}

bool Judge::is_just_written(const Word& file) const {
    const auto& written = judgement_.writes;
    if (is_fetched(file)) return true;
    const auto is_file = [&](const std::string& path) { return plain_path(path) == plain_path(file.text); };
    return std::count_if(written.begin(), written.end(), is_file) >
           std::count_if(rights_.begin(), rights_.end(), is_file);
}

void Judge::changes_rights(const Word& file, const Call& call) {
    const std::size_t before = judgement_.writes.size();
    const std::vector<Assigned> texts = texts_;
    writes(file, call);
    texts_ = texts;
    for (std::size_t i = before; i < judgement_.writes.size(); ++i) rights_.push_back(judgement_.writes[i]);
}

void Judge::keeps_text(const Command& command) {
    for (const Redirect& redirect : command.redirects) {
        if (redirect.kind != RedirectKind::writes) continue;
        // Where it was written counts too: another folder has another file of that name.
        const std::string path = directory_ + "\n" + plain_path(redirect.target.text);
        const bool is_known =
            std::any_of(texts_.begin(), texts_.end(), [&](const Assigned& t) { return t.name == path; });
        const bool is_copied = command.words.size() == 1 && command.words.front().text == "cat" && command.input &&
                               command.input->certainty == Certainty::plain && !command.fed_by && !is_known;
        // What is written twice may be either.
        Word text = is_copied ? *command.input : Word{"", Certainty::unknown};
        if (is_known) std::erase_if(texts_, [&](const Assigned& t) { return t.name == path; });
        texts_.push_back({path, std::move(text)});
    }
}

const Word* Judge::text_of(const Word& file) const {
    const std::string path = directory_ + "\n" + plain_path(file.text);
    const auto at = std::find_if(texts_.begin(), texts_.end(), [&](const Assigned& each) { return each.name == path; });
    return at == texts_.end() || at->value.certainty != Certainty::plain ? nullptr : &at->value;
}

// apply_patch: agents' own program for patches. Each file that its patch names is a file that is written.

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

namespace hm {

namespace {

constexpr std::string_view blanks = " \t\r\v\f";

// Without the blank behind the colon, which some of the programs do not require.
constexpr std::array<std::string_view, 4> heads{
    "*** Update File:", "*** Add File:", "*** Delete File:", "*** Move to:"};

std::string_view unquoted(std::string_view name) {
    const bool is_quoted = name.size() > 2 && name.front() == name.back() &&
                           (name.front() == '"' || name.front() == '\'' || name.front() == '`');
    return is_quoted ? trimmed(name.substr(1, name.size() - 2), blanks) : name;
}

// "+++ b/src/a.ts" and a time behind a tab; /dev/null is no file of the project.
std::string_view diff_path(std::string_view line) {
    std::string_view path = line.substr(4);
    path = unquoted(trimmed(path.substr(0, path.find('\t')), blanks));
    if (path == "/dev/null") return {};
    if (path.starts_with("a/") || path.starts_with("b/")) path.remove_prefix(2);
    return path;
}

}  // namespace

std::vector<std::string> patch_paths(std::string_view patch, std::size_t most) {
    std::vector<std::string> paths;
    const auto add = [&](std::string_view path) {
        const bool is_known = std::find(paths.begin(), paths.end(), path) != paths.end();
        if (!path.empty() && !is_known && paths.size() < most) paths.emplace_back(path);
    };
    bool is_after_old = false;
    while (!patch.empty()) {
        const std::size_t end = patch.find('\n');
        const std::string_view line = patch.substr(0, end);
        const std::string_view bare = trimmed(line, blanks);
        for (const std::string_view head : heads) {
            if (bare.starts_with(head)) add(unquoted(trimmed(bare.substr(head.size()), blanks)));
        }
        // Only the pair of them is a head: a removed line may begin with dashes as well.
        if (is_after_old && line.starts_with("+++ ")) add(diff_path(line));
        is_after_old = line.starts_with("--- ");
        const std::size_t next = end == std::string_view::npos ? patch.size() : end + 1;
        if (is_after_old && patch.substr(next).starts_with("+++ ")) add(diff_path(line));
        patch.remove_prefix(next);
    }
    return paths;
}

}  // namespace hm
