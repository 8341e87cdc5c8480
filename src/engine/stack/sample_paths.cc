#include "engine/stack/sample_paths.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

constexpr auto sample_folders = std::to_array<std::string_view>(
    {"example", "examples", "sample", "samples", "demo", "demos", "fixture", "fixtures", "__fixtures__", "playground",
     "playgrounds", "template", "templates", "testdata", "test-data", "__mocks__", "third_party"});

}  // namespace

bool is_sample_path(std::string_view path) {
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
        const std::string_view folder = path.substr(0, slash);
        if (std::ranges::find(sample_folders, folder) != sample_folders.end() || folder.starts_with("template-"))
            return true;
        path.remove_prefix(slash + 1);
    }
    return false;
}

}  // namespace hm
