// Words of a program that others choose: xargs and find add them, a variable holds them. What they will be is not
// known, so the worst that they can make of the program counts, as far as the words that are known leave it open.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

// A program whose first words say what it does.
struct OpenVerbs {
    std::string_view programs;
    std::string_view options_with_value;
    std::string_view groups;    // verbs that have verbs of their own; "*" is every one
    std::string_view harmless;  // verbs that no further word makes worse; "*" is every one
};

constexpr std::string_view package_options = "--prefix -C --dir --filter -w --workspace -F --cwd";

constexpr std::array<OpenVerbs, 12> open_verbs{{
    {"git hub", "-C -c --git-dir --work-tree --namespace",
     "stash remote worktree submodule notes bisect reflog lfs bundle maintenance sparse-checkout",
     "add blame annotate status ls-files ls-tree rev-parse cat-file check-ignore check-attr merge-base name-rev "
     "describe for-each-ref show-ref var version help count-objects cherry verify-commit verify-tag commit merge "
     "cherry-pick revert mv update-index init hash-object show-branch"},
    {"docker podman nerdctl docker-compose podman-compose", "-H --host --context -f --file -p --project-name --profile",
     "compose container image volume network system builder buildx context stack service swarm node secret config "
     "plugin manifest trust machine pod",
     "ps images logs inspect version info top stats port history diff pull start restart pause unpause wait tag events "
     "search ls list config build up"},
    {"kubectl k oc", "-n --namespace --context -l --kubeconfig", "config rollout auth set certificate",
     "get describe logs top explain version api-resources api-versions cluster-info diff wait view current-context "
     "get-contexts status history can-i"},
    {"helm", "-n --namespace --kube-context", "repo plugin dependency get show",
     "list ls status history search template lint all values manifest chart hooks notes"},
    {"terraform tofu terragrunt", "", "state workspace",
     "fmt validate show output graph version providers plan list pull"},
    {"npm", package_options, "config cache dist-tag owner access token team org hook profile",
     "run run-script test t tst start stop restart view info ls list outdated why explain install i add ci update pack "
     "audit docs repo bugs search fund query ping root prefix bin whoami doctor rebuild dedupe get"},
    {"yarn pnpm bun", package_options, "config cache global npm pm plugin", "*"},
    {"pip pipx uv conda gem bundle poetry pdm cargo go composer dotnet deno brew apt apt-get aptitude apk yum dnf snap "
     "pulumi systemctl service supervisorctl hg svn jj bzr p4 fossil borg restic flyway liquibase",
     "-C -p -o -t", "", "*"},
    {"gh glab", "-R --repo",
     "pr mr issue repo release run workflow secret variable gist auth ssh-key gpg-key label project extension cache "
     "codespace org ruleset config alias ci",
     "list view close checks status diff comment reopen watch download create edit ready review browse"},
    {"aws gcloud az doctl eksctl hcloud linode-cli supabase", "--profile --region --project", "*", "*"},
    {"gsutil bq heroku vercel netlify fly flyctl firebase railway wrangler serverless sls sam cdk s3cmd mc rclone "
     "vault "
     "consul etcdctl nomad rabbitmqctl",
     "", "", "*"},
    // Programs of no verb, among whose options are some that write, send, remove or run.
    {"curl wget http https xh aria2c dd find fd fdfind make gmake sed sort tar rg ag man less perl ruby ssh scp sftp "
     "rsync "
     "psql mysql sqlite3 redis-cli mongosh mongo crontab",
     "", "", ""},
}};

const OpenVerbs* verbs_of(std::string_view program) {
    const auto row = std::find_if(open_verbs.begin(), open_verbs.end(),
                                  [&](const OpenVerbs& each) { return is_listed(program, each.programs); });
    return row == open_verbs.end() ? nullptr : &*row;
}

bool has_verbs(const OpenVerbs& row) {
    return !row.groups.empty() || !row.harmless.empty();
}

struct OpenCall {
    std::vector<Word> operands;
    Openness openness = Openness::closed;  // of what may still be added to it
};

// Options end at --: what stands behind it can only be a name.
OpenCall read_open(const Call& call, const OpenVerbs& row) {
    OpenCall read;
    bool only_operands = false;
    const auto words = call.arguments();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Word& word = words[i];
        // cargo +nightly says which cargo it is.
        const bool is_option =
            word.text.size() > 1 && (word.text.front() == '-' || word.text.front() == '+') && !only_operands;
        if (word.text == "--" || word.text == "--end-of-options") {
            only_operands = true;
            continue;
        }
        // One word is the value of an option. At the end any number of them may come.
        const bool takes_next = is_option && is_listed(word.text, row.options_with_value) && i + 2 < words.size();
        // Of the many options of these programs not all are known: vercel --token $TOKEN.
        const bool may_take = is_option && row.harmless == "*" && i + 1 < words.size() &&
                              words[i + 1].openness == Openness::closed && words[i + 1].certainty == Certainty::unknown;
        if (takes_next || may_take) ++i;
        read.openness =
            std::max(read.openness, only_operands ? std::min(word.openness, Openness::names) : word.openness);
        if (!is_option) read.operands.push_back(word);
    }
    return read;
}

bool is_open(const Word& word) {
    return word.openness != Openness::closed || word.certainty == Certainty::unknown;
}

}  // namespace

bool is_positional(const Word& word) {
    std::string_view text = word.text;
    if (word.certainty != Certainty::unknown || !text.starts_with('$')) return false;
    text.remove_prefix(text.starts_with("${") ? 2 : 1);
    if (text.ends_with('}')) text.remove_suffix(1);
    return text.starts_with('@') || text.starts_with('*') || text.ends_with("[@]") || text.ends_with("[*]") ||
           (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos);
}

bool judge_open_words(const Call& call, Judge& judge) {
    const auto words = call.arguments();
    if (std::none_of(words.begin(), words.end(), [](const Word& word) { return is_open(word) || word.has_glob; }))
        return false;
    const OpenVerbs* row = verbs_of(call.program());
    if (row == nullptr) return false;
    const OpenCall read = read_open(call, *row);
    const auto refuse = [&](std::string_view why) {
        const bool is_added = read.openness != Openness::closed;
        judge.note(is_added ? ShellClass::destructive : ShellClass::unknown, call, std::string(why));
        return true;
    };
    constexpr std::string_view any_verb = "gets its verb from elsewhere, which may be any that the program has";
    constexpr std::string_view any_option =
        "gets words from elsewhere, which may be options that destroy or run something";
    if (!has_verbs(*row)) return read.openness == Openness::anything && refuse(any_option);
    if (read.operands.empty()) return read.openness != Openness::closed && refuse(any_verb);
    // git pus*: a file of that name makes it one.
    const auto may_be_any = [](const Word& word) { return is_open(word) || word.has_glob; };
    if (may_be_any(read.operands[0])) return refuse(any_verb);
    const bool is_group = row->groups == "*" || is_listed(read.operands[0].text, row->groups);
    // gh api repos/$x: what begins with letters of its own is no verb of a group.
    const auto may_be_verb = [&](const Word& word) {
        const bool is_whole = word.text.starts_with('$') || word.text.starts_with('`');
        return word.openness != Openness::closed || (may_be_any(word) && (is_whole || word.has_glob));
    };
    if (is_group && read.operands.size() > 1 && may_be_verb(read.operands[1])) return refuse(any_verb);
    const std::string& verb = read.operands[is_group && read.operands.size() > 1 ? 1 : 0].text;
    if (read.openness == Openness::closed) return false;
    // Names alone do it: files that are checked out lose their changes, and what is pushed may be a deletion.
    const bool is_git = row == open_verbs.data() && !is_group;
    if (is_git && verb == "checkout" && !call.has_flag('b'))
        return refuse("throws away the changes of what it is given");
    if (is_git && verb == "push") return refuse("pushes whatever it is given, deletions included");
    const bool is_harmless = row->harmless == "*" || is_listed(verb, row->harmless);
    return read.openness == Openness::anything && !is_harmless && refuse(any_option);
}

}  // namespace hm::shell
