#include "view/delegation_text.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t most_named = 8;
constexpr std::size_t longest_part = 600;

template <class List>
std::string named(const List& list) {
    std::string text;
    for (std::size_t i = 0; i < list.size() && i < most_named; ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", plain_text(list[i].view()));
    }
    if (list.size() > most_named) text += fmt::format(" and {} more", list.size() - most_named);
    return text;
}

}  // namespace

std::string delegation_note(const Delegation& delegation, const Task& task) {
    std::string text = fmt::format("Handed to you by {}: \"{}\" ({}).", plain_text(delegation.from_role.view()),
                                   plain_text(shorten(task.name.view(), 120)), task.id.text());
    if (delegation.status == DelegationStatus::pending) text += " Take it up with govern_task start and that id.";
    if (task.expected_output) {
        text += fmt::format(" It shall yield: {}.", plain_text(shorten(task.expected_output->view(), longest_part)));
    }
    if (!task.allowed_paths.empty()) text += fmt::format(" It may touch: {}.", named(task.allowed_paths));
    if (!task.allowed_tools.empty()) text += fmt::format(" It may use: {}.", named(task.allowed_tools));
    if (delegation.context) {
        text += fmt::format(" What you must know: {}", plain_text(shorten(delegation.context->view(), longest_part)));
    }
    return text;
}

}  // namespace hm
