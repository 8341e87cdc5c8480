// Code of a language that stands on the command line. Its doing cannot be judged, unless all of it computes, prints, or
// touches by a plain name what builds make anew.
#include <algorithm>
#include <array>
#include <cctype>

#include "engine/shell/call.h"
#include "engine/shell/scanned_code.h"

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

}  // namespace hm::shell
