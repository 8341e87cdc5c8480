// What builds, package managers and test runs leave behind, by the names of files and folders. A name alone lets
// nothing go: what a removal would take is looked at before it is decided on (engine/gate/removal_loss.h).
#include "engine/shell/places.h"

#include <algorithm>
#include <array>

#include "engine/shell/call.h"

namespace hm::shell {
namespace {

constexpr std::string_view build_outputs =
    "reports dist build out output coverage .nyc_output node_modules .next .nuxt .output .svelte-kit "
    ".turbo .cache .parcel-cache .vite .angular tmp temp .tmp .temp target obj Debug Release _build "
    "__pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .eggs htmlcov .coverage _site storybook-static "
    " es esm cjs lib types typings umd dts compiled generated gen .docusaurus logs log .eslintcache "
    "test-results playwright-report Pods DerivedData .gradle .venv venv artifacts release releases "
    ".rpt2_cache .rollup.cache .swc .wrangler .vercel .netlify dist-types dist-esm dist-cjs lib-esm lib-cjs "
    " lib-cov esm5 fesm5 CMakeFiles cmake-build-debug cmake-build-release build-release build-debug "
    ".terraform .serverless .aws-sam .hypothesis site book www .sass-cache bin vendor env _output _dist "
    "__generated__ wheelhouse sdist .pnpm-store .dart_tool .stack-work dist-newstyle elm-stuff _opam "
    ".bundle bundle .expo web-build .astro .vinxi .jest perf.data mutants.out .Python MANIFEST "
    "config.status";

// Made by tools and by nothing else, wherever they lie.
constexpr std::string_view sure_outputs =
    "node_modules bower_components dist build target obj coverage .nyc_output .next .nuxt .output .svelte-kit .turbo "
    ".cache .parcel-cache .vite .angular _build __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .eggs "
    "htmlcov _site storybook-static .docusaurus test-results playwright-report Pods DerivedData .gradle .venv venv "
    ".rpt2_cache .rollup.cache .swc CMakeFiles .hypothesis .sass-cache __generated__ .pnpm-store .dart_tool "
    ".stack-work dist-newstyle elm-stuff .expo web-build .astro .vinxi mutants.out libcjs libesm fesm5 esm5";

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
    if (is_listed(name, build_outputs)) return true;
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

// -r does no harm to what is plainly one file, or to files with the ending of outputs: package-lock.json, *.tgz.
bool is_single_file(const Word& path) {
    if (path.has_glob) {
        const std::size_t slash = path.text.rfind('/');
        const std::string_view name = std::string_view(path.text).substr(slash == std::string::npos ? 0 : slash + 1);
        return name.starts_with("*.") && name.find_first_of("*?[", 1) == std::string_view::npos &&
               std::find(output_endings.begin(), output_endings.end(), name.substr(1)) != output_endings.end();
    }
    constexpr std::array<std::string_view, 19> endings{".json", ".lock", ".yaml", ".yml", ".js",  ".ts",   ".txt",
                                                       ".md",   ".css",  ".html", ".py",  ".xml", ".toml", ".log",
                                                       ".c",    ".cc",   ".mjs",  ".cjs", ".csv"};
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return path.text.ends_with(end); });
}

bool is_sure_output(std::string_view name) {
    // dist-esm, build-release, cmake-build-debug, app.egg-info
    return is_listed(name, sure_outputs) || name.starts_with("dist-") || name.starts_with("build-") ||
           name.starts_with("cmake-build-") || name.ends_with(".egg-info");
}

bool is_output_folder(std::string_view name) {
    // Copies that people keep have such endings too: src.bak, notes.orig, old.zip.
    const bool has_ending = std::any_of(output_endings.begin(), output_endings.end(),
                                        [&](std::string_view end) { return name.ends_with(end); });
    return is_sure_output(name) || (!has_ending && name.find('/') == std::string_view::npos && is_build_output(name));
}

bool is_sure_output_file(std::string_view name) {
    constexpr std::array<std::string_view, 11> endings{".pyc",   ".pyo",  ".py[co]",      ".py[cod]",  ".py[oc]", ".o",
                                                       ".class", ".gcda", ".tsbuildinfo", ".DS_Store", ".gcno"};
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

bool is_output_file(std::string_view name) {
    constexpr std::array<std::string_view, 6> endings{".obj", ".so", ".eslintcache", ".coverage", ".log", ".tmp"};
    return is_sure_output_file(name) ||
           std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

bool lies_among_outputs(std::string_view path) {
    if (is_output_file(last_name(path))) return true;
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        if (is_output_folder(path.substr(0, slash))) return true;
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return false;
}

}  // namespace hm::shell
