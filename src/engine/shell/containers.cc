// Containers and clusters: what they take away, what of the machine they open, and what is run inside them.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"

namespace hm::shell {
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

bool scales_to_nothing(const Call& call) {
    const Word* replicas = call.value_of({"--replicas"});
    return replicas != nullptr && replicas->text == "0";
}

void judge_kubectl(const Call& call, Judge& judge) {
    const std::string sub = call.subcommand({"-n", "--namespace", "--context", "-l", "--kubeconfig"});
    constexpr std::array<std::string_view, 5> destroyers{"delete", "drain", "evict", "cordon", "taint"};
    const bool destroys =
        is_one_of(sub, destroyers) || (sub == "replace" && call.has_flag(0, "force")) ||
        (sub == "scale" && scales_to_nothing(call)) || call.has_flag(0, "prune") ||
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

}  // namespace hm::shell
