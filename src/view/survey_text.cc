#include "view/survey_text.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t most_named = 6;
constexpr std::size_t longest_fact = 480;

std::string named(const std::vector<std::string>& list) {
    std::string text;
    for (std::size_t i = 0; i < list.size() && i < most_named; ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", plain_text(shorten(list[i], 80)));
    }
    if (list.size() > most_named) text += fmt::format(" and {} more", list.size() - most_named);
    return text;
}

std::string fact(std::string text) {
    return shorten(text, longest_fact);
}

}  // namespace

std::string survey_text(const ProjectSurvey& survey) {
    std::string text;
    const auto line = [&](std::string each) { text += each + "\n"; };
    if (!survey.rules.empty()) {
        line(fmt::format(
            "found rules for agents: {}\n  They stay in force; HiveMind changes and overrules none of them.",
            named(survey.rules)));
    }
    if (!survey.plans.empty()) {
        line(fmt::format("found plans: {}\n  They stay as they are and are read before they are changed.",
                         named(survey.plans)));
    }
    if (!survey.frameworks.empty()) {
        line(
            fmt::format("found what keeps plans of its own: {}\n  Say which one leads: `hivemind anchor save "
                        "plans_are_kept_in \"…\" --priority critical`.",
                        named(survey.frameworks)));
    }
    return text;
}

std::string rules_fact(const ProjectSurvey& survey) {
    return fact(
        fmt::format("Rules of this project for agents: {}. They hold beside HiveMind's; where both speak, theirs "
                    "come first but for what the gate refuses.",
                    named(survey.rules)));
}

std::string plans_fact(const ProjectSurvey& survey) {
    return fact(
        fmt::format("Plans that were here before HiveMind: {}. Read them before planning; do not plan the same "
                    "again beside them.",
                    named(survey.plans)));
}

std::string frameworks_fact(const ProjectSurvey& survey) {
    return fact(
        fmt::format("This project also keeps plans with {}. Until the person says which leads, ask before "
                    "planning in both.",
                    named(survey.frameworks)));
}

std::string stack_fact(const ProjectSurvey& survey) {
    return fact(fmt::format("Built with {}.", named(survey.stack)));
}

std::string plan_fact(std::string_view path, const PlanGlance& glance) {
    std::string text = fmt::format("{} is a plan of this project", plain_text(shorten(path, 120)));
    if (!glance.title.empty()) text += fmt::format(": \"{}\"", plain_text(glance.title));
    if (glance.boxes > 0) text += fmt::format(", {} of {} points done", glance.ticked, glance.boxes);
    return text + ".";
}

std::string setup_text() {
    return "This project is new to HiveMind. Begin with govern_task start and a name, larger work with govern_plan "
           "quick_start and a name. Pin what must stay in sight, such as how it is built and tested, with "
           "hivemind_anchor save; keep what you find out with hivemind_memory save. The person sees where things stand "
           "with `hivemind status`, and whether everything works with `hivemind doctor`.";
}

}  // namespace hm
