// Options and settings that name code to be run, when it lies where anyone may put some: node -r /tmp/x.js,
// cargo --config build.rustc-wrapper=/tmp/x, make CC=/tmp/x.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

// A place that every program of the machine can write to, somewhere in the text: /tmp/x, "/dev/shm/x",
// -javaagent:/tmp/x
bool names_open_place(const Word& word) {
    const std::string_view text = word.text;
    for (const std::string_view place : {"/tmp/", "/var/tmp/", "/dev/shm/", "/tmp", "/dev/shm"}) {
        for (std::size_t at = text.find(place); at != std::string_view::npos; at = text.find(place, at + 1)) {
            const bool begins = at == 0 || std::string_view("=:\"' ,").find(text[at - 1]) != std::string_view::npos;
            const bool ends = place.ends_with('/') || at + place.size() == text.size();
            if (begins && ends) return true;
        }
    }
    return false;
}

// The name of an option or a setting says that its value is run or loaded.
bool is_for_code(std::string_view name) {
    constexpr std::array<std::string_view, 32> parts{
        "require",      "import",      "loader",    "plugin",       "preload",      "init-script",   "rulesdir",
        "rules-dir",    "setup",       "toolexec",  "vettool",      "wrapper",      "launcher",      "compiler",
        "linker",       "runner",      "javaagent", "agentpath",    "agentlib",     "run_under",     "bazelrc",
        "prepend_file", "append_file", "extension", "node-options", "script-shell", "manifest-path", "environment",
        "transform",    "reporter",    "formatter", "script"};
    const std::string lowered = lower_case(name);
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return lowered.find(part) != std::string::npos; });
}

// Variables of makefiles and scripts that hold the program of a step.
bool is_tool_variable(std::string_view name) {
    constexpr std::string_view tools =
        "CC CXX LD AR AS CPP NM RANLIB STRIP RUSTC RUSTDOC PYTHON NODE PERL RUBY GO JAVA "
        "MAKE SHELL CARGO CMAKE SH BASH INSTALL FC PAGER EDITOR";
    return is_listed(name, tools);
}

struct Short {
    std::string_view programs;
    std::string_view options;
};

// Short options that say nothing by their name.
constexpr std::array<Short, 10> shorts{
    {{"node nodejs ts-node tsx mocha ruby jasmine ava nyc c8 swc-node esm", "-r -C"},
     {"pytest py.test tox", "-c -p --rootdir --confcutdir"},
     {"eslint rollup stylelint babel postcss webpack vite vitest jest nyc prettier", "-c"},
     {"mvn mvnw", "-f --file -s --settings"},
     {"nox invoke fab", "-f -c"},
     {"go", "-exec"},
     {"gcc g++ cc c++ clang clang++", "-B -specs"},
     {"npm pnpm yarn", "--prefix -C --cwd"},
     {"godot", "-s"},
     {"dotnet msbuild", "build run test"}}};

bool is_short_for_code(std::string_view program, std::string_view option) {
    return std::any_of(shorts.begin(), shorts.end(), [&](const Short& each) {
        return is_listed(program, each.programs) && is_listed(option, each.options);
    });
}

bool takes_code(std::string_view program, std::string_view option) {
    // Their settings are programs.
    constexpr std::string_view settled_by_code =
        "cargo jest webpack vite vitest rollup eslint prettier babel karma mocha tailwindcss postcss playwright "
        "cypress "
        "stylelint ava nyc next nuxt astro gulp grunt pytest tox nox npm pnpm yarn tsup esbuild lint-staged commitlint";
    return (option == "--config" && is_listed(program, settled_by_code)) || is_for_code(option) ||
           is_short_for_code(program, option);
}

// They copy, print or fetch; none of their options runs anything by a name like these.
bool has_no_code(std::string_view program) {
    return is_listed(program,
                     "echo printf cp mv curl wget grep rg ls cat tar zip unzip git docker podman kubectl helm pip "
                     "tee head tail diff jq sed awk find mkdir touch test [ pandoc ffmpeg aws gh");
}

}  // namespace

bool judge_given_code(const Call& call, Judge& judge) {
    if (has_no_code(call.program())) return false;
    const auto words = call.arguments();
    const auto refuse = [&](const Word& word) {
        judge.note(ShellClass::unknown, call, fmt::format("is given code from outside the project: {}", word.text));
        return true;
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Word& word = words[i];
        // tox -x testenv.commands='rm -rf src'
        if (call.program() == "tox" && word.text.find("commands=") != std::string::npos) return refuse(word);
        const std::string_view text = word.text;
        const bool is_option = text.size() > 1 && text.front() == '-';
        const std::size_t equals = text.find('=');
        const bool may_name = equals != std::string_view::npos || is_option;
        const bool is_attached = is_option && text.size() > 2 && names_open_place({word.text.substr(2)}) &&
                                 is_short_for_code(call.program(), text.substr(0, 2));
        if (is_attached) return refuse(word);
        if (may_name && names_open_place(word)) {
            // make CC=/tmp/x, build.rustc='"/tmp/x"', --require=/tmp/x, -javaagent:/tmp/x, -r/tmp/x
            const std::string_view name = text.substr(0, std::min(equals, text.find('/')));
            if (is_for_code(name) || takes_code(call.program(), name) || is_tool_variable(text.substr(0, equals)) ||
                name.ends_with(".rustc") || name.ends_with(".rustdoc"))
                return refuse(word);
        }
        if (i + 1 == words.size() || !names_open_place(words[i + 1])) continue;
        const bool takes_next = is_option ? takes_code(call.program(), text)
                                          : i == 0 && is_listed(call.program(), "dotnet msbuild") &&
                                                is_short_for_code(call.program(), text);
        if (takes_next) return refuse(words[i + 1]);
    }
    return false;
}

}  // namespace hm::shell
