// What an existing project already has for agents: rules, plans, and frameworks that keep plans of their own. Told by
// the names of its files alone. HiveMind overrules none of it; it says what it found, once.
//
// To know another file of rules or another framework: a line in survey.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hm {

struct ProjectSurvey {
    std::vector<std::string> rules;       // files that tell agents how to work
    std::vector<std::string> plans;       // documents that say what is to be done
    std::vector<std::string> frameworks;  // "Spec Kit (.specify)"
    std::vector<std::string> stack;       // "Node.js (package.json)"

    bool is_empty() const { return rules.empty() && plans.empty() && frameworks.empty() && stack.empty(); }
    // Worth a word to the person: something here may contradict what HiveMind says.
    bool has_own_ways() const { return !rules.empty() || !plans.empty() || !frameworks.empty(); }
};

// `paths` are below the project's root, in the order they are to be named. What HiveMind itself wrote is left out. At
// most twenty of each are kept.
ProjectSurvey survey_of(const std::vector<std::string>& paths);

// Whether a file tells agents how to work.
bool is_rule_file(std::string_view path);

// What governs agents here, each once: a framework with its folder, or the client that a file of rules is for.
struct Governance {
    std::string_view name;
    std::string path;          // the first that shows it
    std::size_t files = 0;     // how many show it
    bool keeps_plans = false;  // a framework of its own, not only rules
};

std::vector<Governance> governance_of(const std::vector<std::string>& paths);

// What of a plan's document tells where it stands: its first heading, and how many of its boxes are ticked.
struct PlanGlance {
    std::string title;  // may be empty
    std::size_t boxes = 0;
    std::size_t ticked = 0;
};

PlanGlance glance_at_plan(std::string_view text);

}  // namespace hm
