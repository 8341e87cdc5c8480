#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/work/task.h"
#include "domain/artifact.h"
#include "domain/task.h"
#include "store/files/files.h"
#include "store/queries/anchor.h"
#include "store/queries/memory.h"
#include "store/queries/task.h"
#include "store/queries/work.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_checkpoints = 2000;
constexpr std::size_t most_files_named = 50;
constexpr std::size_t most_tests = 50;
constexpr std::int64_t most_memories = 20;

RecordedStep step_of(const Checkpoint& checkpoint) {
    RecordedStep step{checkpoint.kind, checkpoint.summary.str(), {}, checkpoint.exit_code, checkpoint.exit_source};
    for (const FilePath& file : checkpoint.files_modified) step.files.push_back(file.str());
    return step;
}

// A bare name may be that of a changed file anywhere; outside the project nothing is looked at.
bool exists(const std::string& path, const std::vector<RecordedStep>& steps, const fs::path& root) {
    const auto is_there = [&](const std::string& relative) {
        std::error_code error;
        return resolve_path(root, root, relative).place == PathPlace::inside && fs::exists(root / relative, error);
    };
    if (is_there(path)) return true;
    if (path.find('/') != std::string::npos) return false;
    for (const RecordedStep& step : steps) {
        for (const std::string& file : step.files) {
            if (fs::path(file).filename() == path && is_there(file)) return true;
        }
    }
    return false;
}

Result<void> load_records(const Task& task, CompletionFacts& facts, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(auto checkpoints, checkpoints_of(connection, task.id, most_checkpoints, bad));
    std::reverse(checkpoints.begin(), checkpoints.end());
    for (const Checkpoint& checkpoint : checkpoints) facts.steps.push_back(step_of(checkpoint));
    HM_TRY_ASSIGN(facts.anchors,
                  anchor_keys_of_task(connection, task.id, task.assigned_session_id, task.started_at.value_or(Time{})));
    HM_TRY_ASSIGN(const auto memories, memories_of_task(connection, task.id, most_memories, bad));
    for (const Memory& memory : memories) facts.memories.push_back(memory.id.text());
    HM_TRY_ASSIGN(const auto artifacts, list_records<Artifact>(connection, {.of = task.id}, bad));
    for (const Artifact& artifact : artifacts) facts.artifacts.push_back(artifact.title.str());
    for (const Id& id : task.artifacts) {
        const bool is_named = std::ranges::find(artifacts, id, &Artifact::id) != artifacts.end();
        if (!is_named) facts.artifacts.push_back(id.text());
    }
    HM_TRY_ASSIGN(const auto parts, parts_of(connection, task.id, bad));
    for (const Task& part : parts) {
        if (is_ended(part.status)) continue;
        facts.open_parts.push_back(fmt::format("\"{}\" ({})", part.name.view(), name_of(part.status)));
    }
    HM_TRY_ASSIGN(facts.blockers, load_blockers(connection, task.id));
    return {};
}

}  // namespace

Result<CompletionFacts> load_completion(const Task& task, const TaskResult& claims, const fs::path& root,
                                        Connection& connection, BadRows& bad) {
    CompletionFacts facts;
    HM_TRY(load_records(task, facts, connection, bad));
    if (task.expected_output) facts.expected_output = task.expected_output->str();
    HM_TRY_ASSIGN(const auto plan, plan_of_task(connection, task.id, bad));
    facts.is_research =
        (plan && plan->category == PlanCategory::research && files_named_in(facts.expected_output).empty()) ||
        asks_for_findings(task.name.view(), facts.expected_output);
    for (std::string& path : files_named_in(facts.expected_output)) {
        if (facts.expected_files.size() == most_files_named) break;
        const bool is_there = exists(path, facts.steps, root);
        facts.expected_files.push_back({std::move(path), is_there});
    }
    if (claims.evidence) facts.evidence = claims.evidence->str();
    for (const FilePath& path : claims.files_modified) {
        facts.claimed_files.push_back(resolve_path(root, root, path.view()).shown);
    }
    for (const Sentence& run : claims.tests_run) facts.claimed_tests.push_back(run.str());
    for (const AnchorKey& key : claims.anchors_created) facts.claimed_anchors.push_back(key.str());
    return facts;
}

TaskResult recorded_result(const CompletionFacts& facts, const TaskResult& claims) {
    TaskResult result{.evidence = claims.evidence, .files_modified = {}, .tests_run = {}, .anchors_created = {}};
    std::set<std::string> seen;
    for (const RecordedStep& step : facts.steps) {
        for (const std::string& file : step.files) {
            if (result.files_modified.size() == max_list_items || !seen.insert(file).second) continue;
            if (auto path = FilePath::make(file)) result.files_modified.push_back(std::move(*path));
        }
    }
    for (const std::string& run : passed_tests(facts)) {
        if (result.tests_run.size() == most_tests) break;
        if (auto sentence = Sentence::make(run)) result.tests_run.push_back(std::move(*sentence));
    }
    for (const std::string& key : facts.anchors) {
        if (auto made = AnchorKey::make(key)) result.anchors_created.push_back(std::move(*made));
    }
    return result;
}

}  // namespace hm
