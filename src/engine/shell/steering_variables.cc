// Variables that make programs run something, or run something else than their name says.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/call.h"
#include "engine/shell/sent_files.h"

namespace hm::shell {
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
