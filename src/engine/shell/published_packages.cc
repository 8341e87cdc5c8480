// Handing something to everyone: a package to a registry, an image, a release. What others have fetched cannot be taken
// back, so that it is a person's to do. Trying it out is not.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

struct Publishing {
    std::string_view program;
    std::string_view phrase;  // its own words, next to each other
};

constexpr std::array<Publishing, 69> table{{
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
           std::any_of(table.begin(), table.end(), [&](const Publishing& row) {
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
    return std::any_of(table.begin(), table.end(), [&](const Publishing& row) {
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
