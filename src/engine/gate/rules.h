// The rules of the gate, each in its own file. A rule looks at the facts and objects, or does not.
#pragma once

#include <optional>
#include <string>

#include "engine/gate/facts.h"

namespace hm {

struct Objection {
    std::string subject;
};

std::optional<Objection> path_inside_project(const GateFacts& facts);
std::optional<Objection> path_not_protected(const GateFacts& facts);
std::optional<Objection> role_may_use_tool(const GateFacts& facts);
std::optional<Objection> path_not_locked(const GateFacts& facts);
std::optional<Objection> shell_class_allowed(const GateFacts& facts);
std::optional<Objection> shell_can_be_judged(const GateFacts& facts);
std::optional<Objection> write_needs_task(const GateFacts& facts);

}  // namespace hm
