#include "adapters/cli/open_to_read.h"

namespace hm::cli {

Result<Project> open_to_read(Environment& environment, Duration patience) {
    auto project = Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(patience));
    if (project || project.error().code != ErrorCode::refused) return project;
    // Asked only now: an ordinary query does not wait to know who typed it.
    if (environment.who_typed() != ActorKind::person) return project;
    auto looked =
        Project::open_to_look(environment.directory, environment.clock, environment.ids, Deadline::in(patience));
    if (looked) {
        environment.err(
            "hivemind: this store came from elsewhere; agents do not get it before you accept it (`hivemind "
            "trust`).\n");
    }
    return looked;
}

}  // namespace hm::cli
