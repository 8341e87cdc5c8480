// Code of another language whose doing can be told because it uses nothing but what does no harm.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hm::shell {

struct ScannedCode {
    bool writes = false;
    std::vector<std::string> paths;  // names of files in it, any of which it may write
};

// Nothing when something in it cannot be told.
std::optional<ScannedCode> scan_python(std::string_view code);

// Whether all of it replaces text in what it is fed: s/a/b/g; tr/a/b/.
bool only_replaces(std::string_view code);

}  // namespace hm::shell
