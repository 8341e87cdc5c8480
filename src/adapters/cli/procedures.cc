#include "adapters/cli/procedures.h"

#include <array>

namespace hm::cli {

std::span<const Procedure> all_procedures() {
    static const std::array procedures{
        init_procedure(),        demo_procedure(),        serve_procedure(),         hook_procedure(),
        doctor_procedure(),      log_procedure(),         gate_try_procedure(),      help_procedure(),
        version_procedure(),     install_procedure(),     uninstall_procedure(),     backup_procedure(),
        restore_procedure(),     export_procedure(),      import_procedure(),        mcp_procedure(),
        eval_recall_procedure(), review_undo_procedure(), completions_procedure(),   man_procedure(),
        reference_procedure(),   trust_procedure(),       eval_localise_procedure(),
    };
    return procedures;
}

}  // namespace hm::cli
