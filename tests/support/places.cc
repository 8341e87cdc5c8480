#include "support/places.h"

namespace hm::testing {

std::filesystem::path source_directory() {
    return HIVEMIND_SOURCE_DIR;
}

std::filesystem::path built_program() {
    return HIVEMIND_BINARY;
}

}  // namespace hm::testing
