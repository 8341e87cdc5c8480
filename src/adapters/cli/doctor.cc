// doctor: what is wrong here and what to do about it. Exit code 0 when nothing is in trouble.
#include <fmt/format.h>

#include "adapters/cli/care.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/git_exclude.h"
#include "adapters/cli/procedures.h"
#include "adapters/cli/wire_clients.h"
#include "app/care/doctor.h"
#include "app/project/project_at.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

constexpr Duration doctor_patience = seconds(5);

struct Doctor {
    bool fix = false;
    std::optional<WiredClient> client;
    static constexpr void fields(auto&& visit) {
        visit(field("fix", &Doctor::fix, "Mend what can be mended; nothing is deleted."));
        visit(field("client", &Doctor::client,
                    "Look at this client alone, and try the gate out inside it where that can be done."));
    }
};

std::string_view only_client(const Doctor& input) {
    if (!input.client || *input.client == WiredClient::all) return {};
    return name_of(*input.client);
}

std::string to_line(const Finding& finding) {
    std::string line = fmt::format("{:<8} {:<11} {}\n", name_of(finding.severity), finding.about, finding.what);
    if (!finding.remedy.empty()) line += fmt::format("{:<20} {}\n", "", finding.remedy);
    return line;
}

json::object to_json(const Finding& finding) {
    return {{"severity", name_of(finding.severity)},
            {"about", finding.about},
            {"what", finding.what},
            {"remedy", finding.remedy}};
}

std::vector<std::string> mend_git(const std::filesystem::path& root) {
    GitExclusion exclusion = plan_git_exclude(root);
    make_git_changes(exclusion);
    std::vector<std::string> lines;
    for (const FileChange& change : exclusion.changes) {
        if (exclusion.is_in_git) lines.push_back(fmt::format("wrote {}", change.path.string()));
    }
    return lines;
}

void add_git(std::vector<Finding>& findings, const std::filesystem::path& root) {
    GitExclusion exclusion = plan_git_exclude(root);
    // In a worktree, and after `git clean -x`, there is nothing in .hivemind that could be missed.
    const bool has_store = store_folder(root) == root / ".hivemind";
    std::erase_if(exclusion.changes,
                  [&](const FileChange& change) { return !has_store && change.path.filename() == ".gitignore"; });
    if (!exclusion.is_in_git || (exclusion.changes.empty() && exclusion.trouble.empty())) return;
    std::string files = exclusion.trouble;
    for (const FileChange& change : exclusion.changes) {
        files += fmt::format("{}{} lacks its lines.", files.empty() ? "" : " ", change.path.string());
    }
    findings.push_back({Severity::warning, "git",
                        fmt::format("`git clean`, `git stash -u` and `git add -A` may take .hivemind: {}", files),
                        "Run `hivemind doctor --fix`."});
}

int tell(const std::vector<Finding>& findings, const json::array& mended, bool wants_json, Environment& environment) {
    bool is_in_trouble = false;
    std::string text;
    json::array listed;
    for (const json::value& line : mended)
        text += fmt::format("{:<18} {}\n", "mended", std::string_view(line.get_string()));
    for (const Finding& finding : findings) {
        is_in_trouble = is_in_trouble || finding.severity == Severity::trouble;
        text += to_line(finding);
        listed.push_back(to_json(finding));
    }
    environment.out(wants_json ? to_text(json::object{{"mended", mended}, {"findings", listed}}) + "\n" : text);
    return is_in_trouble ? failed : success;
}

Result<int> run_doctor(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Doctor input, decode_as<Doctor>(values, "doctor"));
    json::array mended;
    if (const auto missing = missing_store(environment.directory)) {
        return tell({{Severity::trouble, "store", missing->what, missing->remedy}}, mended, wants_json, environment);
    }
    if (input.fix) {
        HM_TRY_ASSIGN(const auto recovered, recover_if_damaged(environment.directory, environment.clock,
                                                               environment.ids, Deadline::in(doctor_patience)));
        for (const std::string& line : recovered) mended.emplace_back(line);
    }
    // One that came from elsewhere is looked at, and not mended before a person has accepted it.
    HM_TRY_ASSIGN(Project project, input.fix ? Project::open(environment.directory, environment.clock, environment.ids,
                                                             Deadline::in(doctor_patience))
                                             : open_to_read(environment, doctor_patience));
    Workspace workspace = project.workspace();
    if (input.fix) {
        HM_TRY_ASSIGN(const auto done, mend_store(workspace));
        for (const std::string& line : done) mended.emplace_back(line);
        for (const std::string& line : mend_git(project.root())) mended.emplace_back(line);
    }
    HM_TRY_ASSIGN(std::vector<Finding> findings, examine_store(workspace));
    HM_TRY_ASSIGN(auto about_clients, client_findings(project, only_client(input), environment));
    std::move(about_clients.begin(), about_clients.end(), std::back_inserter(findings));
    add_git(findings, project.root());
    return tell(findings, mended, wants_json, environment);
}

}  // namespace

Procedure doctor_procedure() {
    return {"doctor", "Say what is wrong here and what to do about it.", "", &shape_of<Doctor>, run_doctor};
}

}  // namespace hm::cli
