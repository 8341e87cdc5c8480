#include "view/role_note.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "view/plain_text.h"

namespace hm {
namespace {

struct Right {
    bool Role::* is_given;
    std::string_view words;
};

constexpr std::array<Right, 4> rights{{{&Role::write_files, "change files"},
                                       {&Role::work_on_tasks, "start and end tasks"},
                                       {&Role::plan, "make plans"},
                                       {&Role::delegate, "give work to other agents"}}};

std::string listed(const std::vector<std::string_view>& words, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? fmt::format(" {} ", last) : std::string(", ");
        text += words[i];
    }
    return text;
}

}  // namespace

std::string role_note(const Role& role) {
    std::vector<std::string_view> may;
    std::vector<std::string_view> may_not;
    for (const Right& right : rights) (role.*right.is_given ? may : may_not).push_back(right.words);
    if (may_not.empty()) return {};
    std::string text = fmt::format("Your role is {}: ", plain_text(role.name.view()));
    if (!may.empty()) text += fmt::format("you may {}; ", listed(may, "and"));
    return text + fmt::format("you may not {}.", listed(may_not, "or"));
}

}  // namespace hm
