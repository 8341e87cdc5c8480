#include "engine/pack/passes.h"

namespace hm {

// A pack that somebody saved as a memory must not come back inside the next one.
void drop_own_output(Pack& pack, const PackFacts&) {
    leave_out(pack, [](const PackItem& item) -> std::string {
        const auto* shown = std::get_if<ShownMemory>(&item.what);
        const auto* dead_end = std::get_if<DeadEnd>(&item.what);
        const Memory* memory = shown != nullptr      ? &shown->candidate.memory
                               : dead_end != nullptr ? &dead_end->memory
                                                     : nullptr;
        const bool is_ours =
            memory != nullptr && memory->content.view().find("<hivemind_state") != std::string_view::npos;
        return is_ours ? "holds a pack of our own" : "";
    });
}

}  // namespace hm
