#include "domain/grant.h"

namespace hm {

bool is_in_force(const Grant& grant, Time now) {
    return !grant.archived_at && !grant.revoked_at && now < grant.until;
}

}  // namespace hm
