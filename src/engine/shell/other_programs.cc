// Programs that are not known. They are taken for tools of the project, unless their own words say that they take
// something away or what they are given says so.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 32> removing_words{
    "delete",       "destroy",          "drop",       "purge",     "wipe",
    "erase",        "terminate",        "remove",     "rm",        "rmi",
    "prune",        "uninstall",        "unlink",     "nuke",      "revoke",
    "obliterate",   "undeploy",         "unregister", "unmerge",   "undefine",
    "decommission", "deregister",       "rb",         "unpublish", "force_reset",
    "forget",       "deletion",         "teardown",   "deleteall", "flush_all",
    "flushall",     "reset-recursively"};

// Their parts make a name say it too: delete-job, purge_queue, context:remove.
constexpr std::array<std::string_view, 9> removing_parts{"delete",    "destroy", "drop", "purge",   "wipe",
                                                         "terminate", "erase",   "nuke", "deletion"};

constexpr std::array<std::string_view, 12> removing_flags{
    "delete",        "delete-all",    "remove-all",         "destroy",   "purge", "wipe", "drop", "erase",
    "reset-offsets", "delete-config", "delete-destination", "unregister"};

// Tools that keep a list of what the project needs; taking a line from it can be taken back.
constexpr std::array<std::string_view, 23> keepers_of_lists{
    "husky",  "pre-commit", "bower",  "lefthook",  "ng",       "pod",   "nuxi",  "rush",
    "lerna",  "flutter",    "dart",   "rebar",     "luarocks", "vcpkg", "conan", "spack",
    "meteor", "sf",         "shadcn", "changeset", "nx",       "turbo", "meson"};

bool has_removing_part(std::string_view word) {
    std::size_t at = 0;
    while (at <= word.size()) {
        const std::size_t end = std::min(word.find_first_of("-_:", at), word.size());
        if (is_one_of(word.substr(at, end - at), removing_parts)) return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

std::vector<Word> own_words(const Call& call) {
    const auto words = call.arguments();
    const auto end = std::find_if(words.begin(), words.end(), [](const Word& w) { return w.text == "--"; });
    const Call own(call.program(), words.subspan(0, static_cast<std::size_t>(end - words.begin())), call.command(),
                   call.script());
    std::vector<Word> operands = own.operands();
    const bool is_test = !operands.empty() && (operands.front().text == "test" || operands.front().text == "spec");
    if (is_test) operands.clear();
    return operands;
}

// ddrescue x /dev/sda, tool --out=/dev/nvme0n1
static bool names_a_device(const Call& call) {
    constexpr std::array<std::string_view, 9> devices{"/dev/sd",  "/dev/nvme", "/dev/hd",     "/dev/vd",    "/dev/disk",
                                                      "/dev/mem", "/dev/xvd",  "/dev/mapper", "/dev/mmcblk"};
    return std::any_of(call.arguments().begin(), call.arguments().end(), [&](const Word& word) {
        const std::string_view text = std::string_view(word.text).substr(word.text.find('=') + 1);
        return std::any_of(devices.begin(), devices.end(), [&](std::string_view d) { return text.starts_with(d); });
    });
}

bool is_only_tried(const Call& call) {
    constexpr std::string_view trying = "--dry-run --dryrun --dry-run=true --dry-run=client --dry-run=server";
    const auto words = call.arguments();
    return std::any_of(words.begin(), words.end(), [&](const Word& w) { return is_listed(w.text, trying); });
}

bool names_a_removal(const Call& call) {
    if (runs_tests(call.program()) || is_only_tried(call)) return false;
    constexpr std::size_t words_of_its_own = 5;
    const auto operands = own_words(call);
    for (std::size_t i = 0; i < std::min(operands.size(), words_of_its_own); ++i) {
        const std::string& word = operands[i].text;
        // A file, an address or a sentence is not the program's own word.
        if (word == "/delete") return true;
        // //tools:wipe_database
        if (word.starts_with("//") && has_removing_part(std::string_view(word).substr(word.rfind(':') + 1)))
            return true;
        if (word.find_first_of("/. =") != std::string::npos) continue;
        const bool takes_one = word.starts_with("remove-") || word.starts_with("remove_");
        if (takes_one || is_one_of(word, removing_words) || has_removing_part(word)) return true;
    }
    // hdfs dfs -rm -r: verbs that look as options do.
    const bool has_verb = std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
        return is_listed(w.text, "-rm -rmr -delete -destroy -purge -expunge -deleteduplicates -autonuke --autonuke");
    });
    // --delete-files, --uninstall-extension; --no-delete and --delete=false say the contrary.
    const bool says_it = std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
        const std::string_view name = std::string_view(w.text).substr(0, w.text.find('='));
        if (!name.starts_with("--") || name.starts_with("--no-") || name.find(':') != std::string_view::npos ||
            w.text.ends_with("=false"))
            return false;
        if (name.find("output") != std::string_view::npos || name.find("on-start") != std::string_view::npos)
            return false;
        return has_removing_part(name.substr(2)) || name.starts_with("--uninstall");
    });
    if (says_it) return true;
    return has_verb || std::any_of(removing_flags.begin(), removing_flags.end(),
                                   [&](std::string_view flag) { return call.has_flag(0, flag); });
}

// cmake -E rm -rf build
static bool judge_cmake_tool(const Call& call, Judge& judge) {
    if (const Word* script = call.program() == "cmake" ? call.value_of({"-P"}) : nullptr) {
        judge.runs_file(*script, call);
        return true;
    }
    const Word* tool = call.program() == "cmake" ? call.value_of({"-E"}) : nullptr;
    if (tool == nullptr) return false;
    const auto words = call.arguments();
    const auto at = std::find_if(words.begin(), words.end(), [&](const Word& w) { return &w == tool; });
    std::vector<Word> inner(at, words.end());
    const bool removes = tool->text == "rm" || tool->text == "remove" || tool->text == "remove_directory";
    if (!removes) return false;
    inner.front().text = "rm";
    if (tool->text == "remove_directory") inner.insert(inner.begin() + 1, Word{"-r"});
    judge.run_words(inner, call);
    return true;
}

// ant -f /tmp/evil.xml: what a build does stands in a file from elsewhere.
static const Word* foreign_recipes(const Call& call) {
    struct Builder {
        std::string_view program;
        std::initializer_list<std::string_view> options;
    };
    static const std::array<Builder, 8> builders{{{"make", {"-f", "--file", "--makefile"}},
                                                  {"gmake", {"-f", "--file", "--makefile"}},
                                                  {"ant", {"-f", "-file", "-buildfile"}},
                                                  {"gradle", {"-I", "--init-script", "-b", "--build-file"}},
                                                  {"task", {"-t", "--taskfile"}},
                                                  {"just", {"-f", "--justfile"}},
                                                  {"rake", {"-f", "--rakefile"}},
                                                  {"ninja", {"-f"}}}};
    for (const Builder& builder : builders) {
        if (builder.program != call.program()) continue;
        const Word* file = call.value_of(builder.options);
        const bool is_far = file != nullptr && (file->text.starts_with("/") || file->text.starts_with("~") ||
                                                file->text.starts_with("<("));
        return is_far ? file : nullptr;
    }
    return nullptr;
}

void judge_other_program(const Call& call, Judge& judge) {
    if (judge_cmake_tool(call, judge)) return;
    if (judge_held_commands(call, judge)) return;
    if (is_listed(call.program(), "hugo jekyll zola mkdocs mdbook eleventy")) {
        const Word* place = call.value_of({"-d", "--destination", "-o", "--output-dir", "--site-dir", "--dest-dir"});
        if (place != nullptr && !stays_inside(*place)) judge.writes(*place, call);
    }
    if (names_a_device(call)) return judge.note(ShellClass::destructive, call, "is given a device");
    const bool is_trashed = std::any_of(call.arguments().begin(), call.arguments().end(),
                                        [](const Word& w) { return w.text.starts_with("trash:"); });
    if (is_trashed) return judge.note(ShellClass::destructive, call, "throws files away");
    const bool is_make = call.program() == "make" || call.program() == "gmake";
    const Word* recipes = is_make ? call.value_of({"-f", "--file", "--makefile"}) : nullptr;
    if (recipes != nullptr && (recipes->text == "-" || recipes->text.starts_with("/dev/")))
        return judge.note(ShellClass::unknown, call, "runs the recipes that it is fed");
    if (const Word* foreign = foreign_recipes(call))
        return judge.note(ShellClass::unknown, call,
                          fmt::format("runs the recipes of {}, which is not of the project", foreign->text));
    constexpr std::array<std::string_view, 6> statements{"DROP", "DELETE", "TRUNCATE", "drop", "delete", "truncate"};
    // purge-queue, ldapdelete
    const bool says_it =
        (has_removing_part(call.program()) && call.program().find_first_of("-_") != std::string::npos) ||
        (call.program().size() > 7 && (call.program().ends_with("delete") || call.program().ends_with("destroy")));
    const bool is_statement = says_it || (is_one_of(call.program(), statements) && !call.arguments().empty());
    const bool takes_away = !is_make && !is_one_of(call.program(), keepers_of_lists) && names_a_removal(call);
    // openocd -c "flash erase_sector 0 0 last"
    const bool erases = is_listed(call.program(), "openocd pyocd JLinkExe") &&
                        std::any_of(call.arguments().begin(), call.arguments().end(),
                                    [](const Word& w) { return w.text.find("erase") != std::string::npos; });
    if (is_statement || takes_away || erases) {
        return judge.note(ShellClass::destructive, call, "says that it takes something away");
    }
    judge.note(ShellClass::build_test, call, "is a program that is not known; it is taken for a tool of the project");
}

// Containers and clusters: what they take away, what of the machine they open, and what is run inside them.

namespace {

using enum ShellClass;

constexpr std::string_view run_options =
    "-v --volume -w --workdir -e --env --env-file -p --publish --name --network --net -u --user --entrypoint --mount "
    "--platform --memory -m --cpus --gpus --shm-size -h --hostname --add-host --label -l --link --log-driver --restart "
    "--tmpfs --ulimit --pull --cidfile --security-opt --cap-add --ipc --pid --index -n --namespace -c --container";

// A shell to look around in: docker exec -it app sh.
bool is_bare_shell(std::span<const Word> inner) {
    constexpr std::array<std::string_view, 4> shells{"sh", "bash", "ash", "zsh"};
    return inner.size() == 1 && is_one_of(inner.front().text, shells);
}

bool opens_the_machine(const Call& call) {
    return call.has_flag(0, "privileged") ||
           std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
               return w.text.starts_with("/:/") || w.text.find("=/:/") != std::string::npos ||
                      w.text.find("docker.sock") != std::string::npos || w.text.starts_with("~:") ||
                      w.text.find("source=/,") != std::string::npos || w.text.find("src=/,") != std::string::npos ||
                      w.text.starts_with("-v/:") || w.text.starts_with("/etc:") || w.text.starts_with("/home:") ||
                      w.text.starts_with("/usr:") || w.text.starts_with("/var:") || w.text == "--pid=host" ||
                      w.text.find("SYS_ADMIN") != std::string::npos || w.text == "--cap-add=ALL";
           });
}

bool takes_away_containers(const Call& call, const std::string& sub, const std::string& verb) {
    const auto operands = call.operands();
    // docker rm $(docker ps -aq): whichever there are.
    const bool takes_any = std::any_of(operands.begin(), operands.end(),
                                       [](const Word& w) { return w.certainty == Certainty::unknown; }) ||
                           call.has_flag('a', "all");
    constexpr std::array<std::string_view, 12> kept{"volume", "network", "stack",   "node",   "service", "secret",
                                                    "config", "machine", "context", "plugin", "buildx",  "pod"};
    const std::string& act = sub == "container" || sub == "image" || sub == "compose" ? verb : sub;
    return verb == "prune" || sub == "prune" || (is_one_of(sub, kept) && (verb == "rm" || verb == "remove")) ||
           (sub == "swarm" && verb == "leave") || (sub == "trust" && verb == "revoke") ||
           (sub == "system" && (verb == "prune" || verb == "reset")) ||
           ((verb == "down" || sub == "down") && (call.has_flag('v', "volumes") || call.has_flag(0, "rmi"))) ||
           (act == "rm" && (call.has_flag('v', "volumes") || takes_any)) ||
           ((act == "rmi" || act == "kill" || act == "stop") && takes_any);
}

void judge_container(const Call& call, Judge& judge) {
    const auto operands = call.operands({"-H", "--host", "--context", "-f", "--file", "-p", "--project-name"});
    const std::string sub = operands.empty() ? "" : operands[0].text;
    const std::string verb = operands.size() > 1 ? operands[1].text : "";
    if (takes_away_containers(call, sub, verb)) return judge.note(destructive, call, "takes away what containers keep");
    if (opens_the_machine(call)) return judge.note(destructive, call, "opens the whole machine to a container");
    constexpr std::array<std::string_view, 11> asking{"ps",  "images", "logs", "inspect", "version", "info",
                                                      "top", "stats",  "port", "history", "diff"};
    if (is_one_of(sub, asking)) return judge.note(read, call, "only asks");
    if (sub == "push" || sub == "pull" || sub == "login") return judge.note(network, call, "reaches another machine");
    const bool is_compose = sub == "compose" || call.program() == "docker-compose";
    const std::string& act = sub == "compose" ? verb : sub;
    if (act == "exec" || act == "run") {
        // docker [compose] run <image or service> <command>
        const std::size_t own_words = sub == "compose" ? 3 : 2;
        const auto inner =
            call.behind_operands(own_words, is_compose ? "-f --file -p --project-name -e -u -w" : run_options);
        if (!inner.empty() && !is_bare_shell(inner)) judge.run_words(inner, call);
    }
    judge.note(build_test, call, "builds or runs containers");
}

bool stops_containers(const Call& call) {
    const Word* replicas = call.value_of({"--replicas"});
    return replicas != nullptr && replicas->text == "0";
}

void judge_kubectl(const Call& call, Judge& judge) {
    const std::string sub = call.subcommand({"-n", "--namespace", "--context", "-l", "--kubeconfig"});
    constexpr std::array<std::string_view, 5> destroyers{"delete", "drain", "evict", "cordon", "taint"};
    const bool destroys =
        is_one_of(sub, destroyers) || (sub == "replace" && call.has_flag(0, "force")) ||
        (sub == "scale" && stops_containers(call)) || call.has_flag(0, "prune") ||
        (sub == "rollout" && call.has_word("undo")) ||
        (sub == "patch" && std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
             return w.text.find("finalizers") != std::string::npos ||
                    w.text.find("\"replicas\":0") != std::string::npos;
         }));
    if (destroys) return judge.note(destructive, call, "takes away what runs in a cluster");
    const auto words = call.arguments();
    const auto dashes = std::find_if(words.begin(), words.end(), [](const Word& w) { return w.text == "--"; });
    if ((sub == "exec" || sub == "run" || sub == "debug") && dashes != words.end()) {
        const auto inner = words.subspan(static_cast<std::size_t>(dashes - words.begin()) + 1);
        if (!is_bare_shell(inner)) judge.run_words(inner, call);
    }
    judge.note(network, call, "talks to a cluster");
}

}  // namespace

bool judge_container_program(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 5> containers{"docker", "podman", "nerdctl", "docker-compose",
                                                         "podman-compose"};
    if (is_one_of(call.program(), containers)) {
        judge_container(call, judge);
        return true;
    }
    if (call.program() != "kubectl" && call.program() != "k" && call.program() != "oc") return false;
    judge_kubectl(call, judge);
    return true;
}

// Other agents, started so that nothing asks before they act. What they do is not judged here, so that such a start is
// handing over the choice.

namespace {

struct Agent {
    std::string_view program;
    std::string_view unasked;  // options that let it act unasked, separated by blanks
};

constexpr std::array<Agent, 18> agents{{
    {"claude", "bypassPermissions"},
    {"codex", "never --full-auto danger-full-access"},
    {"gemini", "-y yolo"},
    {"qwen", "-y yolo"},
    {"aider", "--yes --yes-always"},
    {"cursor-agent", "-f --force"},
    {"agent", "--force"},
    {"copilot", "--allow-all-tools --allow-all --allow-all-paths"},
    {"crush", "-y"},
    {"goose", "auto"},
    {"interpreter", "-y --auto_run"},
    {"q", "--trust-all-tools -a"},
    {"kiro-cli", "--trust-all-tools -a"},
    {"cline", "-y --yes"},
    {"openhands", "--always-approve"},
    {"droid", "--auto high"},
    {"opencode", "--auto"},
    {"plandex", "--full-auto"},
}};

// However the program is called: no other tool names its options so.
bool says_unasked(std::string_view word) {
    if (!word.starts_with("--")) return false;
    constexpr std::array<std::string_view, 7> parts{
        "dangerously",     "yolo",           "skip-permissions", "bypass-approvals", "bypass-permissions",
        "trust-all-tools", "allow-all-tools"};
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return word.find(part) != std::string_view::npos; });
}

// claude config set hooks '{}', codex mcp remove x: what governs an agent is a person's to change.
bool changes_its_rules(const Call& call) {
    const auto operands = call.operands();
    const std::string_view noun = operands.empty() ? std::string_view() : std::string_view(operands[0].text);
    const std::string_view verb = operands.size() > 1 ? std::string_view(operands[1].text) : std::string_view();
    return is_listed(noun, "config settings mcp plugin plugins extensions hooks") &&
           is_listed(verb, "set unset remove rm uninstall disable delete");
}

}  // namespace

bool judge_other_agent(const Call& call, Judge& judge) {
    const auto words = call.arguments();
    const auto row =
        std::find_if(agents.begin(), agents.end(), [&](const Agent& agent) { return agent.program == call.program(); });
    const bool is_unasked = std::any_of(words.begin(), words.end(), [&](const Word& word) {
        if (says_unasked(word.text)) return true;
        const std::size_t equals = word.text.starts_with("--") ? word.text.find('=') : std::string::npos;
        const std::string_view value =
            equals == std::string::npos ? word.text : std::string_view(word.text).substr(equals + 1);
        return row != agents.end() && (is_listed(value, row->unasked) || is_listed(word.text, row->unasked));
    });
    if (!is_unasked && row != agents.end() && changes_its_rules(call)) {
        judge.note(ShellClass::destructive, call, "changes what governs an agent");
        return true;
    }
    if (!is_unasked) return false;
    judge.note(ShellClass::destructive, call, "lets a program act that nothing asks or holds back");
    return true;
}

namespace {

constexpr std::array<std::string_view, 6> running_commands{".shell", ".system", "\\!", "system", "!", ".sh"};
constexpr std::array<std::string_view, 12> writing{".output", ".once", ".backup", ".save", ".clone", ".log",
                                                   "\\o",     "\\out", "\\w",     "\\g",   "tee",    "\\T"};
constexpr std::array<std::string_view, 5> reading{".read", "\\i", "\\ir", "source", "\\."};

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    text = text.substr(begin);
    while (!text.empty() && (text.ends_with(' ') || text.ends_with(';') || text.ends_with('\r'))) text.remove_suffix(1);
    return text;
}

std::string unquoted(std::string_view text) {
    text = trimmed(text);
    const bool is_quoted =
        text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
    return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

void writes_to(std::string_view target, const Call& call, Judge& judge) {
    const std::string file = unquoted(target);
    // ".backup main copy.db" names the file last; "|less" is a program.
    if (file.starts_with('|')) return judge.run_text({file.substr(1)}, call);
    const std::size_t blank = file.rfind(' ');
    if (file.empty() || file == "stdout" || file == "off") return;
    judge.note(ShellClass::write, call, "writes a file by a command of its own");
    judge.writes({blank == std::string::npos ? file : file.substr(blank + 1)}, call);
}

bool judge_line(std::string_view line, const Call& call, Judge& judge) {
    line = trimmed(line);
    const std::size_t end = line.starts_with("\\!") ? 2 : line.find_first_of(" \t");
    const std::string name =
        line.starts_with('\\') ? std::string(line.substr(0, end)) : lower_case(line.substr(0, end));
    const std::string_view rest = end == std::string_view::npos ? std::string_view() : line.substr(end);
    if (is_one_of(name, running_commands)) {
        judge.run_text({std::string(trimmed(rest))}, call);
        judge.note(ShellClass::unknown, call, "runs a program from within");
    } else if (is_one_of(name, writing)) {
        writes_to(rest, call, judge);
    } else if (is_one_of(name, reading)) {
        judge.runs_file({unquoted(rest)}, call);
    } else if (name == ".load") {
        judge.note(ShellClass::unknown, call, "loads code into the database");
    } else {
        return false;
    }
    return true;
}

// The text in quotes behind each place where the words stand: writefile('x', …), into outfile 'x', \copy t to 'x'.
bool judge_named_files(std::string_view text, const Call& call, Judge& judge) {
    const std::string lowered = lower_case(text);
    bool has_any = false;
    for (const std::string_view words : {"writefile(", "into outfile ", "into dumpfile ", "vacuum into "}) {
        for (std::size_t at = 0; (at = lowered.find(words, at)) != std::string::npos; at += words.size()) {
            const std::string_view rest = trimmed(text.substr(at + words.size()));
            has_any = true;
            const std::size_t close = rest.empty() ? std::string_view::npos : rest.find(rest.front(), 1);
            const bool is_quoted = (rest.starts_with('\'') || rest.starts_with('"')) && close != std::string_view::npos;
            if (is_quoted) {
                writes_to(rest.substr(0, close + 1), call, judge);
            } else {
                judge.note(ShellClass::unknown, call, "writes a file that is only known when it runs");
            }
        }
    }
    const bool runs_program =
        lowered.find(" program '") != std::string::npos || lowered.find(" program \"") != std::string::npos;
    if (runs_program) judge.note(ShellClass::unknown, call, "lets the database run a program");
    return has_any || runs_program;
}

}  // namespace

bool judge_client_commands(const Word& text, const Call& call, Judge& judge) {
    bool has_any = judge_named_files(text.text, call, judge);
    std::string_view rest = text.text;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        has_any |= judge_line(rest.substr(0, end), call, judge);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return has_any;
}

}  // namespace hm::shell
