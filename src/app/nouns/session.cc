// session: what can be changed on a session beside what its client reports.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {

std::vector<Command> session_commands() {
    return {
        change_noun<Session, no_rule<Session>, StatusChange::by_own_command>("session change",
                                                                             "Change how a session works."),
    };
}

}  // namespace hm
