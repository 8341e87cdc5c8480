#include "base/memory.h"

#include <malloc.h>

namespace hm {

void keep_freed_memory() {
    constexpr int most_kept = 32 << 20;
    constexpr int asked_for_at_once = 1 << 20;
    (void)mallopt(M_TRIM_THRESHOLD, most_kept);
    (void)mallopt(M_TOP_PAD, asked_for_at_once);
}

}  // namespace hm
