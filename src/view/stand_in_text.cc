#include "view/stand_in_text.h"

#include <fmt/format.h>

namespace hm {

FourParts stand_in_parts(const Error& because) {
    const std::string without_it = "Without it, calls are judged by HiveMind's built-in rules alone.";
    switch (because.code) {
        case ErrorCode::corrupt:
            return {
                "This project's HiveMind store has triggers, views or tables that HiveMind did not make, and is not "
                "used.",
                without_it,
                "A person can see which with `hivemind doctor`, and mend it.",
                {}};
        case ErrorCode::store_failed:
            return {"This project's HiveMind store is reached through a link, and is not used.",
                    without_it,
                    "A person can see which with `hivemind doctor`, and remove it.",
                    {}};
        case ErrorCode::not_initialised:
            return {"This project's HiveMind store is missing: there is no .hivemind here, as in a fresh clone.",
                    without_it,
                    "A person can make one with `hivemind init`.",
                    {}};
        default:
            return {"This project's HiveMind store came from elsewhere and is not used.",
                    without_it,
                    "A person can look at it with `hivemind trust`.",
                    {}};
    }
}

std::string stand_in_line(const Error& because) {
    const FourParts parts = stand_in_parts(because);
    return fmt::format("HiveMind: {} {} {}\n", parts.what, parts.use_instead, parts.why);
}

}  // namespace hm
