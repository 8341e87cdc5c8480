// Receipt: what a command answers. It names what was made or changed; it never returns stored content.
#pragma once

#include <optional>
#include <string>

#include "base/codec.h"
#include "base/id.h"

namespace hm {

struct Receipt {
    std::string sentence;       // "Saved the memory."
    std::optional<Id> id;       // what was made or changed
    std::optional<Id> task_id;  // the task it belongs to
    json::object details = {};  // anything else the caller must know
};

json::object to_json(const Receipt& receipt);
// What every receipt may hold; a command's details come on top.
Shape shape_of_receipt();
Receipt receipt_from_json(const json::object& object);

}  // namespace hm
