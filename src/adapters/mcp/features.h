// Features: what a server offers through the protocol: tools, resources, prompts. The program's are ProjectFeatures;
// the conformance tests have their own. Sessions and transports know only this.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "adapters/mcp/jsonrpc.h"

namespace hm::mcp {

class Call;

class Features {
public:
    virtual ~Features() = default;

    virtual json::object server_info() = 0;
    virtual json::object capabilities() = 0;
    virtual std::string instructions() = 0;

    // Each answers the result of the method of its name. `params` are the request's.
    virtual Outcome list_tools() = 0;
    virtual Outcome list_resources() = 0;
    virtual Outcome list_resource_templates() = 0;
    virtual Outcome list_prompts() = 0;
    virtual Outcome read_resource(const Call& call) = 0;
    virtual Outcome get_prompt(const Call& call) = 0;
    virtual Outcome complete(const Call& call) = 0;

    // Ends with call->finish(), now or later; it must not wait.
    virtual void call_tool(std::shared_ptr<Call> call) = 0;

    // A short text that is another when the resource holds something else; "" when there is none of that name. An empty
    // `uri` stands for the list of resources.
    virtual std::string print_of(std::string_view uri) = 0;
};

}  // namespace hm::mcp
