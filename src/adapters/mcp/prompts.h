// The prompts a person can choose in their client, and what may stand for their arguments. The words are in
// view/prompt_text.
#pragma once

#include "adapters/mcp/resources.h"

namespace hm::mcp {

class Prompts {
public:
    explicit Prompts(Resources& resources) : resources_(resources) {}

    Outcome list() const;
    Outcome get(const json::object& params, const std::optional<Id>& session_id);
    Outcome complete(const json::object& params);

private:
    Resources& resources_;
};

}  // namespace hm::mcp
