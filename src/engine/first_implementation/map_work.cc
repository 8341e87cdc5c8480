// Plans, phases, tasks and the read-head of graph/*.json and state/tasks.json.
#include <fmt/format.h>

#include "domain/node.h"
#include "engine/first_implementation/mappings.h"
#include "engine/first_implementation/status_words.h"

namespace hm::first {
namespace {

// Old times of ending are only true of what has ended.
void set_time(Draft& draft, std::string_view field, const std::optional<Time>& time) {
    if (time) draft.record[field] = time->ms;
}

void map_phase(Drafts& drafts, json::object object, const std::string& plan, std::int64_t position, Time when) {
    SourceRecord source(std::move(object));
    const std::string old_id =
        source.word("id").empty() ? fmt::format("{}/phase/{}", plan, position) : source.word("id");
    const std::string_view status = name_of(phase_status(source.word("status")));
    Draft draft = drafts.begin("phase", old_id, source, when);
    draft.record["title"] = source.text({"title", "name", "content"}, Title::max_characters).value_or("Phase");
    draft.record["position"] =
        static_cast<std::int64_t>(source.number("order").value_or(static_cast<double>(position)));
    draft.record["status"] = status;
    set_time(draft, "completed_at", source.time({"completed_at", "completedAt"}));
    Drafts::refer(draft, "parent_plan_id", "plan", plan);
    source.forget({"parent_plan_id", "plan_id"});
    const auto tasks = source.objects("tasks");
    drafts.add(std::move(draft), source);
    for (json::object task : tasks) {
        if (!task.contains("parent_phase_id")) task["parent_phase_id"] = old_id;
        map_task(drafts, std::move(task), "", when);
    }
}

}  // namespace

void map_trajectory(Drafts& drafts, const json::object& file, Time when) {
    SourceRecord source(object_member(file, "trajectory"));
    if (source.rest().empty()) return;
    const std::string old_id = source.word("id").empty() ? "trajectory" : source.word("id");
    Draft draft = drafts.begin("trajectory", old_id, source, when);
    if (auto intent = source.text({"intent"}, Paragraph::max_characters)) draft.record["intent"] = *intent;
    const std::string shift = source.word("intent_shift_stamp");
    if (const auto stamp = read_stamp(shift)) {
        draft.record["intent_shift_stamp"] = make_stamp(stamp->minute, stamp->taken).view();
        source.forget({"intent_shift_stamp"});
    }
    Drafts::refer(draft, "active_plan_id", "plan", source.word("active_plan_id"));
    Drafts::refer(draft, "active_phase_id", "phase", source.word("active_phase_id"));
    Drafts::refer_all(draft, "active_task_ids", "task", source.texts({"active_task_ids"}, 200));
    Drafts::refer(draft, "session_id", "session", source.word("session_id"));
    source.forget({"active_plan_id", "active_phase_id", "session_id"});
    drafts.add(std::move(draft), source);
}

void map_plans(Drafts& drafts, const json::object& file, Time when) {
    std::int64_t number = 0;
    for (json::object& object : SourceRecord(file).objects("plans")) {
        SourceRecord source(std::move(object));
        const std::string old_id = source.word("id").empty() ? fmt::format("plan/{}", number) : source.word("id");
        ++number;
        const std::string_view status = name_of(plan_status(source.word("status")));
        Draft draft = drafts.begin("plan", old_id, source, when);
        draft.record["title"] = source.text({"title", "name"}, Title::max_characters).value_or("Plan");
        if (auto intent = source.text({"intent", "description"}, Paragraph::max_characters)) {
            draft.record["intent"] = *intent;
        }
        if (auto path = source.text({"sot_document_path"}, FilePath::max_characters)) {
            draft.record["sot_document_path"] = *path;
        }
        draft.record["category"] = name_of(plan_category(source.word("category")));
        draft.record["status"] = status;
        const auto phases = source.objects("phases");
        const Time created_at{draft.record.at("created_at").to_number<std::int64_t>()};
        drafts.add(std::move(draft), source);
        std::int64_t position = 0;
        for (const json::object& phase : phases) map_phase(drafts, phase, old_id, position++, created_at);
    }
}

void map_task(Drafts& drafts, json::object task, const std::string& scope, Time when) {
    SourceRecord source(std::move(task));
    const std::string own = source.word("id");
    if (own.empty()) return drafts.note("A task without an id was left out.");
    // `todo-1` is another task in every session.
    const std::string old_id = own.starts_with("todo-") && !scope.empty() ? fmt::format("{}/{}", scope, own) : own;
    const TaskStatus status = task_status(source.word("status"));
    const bool is_part = source.word("type") == "sub" || !source.word("parent_task_id").empty();
    Draft draft = drafts.begin("task", old_id, source, when);
    draft.record["kind"] = name_of(is_part ? TaskKind::sub : TaskKind::main);
    draft.record["status"] = name_of(status);
    draft.record["name"] = source.text({"title", "name", "text", "content"}, Title::max_characters).value_or(own);
    if (source.word("content") == draft.record["name"].as_string()) source.forget({"content"});
    if (auto output = source.text({"expected_output", "expectedOutput", "description"}, Paragraph::max_characters)) {
        draft.record["expected_output"] = *output;
    }
    if (auto agent = source.text({"assigned_to", "assignedTo", "assignee"}, 60)) draft.record["assigned_to"] = *agent;
    if (auto agent = source.text({"delegated_by", "delegatedBy"}, 60)) draft.record["delegated_by"] = *agent;
    draft.record["allowed_tools"] = source.texts({"allowed_tools", "allowedTools"}, 60);
    // A file can be held by one task; work that is over holds none.
    if (status == TaskStatus::active) draft.record["file_locks"] = source.texts({"file_locks"}, 1024);
    draft.record["planned_ahead"] = source.flag("planned_ahead").value_or(false);
    set_time(draft, "started_at", source.time({"started_at", "startedAt"}));
    set_time(draft, "completed_at", source.time({"completed_at", "completedAt"}));
    Drafts::refer(draft, "parent_phase_id", "phase", source.word("parent_phase_id"));
    Drafts::refer(draft, "parent_task_id", "task", source.word("parent_task_id"));
    Drafts::refer(draft, "assigned_session_id", "session", source.word("assigned_session_id"));
    Drafts::refer_all(draft, "depends_on", "task",
                      source.texts({"depends_on", "dependsOn", "dependencies", "dependencyIds"}, 200));
    if (const auto gate = source.object("temporalGate")) {
        SourceRecord held(*gate);
        if (auto reason = held.text({"reason"}, Sentence::max_characters)) {
            draft.record["temporal_gate"] = json::object{{"reason", *reason}};
        }
        Drafts::refer(draft, "temporal_gate.after_task_id", "task", held.word("afterTaskId"));
    }
    if (const auto result = source.object("result")) {
        SourceRecord outcome(*result);
        json::object mapped{{"files_modified", outcome.texts({"filesModified", "files_modified"}, 1024)},
                            {"tests_run", outcome.texts({"testsRun", "tests_run"}, Sentence::max_characters)},
                            {"anchors_created", outcome.texts({"anchorsCreated", "anchors_created"}, 100)}};
        if (auto evidence = outcome.text({"evidence"}, Paragraph::max_characters)) mapped["evidence"] = *evidence;
        draft.record["result"] = std::move(mapped);
    }
    source.forget({"parent_phase_id", "parent_task_id", "assigned_session_id", "epicId", "workPlanId", "type"});
    const auto parts = source.objects("subtasks");
    drafts.add(std::move(draft), source);
    for (json::object part : parts) {
        if (!part.contains("id")) part["id"] = fmt::format("{}/{}", old_id, text_member(part, "name"));
        part["parent_task_id"] = old_id;
        map_task(drafts, std::move(part), scope, when);
    }
}

void map_tasks(Drafts& drafts, const json::object& file, Time when) {
    SourceRecord source(file);
    const std::string scope = source.word("session_id");
    for (json::object& task : source.objects("tasks")) map_task(drafts, std::move(task), scope, when);
}

}  // namespace hm::first
