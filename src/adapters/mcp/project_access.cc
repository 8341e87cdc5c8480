#include "adapters/mcp/project_access.h"

#include "app/bus/bus.h"

namespace hm::mcp {
namespace {

constexpr Duration open_deadline = milliseconds(200);

}  // namespace

Result<void> ProjectAccess::look() {
    HM_TRY(kept_.open(project_, directory_, clock_, ids_, Deadline::in(open_deadline)));
    return project_->check_schema();
}

Result<Workspace> ProjectAccess::open() {
    has_met_newer_store_ = false;
    if (auto looked = look(); !looked) {
        met(looked.error());
        return fail(std::move(looked).error());
    }
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

Result<void> ProjectAccess::check_in_place() {
    return project_ ? kept_.check_in_place(*project_) : Result<void>();
}

void ProjectAccess::met(const Error& error) {
    has_met_newer_store_ = error.code == ErrorCode::newer_version;
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
