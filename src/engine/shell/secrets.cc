// Programs that tell a secret: what they print must not leave the machine.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

struct Telling {
    std::string_view program;
    std::string_view phrase;  // words that stand next to each other among its own; "" is any
};

constexpr std::array<Telling, 52> tellings{{
    {"gh", "auth token"},
    {"gh", "auth status"},
    {"glab", "auth status"},
    {"aws", "configure get"},
    {"aws", "configure export-credentials"},
    {"aws", "sts get-session-token"},
    {"aws", "sts assume-role"},
    {"aws", "secretsmanager get-secret-value"},
    {"aws", "ssm get-parameter"},
    {"aws", "ssm get-parameters"},
    {"aws", "ecr get-login-password"},
    {"security", "find-generic-password"},
    {"security", "find-internet-password"},
    {"security", "dump-keychain"},
    {"security", "export"},
    {"pass", ""},
    {"gopass", ""},
    {"op", ""},
    {"bw", ""},
    {"lpass", ""},
    {"keyring", "get"},
    {"secret-tool", ""},
    {"keepassxc-cli", ""},
    {"kubectl", "get secret"},
    {"kubectl", "get secrets"},
    {"kubectl", "config view"},
    {"oc", "get secret"},
    {"oc", "whoami"},
    {"gcloud", "auth print-access-token"},
    {"gcloud", "auth print-identity-token"},
    {"gcloud", "secrets versions"},
    {"az", "account get-access-token"},
    {"az", "keyvault secret"},
    {"vault", "kv get"},
    {"vault", "read"},
    {"vault", "token"},
    {"vault", "print"},
    {"heroku", "auth:token"},
    {"heroku", "config"},
    {"doctl", "auth"},
    {"fly", "auth token"},
    {"flyctl", "auth token"},
    {"npm", "token"},
    {"npm", "config get"},
    {"git", "credential fill"},
    {"git", "credential"},
    {"terraform", "output"},
    {"sops", ""},
    {"ansible-vault", "view"},
    {"ansible-vault", "decrypt"},
    {"history", ""},
    {"pbpaste", ""},
}};

bool says_phrase(std::span<const Word> words, std::string_view phrase) {
    const std::string_view first = phrase.substr(0, phrase.find(' '));
    const std::string_view second = first.size() == phrase.size() ? "" : phrase.substr(first.size() + 1);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].text != first) continue;
        if (second.empty() || (i + 1 < words.size() && words[i + 1].text == second)) return true;
    }
    return false;
}

}  // namespace

bool tells_a_secret(const Command& command) {
    if (command.words.empty()) return false;
    const std::string program = plain_program(command.words.front().text);
    const std::span<const Word> rest = std::span(command.words).subspan(1);
    if (program.starts_with("docker-credential-")) return true;
    if (program == "gpg")
        return std::any_of(rest.begin(), rest.end(),
                           [](const Word& w) { return w.text.starts_with("--export-secret"); });
    return std::any_of(tellings.begin(), tellings.end(), [&](const Telling& row) {
        return row.program == program && (row.phrase.empty() || says_phrase(rest, row.phrase));
    });
}

// "$(gh auth token)" within a word.
bool holds_a_told_secret(const Word& word) {
    if (word.certainty != Certainty::unknown) return false;
    const std::size_t dollar = word.text.find("$(");
    const std::size_t begin = dollar == std::string::npos ? word.text.find('`') : dollar;
    if (begin == std::string::npos) return false;
    const std::size_t end = word.text.find_last_of(dollar == std::string::npos ? '`' : ')');
    const std::size_t first = begin + (dollar == std::string::npos ? 1 : 2);
    if (end == std::string::npos || end <= first) return false;
    const Script script = parse_script(std::string_view(word.text).substr(first, end - first));
    return std::any_of(script.commands.begin(), script.commands.end(), tells_a_secret);
}

// $GITHUB_TOKEN, ${AWS_SECRET_ACCESS_KEY}: all that the word is.
bool is_secret_variable(const Word& word) {
    std::string_view text = word.text;
    if (word.certainty != Certainty::unknown || !text.starts_with('$') || text.starts_with("$(")) return false;
    constexpr std::array<std::string_view, 5> ends{"TOKEN", "SECRET", "PASSWORD", "_KEY", "CREDENTIALS"};
    text.remove_prefix(text.starts_with("${") ? 2 : 1);
    if (text.ends_with('}')) text.remove_suffix(1);
    return text.find_first_of("/:{ ") == std::string_view::npos &&
           std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return text.ends_with(end); });
}

}  // namespace hm::shell
