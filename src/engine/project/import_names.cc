#include <algorithm>
#include <array>
#include <cctype>

#include "base/strings.h"
#include "engine/project/dependencies.h"

namespace hm {
namespace {

using enum Ecosystem;

constexpr auto node_modules = std::to_array<std::string_view>({"assert",
                                                               "async_hooks",
                                                               "buffer",
                                                               "child_process",
                                                               "cluster",
                                                               "console",
                                                               "constants",
                                                               "crypto",
                                                               "dgram",
                                                               "dns",
                                                               "domain",
                                                               "events",
                                                               "fs",
                                                               "http",
                                                               "http2",
                                                               "https",
                                                               "inspector",
                                                               "module",
                                                               "net",
                                                               "os",
                                                               "path",
                                                               "perf_hooks",
                                                               "process",
                                                               "punycode",
                                                               "querystring",
                                                               "readline",
                                                               "repl",
                                                               "stream",
                                                               "string_decoder",
                                                               "sys",
                                                               "timers",
                                                               "tls",
                                                               "trace_events",
                                                               "tty",
                                                               "url",
                                                               "util",
                                                               "v8",
                                                               "vm",
                                                               "wasi",
                                                               "worker_threads",
                                                               "zlib",
                                                               "bun",
                                                               "electron/main"});

constexpr auto python_modules = std::to_array<std::string_view>({"__future__",
                                                                 "abc",
                                                                 "aifc",
                                                                 "argparse",
                                                                 "array",
                                                                 "ast",
                                                                 "asyncio",
                                                                 "atexit",
                                                                 "base64",
                                                                 "bdb",
                                                                 "binascii",
                                                                 "bisect",
                                                                 "builtins",
                                                                 "bz2",
                                                                 "calendar",
                                                                 "cmath",
                                                                 "cmd",
                                                                 "code",
                                                                 "codecs",
                                                                 "collections",
                                                                 "colorsys",
                                                                 "compileall",
                                                                 "concurrent",
                                                                 "configparser",
                                                                 "contextlib",
                                                                 "contextvars",
                                                                 "copy",
                                                                 "copyreg",
                                                                 "cprofile",
                                                                 "csv",
                                                                 "ctypes",
                                                                 "curses",
                                                                 "dataclasses",
                                                                 "datetime",
                                                                 "dbm",
                                                                 "decimal",
                                                                 "difflib",
                                                                 "dis",
                                                                 "distutils",
                                                                 "doctest",
                                                                 "email",
                                                                 "encodings",
                                                                 "ensurepip",
                                                                 "enum",
                                                                 "errno",
                                                                 "faulthandler",
                                                                 "fcntl",
                                                                 "filecmp",
                                                                 "fileinput",
                                                                 "fnmatch",
                                                                 "fractions",
                                                                 "ftplib",
                                                                 "functools",
                                                                 "gc",
                                                                 "getopt",
                                                                 "getpass",
                                                                 "gettext",
                                                                 "glob",
                                                                 "graphlib",
                                                                 "grp",
                                                                 "gzip",
                                                                 "hashlib",
                                                                 "heapq",
                                                                 "hmac",
                                                                 "html",
                                                                 "http",
                                                                 "imaplib",
                                                                 "imghdr",
                                                                 "imp",
                                                                 "importlib",
                                                                 "inspect",
                                                                 "io",
                                                                 "ipaddress",
                                                                 "itertools",
                                                                 "json",
                                                                 "keyword",
                                                                 "linecache",
                                                                 "locale",
                                                                 "logging",
                                                                 "lzma",
                                                                 "mailbox",
                                                                 "marshal",
                                                                 "math",
                                                                 "mimetypes",
                                                                 "mmap",
                                                                 "multiprocessing",
                                                                 "netrc",
                                                                 "numbers",
                                                                 "operator",
                                                                 "optparse",
                                                                 "os",
                                                                 "pathlib",
                                                                 "pdb",
                                                                 "pickle",
                                                                 "pickletools",
                                                                 "pkgutil",
                                                                 "platform",
                                                                 "plistlib",
                                                                 "poplib",
                                                                 "posix",
                                                                 "pprint",
                                                                 "profile",
                                                                 "pstats",
                                                                 "pty",
                                                                 "pwd",
                                                                 "py_compile",
                                                                 "pydoc",
                                                                 "queue",
                                                                 "quopri",
                                                                 "random",
                                                                 "re",
                                                                 "readline",
                                                                 "reprlib",
                                                                 "resource",
                                                                 "rlcompleter",
                                                                 "runpy",
                                                                 "sched",
                                                                 "secrets",
                                                                 "select",
                                                                 "selectors",
                                                                 "shelve",
                                                                 "shlex",
                                                                 "shutil",
                                                                 "signal",
                                                                 "site",
                                                                 "smtplib",
                                                                 "socket",
                                                                 "socketserver",
                                                                 "sqlite3",
                                                                 "ssl",
                                                                 "stat",
                                                                 "statistics",
                                                                 "string",
                                                                 "stringprep",
                                                                 "struct",
                                                                 "subprocess",
                                                                 "symtable",
                                                                 "sys",
                                                                 "sysconfig",
                                                                 "syslog",
                                                                 "tabnanny",
                                                                 "tarfile",
                                                                 "telnetlib",
                                                                 "tempfile",
                                                                 "termios",
                                                                 "textwrap",
                                                                 "threading",
                                                                 "time",
                                                                 "timeit",
                                                                 "tkinter",
                                                                 "token",
                                                                 "tokenize",
                                                                 "tomllib",
                                                                 "trace",
                                                                 "traceback",
                                                                 "tracemalloc",
                                                                 "tty",
                                                                 "turtle",
                                                                 "types",
                                                                 "typing",
                                                                 "unicodedata",
                                                                 "unittest",
                                                                 "urllib",
                                                                 "uuid",
                                                                 "venv",
                                                                 "warnings",
                                                                 "wave",
                                                                 "weakref",
                                                                 "webbrowser",
                                                                 "winreg",
                                                                 "wsgiref",
                                                                 "xml",
                                                                 "xmlrpc",
                                                                 "zipapp",
                                                                 "zipfile",
                                                                 "zipimport",
                                                                 "zlib",
                                                                 "zoneinfo",
                                                                 "pkg_resources",
                                                                 "setuptools"});

struct TwoNames {
    std::string_view imported;
    std::string_view declared;
};

constexpr auto python_names = std::to_array<TwoNames>({{"yaml", "pyyaml"},
                                                       {"pil", "pillow"},
                                                       {"cv2", "opencv-python"},
                                                       {"sklearn", "scikit-learn"},
                                                       {"bs4", "beautifulsoup4"},
                                                       {"dotenv", "python-dotenv"},
                                                       {"dateutil", "python-dateutil"},
                                                       {"jwt", "pyjwt"},
                                                       {"jose", "python-jose"},
                                                       {"multipart", "python-multipart"},
                                                       {"magic", "python-magic"},
                                                       {"attr", "attrs"},
                                                       {"git", "gitpython"},
                                                       {"github", "pygithub"},
                                                       {"psycopg2", "psycopg2-binary"},
                                                       {"mysqldb", "mysqlclient"},
                                                       {"serial", "pyserial"},
                                                       {"openssl", "pyopenssl"},
                                                       {"crypto", "pycryptodome"},
                                                       {"docx", "python-docx"},
                                                       {"rest_framework", "djangorestframework"},
                                                       {"grpc", "grpcio"},
                                                       {"google", "google-cloud-storage"},
                                                       {"fitz", "pymupdf"}});

std::string with_dashes(std::string_view name) {
    std::string plain = lower_case(name);
    std::ranges::replace(plain, '_', '-');
    if (plain.find('.') != std::string::npos) std::ranges::replace(plain, '.', '-');
    return plain;
}

std::optional<std::string> npm_package(std::string_view import) {
    if (import.starts_with('.') || import.starts_with('/') || import.find(':') != std::string_view::npos)
        return std::nullopt;
    if (std::string_view("#~$").find(import.front()) != std::string_view::npos || import.starts_with("@/"))
        return std::nullopt;
    std::size_t end = import.find('/');
    if (import.starts_with('@')) {
        if (end == std::string_view::npos) return std::nullopt;
        end = import.find('/', end + 1);
    }
    const std::string_view name = import.substr(0, end);
    const bool is_name = std::ranges::all_of(name, [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("@/._-").find(c) != std::string_view::npos;
    });
    if (!is_name || std::ranges::find(node_modules, name) != node_modules.end()) return std::nullopt;
    return lower_case(name);
}

std::optional<std::string> python_package(std::string_view import) {
    if (import.starts_with('.')) return std::nullopt;
    const std::string name = lower_case(import.substr(0, import.find('.')));
    const bool is_name = std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    if (!is_name || name.starts_with('_')) return std::nullopt;
    if (std::ranges::find(python_modules, std::string_view(name)) != python_modules.end()) return std::nullopt;
    return name;
}

}  // namespace

std::optional<std::string> package_of_import(Ecosystem ecosystem, std::string_view import) {
    if (import.empty()) return std::nullopt;
    if (ecosystem == npm) return npm_package(import);
    if (ecosystem == python) return python_package(import);
    if (ecosystem == go) {
        const std::string_view first = import.substr(0, import.find('/'));
        if (first.find('.') == std::string_view::npos) return std::nullopt;
        return lower_case(import);
    }
    constexpr std::array<std::string_view, 6> of_rust{"std", "core", "alloc", "crate", "self", "super"};
    if (ecosystem == rust && std::ranges::find(of_rust, import) == of_rust.end()) return lower_case(import);
    return std::nullopt;
}

std::string declared_key(Ecosystem ecosystem, std::string_view declared) {
    constexpr std::string_view types = "@types/";
    if (ecosystem == npm) return lower_case(declared.starts_with(types) ? declared.substr(types.size()) : declared);
    return ecosystem == python || ecosystem == rust ? with_dashes(declared) : lower_case(declared);
}

std::vector<std::string> import_keys(Ecosystem ecosystem, std::string_view imported) {
    std::vector<std::string> keys{declared_key(ecosystem, imported)};
    if (ecosystem == python) {
        for (const TwoNames& names : python_names) {
            if (names.imported == imported) keys.emplace_back(names.declared);
        }
    }
    if (ecosystem == go) {
        for (std::size_t slash = imported.rfind('/'); slash != std::string_view::npos && slash > 0;
             slash = imported.rfind('/', slash - 1)) {
            keys.emplace_back(imported.substr(0, slash));
        }
    }
    return keys;
}

}  // namespace hm
