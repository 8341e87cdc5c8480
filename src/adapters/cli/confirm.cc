#include "adapters/cli/confirm.h"

#include <fmt/format.h>
#include <unistd.h>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/typed_line.h"

namespace hm::cli {

std::optional<int> ended_without_consent(bool has_agreed, std::string_view question, Environment& environment) {
    if (has_agreed) return std::nullopt;
    if (isatty(STDIN_FILENO) == 0) {
        environment.err("This was not done: nobody can be asked here. Add --yes to do it.\n");
        return wrong_usage;
    }
    environment.err(fmt::format("{} [y/N] ", question));
    const std::string answer = read_typed_line().value_or("");
    if (answer == "y" || answer == "Y" || answer == "yes") return std::nullopt;
    environment.err("This was not done.\n");
    return refused;
}

}  // namespace hm::cli
