// For commands of nouns whose records wait for each other: what was written is refused again, and with it the whole
// command, when no order could keep it.
#pragma once

#include <array>

#include "app/work/task.h"

namespace hm {

template <Result<Receipt> (*Run)(const json::value&, const CommandContext&)>
Result<Receipt> in_order(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Receipt receipt, Run(input, context));
    const std::array changed{*receipt.id};
    HM_TRY(check_order(changed, context));
    return receipt;
}

// The command with another run than its own.
inline Command with_run(Command command, Result<Receipt> (*run)(const json::value&, const CommandContext&)) {
    command.run = run;
    return command;
}

}  // namespace hm
