#include "support/world.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "adapters/cli/cli.h"

namespace hm::testing {
namespace {

std::filesystem::path make_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "hivemind-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    // Stamps show local time; a test must read the same everywhere.
    setenv("TZ", "UTC", 1);
    return std::filesystem::canonical(name);
}

}  // namespace

World::World() : directory_(make_directory()), replies_(directory_, clock_, ids_) {}

World::~World() {
    std::error_code error;
    std::filesystem::remove_all(directory_, error);
}

CliOutcome World::cli(const std::vector<std::string>& arguments, ActorKind actor) {
    CliOutcome outcome;
    cli::Environment environment{
        .directory = directory_,
        .program = "/usr/bin/hivemind",
        .clock = clock_,
        .ids = ids_,
        .who_typed = [&] { return actor; },
        .out = [&](std::string_view text) { outcome.out += text; },
        .err = [&](std::string_view text) { outcome.err += text; },
        .variable = [this](const char* name) -> std::optional<std::string> {
            // A home of its own, and no client on the PATH.
            if (std::string_view(name) == "HOME") return (directory_ / "home").string();
            return std::nullopt;
        },
    };
    outcome.exit_code = cli::run(arguments, environment);
    return outcome;
}

json::value World::cli_json(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const CliOutcome outcome = cli(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    auto value = parse_json(outcome.out);
    EXPECT_TRUE(value.has_value()) << outcome.out;
    return value ? *value : json::value();
}

json::object World::opencode(std::string_view hook, json::object input) {
    return opencode_again(fmt::format("request-{}", ++asked_), hook, std::move(input));
}

json::object World::opencode_again(std::string_view id, std::string_view hook, json::object input) {
    json::object reply = replies_.answer({{"id", id}, {"hook", hook}, {"input", std::move(input)}});
    replies_.do_all_later();  // what a process of its own does behind the answers
    return reply;
}

}  // namespace hm::testing
