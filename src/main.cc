#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "adapters/cli/cli.h"
#include "adapters/cli/person.h"
#include "adapters/clients/shared/newer_program.h"

namespace {

void print(std::FILE* stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
}

std::optional<std::string> variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace

int main(int count, char** values) {
    hm::SystemClock clock;
    hm::RandomIds ids;
    std::error_code error;
    hm::cli::Environment environment{
        .directory = std::filesystem::current_path(error),
        .program = std::filesystem::read_symlink("/proc/self/exe", error),
        .clock = clock,
        .ids = ids,
        .who_typed = hm::cli::who_typed,
        .out = [](std::string_view text) { print(stdout, text); },
        .err = [](std::string_view text) { print(stderr, text); },
        .become_installed = hm::become_installed_program,
        .variable = variable,
        .ends_afterwards = true,
    };
    const int code = hm::cli::run({values + 1, values + count}, environment);
    // Taking apart what the catalogs hold would only keep the caller waiting.
    std::fflush(nullptr);
    std::_Exit(code);
}
