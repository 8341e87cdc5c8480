#include <array>

#include "app/catalog.h"
#include "app/commands/commands.h"

namespace hm {

std::span<const Command> all_commands() {
    static const std::array commands{
        create_task(), start_task(),      complete_task(), release_task(), pause(),
        save_memory(), flag_false_path(), save_anchor(),   set_config(),
    };
    return commands;
}

}  // namespace hm
