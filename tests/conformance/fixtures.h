// What the public conformance suite expects a server to offer, by name. For tests only: no program of ours has it.
#pragma once

#include "adapters/mcp/call.h"
#include "adapters/mcp/session.h"

namespace hm::mcp {

class Fixtures final : public Features {
public:
    json::object server_info() override;
    json::object capabilities() override;
    std::string instructions() override { return "A server for the conformance tests."; }

    Outcome list_tools() override;
    Outcome list_resources() override;
    Outcome list_resource_templates() override;
    Outcome list_prompts() override;
    Outcome read_resource(const Call& call) override;
    Outcome get_prompt(const Call& call) override;
    Outcome complete(const Call& call) override;
    void call_tool(std::shared_ptr<Call> call) override;
    std::string print_of(std::string_view uri) override;
};

// The tools, each with its input schema, and what a call of one does.
json::array fixture_tools();
void call_fixture(const std::shared_ptr<Call>& call);

inline constexpr std::string_view red_pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
inline constexpr std::string_view short_sound = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

}  // namespace hm::mcp
