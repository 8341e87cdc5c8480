// Programs that build, test, check or ask, and that on some options or verbs change what is kept all the same: a
// formatter, jest -u, npm install left-pad, gh pr merge. Asked by kind, whatever the program's class.
#include <algorithm>
#include <array>
#include <cctype>

#include "engine/shell/judges.h"
#include "engine/shell/places.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

// Whether the words are `program verb`, with the verb among those listed.
struct Verb {
    std::string_view programs;
    std::string_view verbs;
};

// Formatters rewrite what they are given unless they are asked to check.
constexpr std::string_view formatters =
    "black isort rustfmt yapf-diff swiftformat stylua nixfmt alejandra google-java-format autoflake pyupgrade "
    "dartfmt terraform-docs fprettify pg_format taplo-format";
constexpr std::array<Verb, 11> format_verbs{{
    {"ruff deno zig nix terraform tofu terragrunt cue gleam mix dart dotnet cargo go buf taplo treefmt bun rome",
     "format fmt hclfmt"},
    {"php-cs-fixer ecs rector", "fix process"},
    {"cargo", "fix add remove rm update new init generate-lockfile"},
    {"go", "fix generate get"},
    {"npm pnpm yarn bun", "version init create link unlink pkg set-script dedupe import patch patch-commit"},
    {"insta cargo-insta", "accept review"},
    {"dotnet", "new add remove"},
    {"prisma drizzle-kit knex sequelize typeorm alembic flyway liquibase dbmate goose sqlx diesel",
     "migrate push upgrade downgrade revision up down redo seed"},
    {"helm", "install upgrade rollback create"},
    {"poetry uv pdm pipenv hatch rye", "add remove lock update init version new"},
    {"bundle composer gem", "add update require remove init lock"},
}};
constexpr std::string_view checking =
    "--check -check --check-only --diff --dry-run --list-different -l --verify-no-changes --fail-on-change "
    "--check-formatted "
    "--lint --set-exit-if-changed --no-write --verify";

// Options that say: rewrite what differs.
constexpr std::string_view fixing =
    "--fix --fix-only --autofix --auto-fix --autocorrect --autocorrect-all --auto-correct --unsafe-fixes --write "
    "--in-place --inplace --update --update-snapshot --update-snapshots --updateSnapshot --updateSnapshots "
    "--snapshot-update --update-goldens --update-golden --update-expected --update-baseline --force-regen --regen-all "
    "--regenerate --regtest-reset --accept --bless --overwrite --rewrite --test-update-golden -update "
    "--inline-snapshot --generate-baseline --set-baseline --write-baseline --create-baseline";
// -w and -i of those that have them for it, -u of those that keep snapshots, -a and -A of rubocop and standardrb.
constexpr std::string_view with_w = "prettier gofmt goimports gofumpt shfmt biome yq jsonlint golines gci dprint";
constexpr std::string_view with_i = "clang-format autopep8 yapf xmlstarlet yq perltidy astyle uncrustify ktfmt";
constexpr std::string_view with_u = "jest vitest ava bun react-scripts npm yarn pnpm test-storybook";
constexpr std::string_view with_a = "rubocop standardrb erblint";

// What a verb or the name of a target says: lint:fix, db:migrate, generate.
constexpr std::string_view changing_words =
    "fix format fmt prettify generate gen codegen scaffold migrate migration makemigrations seed release publish "
    "deploy bump upgrade install-hooks update-snapshots snapshots accept tidy startproject startapp";
// What is asked of another machine, or of what runs here: looked at unless the word says that it changes.
constexpr std::string_view changing_elsewhere =
    "create merge close reopen edit comment review approve lock unlock transfer fork clone checkout rerun cancel "
    "enable disable apply scale patch set label annotate cordon uncordon drain taint cp mv sync put post push upload "
    "deploy import restart start stop update upgrade install add promote rollback run invoke send publish replace "
    "expose autoscale undo";
constexpr std::string_view asked_elsewhere =
    "gh glab kubectl oc aws gcloud gsutil az heroku vercel netlify fly flyctl firebase doctl railway wrangler supabase "
    "nomad consul vault eksctl hcloud linode-cli";

bool is_option(std::string_view word) {
    return word.size() > 1 && word.front() == '-';
}

bool has_any(const Call& call, std::string_view options) {
    return std::ranges::any_of(call.arguments(), [&](const Word& word) {
        const std::string_view name = std::string_view(word.text).substr(0, word.text.find('='));
        return is_option(name) && is_listed(name, options);
    });
}

bool has_letter(const Call& call, std::string_view programs, std::string_view letter) {
    return is_listed(call.program(), programs) && call.has_word(letter);
}

// lint:fix, db_migrate: one of its parts is such a word.
bool has_part(std::string_view name, std::string_view words) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const bool is_inside = i < name.size() && (std::isalnum(static_cast<unsigned char>(name[i])) != 0);
        if (is_inside) continue;
        if (is_listed(name.substr(begin, i - begin), words)) return true;
        begin = i + 1;
    }
    return false;
}

bool names_a_check(std::string_view target) {
    return has_part(target, "check test lint verify dry");
}

// make fmt, npm run lint:fix, rails db:migrate, just generate.
bool runs_changing_target(const Call& call) {
    const bool has_scripts = is_listed(call.program(), "npm pnpm yarn bun");
    const bool has_targets = is_listed(call.program(), "make gmake just task mage rake rails invoke nox hatch artisan");
    if (!has_scripts && !has_targets) return false;
    const auto operands = call.operands({"-C", "-f", "--prefix", "--dir", "--filter", "-w", "--workspace", "--cwd"});
    std::size_t first = 0;
    if (has_scripts && !operands.empty() && is_listed(operands[0].text, "run run-script")) first = 1;
    if (has_scripts && first == 0 && call.program() == "npm") return false;
    if (first >= operands.size()) return false;
    const std::size_t end = has_targets && call.program() != "rails" ? operands.size() : first + 1;
    return std::any_of(operands.begin() + static_cast<std::ptrdiff_t>(first),
                       operands.begin() + static_cast<std::ptrdiff_t>(end), [&](const Word& target) {
                           const std::string_view name = target.text;
                           const bool is_short =
                               call.program() == "rails" && is_listed(name, "g generate new d destroy");
                           const bool is_install = has_targets && name == "install";
                           // format:check, lint:fix:dry
                           const bool is_check = names_a_check(name) && !has_part(name, "fix update");
                           return is_short || is_install || (has_part(name, changing_words) && !is_check);
                       });
}

// npm install left-pad, pip install requests, yarn add: a package that the project did not name before.
bool names_a_package(const Call& call) {
    const auto operands = call.operands({"-r", "--requirement", "-c", "--constraint", "--prefix", "-w", "--workspace",
                                         "-C", "--filter", "--cwd", "-i", "--index-url", "--registry"});
    if (operands.empty()) return false;
    const std::string_view verb = operands[0].text;
    if (is_listed(call.program(), "npm pnpm yarn bun deno")) {
        if (is_listed(verb, "add remove uninstall rm un unlink update up upgrade")) return true;
        return is_listed(verb, "install i") && operands.size() > 1 && !call.has_flag('g', "global");
    }
    return call.program() == "npm" && verb == "audit" && operands.size() > 1;
}

// python manage.py migrate, django-admin startproject x, flask db upgrade.
bool runs_changing_command(const Call& call) {
    const auto operands = call.operands();
    const auto word = [&](std::size_t i) { return i < operands.size() ? std::string_view(operands[i].text) : ""; };
    const bool is_manage = is_listed(call.program(), "python python3 django-admin php flask bin/rails") ||
                           call.program().starts_with("python");
    if (!is_manage) return false;
    const std::size_t first = word(0).ends_with("manage.py") || word(0) == "artisan" || word(0) == "db" ? 1 : 0;
    if (first == 0 && call.program() != "django-admin") return false;
    return has_part(word(first), changing_words) ||
           has_part(word(first), "flush loaddata upgrade downgrade revision make");
}

// npx create-next-app, npx degit, npx shadcn add, tsc --init, cargo new.
bool makes_a_project(const Call& call) {
    if (call.program().starts_with("create-") || is_listed(call.program(), "degit tiged cookiecutter copier yo"))
        return true;
    const auto operands = call.operands();
    const std::string_view verb = operands.empty() ? "" : std::string_view(operands[0].text);
    return is_listed(call.program(),
                     "shadcn shadcn-ui tailwindcss husky eslint playwright storybook sb expo ng nest "
                     "rails django-admin sst amplify changeset") &&
           is_listed(verb, "init add new generate g create startproject");
}

// Options whose value is the next word. What is missing here is taken for an address, and for none of this machine.
struct AskingProgram {
    std::string_view programs;
    std::string_view letters;
    std::string_view options;
};
constexpr std::array<AskingProgram, 3> asking_programs{{
    {"curl", "AbcCdDeEFHKmoPQrtTuUwxXyYz",
     "--abstract-unix-socket --aws-sigv4 --cacert --capath --cert --cert-type --ciphers --config --connect-timeout "
     "--connect-to --continue-at --cookie --cookie-jar --data --data-ascii --data-binary --data-raw --data-urlencode "
     "--dump-header --form --form-string --header --interface --json --key --key-type --limit-rate --max-filesize "
     "--max-redirs --max-time --netrc-file --noproxy --oauth2-bearer --output --output-dir --pass --preproxy --proto "
     "--proto-default --proxy --proxy-header --proxy-user --quote --range --referer --request --request-target "
     "--resolve --retry --retry-delay --retry-max-time --socks5 --socks5-hostname --speed-limit --speed-time --stderr "
     "--time-cond --tls-max --trace --trace-ascii --unix-socket --upload-file --url-query --user --user-agent "
     "--write-out"},
    {"wget", "aABDeIloOPQRtTUwX",
     "--body-data --body-file --ca-certificate --directory-prefix --execute --header --limit-rate --load-cookies "
     "--method --output-document --output-file --password --post-data --post-file --referer --save-cookies --timeout "
     "--tries --user --user-agent --wait"},
    {"http https xh", "aAops",
     "--auth --auth-type --cert --cert-key --output --print --proxy --session --session-read-only --style --timeout "
     "--verify"},
}};

// -d, -sXd, --data; not -XPOST, which holds its value itself.
bool takes_next_word(const Call& call, std::string_view option) {
    const auto* const row = std::ranges::find_if(
        asking_programs, [&](const AskingProgram& each) { return is_listed(call.program(), each.programs); });
    if (row == asking_programs.end()) return false;
    if (option.starts_with("--")) return is_listed(option, row->options);
    const std::size_t first = option.find_first_of(row->letters, 1);
    return first != std::string_view::npos && first + 1 == option.size();
}

std::vector<std::string_view> asked_addresses(const Call& call) {
    const bool has_items = is_listed(call.program(), "http https xh");
    std::vector<std::string_view> addresses;
    bool only_operands = false;
    const auto words = call.arguments();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i].text;
        if (!only_operands && word == "--") {
            only_operands = true;
        } else if (!only_operands && word.starts_with("--url=")) {
            addresses.push_back(word.substr(word.find('=') + 1));
        } else if (!only_operands && word != "--url" && is_option(word)) {
            if (takes_next_word(call, word)) ++i;
        } else if (word != "--url") {
            // http POST :8000/x name=value: only the first that is no method is an address.
            const bool is_method = has_items && is_listed(word, "GET HEAD OPTIONS POST PUT PATCH DELETE");
            if (!is_method && !(has_items && !addresses.empty())) addresses.push_back(word);
        }
    }
    return addresses;
}

// What a header or the data say does not count, and no address may be led elsewhere.
bool asks_only_here(const Call& call) {
    const bool is_led =
        call.program() == "curl" && call.value_of({"-x", "--proxy", "--preproxy", "--socks5", "--socks5-hostname",
                                                   "--connect-to", "--resolve", "-K", "--config"}) != nullptr;
    const auto addresses = asked_addresses(call);
    return !is_led && !addresses.empty() && std::ranges::all_of(addresses, is_own_machine);
}

// curl -X POST to another machine, gh pr merge, kubectl apply.
bool changes_elsewhere(const Call& call) {
    if (is_listed(call.program(), "curl wget http https xh")) {
        const auto words = call.arguments();
        const Word* method = call.value_of({"-X", "--request", "--method"});
        const bool sends = call.has_flag('d', "data") || call.has_flag('F', "form") || call.has_flag(0, "data-raw") ||
                           call.has_flag(0, "data-binary") || call.has_flag(0, "json") ||
                           call.has_flag('T', "upload-file") || call.has_flag(0, "post-data") ||
                           (method != nullptr && !is_listed(method->text, "GET HEAD OPTIONS"));
        const bool is_printed =
            call.has_flag(0, "spider") || call.value_of({"-O", "--output-document"}) != nullptr ||
            std::ranges::any_of(words, [](const Word& w) { return w.text.starts_with('-') && w.text.ends_with("O-"); });
        const bool keeps =
            call.program() == "curl" ? call.has_flag('O', "remote-name") : call.program() == "wget" && !is_printed;
        return keeps || (sends && !asks_only_here(call));
    }
    if (!is_listed(call.program(), asked_elsewhere)) return false;
    const auto operands = call.operands({"-n", "--namespace", "-R", "--repo", "--context", "--profile", "--region"});
    const Word* method = call.value_of({"-X", "--method"});
    if (call.program() == "gh" && !operands.empty() && operands[0].text == "api") {
        const bool has_fields =
            call.has_flag('f', "raw-field") || call.has_flag('F', "field") || call.has_flag(0, "input");
        return method != nullptr ? !is_listed(method->text, "GET HEAD") : has_fields;
    }
    // kubectl rollout restart, and else kubectl verb thing; the others say thing verb, or verb thing.
    const bool is_verb_first =
        is_listed(call.program(), "kubectl oc") && !operands.empty() && operands[0].text != "rollout";
    const std::size_t own_words = is_verb_first ? 1 : 2;
    for (std::size_t i = 0; i < std::min(operands.size(), own_words); ++i) {
        const std::string_view word = operands[i].text;
        const std::string_view first = word.substr(0, word.find_first_of("-:"));
        // gh run list, aws s3 ls: the noun is no verb.
        const bool is_noun = i == 0 && is_listed(word, "run release label deploy") && operands.size() > 1 &&
                             !is_listed(call.program(), "kubectl oc");
        if (!is_noun && (is_listed(word, changing_elsewhere) || is_listed(first, changing_elsewhere))) return true;
    }
    return false;
}

// mkdir -p src/x: no path that it writes tells of it.
bool makes_kept_folders(const Call& call) {
    if (call.program() != "mkdir") return false;
    return std::ranges::any_of(call.operands({"-m", "--mode"}), [](const Word& folder) {
        const bool is_passing = is_scratch(folder) || is_listed(folder.text, "/tmp /tmp/");
        return !is_passing && !is_build_output(folder.text) && !lies_among_outputs(folder.text);
    });
}

}  // namespace

bool rewrites(const Call& call) {
    // Our own commands say themselves who may do what: doctor --fix.
    if (call.program() == "hivemind") return false;
    if (makes_kept_folders(call)) return true;
    if (has_any(call, checking)) return false;
    if (has_any(call, fixing) || has_letter(call, with_w, "-w") || has_letter(call, with_i, "-i") ||
        has_letter(call, with_u, "-u") || has_letter(call, with_a, "-a") || has_letter(call, with_a, "-A")) {
        return true;
    }
    const auto operands = call.operands({"-C", "--manifest-path", "--prefix", "--cwd"});
    const std::string_view verb = operands.empty() ? "" : std::string_view(operands[0].text);
    const std::string_view second = operands.size() < 2 ? "" : std::string_view(operands[1].text);
    if (is_listed(call.program(), formatters)) return !is_listed(verb, "check");
    for (const Verb& row : format_verbs) {
        if (is_listed(call.program(), row.programs) && is_listed(verb, row.verbs)) return true;
    }
    if (call.program() == "tsc" && call.has_flag(0, "init")) return true;
    const bool is_two_words = (call.program() == "go" && verb == "mod" && is_listed(second, "tidy init edit vendor")) ||
                              (call.program() == "go" && verb == "work") ||
                              (call.program() == "cargo" && verb == "insta" && is_listed(second, "accept review")) ||
                              (call.program() == "npm" && verb == "audit" && second == "fix") ||
                              (call.program() == "dotnet" && verb == "ef" && second == "migrations") ||
                              (call.program() == "prisma" && verb == "db" && is_listed(second, "push seed pull"));
    return is_two_words || runs_changing_target(call) || names_a_package(call) || runs_changing_command(call) ||
           makes_a_project(call) || changes_elsewhere(call);
}

// UPDATE_SNAPSHOTS=1 npm test, INSTA_UPDATE=always cargo test, BLESS=1. Not NO_UPDATE_NOTIFIER=1.
bool asks_to_rewrite(const Assigned& assigned) {
    const std::string name = lower_case(assigned.name);
    const bool is_off =
        assigned.value.text.empty() || is_listed(lower_case(assigned.value.text), "0 false no none off");
    return !is_off && has_part(name, "update bless regenerate regen rewrite rebaseline") &&
           !has_part(name, "no disable skip auto notifier check");
}

}  // namespace hm::shell
