// A memory as commands would make it, for tests that put many into the store past the commands.
#pragma once

#include <string>

#include "domain/memory.h"
#include "support/world.h"

namespace hm::testing {

inline Memory plain_memory(World& world, const std::string& content) {
    Memory memory;
    memory.created_at = world.clock().now();
    memory.modified_at = memory.created_at;
    memory.id = world.ids().next(memory.created_at);
    memory.stamp = *StampText::make("131421092026");
    memory.shelf = *Word::make("project");
    memory.content = *MemoryText::make(content);
    return memory;
}

}  // namespace hm::testing
