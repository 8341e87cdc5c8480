// Trajectories in the store: only what every noun has, so far.
#include "domain/trajectory.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Trajectory)

}  // namespace hm
