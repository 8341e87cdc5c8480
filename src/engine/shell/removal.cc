// Programs that remove. What a build leaves behind may go; anything else that goes in heaps is destruction.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/call.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 88> build_outputs{"dist",
                                                         "build",
                                                         "out",
                                                         "output",
                                                         "coverage",
                                                         ".nyc_output",
                                                         "node_modules",
                                                         ".next",
                                                         ".nuxt",
                                                         ".output",
                                                         ".svelte-kit",
                                                         ".turbo",
                                                         ".cache",
                                                         ".parcel-cache",
                                                         ".vite",
                                                         ".angular",
                                                         "tmp",
                                                         "temp",
                                                         ".tmp",
                                                         ".temp",
                                                         "target",
                                                         "obj",
                                                         "Debug",
                                                         "Release",
                                                         "_build",
                                                         "__pycache__",
                                                         ".pytest_cache",
                                                         ".mypy_cache",
                                                         ".ruff_cache",
                                                         ".tox",
                                                         ".nox",
                                                         ".eggs",
                                                         "htmlcov",
                                                         ".coverage",
                                                         "_site",
                                                         "storybook-static",
                                                         "es",
                                                         "esm",
                                                         "cjs",
                                                         "lib",
                                                         "types",
                                                         "typings",
                                                         "umd",
                                                         "dts",
                                                         "compiled",
                                                         "generated",
                                                         "gen",
                                                         ".docusaurus",
                                                         "logs",
                                                         "log",
                                                         ".eslintcache",
                                                         "test-results",
                                                         "playwright-report",
                                                         "Pods",
                                                         "DerivedData",
                                                         ".gradle",
                                                         ".venv",
                                                         "venv",
                                                         "artifacts",
                                                         "release",
                                                         "releases",
                                                         ".rpt2_cache",
                                                         ".rollup.cache",
                                                         ".swc",
                                                         ".wrangler",
                                                         ".vercel",
                                                         ".netlify",
                                                         "dist-types",
                                                         "dist-esm",
                                                         "dist-cjs",
                                                         "lib-esm",
                                                         "lib-cjs",
                                                         "lib-cov",
                                                         "esm5",
                                                         "fesm5",
                                                         "CMakeFiles",
                                                         "cmake-build-debug",
                                                         "cmake-build-release",
                                                         "build-release",
                                                         "build-debug",
                                                         ".terraform",
                                                         ".serverless",
                                                         ".aws-sam",
                                                         ".hypothesis",
                                                         "site",
                                                         "book",
                                                         "www",
                                                         ".sass-cache"};

constexpr std::array<std::string_view, 22> output_endings{
    ".o",      ".a",   ".so",   ".pyc",  ".pyo",      ".class", ".log",      ".tgz", ".tmp",  ".map", ".tsbuildinfo",
    ".tar.gz", ".zip", ".gcda", ".gcno", ".egg-info", ".d.ts",  ".DS_Store", ".bak", ".orig", ".swp", ".whl"};

std::string_view last_name(std::string_view path) {
    while (path.size() > 1 && (path.ends_with('/') || path.ends_with("/*") || path.ends_with("/."))) {
        path.remove_suffix(path.ends_with('/') ? 1 : 2);
    }
    while (path.ends_with("/**")) path.remove_suffix(3);
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Sure to be inside the project: relative, and not upwards.
bool stays_inside(const Word& path) {
    return path.certainty == Certainty::plain && !path.text.empty() && !path.text.starts_with("/") &&
           !path.text.starts_with("~") && path.text.find("..") == std::string::npos;
}

// Lists of packages that images drop to stay small.
bool is_package_list(const Word& path) {
    return path.text.starts_with("/var/lib/apt/lists") || path.text.starts_with("/var/cache/ap");
}

// -r does no harm to what is plainly one file.
bool is_plain_file(const Word& path) {
    constexpr std::array<std::string_view, 19> endings{".json", ".lock", ".yaml", ".yml", ".js",  ".ts",   ".txt",
                                                       ".md",   ".css",  ".html", ".py",  ".xml", ".toml", ".log",
                                                       ".c",    ".cc",   ".mjs",  ".cjs", ".csv"};
    return !path.has_glob &&
           std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return path.text.ends_with(end); });
}

bool may_go_in_heaps(const Word& path) {
    return is_scratch(path) || is_package_list(path) ||
           (stays_inside(path) && (is_build_output(path.text) || is_plain_file(path)));
}

// A bare * takes everything; *.log does not.
bool takes_everything(const Word& path) {
    if (!path.has_glob) return path.text == "." || path.text == "./" || path.text.empty();
    const std::size_t slash = path.text.rfind('/');
    const std::string_view name = std::string_view(path.text).substr(slash == std::string::npos ? 0 : slash + 1);
    const bool is_all = name == "*" || name == "**" || name == ".*" || name == "*.*" || name == "?*" || name == "[!.]*";
    return is_all && !is_build_output(std::string_view(path.text).substr(0, slash == std::string::npos ? 0 : slash));
}

void judge_rm(const Call& call, Judge& judge) {
    const bool is_recursive = call.has_flag('r', "recursive") || call.has_flag('R') || call.program() == "rimraf" ||
                              call.program() == "del" || call.program() == "del-cli" || call.program() == "trash";
    const std::vector<Word> targets = call.operands();
    if (call.has_flag(0, "no-preserve-root"))
        return judge.note(ShellClass::destructive, call, "asks to remove even the root");
    for (const Word& target : targets) {
        if (is_recursive && !may_go_in_heaps(target)) {
            return judge.note(ShellClass::destructive, call,
                              fmt::format("removes all of {}, which no build has made", target.text));
        }
        if (takes_everything(target) && !is_package_list(target)) {
            return judge.note(ShellClass::destructive, call,
                              fmt::format("removes everything that {} matches", target.text));
        }
        if (target.text.starts_with("/dev/")) return judge.note(ShellClass::destructive, call, "removes a device");
        if (!is_package_list(target)) judge.writes(target, call);
    }
    // What xargs will add is not known.
    if (targets.empty() && call.command().fed_by) {
        return judge.note(ShellClass::destructive, call, "removes whatever it is given");
    }
    judge.note(ShellClass::write, call, "removes files");
}

struct FindFacts {
    bool picks = false;          // by a name or pattern
    bool picks_outputs = false;  // and all of these are what builds leave
    bool stays = true;           // below the project
};

FindFacts facts_of(std::span<const Word> words) {
    FindFacts facts;
    std::size_t at = 0;
    for (; at < words.size() && !words[at].text.starts_with("-") && words[at].text != "(" && words[at].text != "!";
         ++at) {
        facts.stays &= stays_inside(words[at]) || is_scratch(words[at]);
    }
    std::vector<std::string> patterns;
    for (; at + 1 < words.size(); ++at) {
        const std::string& test = words[at].text;
        const bool is_pick =
            test == "-name" || test == "-iname" || test == "-path" || test == "-wholename" || test == "-regex";
        const bool is_negated = at > 0 && (words[at - 1].text == "!" || words[at - 1].text == "-not");
        if (is_pick && !is_negated && words[at + 1].certainty == Certainty::plain)
            patterns.push_back(words[at + 1].text);
    }
    const auto picks_all = [](const std::string& p) { return p == "*" || p == "*.*" || p == "**" || p == "./*"; };
    facts.picks = !patterns.empty() && std::none_of(patterns.begin(), patterns.end(), picks_all);
    facts.picks_outputs = facts.picks && std::all_of(patterns.begin(), patterns.end(),
                                                     [](const std::string& p) { return is_build_output(p); });
    return facts;
}

// The words between -exec and ; or +.
std::vector<Word> executed(std::span<const Word> words, std::size_t at) {
    std::vector<Word> inner;
    for (std::size_t i = at + 1; i < words.size() && words[i].text != ";" && words[i].text != "+"; ++i)
        inner.push_back(words[i]);
    return inner;
}

bool removes(const std::vector<Word>& inner) {
    constexpr std::array<std::string_view, 6> removers{"rm", "rmdir", "unlink", "shred", "rimraf", "/bin/rm"};
    return !inner.empty() && std::find(removers.begin(), removers.end(), inner.front().text) != removers.end();
}

void judge_find(const Call& call, Judge& judge) {
    const FindFacts facts = facts_of(call.arguments());
    const auto words = call.arguments();
    judge.note(ShellClass::read, call, "looks for files");
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& test = words[i].text;
        const bool runs = test == "-exec" || test == "-execdir" || test == "-ok" || test == "-okdir";
        if (test == "-delete") {
            const bool is_bounded = facts.stays && facts.picks;
            judge.note(is_bounded ? ShellClass::write : ShellClass::destructive, call,
                       is_bounded ? "removes the files it picks by name" : "removes all that it finds");
        } else if (test == "-fprint" || test == "-fls" || test == "-fprintf") {
            if (i + 1 < words.size()) judge.writes(words[i + 1], call);
            judge.note(ShellClass::write, call, "writes what it finds to a file");
        } else if (runs) {
            std::vector<Word> inner = executed(words, i);
            if (removes(inner)) {
                const bool in_heaps = std::any_of(inner.begin(), inner.end(), [](const Word& w) {
                    return w.text.starts_with("-") && w.text.find_first_of("rR") != std::string::npos;
                });
                const bool is_bounded = facts.stays && (in_heaps ? facts.picks_outputs : facts.picks);
                judge.note(is_bounded ? ShellClass::write : ShellClass::destructive, call,
                           is_bounded ? "removes what builds leave, picked by name" : "removes what it finds");
            } else {
                for (Word& word : inner) {
                    if (word.text == "{}")
                        word = Word{"found"};
                    else if (word.text.find("{}") != std::string::npos)
                        word.certainty = Certainty::unknown;
                }
                judge.run_words(inner, call);
            }
        }
    }
}

// git ls-files and find -name pick; anything else may feed anything.
bool is_fed_by_a_picker(const Call& call) {
    if (!call.command().fed_by) return false;
    const Command& feeder = call.script().commands[*call.command().fed_by];
    if (feeder.words.empty() || feeder.words.front().text != "find") return false;
    const FindFacts facts = facts_of(std::span(feeder.words).subspan(1));
    return facts.stays && facts.picks_outputs;
}

void judge_xargs(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 14> with_value{"-n", "-P", "-I", "-L", "-d",     "-a",         "-s",
                                                          "-E", "-J", "-R", "-j", "--jobs", "--max-args", "--arg-file"};
    const auto words = call.arguments();
    std::size_t at = 0;
    for (; at < words.size() && words[at].text.starts_with("-"); ++at) {
        if (std::find(with_value.begin(), with_value.end(), words[at].text) != with_value.end()) ++at;
    }
    std::vector<Word> inner(words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size())), words.end());
    if (inner.empty()) return judge.note(ShellClass::read, call, "prints what it is given");
    if (removes(inner)) {
        const bool is_bounded = is_fed_by_a_picker(call);
        return judge.note(is_bounded ? ShellClass::write : ShellClass::destructive, call,
                          is_bounded ? "removes what builds leave, picked by name" : "removes whatever it is given");
    }
    for (Word& word : inner) {
        if (word.text.find("{}") != std::string::npos || word.text.find('%') != std::string::npos)
            word.certainty = std::max(word.certainty, Certainty::plain);
    }
    judge.run_words(inner, call);
}

}  // namespace

bool is_build_output(std::string_view path) {
    if (path.find("..") != std::string_view::npos || path.starts_with("/") || path.starts_with("~")) return false;
    const std::string_view name = last_name(path);
    if (std::find(build_outputs.begin(), build_outputs.end(), name) != build_outputs.end()) return true;
    const bool is_marked = name.starts_with("dist-") || name.starts_with("build-") || name.starts_with("cmake-build");
    const bool has_ending = std::any_of(output_endings.begin(), output_endings.end(),
                                        [&](std::string_view end) { return name.ends_with(end); });
    if (is_marked || has_ending) return true;
    // Something inside a build's output.
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return false;
    for (const std::string_view output :
         {"dist", "build", "out", "coverage", "node_modules", "target", "tmp", ".cache", "output"}) {
        if (path.substr(0, slash) == output || path.find("/" + std::string(output) + "/") != std::string_view::npos)
            return true;
        if (path.starts_with("./" + std::string(output) + "/")) return true;
    }
    return false;
}

bool judge_removal(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 7> removers{"rm",      "unlink", "rimraf",   "del",
                                                       "del-cli", "trash",  "trash-put"};
    if (std::find(removers.begin(), removers.end(), call.program()) != removers.end()) {
        judge_rm(call, judge);
    } else if (call.program() == "find" || call.program() == "gfind") {
        judge_find(call, judge);
    } else if (call.program() == "xargs" || call.program() == "gxargs" || call.program() == "parallel") {
        judge_xargs(call, judge);
    } else if (call.program() == "fd" || call.program() == "fdfind") {
        const Word* run = call.value_of({"-x", "-X", "--exec", "--exec-batch"});
        judge.note(ShellClass::read, call, "looks for files");
        if (run != nullptr)
            judge.run_words(call.arguments().subspan(static_cast<std::size_t>(run - call.arguments().data())), call);
    } else {
        return false;
    }
    return true;
}

}  // namespace hm::shell
