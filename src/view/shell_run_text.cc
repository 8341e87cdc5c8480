#include "view/shell_run_text.h"

#include <fmt/format.h>

namespace hm {

std::string shell_run_text(const ShellRunFacts& facts) {
    std::string text;
    if (facts.timed_out_after) {
        text = fmt::format("Stopped after {}, with everything it had started.\n", to_text(*facts.timed_out_after));
    } else if (facts.exit_code) {
        text = fmt::format("Exit code {}.\n", *facts.exit_code);
    } else {
        text = fmt::format("Ended by signal {}.\n", facts.signal);
    }
    text += facts.output.empty() ? "It printed nothing.\n" : facts.output;
    if (!text.ends_with('\n')) text += '\n';
    return text;
}

}  // namespace hm
