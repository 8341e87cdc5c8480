// Code that is installed or run straight from an address, a repository or a folder outside the project. Nobody has
// looked at it there and nothing holds it to what it was yesterday. A registry's packages are none of this.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/sent_files.h"

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

}  // namespace hm::shell
