#include "adapters/mcp/project_access.h"

#include "app/bus.h"

namespace hm::mcp {
namespace {

constexpr Duration open_deadline = milliseconds(200);

}  // namespace

Result<Workspace> ProjectAccess::open() {
    if (!project_) {
        HM_TRY_ASSIGN(Project project, Project::open(directory_, clock_, ids_, Deadline::in(open_deadline)));
        project_.emplace(std::move(project));
    }
    HM_TRY(project_->check_schema());
    return project_->workspace();
}

Result<Settings> ProjectAccess::settings() {
    HM_TRY(open());
    return project_->settings();
}

Result<Answer> ProjectAccess::ask(std::string_view query, const json::object& input) {
    const Query* found = find_query(query);
    HM_ASSERT(found != nullptr);
    HM_TRY_ASSIGN(Workspace workspace, open());
    auto answer = hm::ask(*found, input, Actor{}, workspace, patience);
    if (!answer) met(answer.error());
    return answer;
}

void ProjectAccess::met(const Error& error) {
    switch (error.code) {
        case ErrorCode::corrupt:
        case ErrorCode::newer_version:
        case ErrorCode::store_failed:
        case ErrorCode::io: project_.reset(); break;
        default: break;
    }
}

void ProjectAccess::rest() {
    if (project_) project_->rest();
}

}  // namespace hm::mcp
