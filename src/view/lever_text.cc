#include "view/lever_text.h"

#include <fmt/format.h>

#include "view/plain_text.h"

namespace hm {
namespace {

std::string what(const Grant& grant) {
    const std::string target = plain_text(grant.target.view());
    switch (grant.kind) {
        case GrantKind::path: return "allowed the path " + target;
        case GrantKind::shell_class: return "allowed shell commands of the class " + target;
        case GrantKind::call: return "approved one refused call";
        case GrantKind::rule: return "lifted the rule " + target;
    }
    return {};
}

}  // namespace

std::string lever_text(const Grant& grant) {
    std::string text = fmt::format("{} until {}", what(grant), to_iso(grant.until));
    if (grant.task_id) text += fmt::format(" for task {}", grant.task_id->text());
    if (grant.reason) text += ": " + plain_text(grant.reason->view());
    return text;
}

}  // namespace hm
