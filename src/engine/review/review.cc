#include "engine/review/review.h"

namespace hm {

bool awaits_review(const Memory& memory, ReviewMode review) {
    const bool is_new = memory.standing == Standing::observed && !memory.validated_at;
    const bool is_untrusted = memory.trust == Trust::tool || memory.trust == Trust::external;
    switch (review) {
        case ReviewMode::none: return false;
        case ReviewMode::untrusted: return is_new && is_untrusted;
        case ReviewMode::agents: return is_new && memory.trust != Trust::user;
    }
    return false;
}

}  // namespace hm
