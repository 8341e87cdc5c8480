#include "app/exchange/read_first_implementation.h"

namespace hm {

Result<void> read_first_implementation(ImportWork&, const std::filesystem::path&) {
    return {};
}

}  // namespace hm
