// What the command line offers beyond the catalog: acts on the project as a whole or on this process.
//
// To add one: 1. write its file here; 2. declare it below; 3. add its line to the list in procedures.cc.
#pragma once

#include <span>
#include <string_view>

#include "adapters/cli/environment.h"
#include "app/command/command.h"

namespace hm::cli {

struct Procedure {
    std::string_view name;
    std::string_view sentence;
    std::string_view positional;
    Shape (*input)();
    Result<int> (*run)(const json::object& input, bool wants_json, Environment& environment);
    Access access = Access::anyone;
    Shape (*answer)() = nullptr;  // the shape of what --json prints, for the reference pages; may be left out
    Loosens loosens = nullptr;
};

std::span<const Procedure> all_procedures();

Procedure init_procedure();
Procedure demo_procedure();
Procedure serve_procedure();
Procedure hook_procedure();
Procedure mcp_procedure();
Procedure doctor_procedure();
Procedure backup_procedure();
Procedure restore_procedure();
Procedure log_procedure();
Procedure gate_try_procedure();
Procedure help_procedure();
Procedure version_procedure();
Procedure completions_procedure();
Procedure man_procedure();
Procedure reference_procedure();
Procedure install_procedure();
Procedure export_procedure();
Procedure import_procedure();
Procedure uninstall_procedure();
Procedure eval_recall_procedure();
Procedure eval_localise_procedure();
Procedure review_undo_procedure();
Procedure trust_procedure();

}  // namespace hm::cli
