// Shell class: what a shell command does to the world, from harmless to harmful. The policy and grants speak of it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "base/fields.h"
#include "domain/texts.h"

namespace hm {

HM_ENUM(ShellClass, read, build_test, git_read, git_write, write, network, destructive, unknown)

// Role: what an agent may do, as data. Four come with the program; a project adds its own with `hivemind role set`, and
// may narrow or widen the four. A main agent without a profile is solo; a subagent without one has its parent's share;
// a name that nobody described gets the least.

struct Role {
    Word name;
    std::optional<Sentence> sentence;
    bool write_files = false;
    bool plan = false;
    bool delegate = false;
    bool work_on_tasks = false;
    std::vector<ShellClass> shell_classes;
    std::vector<Word> tools;
    std::vector<FilePath> paths;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &Role::name, "Its name; an agent of this name has the role."));
        visit(field("sentence", &Role::sentence, "What it is for, told to the agent in a refusal."));
        visit(field("write_files", &Role::write_files, "Whether it may change files."));
        visit(field("plan", &Role::plan, "Whether it may make and change plans."));
        visit(field("delegate", &Role::delegate, "Whether it may give work to other agents."));
        visit(field("work_on_tasks", &Role::work_on_tasks, "Whether it may start and end tasks."));
        visit(field("shell_classes", &Role::shell_classes, "Classes of shell commands it may run."));
        visit(field("tools", &Role::tools, "Tools it may use (may hold *); none named: all that the rest allows."));
        visit(field("paths", &Role::paths, "Paths it may write (may hold * and **); none named: the whole project."));
    }
};

inline constexpr std::string_view solo_role = "solo";
inline constexpr std::string_view investigator_role = "investigator";
inline constexpr std::string_view mcp_role = "mcp";

// The four that come with the program.
std::span<const Role> shipped_roles();

// The project's own of that name, then a shipped one; nothing when nobody described it.
const Role* find_role(std::span<const Role> own, std::string_view name);

// The role of that name, or the one that may do least.
const Role& role_or_least(std::span<const Role> own, std::string_view name);

bool may_run(const Role& role, ShellClass shell_class);

}  // namespace hm
