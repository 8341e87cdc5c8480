#include "view/notes_text.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/short_id.h"
#include "base/strings.h"
#include "engine/pack/delivery.h"
#include "view/text.h"

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
    if (grant.task_id) text += fmt::format(" for task {}", short_id(*grant.task_id));
    if (grant.reason) text += ": " + plain_text(grant.reason->view());
    return text;
}

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
                                   plain_text(shorten(task.name.view(), 120)), short_id(task.id));
    if (delegation.status == DelegationStatus::pending) {
        text += fmt::format(" Take it up: govern_task start, task {}.", short_id(task.id));
    }
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

std::string rules_lines(GateMode mode) {
    return fmt::format(
        "- Before you change files: govern_task {{\"action\":\"start\",\"task\":\"NAME\"}}, a planned task by its name "
        "or id, new work by a new name.{}\n"
        "- Done: govern_task {{\"action\":\"complete\",\"text\":\"WHAT SHOWS IT\"}}.\n"
        "- Save what you find out: hivemind_memory save; what failed: flag_false_path with the reason.\n"
        "- Pin what must stay in sight: hivemind {{\"command\":\"anchor "
        "save\",\"args\":{{\"key\":\"…\",\"value\":\"…\"}}}}.\n"
        "- When a call is refused, do what USE INSTEAD says.\n",
        mode == GateMode::strict ? " Changes without one are refused." : "");
}

std::string rules_text(GateMode mode, RulesLength length) {
    if (length == RulesLength::line) {
        return "<hivemind_rules>\nWork under a task (govern_task start); save what you learn (hivemind_memory save).\n"
               "</hivemind_rules>";
    }
    return fmt::format(
        "<hivemind_rules>\nHiveMind governs this project; hivemind_state is its state.\n{}</hivemind_rules>",
        escape_xml_text(rules_lines(mode)));
}

std::string rules_within(GateMode mode, std::size_t budget) {
    return rules_text(mode, budget < room_for_everything ? RulesLength::line : RulesLength::all);
}

SignalWords signal_words(const Detected& detected, Tone tone) {
    const SignalRow& row = signal_table[detected.kind];
    if (tone == Tone::first) return {row.text(detected), fmt::format("{}: `hivemind {}`.", row.advice, row.command)};
    return {fmt::format("Told before and left as it is: {}", row.text(detected)),
            fmt::format("If that is meant, go on; it will not be pressed. If not: `hivemind {}`.", row.command)};
}

std::string signal_lines(const std::vector<Signal>& signals) {
    std::string text;
    for (const Signal& signal : signals) {
        text += fmt::format("  {:<8} {} {}\n", name_of(signal.severity), signal.text.view(),
                            signal.advice ? signal.advice->view() : std::string_view());
    }
    return text;
}

std::string writes_without_task_line(std::int64_t writes) {
    return fmt::format("{} without a task: govern_task start with a name says what they are for.",
                       writes == 1 ? "1 change was made" : fmt::format("{} changes were made", writes));
}

std::string uncommitted_line(std::int64_t files, bool has_commits) {
    return fmt::format("{} files were changed {}: commit what is done.", files,
                       has_commits ? "since the last commit" : "and nothing is committed");
}

}  // namespace hm
