// What the command line offers beyond the catalog: acts on the project as a whole or on this process.
//
// To add one: 1. write its file here; 2. declare it below; 3. add its line to the list in procedures.cc.
#pragma once

#include <span>
#include <string_view>

#include "adapters/cli/environment.h"
#include "base/shape.h"

namespace hm::cli {

struct Procedure {
    std::string_view name;
    std::string_view sentence;
    std::string_view positional;
    Shape (*input)();
    Result<int> (*run)(const json::object& input, bool wants_json, Environment& environment);
};

std::span<const Procedure> all_procedures();

Procedure init_procedure();
Procedure demo_procedure();
Procedure serve_procedure();
Procedure doctor_procedure();
Procedure export_procedure();
Procedure import_procedure();

}  // namespace hm::cli
