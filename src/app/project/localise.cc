#include "app/project/localise.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <set>

#include "app/project/code_find.h"
#include "app/project/code_map.h"
#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "store/files/git.h"
#include "store/files/read_files.h"
#include "store/project/store.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t answers_looked_at = 10;
constexpr std::size_t most_cases = 100'000;
constexpr Duration longest_step = seconds(600);

Result<std::string> git_in(std::vector<std::string> arguments) {
    const auto printed = run_git(arguments, std::size_t{1} << 20U, Deadline::in(longest_step));
    if (printed && printed->exit_code == 0) return std::string(trimmed(printed->out));
    std::string line;
    for (const std::string& each : arguments) line += (line.empty() ? "" : " ") + each;
    return fail(ErrorCode::io, fmt::format("`{}` failed.", line),
                "Look at the repository and the commit that are named.");
}

// A checkout of somebody's repository that takes nothing from it but its objects.
class MappedCheckout {
public:
    static Result<MappedCheckout> make(const fs::path& repo, IdSource& ids) {
        HM_TRY_ASSIGN(ScratchDirectory directory, ScratchDirectory::make("localise"));
        const std::string root = directory.path().string();
        HM_TRY_ASSIGN(const std::string objects, git_in({"git", "-C", repo.string(), "rev-parse",
                                                         "--path-format=absolute", "--git-path", "objects"}));
        HM_TRY(git_in({"git", "-c", "init.defaultBranch=main", "init", "-q", root}));
        std::ofstream(directory.path() / ".git/objects/info/alternates") << objects << '\n';
        HM_TRY_ASSIGN(Store store, Store::create(directory.path(), Deadline::in(seconds(30)), Time{}));
        return MappedCheckout(repo, std::move(directory), std::move(store), ids);
    }

    // `named` as the repository knows it: a hash, a tag, HEAD~1.
    Result<void> go_to(const std::string& named) {
        HM_TRY_ASSIGN(const std::string commit,
                      git_in({"git", "-C", repo_.string(), "rev-parse", "--verify", "-q", named + "^{commit}"}));
        const std::string root = directory_.path().string();
        HM_TRY(git_in({"git", "-C", root, "-c", "core.hooksPath=/dev/null", "read-tree", "--reset", "-u", commit}));
        HM_TRY(git_in({"git", "-C", root, "update-ref", "--no-deref", "HEAD", commit}));
        const auto refresh = [&](Connection& codemap) -> Result<void> {
            Workspace workspace{store_, clock_, ids_};
            HM_TRY_ASSIGN(const ScanReport report, refresh_codemap(codemap, workspace, Deadline::in(longest_step)));
            if (report.is_whole) return {};
            return fail(ErrorCode::busy, "The checkout was not read whole.", "Try again.");
        };
        return with_codemap(store_.paths(), Deadline::in(longest_step), refresh);
    }

    const ProjectPaths& paths() const { return store_.paths(); }

private:
    MappedCheckout(fs::path repo, ScratchDirectory directory, Store store, IdSource& ids)
        : repo_(std::move(repo)), directory_(std::move(directory)), store_(std::move(store)), ids_(ids) {}

    fs::path repo_;
    ScratchDirectory directory_;
    Store store_;
    SystemClock clock_;
    IdSource& ids_;
};

void count(const LocaliseCase& each, const LocaliseAnswer& answer, LocaliseFigures& figures) {
    const auto among = [&](std::size_t first) {
        const std::size_t end = std::min(first, answer.files.size());
        return static_cast<std::size_t>(std::ranges::count_if(each.gold, [&](const std::string& gold) {
            return std::find(answer.files.begin(), answer.files.begin() + static_cast<std::ptrdiff_t>(end), gold) !=
                   answer.files.begin() + static_cast<std::ptrdiff_t>(end);
        }));
    };
    const auto tell = [&](std::size_t first, double& any, double& all) {
        const std::size_t hits = among(first);
        any += hits > 0 ? 1 : 0;
        all += hits == each.gold.size() ? 1 : 0;
    };
    tell(1, figures.any.at1, figures.all.at1);
    tell(3, figures.any.at3, figures.all.at3);
    tell(5, figures.any.at5, figures.all.at5);
    tell(10, figures.any.at10, figures.all.at10);
    if (answer.rank > 0) figures.mrr += 1.0 / static_cast<double>(answer.rank);
    ++figures.n;
}

void divide(LocaliseRate& rate, double by) {
    for (double* each : {&rate.at1, &rate.at3, &rate.at5, &rate.at10}) *each /= by;
}

}  // namespace

Result<std::vector<LocaliseCase>> read_localise_cases(const fs::path& file) {
    std::vector<LocaliseCase> cases;
    const auto read = [&](std::string_view line, bool) -> Result<void> {
        if (trimmed(line).empty()) return {};
        HM_TRY_ASSIGN(const json::value value, parse_json(line));
        const auto refuse = [&](std::string_view what) {
            return fail(ErrorCode::invalid_input, fmt::format("Line {} has no {}.", cases.size() + 1, what),
                        "Give each line as {\"id\", \"repo\", \"commit\", \"text\", \"gold\": [paths]}.");
        };
        if (!value.is_object()) return refuse("object");
        const json::object& object = value.get_object();
        LocaliseCase each;
        each.id = text_member(object, "id");
        each.repo = std::string(text_member(object, "repo"));
        each.commit = text_member(object, "commit");
        each.text = text_member(object, "text");
        if (const json::value* gold = object.if_contains("gold"); gold != nullptr && gold->is_array()) {
            for (const json::value& path : gold->get_array()) {
                if (path.is_string()) each.gold.emplace_back(path.get_string());
            }
        }
        if (each.repo.empty()) return refuse("repo");
        if (each.commit.empty() || each.commit.starts_with('-')) return refuse("commit");
        if (each.gold.empty()) return refuse("gold");
        if (cases.size() < most_cases) cases.push_back(std::move(each));
        return {};
    };
    HM_TRY_ASSIGN(const bool is_there, for_each_line(file, read));
    if (!is_there)
        return fail(ErrorCode::not_found, fmt::format("{} is not there.", file.string()), "Name a file of JSON lines.");
    return cases;
}

namespace {

Result<void> ask(Connection& codemap, const LocaliseCase& asked, const FindWeights& weights, LocaliseReport& report) {
    const auto begin = std::chrono::steady_clock::now();
    HM_TRY_ASSIGN(const auto found, find_in_code(codemap, asked.text, answers_looked_at, weights));
    report.figures.milliseconds.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    LocaliseAnswer answer{asked.id, {}, 0};
    for (const FoundFile& file : found) {
        answer.files.push_back(file.path);
        const bool is_right = std::ranges::find(asked.gold, file.path) != asked.gold.end();
        if (is_right && answer.rank == 0) answer.rank = static_cast<std::int64_t>(answer.files.size());
    }
    count(asked, answer, report.figures);
    report.answers.push_back(std::move(answer));
    return {};
}

}  // namespace

Result<std::vector<LocaliseReport>> measure_localise(const std::vector<LocaliseCase>& cases,
                                                     const std::vector<FindWeights>& weights, IdSource& ids) {
    // In the order of repositories and commits as they came, so that what follows each other differs little.
    std::map<std::string, std::vector<std::pair<std::string, std::vector<const LocaliseCase*>>>> plan;
    for (const LocaliseCase& each : cases) {
        auto& commits = plan[each.repo.string()];
        auto place = std::ranges::find(commits, each.commit, [](const auto& pair) { return pair.first; });
        if (place == commits.end()) place = commits.insert(commits.end(), {each.commit, {}});
        place->second.push_back(&each);
    }
    std::vector<LocaliseReport> reports(weights.size());
    for (const auto& [repo, commits] : plan) {
        HM_TRY_ASSIGN(MappedCheckout checkout, MappedCheckout::make(repo, ids));
        for (const auto& [commit, asked] : commits) {
            HM_TRY(checkout.go_to(commit));
            HM_TRY_ASSIGN(CodeMap codemap, CodeMap::open_existing(checkout.paths(), Deadline::in(longest_step)));
            for (const LocaliseCase* each : asked) {
                for (std::size_t i = 0; i < weights.size(); ++i) {
                    HM_TRY(ask(codemap.connection(), *each, weights[i], reports[i]));
                }
            }
        }
    }
    for (LocaliseReport& report : reports) {
        const double all = std::max<double>(1, static_cast<double>(report.figures.n));
        divide(report.figures.any, all);
        divide(report.figures.all, all);
        report.figures.mrr /= all;
        std::ranges::sort(report.figures.milliseconds);
    }
    return reports;
}

}  // namespace hm
