// Code of a language that stands on the command line. Its doing cannot be judged, unless all of it computes, prints, or
// touches by a plain name what builds make anew. Of code in files only what it removes and runs by name is told.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/strings.h"
#include "engine/shell/call.h"
#include "engine/shell/judges.h"
#include "engine/shell/scanned_code.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

bool takes_away_by_code(std::string_view code) {
    constexpr std::array<std::string_view, 25> words{
        "Remove-Item", "Clear-Content", "Format-Volume", "rmtree",     "unlink",        "rmSync",    "rmdir",
        "os.remove",   "removeSync",    "rm_rf",         "rm -",       "system(",       "system \"", "exec(",
        "execSync",    "spawn",         "popen",         "subprocess", "child_process", "qx",        "DROP ",
        "truncate",    ".remove(",      "__import__",    "unlinkSync"};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return code.find(word) != std::string_view::npos; });
}

// open("package.json") reads; with a second word it may write.
std::string without_plain_opens(std::string_view code) {
    std::string left(code);
    for (std::size_t at = left.find("open("); at != std::string::npos; at = left.find("open(", at + 1)) {
        const std::size_t first = at + 5;
        const bool is_quoted = first < left.size() && (left[first] == '"' || left[first] == '\'');
        const std::size_t last = is_quoted ? left.find(left[first], first + 1) : std::string::npos;
        if (last == std::string::npos) continue;
        // open("x"), open("x", "rb")
        const std::string_view behind = std::string_view(left).substr(last + 1);
        constexpr std::array<std::string_view, 9> plain{")",      ",'r')",   ",\"r\")",  ", 'r')",   ", \"r\")",
                                                        ",'rb')", ", 'rb')", ",\"rb\")", ", \"rb\")"};
        if (std::any_of(plain.begin(), plain.end(), [&](std::string_view end) { return behind.starts_with(end); }))
            left.replace(at, 5, "READ(");
    }
    return left;
}

// Names that hold a harmful word and mean no harm.
std::string without_plain_names(std::string code) {
    constexpr std::array<std::string_view, 8> plain{"importlib.metadata", "stdout.write(", "stderr.write(",
                                                    "platform.system(",   "platform",      "executable",
                                                    "transform",          "format"};
    for (const std::string_view name : plain) {
        for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at)) {
            code.replace(at, name.size(), "NAME");
        }
    }
    return code;
}

// console.warn('…'); process.exit(1): whatever the texts say.
bool only_says(std::string_view code) {
    std::string bare;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i] != '\'' && code[i] != '"') {
            bare += code[i];
            continue;
        }
        const std::size_t end = code.find(code[i], i + 1);
        if (end == std::string_view::npos || code.substr(i, end - i).find('\\') != std::string_view::npos) return false;
        i = end;
    }
    std::string name;
    for (const char c : bare + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$') {
            name += c;
            continue;
        }
        const bool is_number = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
        if (!name.empty() && !is_number &&
            !is_listed(name, "console log warn error info debug process exit throw new Error print puts"))
            return false;
        if (std::string_view("().,;+ \n").find(c) == std::string_view::npos) return false;
        name.clear();
    }
    return true;
}

// rm as a name of its own; not that of form or rmarkdown.
bool has_rm(std::string_view code) {
    const auto is_letter = [&](std::size_t at) {
        return at < code.size() && (std::isalpha(static_cast<unsigned char>(code[at])) != 0);
    };
    for (std::size_t at = code.find("rm"); at != std::string_view::npos; at = code.find("rm", at + 1)) {
        if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + 2)) return true;
    }
    return false;
}

// Only words that can do no harm: printing, versions, paths, JSON of the project's own files.
bool is_harmless_code(std::string_view code) {
    constexpr std::array<std::string_view, 74> harmful{
        "rmSync",   "rm_rf",    "rmrf",      "unlink",       "rmtree",   "rmdir",       "remove",      "system",
        "exec",     "spawn",    "popen",     "subprocess",   "child_",   "write",       "open(",       "delete",
        "drop",     "truncate", "fetch",     "http",         "socket",   "urllib",      "eval",        "__import",
        "getattr",  "base64",   "Function(", "process.kill", "shutil",   "rename",      "chmod",       "mkdir",
        "os.kill",  "File.",    "`",         "qx",           "kill",     "import(",     "passthru",    "put_contents",
        "copy(",    "symlink",  "link(",     "touch",        "Out-File", "Set-Content", "Add-Content", "Remove-",
        "clear",    "reset",    "connect",   "Process",      "Invoke",   "iex",         "ctypes",      "importlib",
        "dump(",    "save(",    "run-",      "ioctl",        "run(",     "cmd",         "Socket",      "binding(",
        "destroy",  "rimraf",   "fork",      "fs-extra",     "shelljs",  "execa",       "cross-spawn", "trash",
        "emptyDir", "'del'"};
    if (code.size() > 1200) return false;
    constexpr std::array<std::string_view, 9> endless{"while 1",    "while(1)",    "while (1)",
                                                      "while True", "while(true)", "while (true)",
                                                      "while true", "for(;;)",     "for (;;)"};
    const bool may_end = code.find("break") != std::string_view::npos || code.find("exit") != std::string_view::npos;
    const bool is_endless = std::any_of(endless.begin(), endless.end(), [&](std::string_view loop) {
        return code.find(loop) != std::string_view::npos;
    });
    if (is_endless && !may_end) return false;
    const std::string judged = without_plain_names(without_plain_opens(code));
    if (has_rm(judged)) return false;
    return std::none_of(harmful.begin(), harmful.end(),
                        [&](std::string_view word) { return judged.find(word) != std::string::npos; });
}

// The calls that write or remove one file or folder, whose name comes first.
constexpr std::array<std::string_view, 9> touching{"rmSync",     "rmdirSync",      "unlinkSync",
                                                   "removeSync", "rmtree",         "writeFileSync",
                                                   "mkdirSync",  "appendFileSync", "makedirs"};

// The literal that is all of the first argument of the call that opens at `open`, or nothing.
std::string first_literal(std::string_view code, std::size_t open) {
    const std::size_t begin = code.find_first_not_of(' ', open + 1);
    if (begin == std::string_view::npos || (code[begin] != '\'' && code[begin] != '"')) return {};
    const std::size_t end = code.find(code[begin], begin + 1);
    if (end == std::string_view::npos) return {};
    const std::size_t behind = code.find_first_not_of(' ', end + 1);
    if (behind == std::string_view::npos || (code[behind] != ',' && code[behind] != ')')) return {};
    const std::string_view literal = code.substr(begin + 1, end - begin - 1);
    return literal.find('\\') == std::string_view::npos ? std::string(literal) : std::string();
}

bool is_made_by_builds(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return is_build_output(path) || (slash != std::string_view::npos && is_build_output(path.substr(0, slash)));
}

// What calls of code touch: a folder or file that is written, or one that goes with all that it holds.
struct Touched {
    std::string path;
    bool is_removed = false;
};

// The code without its calls that touch what builds make; `touched` is what they touch.
std::string without_build_calls(std::string_view code, std::vector<Touched>& touched) {
    std::string left(code);
    for (const std::string_view call : touching) {
        for (std::size_t at = left.find(call); at != std::string::npos; at = left.find(call, at + 1)) {
            const std::size_t open = at + call.size();
            const bool is_name = at == 0 || (std::isalnum(static_cast<unsigned char>(left[at - 1])) == 0);
            if (!is_name || open >= left.size() || left[open] != '(') continue;
            std::string path = first_literal(left, open);
            if (path.empty() || !stays_inside({path}) || !is_made_by_builds(path)) continue;
            touched.push_back({std::move(path), call.starts_with("rm") || call == "removeSync"});
            left.erase(at, call.size());
        }
    }
    return left;
}

// The calls in code that remove by a name, or run a command.
class CodeReader {
public:
    CodeReader(std::string code, std::string_view language, std::string folder)
        : language_(language), folder_(std::move(folder)), code_(std::move(code)) {}

    CodeDeeds read() {
        find();
        return std::move(deeds_);
    }

private:
    static bool is_name_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

    void find() {
        constexpr std::string_view trees =
            "rmtree rmSync removeSync emptyDir emptyDirSync rimraf rimrafSync rm_rf rm_r rm_r! remove_tree "
            "remove_entry_secure remove_dir_all RemoveAll deleteDirectory";
        constexpr std::string_view files = "unlink unlinkSync rmdir rmdirSync";
        constexpr std::string_view runners =
            "system popen exec execSync spawn spawnSync run call check_call check_output Popen getoutput "
            "getstatusoutput shell_exec passthru proc_open execFile execFileSync execa execaSync execvp execlp";
        const std::string_view code = code_;
        for (std::size_t i = 0; i < code.size(); ++i) {
            if (code[i] == '`' && is_listed(language_, "perl ruby php")) i = take_ticks(i);
            if (i >= code.size() || !is_name_letter(code[i])) continue;
            std::size_t end = i;
            while (end < code.size() && is_name_letter(code[end])) ++end;
            const std::string_view name = code.substr(i, end - i);
            const std::string_view before = code.substr(0, i);
            const bool is_of_files =
                before.ends_with("fs.") || before.ends_with("fsp.") || before.ends_with("promises.");
            const bool is_tree = is_listed(name, trees) || (is_of_files && (name == "rm" || name == "remove"));
            const bool is_file = is_listed(name, files) || (name == "remove" && before.ends_with("os.")) ||
                                 (name == "delete" && before.ends_with("File."));
            if (is_tree || is_file) take_removal(name, end, is_tree);
            // pattern.exec(text) looks for something in the text.
            const bool is_method = before.ends_with('.') && !before.ends_with("child_process.") &&
                                   !before.ends_with("cp.") && !before.ends_with(").");
            if (is_listed(name, runners) && !(name == "exec" && is_method)) take_command(end);
            i = end - 1;
        }
    }

    std::size_t take_ticks(std::size_t open) {
        const std::size_t end = code_.find('`', open + 1);
        if (end == std::string::npos) return code_.size();
        deeds_.commands.push_back(code_.substr(open + 1, end - open - 1));
        return end;
    }

    // The arguments of a call: what stands in its brackets, or in languages without them up to the line's end.
    std::string_view arguments(std::size_t at) const {
        const std::string_view code = code_;
        while (at < code.size() && (code[at] == ' ' || code[at] == '!')) ++at;
        if (at >= code.size()) return {};
        if (code[at] != '(') {
            const bool may_lack =
                is_listed(language_, "perl ruby") && (code[at] == '"' || code[at] == '\'' || code[at] == '[');
            return may_lack ? code.substr(at, code.find_first_of("\n;", at) - at) : std::string_view();
        }
        int depth = 0;
        for (std::size_t i = at; i < code.size(); ++i) {
            if (code[i] == '"' || code[i] == '\'' || code[i] == '`') {
                i = literal_end(code, i);
                continue;
            }
            depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
            if (depth == 0) return code.substr(at + 1, i - at - 1);
        }
        return {};
    }

    static std::size_t literal_end(std::string_view code, std::size_t open) {
        std::size_t i = open + 1;
        while (i < code.size() && code[i] != code[open]) i += code[i] == '\\' ? 2 : 1;
        return i;
    }

    struct Given {
        std::vector<std::string> literals;
        std::string names;     // all else
        bool is_whole = true;  // no literal has a value put in
    };

    // The literals up to the options of the call; the first argument alone where `only_first`.
    static Given given_in(std::string_view text, bool only_first) {
        Given given;
        int depth = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (c == '{' || (c == '=' && depth == 0)) break;
            depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            if (c == ',' && depth == 0 && only_first) break;
            if (c != '"' && c != '\'' && c != '`') {
                given.names += c;
                continue;
            }
            const std::size_t end = literal_end(text, i);
            std::string literal(text.substr(i + 1, std::min(end, text.size()) - i - 1));
            const bool is_filled = (literal.find("${") != std::string::npos && c == '`') ||
                                   (literal.find('{') != std::string::npos && given.names.ends_with('f')) ||
                                   literal.find("#{") != std::string::npos;
            given.is_whole = given.is_whole && !is_filled;
            given.literals.push_back(std::move(literal));
            i = end;
        }
        return given;
    }

    // NAME = "text", set somewhere in the code.
    std::string constant(const std::string& name) const {
        for (std::size_t at = code_.find(name); at != std::string::npos; at = code_.find(name, at + 1)) {
            const bool begins = at == 0 || !is_name_letter(code_[at - 1]);
            std::size_t i = code_.find_first_not_of(' ', at + name.size());
            if (!begins || i == std::string::npos || code_[i] != '=') continue;
            const std::string_view rest = std::string_view(code_).substr(i + 1, code_.find('\n', i) - i - 1);
            const Given given = given_in(rest, true);
            if (given.literals.size() == 1 && given.is_whole) return given.literals.front();
        }
        return {};
    }

    void take_removal(std::string_view call, std::size_t at, bool is_tree) {
        const std::string_view text = arguments(at);
        if (text.empty()) return;
        Given given = given_in(text, true);
        std::string name;
        for (const char c : given.names) {
            if (is_name_letter(c)) name += c;
        }
        if (given.literals.empty() && !name.empty()) {
            if (std::string found = constant(name); !found.empty()) given.literals.push_back(std::move(found));
        }
        const bool is_listed_here = given.names.find('[') != std::string::npos;
        if (given.literals.empty() || !given.is_whole) {
            if (is_tree && deeds_.unknown_removal.empty() && !is_temporary(given.names)) {
                deeds_.unknown_removal = fmt::format("{}({})", call, shorten(text, 60));
            }
            return;
        }
        std::vector<std::string> paths = given.literals;
        if (!is_listed_here && paths.size() > 1) {
            std::string whole;
            for (const std::string& part : paths) whole += (whole.empty() ? "" : "/") + part;
            paths = {whole};
        }
        // Beside the script itself, not where it runs.
        const bool is_beside =
            name.find("__dirname") != std::string::npos || name.find("__file__") != std::string::npos;
        for (const std::string& path : paths) {
            const std::string place = is_beside && !folder_.empty() ? folder_ + "/" + path : path;
            const bool is_scratch = place.starts_with("/tmp/") && place.find("..") == std::string::npos;
            if (!place.empty() && !is_scratch)
                deeds_.removals.push_back({place, is_tree ? RemovalKind::tree : RemovalKind::file});
        }
    }

    bool is_temporary(std::string names) const {
        std::transform(names.begin(), names.end(), names.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return names.find("tmp") != std::string::npos || names.find("temp") != std::string::npos ||
               code_.find("mkdtemp") != std::string::npos || code_.find("TemporaryDirectory") != std::string::npos ||
               code_.find("mktmpdir") != std::string::npos || code_.find("tmpdir()") != std::string::npos;
    }

    void take_command(std::size_t at) {
        const Given given = given_in(arguments(at), false);
        if (given.literals.empty() || given.literals.front().empty()) return;
        std::string text = given.literals.front();
        if (text.find(' ') == std::string::npos) {
            for (std::size_t i = 1; i < given.literals.size(); ++i) text += " " + shell_word(given.literals[i]);
        }
        constexpr std::size_t most_commands = 100;
        if (deeds_.commands.size() < most_commands) deeds_.commands.push_back(std::move(text));
    }

    std::string language_;
    std::string folder_;
    std::string code_;
    CodeDeeds deeds_;
};

}  // namespace

// Whether it is Python of which all can be told.
static bool judge_python(const Word& code, const Call& call, Judge& judge) {
    const bool is_python = plain_program(call.program()) == "python" || plain_program(call.program()) == "pypy";
    if (!is_python || code.certainty != Certainty::plain) return false;
    const auto scanned = scan_python(code.text);
    if (!scanned) return false;
    for (const std::string& path : scanned->paths) judge.writes({path}, call);
    judge.note(scanned->writes ? ShellClass::write : ShellClass::build_test, call,
               scanned->writes ? "computes, and writes files of the project" : "only computes and prints");
    return true;
}

void judge_code(const Word& code, const Call& call, Judge& judge) {
    if (judge_python(code, call, judge)) return;
    std::vector<Touched> touched;
    const std::string rest = without_build_calls(code.text, touched);
    if (code.certainty == Certainty::plain && only_says(code.text))
        return judge.note(ShellClass::build_test, call, "only prints");
    if (takes_away_by_code(rest)) {
        return judge.note(ShellClass::destructive, call, "holds code that removes files or runs programs");
    }
    const bool is_shell_too = call.program() == "pwsh" || call.program() == "powershell";
    // Their files open without brackets, and by an arrow.
    const bool opens_plainly =
        (call.program() == "perl" || call.program() == "ruby") &&
        (rest.find("open") != std::string::npos || rest.find("File") != std::string::npos ||
         rest.find("IO.") != std::string::npos || rest.find("Dir") != std::string::npos || rest.find("do ") == 0);
    // A Path of Python's moves and removes by words that texts have too.
    const bool moves_by_path =
        rest.find("Path(") != std::string::npos || rest.find("os.replace") != std::string::npos ||
        rest.find("__class__") != std::string::npos || rest.find("__bases__") != std::string::npos ||
        rest.find("sys.modules") != std::string::npos || rest.find("call_command") != std::string::npos;
    const bool is_harmless = !is_shell_too && !moves_by_path && !opens_plainly && code.certainty == Certainty::plain &&
                             is_harmless_code(rest);
    for (const Touched& each : touched)
        each.is_removed ? judge.removes({each.path}, call) : judge.writes({each.path}, call);
    judge.note(
        is_harmless ? ShellClass::build_test : ShellClass::unknown, call,
        is_harmless ? "only computes and prints" : "holds code of another language, whose doing cannot be judged");
}

CodeDeeds deeds_of(std::string code, std::string_view language, std::string folder) {
    return CodeReader(std::move(code), language, std::move(folder)).read();
}

// Options and settings that name code to be run, when it lies where anyone may put some: node -r /tmp/x.js,
// cargo --config build.rustc-wrapper=/tmp/x, make CC=/tmp/x.

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

// What a call reads from its standard input, where the text itself says it.

std::optional<Word> fed_text(const Call& call) {
    if (call.command().input) return call.command().input;
    if (!call.command().fed_by || *call.command().fed_by >= call.script().commands.size()) return std::nullopt;
    const Command& feeder = call.script().commands[*call.command().fed_by];
    if (feeder.words.empty() || feeder.is_part_of_block) return Word{"a block", Certainty::unknown};
    const std::string& program = feeder.words.front().text;
    if (program == "cat" && feeder.words.size() == 1 && feeder.input) return feeder.input;
    if (program != "echo" && program != "printf") return Word{program, Certainty::unknown};
    Word text;
    std::size_t first = 1;
    // Only what stands in front is an option of its own: echo -n rm -rf src.
    while (first < feeder.words.size() && is_listed(feeder.words[first].text, "-n -e -E -ne -en -nE -En --")) ++first;
    for (std::size_t i = first; i < feeder.words.size(); ++i) {
        text.text += (text.text.empty() ? "" : " ") + feeder.words[i].text;
        text.certainty = std::max(text.certainty, feeder.words[i].certainty);
    }
    const bool has_escapes = text.text.find('\\') != std::string::npos || text.text.find('%') != std::string::npos;
    if (has_escapes) text.certainty = Certainty::unknown;
    return text;
}

}  // namespace hm::shell
