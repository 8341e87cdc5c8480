// Package managers, containers, clouds: their subcommand decides. What is not listed is judged by its verb.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

struct Verbs {
    std::string_view program;
    ShellClass shell_class;
    std::string_view verbs;  // separated by blanks; "" is every other one
};

using enum ShellClass;

constexpr std::array<Verbs, 77> package_verbs{{
    {"npm", read,
     "ls list view info outdated why explain root prefix bin whoami search docs bugs repo ping doctor fund query -v "
     "config-get"},
    {"npm", destructive, "unpublish deprecate owner access token team org hook profile"},
    {"npm", build_test,
     "run run-script test t tst start stop restart exec x pack version rebuild prune dedupe cache audit"},
    {"npm", network, ""},
    {"yarn", read, "list info why outdated versions licenses"},
    {"yarn", destructive, "unpublish owner"},
    {"yarn", network, "install add upgrade up import publish dlx npm set global plugin create login"},
    {"yarn", build_test, ""},
    {"pnpm", read, "ls list why outdated root licenses view info"},
    {"pnpm", destructive, "unpublish"},
    {"pnpm", network, "install i add update up import publish fetch dlx create setup ci env self-update"},
    {"pnpm", build_test, ""},
    {"bun", network, "install i add update upgrade publish create pm"},
    {"bun", build_test, ""},
    {"deno", network, "install add upgrade publish deploy"},
    {"deno", build_test, ""},
    {"pip", read, "list show freeze check debug inspect hash"},
    {"pip", network, ""},
    {"pipx", network, ""},
    {"uv", network, "pip sync add lock tool publish python self"},
    {"uv", build_test, ""},
    {"poetry", network, "install add update lock publish self"},
    {"poetry", build_test, ""},
    {"pipenv", network, "install sync update lock"},
    {"pipenv", build_test, ""},
    {"conda", destructive, "remove uninstall clean"},
    {"conda", network, ""},
    {"gem", read, "list search info env specification which"},
    {"gem", destructive, "uninstall yank owner cleanup"},
    {"gem", network, ""},
    {"bundle", network, "install update add outdated"},
    {"bundle", build_test, ""},
    {"cargo", read, "tree metadata search locate-project read-manifest pkgid verify-project"},
    {"cargo", network, "install publish fetch update add login search"},
    {"cargo", destructive, "yank owner"},
    {"cargo", build_test, ""},
    {"go", read, "list env version doc"},
    {"go", network, "get install"},
    {"go", build_test, ""},
    {"composer", network, "install update require global create-project self-update"},
    {"composer", build_test, ""},
    {"dotnet", build_test, ""},
    {"apt-get", destructive, "remove purge autoremove autopurge dist-upgrade full-upgrade"},
    {"apt-get", network, ""},
    {"apt", read, "list show search policy"},
    {"apt", destructive, "remove purge autoremove autopurge full-upgrade"},
    {"apt", network, ""},
    {"aptitude", destructive, "remove purge"},
    {"aptitude", network, ""},
    {"apk", destructive, "del"},
    {"apk", network, ""},
    {"yum", destructive, "remove erase autoremove"},
    {"yum", network, ""},
    {"dnf", destructive, "remove erase autoremove"},
    {"dnf", network, ""},
    {"brew", read, "list info search deps doctor config leaves outdated"},
    {"brew", destructive, "uninstall remove rm"},
    {"brew", network, ""},
    {"snap", destructive, "remove"},
    {"snap", network, ""},
    {"helm", destructive, "uninstall delete del un rollback"},
    {"helm", build_test, "template lint package show dependency"},
    {"helm", network, ""},
    {"terraform", destructive, "apply destroy taint untaint state force-unlock import"},
    {"terraform", build_test, "fmt validate init plan show output providers graph version test"},
    {"terraform", network, ""},
    {"tofu", destructive, "apply destroy taint untaint state force-unlock import"},
    {"tofu", build_test, "fmt validate init plan show output test"},
    {"tofu", network, ""},
    {"terragrunt", destructive, "apply destroy taint untaint state force-unlock import apply-all destroy-all"},
    {"terragrunt", build_test, "plan validate fmt hclfmt init output"},
    {"terragrunt", network, ""},
    {"pulumi", destructive, "up update destroy cancel down import refresh"},
    {"pulumi", network, ""},
    {"systemctl", read, "status is-active is-enabled list-units list-unit-files show cat is-failed"},
    {"systemctl", destructive, ""},
    {"crontab", destructive, ""},
}};

std::string_view reason(ShellClass shell_class) {
    switch (shell_class) {
        case read: return "only asks";
        case network: return "reaches another machine";
        case destructive: return "takes away what others rely on";
        default: return "builds, tests or runs the project";
    }
}

// Verbs that take away, whatever the program.
bool takes_away(std::string_view word) {
    constexpr std::array<std::string_view, 32> verbs{"delete",
                                                     "destroy",
                                                     "drop",
                                                     "purge",
                                                     "wipe",
                                                     "erase",
                                                     "prune",
                                                     "unpublish",
                                                     "rm",
                                                     "terminate",
                                                     "nuke",
                                                     "obliterate",
                                                     "remove",
                                                     "uninstall",
                                                     "flushall",
                                                     "flushdb",
                                                     "format",
                                                     "factory-reset",
                                                     "rb",
                                                     "pg:reset",
                                                     "apps:destroy",
                                                     "decommission",
                                                     "deregister",
                                                     "undeploy",
                                                     "del",
                                                     "project:delete",
                                                     "firestore:delete",
                                                     "hosting:disable",
                                                     "db:drop",
                                                     "db:reset",
                                                     "db:purge",
                                                     "dropdb"};
    if (std::find(verbs.begin(), verbs.end(), word) != verbs.end()) return true;
    constexpr std::array<std::string_view, 8> ending{"reset",  "force_reset", "revoke", "disable",
                                                     "forget", "deletefile",  "dedupe", "unsubscribe"};
    if (is_one_of(word, ending)) return true;
    return word.starts_with("stop-") || word.starts_with("leave-") || word == "seal" || word.starts_with("release-") ||
           word.ends_with(":remove") || word.starts_with("deregister-") || word.starts_with("forget_") ||
           word.starts_with("delete-") || word.starts_with("terminate-") || word.starts_with("remove-") ||
           word.starts_with("purge-") || word.ends_with(":destroy") || word.ends_with(":delete") ||
           word.ends_with(":drop") || word.ends_with(":reset") || word.ends_with(":wipe") || word.ends_with(":purge") ||
           word.ends_with(":fresh");
}

// heroku ps:scale web=0, --desired-count 0
bool scales_to_nothing(const Call& call) {
    const Word* count = call.value_of({"--desired-count", "--desired-capacity", "--min-instances", "--replicas"});
    if (count != nullptr && count->text == "0") return true;
    return call.has_word("ps:scale") && std::any_of(call.arguments().begin(), call.arguments().end(),
                                                    [](const Word& w) { return w.text.ends_with("=0"); });
}

// aws iam create-access-key, gcloud projects add-iam-policy-binding, gh secret set: who may do what, and by which key.
bool gives_rights_away(const Call& call) {
    const auto operands = call.operands({"--profile", "--region", "-R", "--repo", "--project"});
    const auto word = [&](std::size_t i) { return i < operands.size() ? std::string_view(operands[i].text) : ""; };
    if (call.program() == "aws") {
        const std::string_view verb = word(1);
        const bool only_asks = verb.starts_with("get-") || verb.starts_with("list-") || verb.starts_with("simulate-");
        return (word(0) == "iam" && !verb.empty() && !only_asks) || verb.starts_with("put-bucket") ||
               (word(0) == "s3" && verb == "mv") || (word(0) == "ssm" && verb == "send-command") ||
               verb.starts_with("authorize-") || verb.starts_with("revoke-") || verb.starts_with("change-") ||
               verb.starts_with("schedule-key");
    }
    if (call.program() == "gh") {
        const bool is_secret = word(0) == "secret" || word(0) == "ssh-key" || word(0) == "gpg-key";
        return (is_secret && (word(1) == "set" || word(1) == "add")) ||
               (word(0) == "repo" && is_listed(word(1), "edit archive rename transfer deploy-key")) ||
               (word(0) == "pr" && word(1) == "merge" && call.has_flag(0, "admin")) ||
               (word(0) == "auth" && is_listed(word(1), "logout refresh")) ||
               (word(0) == "extension" && is_listed(word(1), "install exec"));
    }
    const bool is_policy = std::any_of(operands.begin(), operands.end(), [](const Word& w) {
        return w.text.find("iam-policy") != std::string::npos && !w.text.starts_with("get-");
    });
    const bool is_key = call.program() == "gcloud" && call.has_word("keys") && call.has_word("create");
    const bool is_role = is_key || (call.program() == "az" && word(0) == "role" && word(2) == "create");
    const bool is_unasked = call.program() == "cdk" && call.value_of({"--require-approval"}) != nullptr &&
                            call.value_of({"--require-approval"})->text == "never";
    return is_policy || is_role || is_unasked;
}

// Clouds and hosting: one verb list for all of them.
bool judge_cloud(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 37> clouds{"aws",          "gcloud",
                                                      "gsutil",       "bq",
                                                      "az",           "heroku",
                                                      "vercel",       "netlify",
                                                      "fly",          "flyctl",
                                                      "firebase",     "doctl",
                                                      "gh",           "glab",
                                                      "railway",      "wrangler",
                                                      "supabase",     "serverless",
                                                      "sls",          "sam",
                                                      "cdk",          "eksctl",
                                                      "oc",           "s3cmd",
                                                      "mc",           "rclone",
                                                      "linode-cli",   "hcloud",
                                                      "vault",        "consul",
                                                      "etcdctl",      "nomad",
                                                      "kafka-topics", "kafka-topics.sh",
                                                      "rabbitmqctl",  "rabbitmqadmin",
                                                      "azcopy"};
    if (std::find(clouds.begin(), clouds.end(), call.program()) == clouds.end()) return false;
    const Word* method = call.value_of({"-X", "--method"});
    const auto operands = call.operands();
    const bool destroys =
        (method != nullptr && method->text == "DELETE") || call.has_flag(0, "delete") || call.has_flag(0, "destroy") ||
        call.has_word("-XDELETE") || call.has_word("-purge") || (call.program() == "aws" && call.has_word("rm")) ||
        (call.program() == "gsutil" && call.has_word("rsync") && call.has_flag('d')) || says_it_takes_away(call) ||
        (call.program() == "rclone" && (call.has_word("sync") || call.has_word("move") || call.has_word("cleanup"))) ||
        (call.program() == "railway" && call.has_word("down")) || call.has_flag(0, "delete-branch") ||
        call.has_flag(0, "remove") || scales_to_nothing(call) || gives_rights_away(call) ||
        changes_hosted_repository(call) || names_a_removal(call) || sends_secrets(call) ||
        std::any_of(operands.begin(), operands.end(), [](const Word& w) { return takes_away(w.text); });
    judge.note(destroys ? destructive : network, call,
               destroys ? "takes away what is kept elsewhere" : "reaches another machine");
    return true;
}

bool judge_by_table(const Call& call, Judge& judge) {
    bool is_known = std::any_of(package_verbs.begin(), package_verbs.end(),
                                [&](const Verbs& row) { return row.program == call.program(); });
    if (!is_known) return false;
    const auto operands = call.operands({"--prefix", "-C", "--dir", "--filter", "-w", "--workspace", "-F", "--cwd",
                                         "-p", "-o", "-t", "--target-release"});
    std::string verb = operands.empty() ? "" : operands.front().text;
    if (verb == "workspace" && operands.size() > 2) verb = operands[2].text;
    for (const Verbs& row : package_verbs) {
        if (row.program != call.program()) continue;
        const bool matches =
            row.verbs.empty() || is_listed(verb, row.verbs) || (verb.empty() && is_listed("-", row.verbs));
        if (!matches) continue;
        const bool is_simulated =
            call.has_flag('s', "simulate") && row.shell_class == destructive && call.program() == "apt-get";
        judge.note(is_simulated ? read : row.shell_class, call, std::string(reason(row.shell_class)));
        return true;
    }
    return is_known;
}

bool takes_whatever(const Call& call) {
    const auto operands = call.operands();
    return call.has_word("hivemind") || std::any_of(operands.begin(), operands.end(), [](const Word& w) {
               return w.certainty == Certainty::unknown && !w.text.starts_with("$");
           });
}

// npm config set prefix /usr: where packages and their programs go from then on.
void judge_set_places(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 8> places{"prefix",    "global-dir", "global-bin-dir", "globalconfig",
                                                     "store-dir", "userconfig", "init-module",    "globalFolder"};
    const auto operands = call.operands();
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const std::size_t equals = operands[i].text.find('=');
        if (!is_one_of(std::string_view(operands[i].text).substr(0, equals), places)) continue;
        const bool is_next = equals == std::string::npos && i + 1 < operands.size();
        if (is_next) judge.writes(operands[i + 1], call);
        if (equals != std::string::npos)
            judge.writes({operands[i].text.substr(equals + 1), operands[i].certainty, false}, call);
    }
}

}  // namespace

bool judge_package_program(const Call& call, Judge& judge) {
    if (call.program() == "go" && call.subcommand() == "env" && (call.has_flag('w') || call.has_flag('u'))) {
        judge.note(unknown, call, "changes what go runs");
        return true;
    }
    const bool is_make = call.program() == "make" || call.program() == "gmake" || call.program() == "bmake";
    const bool has_own_shell =
        is_make && std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
            return w.text.starts_with("SHELL=") || w.text.starts_with(".SHELLFLAGS=") || w.text.starts_with("--eval");
        });
    if (has_own_shell) {
        judge.note(unknown, call, "runs its recipes by a program of the caller's choice");
        return true;
    }
    if (call.program() == "crontab" && call.has_flag('l')) {
        judge.note(read, call, "lists what is planned");
        return true;
    }
    const bool only_plans = call.subcommand() == "plan";
    if ((call.program() == "terraform" || call.program() == "tofu") && call.has_flag(0, "destroy") && !only_plans) {
        judge.note(destructive, call, "takes away what was built elsewhere");
        return true;
    }
    const bool has_settings = call.program() == "npm" || call.program() == "yarn" || call.program() == "pnpm";
    const bool sets_shell =
        has_settings && std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
            return w.text.starts_with("script-shell") || w.text.starts_with("--script-shell") || w.text == "yarnPath";
        });
    if (sets_shell) {
        judge.note(unknown, call, "changes what runs the scripts");
        return true;
    }
    if (has_settings && call.has_word("config") && call.has_word("set")) judge_set_places(call, judge);
    // npm ls -g -p | xargs npm uninstall -g: whatever there is.
    const bool uninstalls = is_listed(call.program(), "npm pnpm yarn bun pip pipx cargo uv") &&
                            is_listed(call.subcommand(), "uninstall remove rm un unlink pip");
    if (uninstalls && (call.has_word("uninstall") || call.subcommand() != "pip") && takes_whatever(call)) {
        judge.note(destructive, call, "takes away whatever it is given");
        return true;
    }
    const bool is_two_words =
        (call.program() == "conda" && call.has_word("env") && call.has_word("remove")) ||
        (call.program() == "terraform" && call.has_word("workspace") && call.has_word("delete")) ||
        (call.program() == "brew" && call.has_word("services") && call.has_flag(0, "all") && !call.has_word("start")) ||
        (call.program() == "pulumi" && call.has_word("stack") && call.has_word("rm")) ||
        (call.program() == "yarn" && call.has_word("npm") && call.has_word("remove")) ||
        (call.program() == "dotnet" && says_it_takes_away(call));
    if (is_two_words) {
        judge.note(destructive, call, "takes away what others rely on");
        return true;
    }
    const bool is_state = (call.program() == "terraform" || call.program() == "tofu") && call.subcommand() == "state";
    if (is_state && (call.has_word("list") || call.has_word("show") || call.has_word("pull"))) {
        judge.note(network, call, "only asks");
        return true;
    }
    if (call.program() == "terraform" && call.has_word("-destroy") && !only_plans) {
        judge.note(destructive, call, "takes away what was built elsewhere");
        return true;
    }
    const bool is_forced = call.program() == "helm" && call.has_flag(0, "force");
    const bool runs_all = call.program() == "terragrunt" && (call.has_word("apply") || call.has_word("destroy"));
    if (is_forced || runs_all) {
        judge.note(destructive, call, "replaces what runs elsewhere");
        return true;
    }
    if (call.program() == "npm" && call.subcommand() == "dist-tag" && call.has_word("rm")) {
        judge.note(destructive, call, "takes away what others rely on");
        return true;
    }
    return judge_cloud(call, judge) || judge_by_table(call, judge);
}

// Handing something to everyone: a package to a registry, an image, a release. What others have fetched cannot be taken
// back, so that it is a person's to do. Trying it out is not.

namespace {

struct Publishing {
    std::string_view program;
    std::string_view phrase;  // its own words, next to each other
};

constexpr std::array<Publishing, 69> publishing{{
    {"npm", "publish"},
    {"yarn", "publish"},
    {"yarn", "npm publish"},
    {"pnpm", "publish"},
    {"bun", "publish"},
    {"deno", "publish"},
    {"jsr", "publish"},
    {"lerna", "publish"},
    {"changeset", "publish"},
    {"cargo", "publish"},
    {"cargo", "release"},
    {"poetry", "publish"},
    {"uv", "publish"},
    {"flit", "publish"},
    {"hatch", "publish"},
    {"pdm", "publish"},
    {"maturin", "publish"},
    {"maturin", "upload"},
    {"twine", "upload"},
    {"anaconda", "upload"},
    {"conda", "upload"},
    {"gem", "push"},
    {"nuget", "push"},
    {"dotnet", "nuget push"},
    {"vsce", "publish"},
    {"ovsx", "publish"},
    {"docker", "push"},
    {"docker", "image push"},
    {"docker", "compose push"},
    {"podman", "push"},
    {"podman", "image push"},
    {"nerdctl", "push"},
    {"buildah", "push"},
    {"crane", "push"},
    {"ko", "publish"},
    {"helm", "push"},
    {"oras", "push"},
    {"mvn", "deploy"},
    {"mvnw", "deploy"},
    {"mvn", "release:perform"},
    {"mvnw", "release:perform"},
    {"sbt", "publish"},
    {"mix", "hex.publish"},
    {"dart", "pub publish"},
    {"flutter", "pub publish"},
    {"pod", "trunk push"},
    {"luarocks", "upload"},
    {"cabal", "upload"},
    {"stack", "upload"},
    {"opam", "publish"},
    {"elm", "publish"},
    {"snapcraft", "upload"},
    {"snapcraft", "push"},
    {"rake", "release"},
    {"gh", "release create"},
    {"gh", "release upload"},
    {"gh", "release edit"},
    {"glab", "release create"},
    {"goreleaser", "release"},
    {"xcrun", "altool"},
    {"eas", "submit"},
    {"apm", "publish"},
    {"fastlane", "deliver"},
    {"fastlane", "supply"},
    {"fastlane", "release"},
    {"fastlane", "pilot"},
    {"fastlane", "upload_to_app_store"},
    {"fastlane", "upload_to_play_store"},
    {"fastlane", "upload_to_testflight"},
}};

// npm run publish: the project's own script of that name, whose inside is not judged.
bool runs_something_else(std::string_view first) {
    constexpr std::array<std::string_view, 14> running{"run", "run-script", "exec", "x",    "dlx",  "test", "build",
                                                       "add", "install",    "i",    "view", "info", "help", "search"};
    return is_one_of(first, running);
}

bool has_phrase(std::span<const Word> operands, std::string_view phrase) {
    constexpr std::size_t latest = 2;  // yarn workspace a publish
    for (std::size_t start = 0; start < operands.size() && start <= latest; ++start) {
        std::string_view rest = phrase;
        std::size_t at = start;
        while (!rest.empty() && at < operands.size()) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            if (operands[at].text != word) break;
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
            ++at;
        }
        if (rest.empty()) return true;
    }
    return false;
}

// gradle publishAllPublicationsToX; to the own machine it is a build.
bool publishes_by_task(std::span<const Word> operands) {
    return std::any_of(operands.begin(), operands.end(), [](const Word& word) {
        const std::string_view task = std::string_view(word.text).substr(word.text.rfind(':') + 1);
        const bool is_near = task.find("Local") != std::string_view::npos || task.find("M2") != std::string_view::npos;
        return !is_near && (task.starts_with("publish") || task.starts_with("+publish"));
    });
}

bool is_tried_out(const Call& call) {
    return is_only_tried(call) || call.has_word("--help") || call.has_word("-h") ||
           (call.program() == "cargo" && call.has_flag('n')) || (call.program() == "gh" && call.has_word("--draft")) ||
           (call.program() == "goreleaser" && call.has_flag(0, "snapshot"));
}

// Without a look at what is an option and what is not.
bool may_publish(std::string_view program, const Call& call) {
    return is_listed(program, "gradle gradlew sbt python semantic-release release-it np") || call.has_flag(0, "push") ||
           std::any_of(publishing.begin(), publishing.end(), [&](const Publishing& row) {
               return row.program == program && call.has_word(row.phrase.substr(0, row.phrase.find(' ')));
           });
}

bool publishes(const std::string& program, const Call& call) {
    const auto operands = call.operands({"--filter", "-F", "-C", "--cwd", "--dir", "--prefix", "-w", "--workspace",
                                         "--tag", "--registry", "-f", "-R", "--repo", "--context", "-H", "-s"});
    // They ask or do nothing outside of CI unless they are told to go ahead.
    const bool goes_ahead = (program == "semantic-release" && call.has_flag(0, "no-ci")) ||
                            (program == "release-it" && call.has_flag(0, "ci")) ||
                            (program == "np" && call.has_flag(0, "yolo"));
    const bool builds_image = program == "docker" || program == "podman" || program == "nerdctl";
    if (goes_ahead || (builds_image && call.has_flag(0, "push"))) return true;
    if (operands.empty() || runs_something_else(operands.front().text)) return false;
    if (program == "gradle" || program == "gradlew" || program == "sbt") return publishes_by_task(operands);
    if (program == "python") return operands.front().text.ends_with("setup.py") && call.has_word("upload");
    return std::any_of(publishing.begin(), publishing.end(), [&](const Publishing& row) {
        return row.program == program && has_phrase(operands, row.phrase);
    });
}

}  // namespace

bool judge_publishing(const Call& call, Judge& judge) {
    // ./gradlew, ./mvnw
    const std::string& written = call.program();
    const std::string program = written.find('/') == std::string::npos ? written : plain_program(written);
    if (!may_publish(program, call) || !publishes(program, call) || is_tried_out(call)) return false;
    judge.note(ShellClass::destructive, call, "publishes for everyone, which cannot be taken back");
    return true;
}

}  // namespace hm::shell
