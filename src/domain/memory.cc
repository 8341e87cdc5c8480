#include "domain/memory.h"

namespace hm {

std::optional<Time> stale_at_for(const Memory& memory, Duration fresh_for) {
    if (memory.kind == MemoryKind::false_path || memory.standing == Standing::verified) return std::nullopt;
    return memory.created_at + fresh_for;
}

}  // namespace hm
