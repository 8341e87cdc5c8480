// Which new memories a person wants to accept before they are put before a model.
#pragma once

#include "base/enum_names.h"

namespace hm {

// untrusted: what came from tools or from outside; agents: that and what agents say by themselves.
HM_ENUM(ReviewMode, none, untrusted, agents)

}  // namespace hm
