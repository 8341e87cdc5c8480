#include "store/stand_in.h"

namespace hm {
namespace {

constexpr const char* in_memory = ":memory:";

}  // namespace

ProjectPaths stand_in_paths(const std::filesystem::path& root) {
    // Below a file there can be no file: what would be kept beside the store finds no place.
    ProjectPaths paths = project_paths("/dev/null");
    paths.root = root;
    paths.database = in_memory;
    return paths;
}

bool is_stand_in(const ProjectPaths& paths) {
    return paths.database == in_memory;
}

}  // namespace hm
