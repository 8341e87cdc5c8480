#include "app/call_print.h"

#include "base/sha256.h"

namespace hm {

std::string call_print(const Id& session_id, const ToolUse& use) {
    std::string whole = session_id.text();
    for (const std::string* part : {&use.tool, &use.action, &use.task_id, &use.agent, &use.command}) {
        whole += '\n' + std::to_string(part->size()) + ' ' + *part;
    }
    for (const std::string& path : use.paths) whole += '\n' + std::to_string(path.size()) + ' ' + path;
    constexpr std::size_t digits = 16;
    return sha256_hex(whole).substr(0, digits);
}

}  // namespace hm
