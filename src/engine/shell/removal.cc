// Programs that remove. What a build leaves behind may go; anything else that goes in heaps is destruction.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 115> build_outputs{"reports",
                                                          "dist",
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
                                                          ".sass-cache",
                                                          "bin",
                                                          "vendor",
                                                          "env",
                                                          "_output",
                                                          "_dist",
                                                          "__generated__",
                                                          "wheelhouse",
                                                          "sdist",
                                                          ".pnpm-store",
                                                          ".dart_tool",
                                                          ".stack-work",
                                                          "dist-newstyle",
                                                          "elm-stuff",
                                                          "_opam",
                                                          ".bundle",
                                                          "bundle",
                                                          ".expo",
                                                          "web-build",
                                                          ".astro",
                                                          ".vinxi",
                                                          ".jest",
                                                          "perf.data",
                                                          "mutants.out",
                                                          ".Python",
                                                          "MANIFEST",
                                                          "config.status"};

constexpr std::array<std::string_view, 29> output_endings{
    "~",         ".egg", ".rej",  ".o",           ".a",      ".so",  ".pyc",    ".pyo",     ".class",    ".log",
    ".tgz",      ".tmp", ".map",  ".tsbuildinfo", ".tar.gz", ".zip", ".gcda",   ".gcno",    ".egg-info", ".d.ts",
    ".DS_Store", ".bak", ".orig", ".swp",         ".snap",   ".whl", ".py[co]", ".py[cod]", ".py[oc]"};

std::string_view last_name(std::string_view path) {
    while (path.size() > 1 && (path.ends_with('/') || path.ends_with("/*") || path.ends_with("/."))) {
        path.remove_suffix(path.ends_with('/') ? 1 : 2);
    }
    while (path.ends_with("/**")) path.remove_suffix(3);
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
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
           (stays_inside(path) && (is_build_output(path.text) || is_of_two_meanings(path.text) || is_plain_file(path)));
}

// A bare * takes everything; *.log does not.
bool takes_everything(const Word& path) {
    if (!path.has_glob) return path.text == "." || path.text == "./" || path.text.empty();
    const std::size_t slash = path.text.rfind('/');
    const std::string_view name = std::string_view(path.text).substr(slash == std::string::npos ? 0 : slash + 1);
    const bool is_all = name == "*" || name == "**" || name == ".*" || name == "*.*" || name == "?*" || name == "[!.]*";
    return is_all && !is_build_output(std::string_view(path.text).substr(0, slash == std::string::npos ? 0 : slash));
}

bool is_database_file(std::string_view path) {
    return path.ends_with(".db") || path.ends_with(".sqlite") || path.ends_with(".sqlite3");
}

std::string_view without_packed_ending(std::string_view path) {
    for (const std::string_view ending : {".gz", ".bz2", ".xz", ".lzma", ".Z", ".gpg", ".enc", ".age"}) {
        if (path.ends_with(ending)) path.remove_suffix(ending.size());
    }
    return path;
}

// Beside what builds surely leave it is one of theirs: rm -rf dist lib. What only packages' scripts call tidies up
// after builds, and a pattern over all packages too: packages/*/lib.
std::vector<Word> doubtful_among(std::span<const Word> targets, const Call& call, const Judge& judge) {
    const bool is_of_scripts = call.program() == "rimraf" || call.program() == "del-cli";
    const bool is_beside_others = std::any_of(targets.begin(), targets.end(), [](const Word& target) {
        return is_build_output(target.text) && !is_of_two_meanings(target.text);
    });
    std::vector<Word> doubtful;
    if (is_of_scripts) return doubtful;
    std::copy_if(targets.begin(), targets.end(), std::back_inserter(doubtful), [&](const Word& target) {
        const bool is_of_all = target.text.find("*/") != std::string::npos;
        const bool is_one_of_theirs = is_build_output(target.text) && (is_beside_others || is_of_all);
        return is_of_two_meanings(target.text) && !is_one_of_theirs && !is_scratch(target) && !judge.has_filled(target);
    });
    return doubtful;
}

void judge_rm(const Call& call, Judge& judge) {
    // Long options may be cut short: rm --rec.
    const bool is_cut_short = std::any_of(call.arguments().begin(), call.arguments().end(),
                                          [](const Word& w) { return w.text.starts_with("--r"); });
    const bool is_recursive = is_cut_short || call.has_flag('r', "recursive") || call.has_flag('R') ||
                              call.program() == "rimraf" || call.program() == "del" || call.program() == "del-cli" ||
                              call.program().starts_with("trash") || call.program() == "rip" ||
                              call.program() == "gomi";
    const std::vector<Word> targets = call.operands();
    const std::vector<Word> doubtful = is_recursive ? doubtful_among(targets, call, judge) : std::vector<Word>();
    if (call.has_flag(0, "no-preserve-root"))
        return judge.note(ShellClass::destructive, call, "asks to remove even the root");
    for (const Word& target : targets) {
        // rm -rf $(find . -name __pycache__)
        if (finds_outputs(target)) continue;
        if (is_recursive && judge.holds_what_was_moved(target)) {
            return judge.note(ShellClass::destructive, call,
                              fmt::format("removes what the same text has moved to {}", target.text));
        }
        const bool is_packed = judge.has_packed(target) && is_kept_by_hand(without_packed_ending(target.text));
        if (is_packed || (call.command().is_substituted && is_kept_by_hand(target.text))) {
            return judge.note(
                ShellClass::destructive, call,
                fmt::format("removes {}, {}", target.text,
                            is_packed ? "which the same text has packed away" : "where only its output is wanted"));
        }
        if (is_recursive && !may_go_in_heaps(target)) {
            return judge.note(ShellClass::destructive, call,
                              fmt::format("removes all of {}, which no build has made", target.text));
        }
        if (call.program() == "unlink" && is_kept_by_hand(target.text) && !is_scratch(target)) {
            return judge.note(ShellClass::destructive, call, fmt::format("removes {}", target.text));
        }
        if (target.has_glob && (is_source_file(target.text) || is_database_file(target.text)) &&
            !may_go_in_heaps(target)) {
            return judge.note(ShellClass::destructive, call, fmt::format("removes all files like {}", target.text));
        }
        if (takes_everything(target) && !is_package_list(target)) {
            return judge.note(ShellClass::destructive, call,
                              fmt::format("removes everything that {} matches", target.text));
        }
        if (target.text.starts_with("/dev/")) return judge.note(ShellClass::destructive, call, "removes a device");
        if (!is_package_list(target)) judge.writes(target, call);
    }
    for (const Word& place : doubtful) judge.takes_doubtful(place, call);
    // What xargs or the one who calls it will add is not known: GIT_EDITOR='rm -rf'.
    if (targets.empty() && (call.command().fed_by || is_recursive)) {
        return judge.note(ShellClass::destructive, call, "removes whatever it is given");
    }
    judge.note(ShellClass::write, call, "removes files");
}

// What makers of documents leave beside the documents that people write.
bool is_generated_document(std::string_view path, std::string_view name) {
    constexpr std::array<std::string_view, 8> made{"api",     "html",      "site",  "apidocs",
                                                   "javadoc", "generated", "_site", "xml"};
    const bool is_below = path.starts_with("docs/") || path.starts_with("doc/") || path.starts_with("./docs/");
    return is_below && is_one_of(name, made);
}

// build*, dist*, .coverage*, venv*: what builds leave, with what they add to the name.
bool names_outputs_by_star(std::string_view name) {
    if (!name.ends_with('*') || name.find('*') + 1 != name.size()) return false;
    name.remove_suffix(1);
    if (name.ends_with('-') || name.ends_with('_') || name.ends_with('.')) name.remove_suffix(1);
    return is_listed(name,
                     "build dist coverage .coverage venv .venv node_modules __pycache__ .pytest_cache cmake-build "
                     "bazel test-results htmlcov");
}

}  // namespace

bool is_source_file(std::string_view path) {
    constexpr std::array<std::string_view, 24> endings{
        ".ts", ".tsx", ".jsx", ".py",  ".c",  ".cc", ".cpp", ".h",     ".hpp", ".rs", ".go",    ".java",
        ".rb", ".php", ".md",  ".sql", ".sh", ".kt", ".cs",  ".swift", ".vue", ".ex", ".scala", ".lua"};
    return !path.ends_with(".d.ts") &&
           std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return path.ends_with(end); });
}

bool stays_inside(const Word& path) {
    return path.certainty == Certainty::plain && !path.text.empty() && !path.text.starts_with("/") &&
           !path.text.starts_with("~") && path.text.find("..") == std::string::npos;
}

bool is_build_output(std::string_view path) {
    if (path.find("..") != std::string_view::npos || path.starts_with("/") || path.starts_with("~")) return false;
    const std::string_view name = last_name(path);
    if (std::find(build_outputs.begin(), build_outputs.end(), name) != build_outputs.end()) return true;
    if (names_outputs_by_star(name)) return true;
    // .jest-cache, .eslintcache, allure-results, playwright-report
    const bool is_left = name.ends_with("cache") || name.ends_with("-results") || name.ends_with("-report") ||
                         name.ends_with("-reports") || path.starts_with("cypress/videos") ||
                         path.starts_with("cypress/screenshots");
    if (is_left) return true;
    // .out, .build; downloaded-artifacts
    const bool is_hidden =
        name.size() > 2 && name.front() == '.' &&
        is_listed(name.substr(1), "out build dist output coverage reports docs-build site generated lib-cov");
    if (is_hidden || name.ends_with("artifacts") || name.starts_with("downloaded")) return true;
    const bool is_marked = name.starts_with("dist-") || name.starts_with("coverage-") || name == "prebuilds" ||
                           name == "shims" || name == "libcjs" || name == "libesm" || name.starts_with("build-") ||
                           name.starts_with("cmake-build");
    const bool has_ending = std::any_of(output_endings.begin(), output_endings.end(),
                                        [&](std::string_view end) { return name.ends_with(end); });
    if (is_marked || has_ending || is_generated_document(path, name)) return true;
    // Something inside a build's output.
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return false;
    for (const std::string_view output : {"dist", "build", "out", "coverage", "node_modules", "target", "tmp", ".cache",
                                          "output", "site", "_site", "_build", ".next", "libcjs", "libesm"}) {
        if (path.substr(0, slash) == output || path.find("/" + std::string(output) + "/") != std::string_view::npos)
            return true;
        if (path.starts_with("./" + std::string(output) + "/")) return true;
    }
    return false;
}

bool is_of_two_meanings(std::string_view path) {
    constexpr std::array<std::string_view, 12> names{"lib", "bin",  "vendor",  "types",    "site",     "www",
                                                     "env", "book", "release", "releases", "compiled", "public"};
    if (!is_one_of(last_name(path), names)) return false;
    // Inside of what a build makes all is made by it: dist/lib.
    std::string_view folder = path;
    while (folder.ends_with('/') || folder.ends_with('*')) folder.remove_suffix(1);
    const std::size_t slash = folder.rfind('/');
    return slash == std::string_view::npos || !is_build_output(folder.substr(0, slash));
}

bool judge_removal(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 15> removers{"rm",    "unlink",    "rimraf", "del",         "del-cli",
                                                        "trash", "trash-put", "rd",     "Remove-Item", "ri",
                                                        "erase", "trash-cli", "zf_rm",  "rip",         "gomi"};
    if (!is_one_of(call.program(), removers)) return false;
    judge_rm(call, judge);
    return true;
}

}  // namespace hm::shell
