#include "adapters/cli/procedures.h"

#include <array>

namespace hm::cli {

std::span<const Procedure> all_procedures() {
    static const std::array procedures{init_procedure(),   demo_procedure(),   serve_procedure(),
                                       doctor_procedure(), export_procedure(), import_procedure()};
    return procedures;
}

}  // namespace hm::cli
