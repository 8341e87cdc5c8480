// delegate status: what was handed to whom, as a tree.
#include <fmt/format.h>

#include <map>

#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "domain/task.h"
#include "store/sql/delegation.h"
#include "view/plain_text.h"

namespace hm {
namespace {

struct DelegationInput {
    std::optional<Id> task_id;
    std::optional<std::int64_t> limit;
    static constexpr void fields(auto&& visit) {
        visit(field("task_id", &DelegationInput::task_id, "Only those of this task."));
        visit(field("limit", &DelegationInput::limit, "Most to show; 50 when left out."));
    }
};

// Nobody moves a delegation when its time is over; it is shown as what it is.
std::string status_of(const Delegation& delegation, Time now) {
    const bool is_late =
        delegation.status == DelegationStatus::pending && delegation.expires_at && *delegation.expires_at < now;
    return std::string(name_of(is_late ? DelegationStatus::expired : delegation.status));
}

Result<std::string> line_of(const Delegation& delegation, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto task, find<Task>(context.connection(), delegation.task_id, context.bad));
    return fmt::format(
        "{}{}  {} → {}  [{}]  \"{}\" {}\n", std::string(2 * static_cast<std::size_t>(delegation.depth - 1), ' '),
        delegation.id.text(), plain_text(delegation.from_role.view()), plain_text(delegation.to_role.view()),
        status_of(delegation, context.now), task ? plain_text(task->name.view()) : "", delegation.task_id.text());
}

Result<Answer> run(const DelegationInput& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto all,
                  list_delegations(context.connection(), input.task_id, list_limit(input.limit), context.bad));
    json::array data;
    std::string text = all.empty() ? "Nothing was handed over.\n" : "";
    // Newest first in the store; a tree reads from the first one down.
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
        json::object object = Codec<Delegation>::encode_object(*each);
        object["status"] = status_of(*each, context.now);
        data.push_back(std::move(object));
        HM_TRY_ASSIGN(const std::string line, line_of(*each, context));
        text += line;
    }
    return Answer{std::move(data), std::move(text)};
}

}  // namespace

Query delegation_status() {
    return make_query<DelegationInput, run>("delegate status", "Show what was handed to whom.", "task_id");
}

}  // namespace hm
