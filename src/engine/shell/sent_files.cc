// What may not leave the machine: secrets, files from outside the project, and the project as a whole.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "engine/shell/sent_files.h"

namespace hm::shell {
namespace {

// A command that feeds the call, and those that feed it in turn.
template <class Test>
bool any_feeder(const Call& call, Test test) {
    std::optional<std::size_t> feeder = call.command().fed_by;
    for (int i = 0; feeder && i < 10 && *feeder < call.script().commands.size(); ++i) {
        const Command& command = call.script().commands[*feeder];
        if (test(command)) return true;
        feeder = command.fed_by;
    }
    return false;
}

// All that the environment holds, keys and tokens with it: env | …, "$(printenv)".
bool tells_all(const Command& command) {
    constexpr std::array<std::string_view, 4> telling{"env", "printenv", "set", "export"};
    return command.words.size() == 1 && is_one_of(command.words.front().text, telling);
}

bool holds_all(const Word& word) {
    constexpr std::array<std::string_view, 6> telling{"$(env)", "$(printenv)", "$(env ",
                                                      "$(set)", "`env`",       "`printenv`"};
    return std::any_of(telling.begin(), telling.end(),
                       [&](std::string_view each) { return word.text.find(each) != std::string::npos; });
}

bool reads_secrets(const std::vector<Redirect>& redirects) {
    return std::any_of(redirects.begin(), redirects.end(), [](const Redirect& each) {
        return each.kind == RedirectKind::reads && names_secrets(std::span(&each.target, 1));
    });
}

// Where the name of a file begins in a longer word: f=@.env, "$(cat .env)", host:/.ssh
bool begins_a_name(std::string_view text, std::size_t at) {
    constexpr std::string_view before = "@/=<( '\"`:,";
    return at == 0 || before.find(text[at - 1]) != std::string_view::npos;
}

// .env.example, .env.sample: what is shown to everyone. And .envoy is no .env.
bool is_example(std::string_view behind) {
    return behind.starts_with(".example") || behind.starts_with(".sample") || behind.starts_with(".template") ||
           behind.starts_with(".dist") || (!behind.empty() && std::islower(static_cast<unsigned char>(behind[0])) != 0);
}

// f=@/etc/passwd, @~/notes, /etc/passwd
std::string_view sent_path(std::string_view word) {
    const std::size_t at = word.find('@');
    if (at != std::string_view::npos) word.remove_prefix(at + 1);
    return word;
}

}  // namespace

bool names_secrets(std::span<const Word> words) {
    constexpr std::array<std::string_view, 29> secrets{".env",
                                                       "id_rsa",
                                                       "id_ed25519",
                                                       ".ssh",
                                                       ".aws",
                                                       ".netrc",
                                                       ".config/gh",
                                                       ".docker/config",
                                                       ".npmrc",
                                                       ".gnupg",
                                                       ".pypirc",
                                                       ".kube",
                                                       ".git-credentials",
                                                       "etc/shadow",
                                                       "id_ecdsa",
                                                       ".config/gcloud",
                                                       ".azure",
                                                       ".vault-token",
                                                       ".password-store",
                                                       ".bash_history",
                                                       ".zsh_history",
                                                       ".cargo/credentials",
                                                       ".m2/settings",
                                                       ".terraform.d",
                                                       ".config/op",
                                                       ".mozilla",
                                                       "Keychains",
                                                       ".config/hub",
                                                       "/proc/self/environ"};
    return std::any_of(words.begin(), words.end(), [&](const Word& word) {
        const bool is_address = word.text.find("://") != std::string::npos && word.text.find("$(") == std::string::npos;
        const std::string_view text = word.text;
        return !is_address && std::any_of(secrets.begin(), secrets.end(), [&](std::string_view secret) {
            const std::size_t at = text.find(secret);
            if (at == std::string_view::npos || !begins_a_name(text, secret.starts_with('/') ? at + 1 : at))
                return false;
            return secret.ends_with('/') || !is_example(text.substr(at + secret.size()));
        });
    });
}

bool is_fed_secrets(const Call& call) {
    if (reads_secrets(call.command().redirects)) return true;
    // base64 ~/.ssh/id_rsa | curl -d @- …
    return any_feeder(call, [](const Command& feeder) {
        return names_secrets(feeder.words) || tells_all(feeder) || tells_a_secret(feeder) ||
               reads_secrets(feeder.redirects) ||
               (!feeder.words.empty() && is_listed(feeder.words.front().text, "echo printf") &&
                std::any_of(feeder.words.begin() + 1, feeder.words.end(), is_secret_variable));
    });
}

// "Authorization: Bearer $(gcloud auth print-access-token)", sent to the host that gave it.
static bool is_shown_to_its_host(const Word& word, std::span<const Word> words) {
    constexpr std::array<std::string_view, 9> hosts{".googleapis.com", "://googleapis.com", ".run.app",
                                                    ".amazonaws.com",  ".azure.com",        ".github.com",
                                                    ".gitlab.com",     "://gitlab.com",     "://github.com"};
    if (!word.text.starts_with("Authorization:")) return false;
    return std::any_of(words.begin(), words.end(), [&](const Word& each) {
        const std::string_view host = std::string_view(each.text).substr(0, each.text.find('/', 8));
        return each.text.starts_with("https://") &&
               std::any_of(hosts.begin(), hosts.end(), [&](std::string_view known) {
                   return host.ends_with(known) || host == "https" + std::string(known) ||
                          host == "https://api.github.com";
               });
    });
}

bool sends_secrets(const Call& call) {
    const auto words = call.arguments();
    return names_secrets(words) || is_fed_secrets(call) || std::any_of(words.begin(), words.end(), [&](const Word& w) {
               return holds_all(w) || (holds_a_told_secret(w) && !is_shown_to_its_host(w, words));
           });
}

bool sends_what_is_not_its_own(const Call& call, std::span<const Word> sent) {
    const bool takes_folders = call.program() == "scp" || call.program() == "rsync";
    return std::any_of(sent.begin(), sent.end(), [&](const Word& word) {
        const bool is_file = takes_folders || word.text.find('@') != std::string::npos;
        const std::string_view path = sent_path(word.text);
        const bool is_whole = call.program() == "scp" && is_listed(path, ". ./ * ./* .git .git/");
        const bool is_outside = (path.starts_with('/') || path.starts_with('~')) && !is_scratch({std::string(path)});
        return is_file && word.certainty == Certainty::plain && (is_whole || is_outside);
    });
}

bool is_fed_an_archive(const Call& call) {
    constexpr std::array<std::string_view, 12> packing{"tar",        "zip",       "7z",      "cpio",
                                                       "git",        "bsdtar",    "pg_dump", "mysqldump",
                                                       "pg_dumpall", "mongodump", "pax",     "mariadb-dump"};
    return any_feeder(call, [&](const Command& feeder) {
        if (feeder.words.empty() || !is_one_of(feeder.words.front().text, packing)) return false;
        // What a build has made is there to be handed on.
        const std::span<const Word> rest = std::span(feeder.words).subspan(1);
        const bool is_output = std::any_of(rest.begin(), rest.end(), [](const Word& w) {
            return !w.text.starts_with('-') && w.text.size() > 1 && is_build_output(w.text);
        });
        const bool is_log =
            feeder.words.front().text == "git" && (rest.empty() || !is_listed(rest.front().text, "archive bundle"));
        return !is_output && !is_log;
    });
}

bool is_own_machine(std::string_view address) {
    constexpr std::array<std::string_view, 5> hosts{"localhost", "127.0.0.1", "[::1]", "0.0.0.0",
                                                    "host.docker.internal"};
    // http :8000/x, as some clients write it
    if (address.size() > 1 && address[0] == ':' && std::isdigit(static_cast<unsigned char>(address[1])) != 0)
        return true;
    const std::size_t scheme = address.find("://");
    if (scheme != std::string_view::npos) address.remove_prefix(scheme + 3);
    return is_one_of(address.substr(0, address.find_first_of(address.starts_with('[') ? "/" : ":/?")), hosts) ||
           address.starts_with("[::1]");
}

}  // namespace hm::shell
