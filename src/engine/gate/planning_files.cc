#include "engine/gate/planning_files.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

constexpr std::array<std::string_view, 14> planning_patterns{
    "**/PLAN.md",           "**/PLANS.md",       "**/PLANNING.md",       "**/ROADMAP.md",       "**/TODO.md",
    "**/TASKS.md",          "**/plans/**/*.md",  "plans/**/*.md",        "**/planning/**/*.md", "planning/**/*.md",
    "**/.planning/**/*.md", ".planning/**/*.md", "**/specs/**/tasks.md", "**/specs/**/plan.md"};

// A pattern with ** in front does not name a file at the root.
bool matches(std::string_view pattern, std::string_view path, CaseRules rules) {
    constexpr std::string_view anywhere = "**/";
    if (matches_path(pattern, path, rules)) return true;
    return pattern.starts_with(anywhere) && matches_path(pattern.substr(anywhere.size()), path, rules);
}

}  // namespace

bool is_planning_file(std::string_view path, CaseRules rules) {
    return is_document(path) && std::ranges::any_of(planning_patterns, [&](const std::string_view pattern) {
               return matches(pattern, path, rules);
           });
}

bool is_document(std::string_view path) {
    const std::string end =
        comparable(path.substr(path.size() - std::min<std::size_t>(path.size(), 9)), CaseRules::insensitive);
    return end.ends_with(".md") || end.ends_with(".markdown") || end.ends_with(".mdx");
}

}  // namespace hm
