// Code that is installed or run straight from an address, a repository or a folder outside the project. Nobody has
// looked at it there and nothing holds it to what it was yesterday. A registry's packages are none of this.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/call.h"
#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

bool is_address(std::string_view text) {
    return text.find("://") != std::string_view::npos && !is_own_machine(text);
}

// git+https://x, github:x/y, tool@https://x, /opt/x.whl
bool is_foreign(const Word& word) {
    const std::string_view text = word.text;
    if (is_address(text)) return !text.starts_with("file://.") && !text.starts_with("oci://");
    if (word.certainty != Certainty::plain) return false;
    if (text.starts_with('/') || text.starts_with("~/") || text.starts_with("file:/")) return true;
    constexpr std::array<std::string_view, 8> starts{
        "git+", "git@", "github:", "gitlab:", "bitbucket:", "gist:", "hg+", "svn+"};
    const std::size_t at = text.find('@', 1);
    const std::string_view source = at == std::string_view::npos ? text : text.substr(at + 1);
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return text.starts_with(start) || source.starts_with(start); });
}

// npm install someone/repository
bool is_short_for_a_repository(const Word& word) {
    const std::string_view text = word.text;
    const bool is_file = text.ends_with(".tgz") || text.ends_with(".tar.gz") || text.ends_with('/');
    return word.certainty == Certainty::plain && !text.starts_with('@') && !text.starts_with('.') &&
           !text.starts_with("file:") && !is_file && !word.has_glob && std::count(text.begin(), text.end(), '/') == 1;
}

struct Installer {
    std::string_view program;
    std::string_view installing;  // verbs behind which every word names code
    std::string_view running;  // verbs behind which the first word does, and the rest are its own; "-" is none needed
};

constexpr std::array<Installer, 30> installers{{
    {"pip", "install download wheel", ""},
    {"pipx", "install inject", "run"},
    {"uv", "pip add tool", "run"},
    {"uvx", "", "-"},
    {"poetry", "add", ""},
    {"pdm", "add", ""},
    {"pipenv", "install", ""},
    {"conda", "install", ""},
    {"npm", "install i add", "exec x create init"},
    {"npx", "", "-"},
    {"pnpx", "", "-"},
    {"bunx", "", "-"},
    {"yarn", "add global", "dlx create"},
    {"pnpm", "add install i", "dlx create"},
    {"bun", "add install i", "x create"},
    {"deno", "install add", ""},
    {"cargo", "install add", ""},
    {"gem", "install specific_install", ""},
    {"bundle", "add", ""},
    {"brew", "install tap reinstall", ""},
    {"luarocks", "install", ""},
    {"cpanm", "", "-"},
    {"opam", "install pin", ""},
    {"mix", "archive.install", ""},
    {"stack", "install", ""},
    {"helm", "install upgrade", ""},
    {"nix-shell", "", "-"},
    {"nix-env", "", "-"},
    {"easy_install", "", "-"},
    {"composer", "require create-project", ""},
}};

// Options whose value says where packages come from, go to or are listed; what is taken is named elsewhere.
bool takes_a_place(std::string_view option) {
    constexpr std::string_view places =
        "-i --index-url --extra-index-url --index --default-index --registry --find-links -f --source -s --proxy "
        "--trusted-host --cache --cafile --prefix --target -t --root --python -p --userconfig --cwd -C --dir --config "
        "-c --constraint --cache-dir --log --report --requirement -r --target-dir --store-dir --global-dir "
        "--modules-folder --path --repo --namespace -n --values --set --ca-file --directory --project --env-file "
        "--package "
        "--extra --group --only-group --with-requirements --with --from --spec";
    return is_listed(option, places);
}

// An address that nothing guards may answer with anything; a list of packages at an address may name any.
bool is_ill_placed(std::string_view option, std::string_view value) {
    const bool is_list = option == "-r" || option == "--requirement";
    return is_address(value) && (is_list || (value.starts_with("http://") && option != "--proxy"));
}

// The first of the words that is code from elsewhere. Behind the first operand they may be none of the installer's.
const Word* foreign_word(std::span<const Word> words, bool only_first, bool has_short_names) {
    for (std::size_t i = 0; i < words.size() && words[i].text != "--"; ++i) {
        const std::string_view text = words[i].text;
        if (!text.starts_with('-') || text.size() == 1) {
            if (is_foreign(words[i]) || (has_short_names && is_short_for_a_repository(words[i]))) return &words[i];
            if (only_first) return nullptr;
            continue;
        }
        const std::size_t equals = text.find('=');
        const std::string_view option = text.substr(0, equals);
        const bool is_place = takes_a_place(option);
        if (equals != std::string_view::npos) {
            const std::string_view value = text.substr(equals + 1);
            if (is_place ? is_ill_placed(option, value) : is_address(value)) return &words[i];
        } else if (is_place && i + 1 < words.size()) {
            ++i;
            if (is_ill_placed(option, words[i].text)) return &words[i];
        }
    }
    return nullptr;
}

const Word* foreign_package(const Call& call) {
    const auto row = std::find_if(installers.begin(), installers.end(),
                                  [&](const Installer& each) { return each.program == call.program(); });
    if (row == installers.end()) return nullptr;
    const auto words = call.arguments();
    constexpr std::string_view with_value = "--prefix -C --dir --filter -F -w --workspace --cwd";
    const auto behind_verb = call.behind_operands(1, with_value);
    const std::string_view verb =
        behind_verb.size() < words.size() ? std::string_view(words[words.size() - behind_verb.size() - 1].text) : "";
    const bool runs_one = row->running == "-";
    const bool installs = is_listed(verb, row->installing);
    if (!runs_one && !installs && !is_listed(verb, row->running)) return nullptr;
    for (const std::string_view option : {"-p", "--package", "--from", "--with", "--git", "--spec", "--path"}) {
        const Word* given = option == "-p" && row->running.empty() ? nullptr : call.value_of({option});
        const bool is_place = given != nullptr && given->text.starts_with('/') && option == "-p";
        if (given != nullptr && !is_place && is_foreign(*given)) return given;
    }
    if (runs_one) return foreign_word(words, true, false);
    const bool is_npm = is_listed(call.program(), "npm pnpm yarn bun");
    return foreign_word(behind_verb, !installs, installs && is_npm);
}

// The hosts that keep Go's modules; of others nothing is known.
bool is_known_module_host(std::string_view module) {
    constexpr std::array<std::string_view, 18> hosts{
        "github.com", "gitlab.com",       "bitbucket.org", "golang.org", "google.golang.org",   "gopkg.in",
        "k8s.io",     "sigs.k8s.io",      "go.uber.org",   "mvdan.cc",   "honnef.co",           "go.dev",
        "entgo.io",   "cloud.google.com", "codeberg.org",  "buf.build",  "go.opentelemetry.io", "gotest.tools"};
    return is_one_of(module.substr(0, module.find('/')), hosts);
}

const Word* foreign_module(const Call& call) {
    const auto words = call.behind_operands(1, "-C");
    const std::string verb = call.subcommand({"-C"});
    if (!is_listed(verb, "run install get")) return nullptr;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view module = words[i].text;
        if (is_listed(module, "-ldflags -tags -o -mod -modfile -exec -gcflags -p")) ++i;
        if (module.starts_with('-') && module.size() > 1) continue;
        const bool is_fed = verb == "run" && (module == "-" || module.starts_with("/"));
        const bool is_remote = module.find('@') != std::string_view::npos && module.find('.') < module.find('/') &&
                               !module.starts_with('.');
        if (is_fed || (is_remote && !is_known_module_host(module))) return &words[i];
        if (verb == "run") return nullptr;
    }
    return nullptr;
}

// nix run nixpkgs#jq and nix develop .#ci are what the distribution and the project hold.
const Word* foreign_flake(const Call& call) {
    const auto words = call.arguments();
    if (words.empty() || !is_listed(words.front().text, "run shell develop profile")) return nullptr;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view text = words[i].text;
        if (text == "--" || text == "-c" || text == "--command") return nullptr;
        if (text.starts_with('-') || text == "install" || text == "add") continue;
        const bool is_own = text.starts_with('.') || text.starts_with('#') || text.starts_with("nixpkgs") ||
                            text.find_first_of(":/") == std::string_view::npos;
        return is_own ? nullptr : &words[i];
    }
    return nullptr;
}

// dpkg -i /tmp/x.deb, apt-get install https://x, docker build https://x
const Word* foreign_system_package(const Call& call) {
    const bool by_verb = is_listed(call.program(), "apt apt-get yum dnf snap") && call.has_word("install");
    const bool by_flag =
        is_listed(call.program(), "dpkg rpm") && (call.has_flag('i', "install") || call.has_flag('U', "upgrade"));
    const bool installs = by_verb || by_flag;
    const bool is_built = call.program() == "docker" && call.has_word("build");
    if (!installs && !is_built) return nullptr;
    for (const Word& word : call.arguments()) {
        const bool is_far =
            is_built ? is_address(word.text) && !word.text.starts_with('-') && word.text.find('=') == std::string::npos
                     : (word.text.starts_with('/') && !word.text.starts_with("/usr/")) || is_address(word.text);
        if (is_far) return &word;
    }
    return nullptr;
}

const Word* foreign_source(const Call& call) {
    if (is_listed(call.program(), "dpkg rpm apt apt-get yum dnf snap docker")) return foreign_system_package(call);
    if (call.program() == "go") return foreign_module(call);
    if (call.program() == "nix") return foreign_flake(call);
    if (call.program() == "kubectl" || call.program() == "k" || call.program() == "oc") {
        const Word* file = call.value_of({"-f", "--filename", "-k", "--kustomize"});
        const bool asks = call.has_flag(0, "dry-run") || call.has_word("get") || call.has_word("diff");
        return file != nullptr && !asks && is_address(file->text) ? file : nullptr;
    }
    return foreign_package(call);
}

// npm config set registry http://x
bool sets_unguarded_registry(const Call& call) {
    if (!is_listed(call.program(), "npm yarn pnpm pip bundle") || !call.has_word("set")) return false;
    const auto words = call.arguments();
    const auto any_has = [&](auto has) { return std::any_of(words.begin(), words.end(), has); };
    return any_has([](const Word& w) { return w.text.find("http://") != std::string::npos && is_address(w.text); }) &&
           any_has([](const Word& w) {
               return w.text.find("egistry") != std::string::npos || w.text.find("index-url") != std::string::npos;
           });
}

}  // namespace

bool judge_foreign_code(const Call& call, Judge& judge) {
    if (sets_unguarded_registry(call)) {
        judge.note(ShellClass::unknown, call, "takes packages from an address that nothing guards");
        return true;
    }
    const Word* source = foreign_source(call);
    if (source == nullptr) return false;
    judge.note(
        ShellClass::unknown, call,
        fmt::format("takes code straight from {}, which is neither of the project nor of a registry", source->text));
    return true;
}

// Variables that make programs run something, or run something else than their name says.

namespace {

// Whatever their value.
constexpr std::array<std::string_view, 13> always{
    "BASH_ENV",    "PROMPT_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS",
    "SSH_ASKPASS", "SUDO_ASKPASS",   "GIT_PROXY_COMMAND", "GIT_EXEC_PATH",
    "GIT_SSH",     "PYTHONSTARTUP",  "PERL5OPT",          "GIT_TEMPLATE_DIR",
    "PERL5DB"};

// Their value is a command.
bool holds_a_command(std::string_view name) {
    constexpr std::array<std::string_view, 7> endings{"PAGER",    "EDITOR",   "VISUAL",   "BROWSER",
                                                      "_COMMAND", "LESSOPEN", "LESSCLOSE"};
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

bool is_plain_editor(std::string_view value) {
    constexpr std::array<std::string_view, 11> editors{"vi",   "vim",   "nvim",        "nano",    "emacs",  "code",
                                                       "pico", "micro", "code --wait", "code -w", "subl -w"};
    return is_one_of(value, editors);
}

// The loader's own: a library of checks or a faster malloc is what builds put in.
bool is_known_library(std::string_view value) {
    constexpr std::array<std::string_view, 7> libraries{"asan",     "tsan",     "ubsan",      "jemalloc",
                                                        "tcmalloc", "mimalloc", "libfaketime"};
    return std::any_of(libraries.begin(), libraries.end(),
                       [&](std::string_view library) { return value.find(library) != std::string_view::npos; });
}

// Programs that only read need no libraries of the project.
bool only_reads(const Call& call, Judge& judge) {
    const std::array<Word, 1> alone{Word{call.program()}};
    return is_grave_name(call.program()) || judge.trial_of_words(alone, call).shell_class == ShellClass::read;
}

// $(go env GOPATH)/bin: a tool says where it has put its own.
bool is_told_by_a_tool(std::string_view folder) {
    constexpr std::array<std::string_view, 7> askings{"$(go env ",  "$(npm bin",       "$(npm root",       "$(yarn bin",
                                                      "$(pnpm bin", "$(brew --prefix", "$(yarn global bin"};
    return std::any_of(askings.begin(), askings.end(),
                       [&](std::string_view asking) { return folder.starts_with(asking); });
}

// Where the project's packages put their tools, and where the system has its own.
bool holds_known_tools(std::string_view folder) {
    while (folder.ends_with('/')) folder.remove_suffix(1);
    if (is_told_by_a_tool(folder)) return true;
    constexpr std::array<std::string_view, 9> ends{"node_modules/.bin", "venv/bin",       ".venv/bin",
                                                   ".cargo/bin",        ".local/bin",     "/usr/bin",
                                                   "/usr/sbin",         "/usr/local/bin", "/go/bin"};
    return folder == "$PATH" || folder == "${PATH}" || folder == "/bin" || folder == "/sbin" ||
           std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return folder.ends_with(end); });
}

bool is_known_path(std::string_view value) {
    if (value.find("/tmp") != std::string_view::npos || value.find("..") != std::string_view::npos) return false;
    for (std::size_t at = 0; at <= value.size();) {
        const std::size_t end = std::min(value.find(':', at), value.size());
        if (!holds_known_tools(value.substr(at, end - at))) return false;
        at = end + 1;
    }
    return true;
}

bool steers(const Assigned& assigned, const Call& call, Judge& judge) {
    const std::string_view name = assigned.name;
    const std::string& value = assigned.value.text;
    if (is_one_of(name, always) || name.starts_with("GIT_CONFIG_KEY") || name.starts_with("GIT_CONFIG_VALUE"))
        return true;
    if (name == "PATH") return !is_known_path(value);
    // Where a program of the project finds the libraries that were built with it.
    if (name == "LD_LIBRARY_PATH" || name == "DYLD_LIBRARY_PATH" || name == "DYLD_FALLBACK_LIBRARY_PATH")
        return only_reads(call, judge);
    if (name.starts_with("LD_") || name.starts_with("DYLD_")) {
        // The linker's own settings when building: LD_FLAGS, LD_RUN_PATH.
        return name != "LD_FLAGS" && name != "LD_RUN_PATH" && !is_known_library(value);
    }
    // Code that is loaded first, and recipes that stand in no file: from the project's own files it is its own matter.
    const auto has = [&](std::string_view text) { return value.find(text) != std::string::npos; };
    if (name == "NODE_OPTIONS") {
        const bool loads = has("--require") || has("-r ") || has("--import") || has("--loader");
        return loads && (has(" /") || has("=/") || has("..") || has("data:") || has("http"));
    }
    // Where packages come from: an address that nothing guards may answer with anything.
    constexpr std::array<std::string_view, 6> registries{"npm_config_registry", "NPM_CONFIG_REGISTRY", "PIP_INDEX_URL",
                                                         "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL",        "GOPROXY"};
    // Tools and libraries that lie where anyone may put some.
    constexpr std::array<std::string_view, 14> tools{
        "SHELL",   "CC",       "CXX",        "LD",        "AR",      "RUSTC",     "RUBYOPT",
        "RUBYLIB", "PERL5LIB", "PYTHONPATH", "NODE_PATH", "GOFLAGS", "CLASSPATH", "JAVA_TOOL_OPTIONS"};
    const bool is_program = name.ends_with("_WRAPPER") || name.ends_with("_RUNNER") || name.ends_with("_LINKER") ||
                            name.ends_with("_LAUNCHER") || name.ends_with("RUSTDOC") || name.ends_with("_RUSTC");
    if (is_one_of(name, tools) || is_program) return has("/tmp/") || has("/dev/shm/");
    // MAVEN_OPTS=-javaagent:/tmp/x.jar
    if (has("-javaagent:/tmp/") || has("-agentpath:/tmp/") || has("--require=/tmp/") || has("--require /tmp/"))
        return true;
    // Other agents, with leave to do all.
    if (name == "OPENCODE_PERMISSION" || name == "GOOSE_MODE") return has("allow") || has("auto");
    if (name == "npm_config_script_shell" || name == "NPM_CONFIG_SCRIPT_SHELL") return true;
    if (is_one_of(name, registries)) return value.starts_with("http://") && !is_own_machine(value);
    if (name == "MAKEFLAGS" || name == "GNUMAKEFLAGS") return has("--eval") || has("SHELL=") || has("-f");
    if (name == "ENV") return call.program() == "sh" || call.program() == "dash" || call.program() == "ksh";
    return name == "PS4" && (value.find("$(") != std::string::npos || value.find('`') != std::string::npos);
}

}  // namespace

void judge_assigned(const Assigned& assigned, const Call& call, Judge& judge) {
    if (steers(assigned, call, judge))
        return judge.note(ShellClass::unknown, call, fmt::format("is run with its own {}", assigned.name));
    std::string text = assigned.value.text;
    text.erase(0, std::min(text.find_first_not_of("|!- "), text.size()));
    // CC='rm -rf src;' make: whatever a variable is for, a command in front of a program is there to be run.
    const std::size_t blank = text.find(' ');
    const bool is_command = !call.command().words.empty() && blank != std::string::npos &&
                            is_grave_name(plain_program(std::string_view(text).substr(0, blank)));
    if (text.empty() || is_plain_editor(text) || text == "none") return;
    const Word command{text, assigned.value.certainty, false};
    if (holds_a_command(assigned.name)) return judge.run_text(command, call);
    if (!is_command) return;
    const ShellEffect effect = judge.trial_of_text(command, call);
    const bool is_refused = effect.shell_class == ShellClass::destructive || effect.shell_class == ShellClass::unknown;
    if (is_refused)
        judge.note(effect.shell_class, call, fmt::format("is run with {}, where {}", assigned.name, effect.why));
}

}  // namespace hm::shell
