// Query: a read for people and, on demand, for agents. It never writes.
#pragma once

#include <string>
#include <string_view>

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "base/codec.h"
#include "domain/settings.h"
#include "store/records/records.h"

namespace hm {

struct QueryContext {
    Workspace& workspace;
    const Actor& actor;
    const Settings& settings;
    Time now;
    BadRows& bad;

    Connection& connection() const { return workspace.store.connection(); }
};

struct Answer {
    json::value data;  // for --json
    std::string text;  // for people
};

struct Query {
    std::string_view name;
    std::string_view sentence;
    std::string_view positional;
    Shape (*input)() = nullptr;
    Result<Answer> (*run)(const json::value& input, const QueryContext& context) = nullptr;
    Shape (*answer)() = nullptr;  // the shape of the data, for the reference pages; may be left out
};

template <class Input, Result<Answer> (*Run)(const Input&, const QueryContext&)>
Query make_query(std::string_view name, std::string_view sentence, std::string_view positional = {},
                 Shape (*answer)() = nullptr) {
    return {name,
            sentence,
            positional,
            &shape_of<Input>,
            [](const json::value& value, const QueryContext& context) -> Result<Answer> {
                HM_TRY_ASSIGN(const Input input, decode_as<Input>(value, "The input"));
                return Run(input, context);
            },
            answer};
}

}  // namespace hm
