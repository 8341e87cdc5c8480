// What is asked of a host of repositories by its own interface: gh api, curl https://api.github.com. Whoever may change
// settings, rights, keys, hooks and branches there can undo what protects the project.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

// mutation { deleteRef(…) { … } }: the verbs of what is done.
bool changes_for_good(std::string_view query) {
    const std::string text = lower_case(query);
    if (text.find("mutation") == std::string::npos) return false;
    if (text.starts_with("query=@")) return true;
    // Closing and editing issues and pull requests is talk.
    constexpr std::array<std::string_view, 14> verbs{"delete",
                                                     "archive",
                                                     "remove",
                                                     "transfer",
                                                     "merge",
                                                     "revoke",
                                                     "disable",
                                                     "unlink",
                                                     "revert",
                                                     "createcommitonbranch",
                                                     "updaterepository",
                                                     "updatebranchprotection",
                                                     "updateref",
                                                     "updateorganization"};
    return std::any_of(verbs.begin(), verbs.end(),
                       [&](std::string_view verb) { return text.find(verb) != std::string::npos; });
}

// What people write to each other all day: issues, pull requests, comments, releases, runs.
bool is_talk(std::string_view path) {
    constexpr std::array<std::string_view, 12> parts{"/issues",         "/pulls",    "/comments",     "/check-",
                                                     "/statuses",       "/releases", "/labels",       "/milestones",
                                                     "/merge_requests", "/notes",    "/actions/runs", "/reactions"};
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return path.find(part) != std::string_view::npos; });
}

bool is_guarded(std::string_view path) {
    constexpr std::array<std::string_view, 15> parts{"/hooks",     "/keys",        "/transfer", "/collaborators",
                                                     "/secrets",   "/protection",  "/rulesets", "/invitations",
                                                     "/members",   "/memberships", "/teams",    "/deploy_keys",
                                                     "/variables", "/git/refs",    "/share"};
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return path.find(part) != std::string_view::npos; });
}

std::string method_of(const Call& call, bool posts) {
    if (const Word* method = call.value_of({"-X", "--method", "--request"})) return method->text;
    for (const Word& word : call.arguments()) {
        if (word.text.starts_with("-X") && word.text.size() > 2) return word.text.substr(2);
    }
    return posts ? "POST" : "GET";
}

}  // namespace

bool changes_hosted_repository(const Call& call) {
    const auto words = call.arguments();
    const bool is_tool = (call.program() == "gh" || call.program() == "glab") && call.subcommand() == "api";
    const auto is_host = [](const Word& w) {
        return w.text.find("api.github.com") != std::string::npos || w.text.find("/api/v4/") != std::string::npos ||
               w.text.find("api.bitbucket.org") != std::string::npos;
    };
    const bool is_curl = is_listed(call.program(), "curl wget http https xh");
    const auto host = std::find_if(words.begin(), words.end(), is_host);
    if (!is_tool && !(is_curl && host != words.end())) return false;
    if (std::any_of(words.begin(), words.end(), [](const Word& w) { return changes_for_good(w.text); })) return true;
    const bool posts = is_tool
                           ? call.has_flag('f', "raw-field") || call.has_flag('F', "field") || call.has_flag(0, "input")
                           : call.has_flag('d', "data") || call.has_flag(0, "json");
    const std::string method = method_of(call, posts);
    const auto operands = call.operands({"-X", "--method", "-f", "-F", "--raw-field", "--field", "-H", "--header",
                                         "--input", "-q", "--jq", "-t", "--template", "--hostname", "-p", "--preview"});
    const std::string path = is_tool ? (operands.size() > 1 ? "/" + operands[1].text : "") : host->text;
    if (method == "GET" || method == "HEAD" || path.ends_with("graphql")) return false;
    return is_guarded(path) || method == "DELETE" || ((method == "PATCH" || method == "PUT") && !is_talk(path));
}

}  // namespace hm::shell
