// Perl that replaces text line by line, as sed does: perl -pi -e 's/a/b/g' files.
#include "engine/shell/scanned_code.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "engine/shell/call.h"

namespace hm::shell {
namespace {

// Behind the part that begins at `at` and ends with that delimiter; npos when it does not end, or holds code.
std::size_t behind_part(std::string_view code, std::size_t at, char end, char open) {
    int depth = 0;
    for (; at < code.size(); ++at) {
        // (?{ … }) and @{[ … ]} run what stands in them.
        if (code.substr(at, 3) == "(?{" || code.substr(at, 4) == "(??{" || code.substr(at, 2) == "@{" ||
            code.substr(at, 2) == "${")
            return std::string_view::npos;
        if (code[at] == '\\') {
            ++at;
        } else if (code[at] == end && depth == 0) {
            return at + 1;
        } else if (open != end && code[at] == open) {
            ++depth;
        } else if (open != end && code[at] == end) {
            --depth;
        }
    }
    return std::string_view::npos;
}

char closing(char open) {
    switch (open) {
        case '{': return '}';
        case '(': return ')';
        case '[': return ']';
        case '<': return '>';
        default: return open;
    }
}

std::size_t skip_blanks(std::string_view code, std::size_t at) {
    while (at < code.size() && std::isspace(static_cast<unsigned char>(code[at])) != 0) ++at;
    return at;
}

// Behind one s/a/b/flags, or npos.
std::size_t behind_replacement(std::string_view code, std::size_t at) {
    const bool is_table = code.substr(at).starts_with("tr") || code.substr(at).starts_with("y");
    const std::size_t name = code.substr(at).starts_with("tr") ? 2 : 1;
    if (!is_table && !code.substr(at).starts_with("s")) return std::string_view::npos;
    at += name;
    if (at >= code.size() || std::isalnum(static_cast<unsigned char>(code[at])) != 0 || code[at] == ' ' ||
        code[at] == '\'')
        return std::string_view::npos;
    const char open = code[at];
    const char end = closing(open);
    const std::size_t pattern = at + 1;
    at = behind_part(code, pattern, end, open);
    if (at == std::string_view::npos) return at;
    const bool fits_all =
        code.substr(pattern, at - 1 - pattern).find_first_not_of(".*+?^$\\sSdDwW[]()|") == std::string_view::npos;
    if (open != end) {
        at = skip_blanks(code, at);
        if (at >= code.size() || code[at] != open) return std::string_view::npos;
        ++at;
    }
    const std::size_t replacement = at;
    at = behind_part(code, at, end, open);
    // s/.*//: nothing is left.
    if (at == std::string_view::npos || (fits_all && at == replacement + 1)) return std::string_view::npos;
    // With e the replacement is code.
    constexpr std::string_view flags = "gimsxrcdo";
    while (at < code.size() && std::isalpha(static_cast<unsigned char>(code[at])) != 0) {
        if (flags.find(code[at]) == std::string_view::npos) return std::string_view::npos;
        ++at;
    }
    return at;
}

}  // namespace

bool only_replaces(std::string_view code) {
    std::size_t at = skip_blanks(code, 0);
    if (at == code.size()) return false;
    while (at < code.size()) {
        at = behind_replacement(code, at);
        if (at == std::string_view::npos) return false;
        at = skip_blanks(code, at);
        // s/a/b/ if /c/
        for (const std::string_view word : {"if /", "unless /", "if m/"}) {
            if (!code.substr(at).starts_with(word)) continue;
            at = behind_part(code, at + word.size(), '/', '/');
            if (at == std::string_view::npos) return false;
            at = skip_blanks(code, at);
            break;
        }
        if (at < code.size() && code[at] != ';') return false;
        at = skip_blanks(code, at + 1);
    }
    return true;
}

// Python on the command line or in a here-document that only computes, prints and writes files of the project whose
// names stand in the code. Anything else of Python is not judged.

namespace {

constexpr std::size_t longest = 6000;

struct Scan {
    std::string bare;                   // the code with every literal as "" and without remarks
    std::vector<std::string> literals;  // in order
};

bool is_name_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Nothing when a literal does not end, or is one that computes (f"…") or hides what it says (escapes).
std::optional<Scan> scan(std::string_view code) {
    Scan scanned;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i] == '#') {
            i = std::min(code.find('\n', i), code.size());
            scanned.bare += '\n';
            continue;
        }
        if (code[i] != '"' && code[i] != '\'') {
            scanned.bare += code[i];
            continue;
        }
        const std::string three(3, code[i]);
        const bool is_long = code.substr(i, 3) == three;
        const std::string_view end = is_long ? std::string_view(three) : code.substr(i, 1);
        std::size_t at = i + end.size();
        std::string literal;
        while (at < code.size() && code.substr(at, end.size()) != end) {
            if (code[at] == '\\' && at + 1 < code.size()) literal += code[at++];
            literal += code[at++];
        }
        if (at >= code.size()) return std::nullopt;
        scanned.literals.push_back(std::move(literal));
        scanned.bare += "\"\"";
        i = at + end.size() - 1;
    }
    return scanned;
}

// Names that run, remove, reach out, or get at any name by a text. A whole name, not a part of one.
bool has_harmful_name(std::string_view bare) {
    constexpr std::string_view harmful =
        "subprocess shutil socket ctypes multiprocessing pty importlib runpy http ftplib smtplib telnetlib paramiko "
        "fabric sh plumbum signal builtins pickle marshal distutils send2trash create_subprocess_exec "
        "create_subprocess_shell system popen exec eval getattr setattr delattr globals locals vars __import__ "
        "__builtins__ __subclasses__ __dict__ __globals__ breakpoint remove unlink rmdir removedirs rmtree rename "
        "renames "
        "kill killpg abort fork forkpty spawn spawnl spawnv spawnlp execv execl execvp execlp execve startfile "
        "truncate "
        "ftruncate chmod chown symlink symlink_to link hardlink_to move urlopen urlretrieve urllib requests httpx "
        "aiohttp "
        "urllib3 boto3 botocore delete drop drop_all destroy putenv home expanduser chdir dup2 mkfifo mknod settrace "
        "sqlite3 psycopg2 psycopg pymysql pymongo redis docker git pexpect webbrowser touch fdopen Popen cursor "
        "execute "
        "commit atexit shelve dbm zipfile tarfile extractall rmSync prctl resource mmap pidfd_open _exit "
        "modules __class__ __mro__ __bases__ __base__ __getattribute__ attrgetter methodcaller __loader__ __spec__ "
        "posix_spawn "
        "posix_spawnp execve execvpe execle execlpe spawnve spawnvp spawnvpe spawnle spawnlpe wipe purge nuke erase "
        "flushall "
        "flushdb reset_db drop_database delete_all destroy_all bulk_delete call_command run_command check_call "
        "check_output";
    std::string name;
    for (std::size_t i = 0; i <= bare.size(); ++i) {
        if (i < bare.size() && is_name_letter(bare[i])) {
            name += bare[i];
            continue;
        }
        if (is_listed(name, harmful)) return true;
        name.clear();
    }
    return false;
}

// What stands in the brackets that open at `open`.
std::string_view inside(std::string_view bare, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < bare.size(); ++i) {
        depth += bare[i] == '(' ? 1 : bare[i] == ')' ? -1 : 0;
        if (depth == 0) return bare.substr(open + 1, i - open - 1);
    }
    return {};
}

// Ways to a name that does not stand in the code: upwards, from where it runs, or put together of parts.
bool makes_names(std::string_view bare) {
    for (const std::string_view way :
         {"parent", "resolve", "absolute", "cwd", "abspath", "__file__", "joinpath", ".join("}) {
        const std::size_t at = bare.find(way);
        // "".join(lines) puts a text together, os.path.join a name.
        if (at != std::string_view::npos && (way != ".join(" || (at >= 4 && bare.substr(at - 4, 4) == "path")))
            return true;
    }
    for (std::size_t at = bare.find('/'); at != std::string_view::npos; at = bare.find('/', at + 1)) {
        const std::size_t next = bare.find_first_not_of(" /", at);
        if (next == std::string_view::npos ||
            (bare[next] != '"' && std::isdigit(static_cast<unsigned char>(bare[next])) == 0))
            return true;
    }
    return false;
}

// Path.replace takes one name, str.replace two texts.
bool moves_by_replace(std::string_view bare) {
    if (bare.find("os.replace(") != std::string_view::npos) return true;
    for (std::size_t at = bare.find(".replace("); at != std::string_view::npos; at = bare.find(".replace(", at + 1)) {
        if (inside(bare, at + 8).find(',') == std::string_view::npos) return true;
    }
    return false;
}

// A place outside, one that is guarded, or a text that may become one.
bool leads_out(std::string_view literal) {
    if (literal == "/" || literal == "\\n" ||
        (literal.starts_with("/tmp/") && literal.find("..") == std::string_view::npos))
        return false;
    const bool is_path = literal.find(' ') == std::string_view::npos;
    return (is_path && (literal.starts_with('/') || literal.starts_with('~'))) ||
           literal.find("..") != std::string_view::npos || literal.find(".git") == 0 ||
           literal.find(".env") != std::string_view::npos || literal.find(".hivemind") != std::string_view::npos ||
           literal.find("\\x") != std::string_view::npos || literal.find("\\0") != std::string_view::npos ||
           literal.find("\\u") != std::string_view::npos || literal.find(".ssh") != std::string_view::npos;
}

// The literal that stands at that place of the code.
const std::string* literal_at(const Scan& scanned, std::size_t place) {
    std::size_t index = 0;
    for (std::size_t at = scanned.bare.find("\"\""); at < place; at = scanned.bare.find("\"\"", at + 2)) ++index;
    const bool is_there = scanned.bare.compare(place, 2, "\"\"") == 0 && index < scanned.literals.size();
    return is_there ? &scanned.literals[index] : nullptr;
}

// What is written is not nothing, and not one text for all the files that a pattern finds.
bool writes_something(const Scan& scanned) {
    const std::string_view bare = scanned.bare;
    const bool takes_many =
        bare.find("glob(") != std::string_view::npos || bare.find("walk(") != std::string_view::npos ||
        bare.find("iterdir(") != std::string_view::npos || bare.find("listdir(") != std::string_view::npos;
    for (const std::string_view writer : {".write_text(", ".write_bytes(", ".write(", ".dump(", ".writelines("}) {
        for (std::size_t at = bare.find(writer); at != std::string_view::npos; at = bare.find(writer, at + 1)) {
            const std::size_t open = at + writer.size() - 1;
            const std::string_view given = inside(bare, open);
            const bool has_name = std::any_of(given.begin(), given.end(),
                                              [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
            const std::string* literal = literal_at(scanned, open + 1);
            const bool is_text = literal != nullptr && !literal->empty() && (!takes_many || writer == ".write(");
            if (!has_name && !is_text) return false;
        }
    }
    return true;
}

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

// open("a") and open(a, "r", encoding="utf-8") read.
bool reads_only(const Scan& scanned, std::size_t open) {
    constexpr std::string_view modes = "r rb rt br tr U";
    const std::string_view given = inside(scanned.bare, open);
    const std::size_t comma = given.find(',');
    if (comma == std::string_view::npos) return true;
    const std::size_t next = given.find_first_not_of(" \n", comma + 1);
    const std::string_view second = next == std::string_view::npos ? "" : given.substr(next);
    if (given.find("mode") != std::string_view::npos) return false;
    if (second.starts_with("encoding=") || second.starts_with("errors=") || second.starts_with("newline=")) return true;
    const std::string* mode = second.starts_with("\"\"") ? literal_at(scanned, open + 1 + next) : nullptr;
    return mode != nullptr && is_listed(*mode, modes);
}

// Path("a").open("w"): the mode stands first there.
bool opens_place_to_write(const Scan& scanned) {
    constexpr std::string_view modes = "r rb rt";
    const std::string_view bare = scanned.bare;
    for (std::size_t at = bare.find(".open("); at != std::string_view::npos; at = bare.find(".open(", at + 1)) {
        const std::string_view given = inside(bare, at + 5);
        const std::string* mode = literal_at(scanned, at + 6);
        const bool is_reading =
            given.empty() || given.starts_with("encoding=") || (mode != nullptr && is_listed(*mode, modes));
        if (!is_reading) return true;
    }
    return false;
}

bool may_open_to_write(const Scan& scanned) {
    const std::string_view bare = scanned.bare;
    for (std::size_t at = bare.find("open("); at != std::string_view::npos; at = bare.find("open(", at + 1)) {
        if (!reads_only(scanned, at + 4)) return true;
    }
    return false;
}

}  // namespace

std::optional<ScannedCode> scan_python(std::string_view code) {
    if (code.size() > longest) return std::nullopt;
    const auto scanned = scan(code);
    if (!scanned || has_harmful_name(scanned->bare) || moves_by_replace(scanned->bare)) return std::nullopt;
    const std::string& bare = scanned->bare;
    const bool may_end = bare.find("break") != std::string::npos || bare.find("return") != std::string::npos;
    if (opens_place_to_write(*scanned)) return std::nullopt;
    if (!may_end && (bare.find("while 1") != std::string::npos || bare.find("while True") != std::string::npos))
        return std::nullopt;
    const bool writes = may_open_to_write(*scanned) || bare.find(".write") != std::string::npos ||
                        bare.find(".dump(") != std::string::npos || bare.find("mkdir") != std::string::npos ||
                        bare.find("makedirs") != std::string::npos || bare.find("save") != std::string::npos ||
                        bare.find("to_") != std::string::npos;
    if (std::any_of(scanned->literals.begin(), scanned->literals.end(), leads_out)) return std::nullopt;
    ScannedCode result;
    if (!writes) return result;
    if (makes_names(bare)) return std::nullopt;
    // Each place is a name that stands in the code: Path("a"), open("a", "w"). open(x) alone reads.
    for (const std::string_view call : {"Path(", "open(", "makedirs(", "os.mkdir(", "to_csv(", "to_json(", "savefig(",
                                        "save(", "to_excel(", "to_parquet("}) {
        for (std::size_t at = bare.find(call); at != std::string::npos; at = bare.find(call, at + 1)) {
            const std::string_view given = inside(bare, at + call.size() - 1);
            const bool is_own_file = call == "open(" && at > 0 && bare[at - 1] == '.';
            const bool only_reads = call == "open(" && reads_only(*scanned, at + call.size() - 1);
            if (is_own_file || only_reads) continue;
            const bool is_literal = given.starts_with("\"\"") && (given.size() == 2 || given[2] == ',');
            if (!is_literal) return std::nullopt;
        }
    }
    const bool is_kept = writes_something(*scanned);
    // A file that is opened to be written and then left is empty.
    const bool fills = count_of(bare, ".write(") + count_of(bare, ".dump(") + count_of(bare, ".writelines(") > 0;
    if (!is_kept || (may_open_to_write(*scanned) && !fills)) return std::nullopt;
    result.writes = true;
    for (const std::string& literal : scanned->literals) {
        const bool is_file = literal.find('.') != std::string::npos || literal.find('/') != std::string::npos;
        const bool is_plain =
            literal.find_first_of(" \\*?[]{}()<>|:;\"'\n=") == std::string::npos && literal.size() < 200;
        if (is_file && is_plain && literal.size() > 1) result.paths.push_back(literal);
    }
    return result;
}

}  // namespace hm::shell
