// trust: shows what a store that came from elsewhere holds, and accepts it when a person says so.
#include <fmt/format.h>

#include "adapters/cli/confirm.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"
#include "app/care/survey.h"
#include "app/project/project.h"
#include "app/project/project_at.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

constexpr Duration patience = seconds(5);

struct Trust {
    bool yes = false;
    bool forget = false;
    static constexpr void fields(auto&& visit) {
        visit(field("yes", &Trust::yes, "Accept the store without asking."));
        visit(field("forget", &Trust::forget, "Forget that a store was here, when it is gone for good."));
    }
};

json::object counts_json(const StoreSurvey::Counts& counts) {
    json::object listed;
    for (const auto& [name, rows] : counts) listed[name] = rows;
    return listed;
}

json::object survey_json(const StoreSurvey& survey) {
    json::object settings;
    for (const auto& [name, value] : survey.settings) settings[name] = value;
    json::object data{
        {"records", counts_json(survey.records)}, {"memories_by_trust", counts_json(survey.memories_by_trust)},
        {"critical_anchors", json::array{}},      {"grants", json::array{}},
        {"settings", std::move(settings)},        {"foreign_objects", json::value_from(survey.foreign_objects)}};
    for (const Anchor& anchor : survey.critical_anchors) data["critical_anchors"].as_array().push_back(encode(anchor));
    for (const Grant& grant : survey.grants) data["grants"].as_array().push_back(encode(grant));
    return data;
}

// For a project that was given up: its hooks would go on to say that its store is missing.
Result<int> forget(Report& report, Environment& environment) {
    HM_TRY_ASSIGN(const auto root, forget_lost_project(environment.directory));
    report.data() = {{"forgotten", root.string()}};
    report.say(fmt::format("forgot the project {}\n", root.string()));
    return report.end(success);
}

Result<int> run_trust(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Trust input, decode_as<Trust>(values, "trust"));
    Report report(wants_json, environment);
    if (input.forget) return forget(report, environment);
    const bool was_trusted =
        Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(patience)).has_value();
    HM_TRY_ASSIGN(const StoreSurvey survey,
                  survey_store(environment.directory, environment.clock, Deadline::in(patience)));
    report.data() = survey_json(survey);
    report.data()["trusted"] = was_trusted;
    const auto root = project_root(environment.directory).value_or(environment.directory);
    report.say(fmt::format("{}\n", (store_folder(root) / "hivemind.db").string()));
    report.say(survey_lines(survey));
    if (!survey.foreign_objects.empty()) {
        report.say(
            "A store with such objects cannot be accepted. Take a clean copy, or remove .hivemind and begin anew "
            "with `hivemind init`.\n");
        return report.end(refused);
    }
    if (was_trusted) {
        report.say("This store is yours already.\n");
        return report.end(success);
    }
    report.say("Once you accept it, agents get these memories and anchors, and its grants and settings count.\n");
    if (const auto ended = ended_without_consent(input.yes, "Accept this store as your own?", environment)) {
        return report.end(*ended);
    }
    HM_TRY(Project::accept(environment.directory, environment.clock, environment.ids, Deadline::in(patience)));
    report.data()["trusted"] = true;
    report.say("accepted\n");
    return report.end(success);
}

}  // namespace

Procedure trust_procedure() {
    return {"trust",   "Show what a store that came from elsewhere holds, and accept it as your own.",
            "",        &shape_of<Trust>,
            run_trust, Access::person,
            nullptr,   always_loosens};
}

}  // namespace hm::cli
