#include "app/call_print.h"

#include "base/sha256.h"

namespace hm {

namespace {

std::string below(const std::string& root, const std::string& path) {
    return path.starts_with(root + "/") ? path.substr(root.size() + 1) : path;
}

}  // namespace

std::string call_print(const Id& session_id, const ToolUse& use, const std::filesystem::path& root) {
    std::string whole = session_id.text();
    for (const std::string* part : {&use.tool, &use.action, &use.task_id, &use.agent, &use.command}) {
        whole += '\n' + std::to_string(part->size()) + ' ' + *part;
    }
    for (const std::string& given : use.paths) {
        const std::string path = below(root.string(), given);
        whole += '\n' + std::to_string(path.size()) + ' ' + path;
    }
    // An approval is for where the call runs, too.
    for (const std::string& given : use.directories) {
        const std::string path = below(root.string(), given);
        whole += "\nin " + std::to_string(path.size()) + ' ' + path;
    }
    constexpr std::size_t digits = 16;
    return sha256_hex(whole).substr(0, digits);
}

}  // namespace hm
