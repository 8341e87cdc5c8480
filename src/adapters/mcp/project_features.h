// ProjectFeatures: what `hivemind mcp` offers of a project.
#pragma once

#include "adapters/mcp/features.h"
#include "adapters/mcp/prompts.h"
#include "adapters/mcp/tools.h"

namespace hm::mcp {

class ProjectFeatures final : public Features {
public:
    ProjectFeatures(std::filesystem::path directory, Clock& clock, IdSource& ids)
        : access_(std::move(directory), clock, ids), tools_(access_), resources_(access_), prompts_(resources_) {}

    json::object server_info() override;
    json::object capabilities() override;
    std::string instructions() override;

    Outcome list_tools() override { return tools_.list(); }
    Outcome list_resources() override { return resources_.list(); }
    Outcome list_resource_templates() override { return resources_.list_templates(); }
    Outcome list_prompts() override { return prompts_.list(); }
    Outcome read_resource(const Call& call) override;
    Outcome get_prompt(const Call& call) override;
    Outcome complete(const Call& call) override { return prompts_.complete(call.params()); }
    void call_tool(std::shared_ptr<Call> call) override { tools_.call(call); }
    std::string print_of(std::string_view uri) override;

private:
    ProjectAccess access_;
    Tools tools_;
    Resources resources_;
    Prompts prompts_;
};

}  // namespace hm::mcp
