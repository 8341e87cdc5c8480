// Trees of work: hierarchy.json, iDumb's work plans and its epics.
#include <fmt/format.h>

#include "engine/first_implementation/mappings.h"
#include "engine/first_implementation/status_words.h"

namespace hm::first {
namespace {

// Trees without phases get one, so that every task has its place in the plan.
std::string add_only_phase(Drafts& drafts, const std::string& plan, std::string_view status, Time when) {
    const std::string old_id = fmt::format("{}/phase", plan);
    SourceRecord none{json::object{}};
    Draft phase = drafts.begin("phase", old_id, none, when);
    phase.record["title"] = "Work";
    phase.record["position"] = 0;
    phase.record["status"] = name_of(phase_status(status));
    Drafts::refer(phase, "parent_plan_id", "plan", plan);
    drafts.add(std::move(phase), none);
    return old_id;
}

struct TreePlace {
    std::string plan;
    std::string phase;
    std::string task;
};

class TreeMapper {
public:
    TreeMapper(Drafts& drafts, Time when) : drafts_(drafts), when_(when) {}

    void map(json::object node, TreePlace place, std::int64_t position, int depth) {
        constexpr int deepest = 64;
        SourceRecord source(std::move(node));
        const std::string old_id = source.word("id");
        const std::string level = source.word("level");
        if (old_id.empty() || depth > deepest) return drafts_.note("A node of the tree without an id was left out.");
        const auto children = source.objects("children");
        const std::string status = source.word("status");
        if (place.plan.empty() || level == "trajectory") {
            Draft plan = begin("plan", old_id, source, "title");
            plan.record["category"] = name_of(PlanCategory::development);
            plan.record["status"] = name_of(plan_status(status));
            drafts_.add(std::move(plan), source);
            place = {old_id, "", ""};
        } else if (level == "tactic") {
            Draft phase = begin("phase", old_id, source, "title");
            phase.record["position"] = position;
            phase.record["status"] = name_of(phase_status(status));
            Drafts::refer(phase, "parent_plan_id", "plan", place.plan);
            drafts_.add(std::move(phase), source);
            place.phase = old_id;
            place.task.clear();
        } else {
            if (place.phase.empty()) place.phase = add_only_phase(drafts_, place.plan, "active", when_);
            Draft task = begin("task", old_id, source, "name");
            task.record["kind"] = name_of(place.task.empty() ? TaskKind::main : TaskKind::sub);
            task.record["status"] = name_of(task_status(status));
            Drafts::refer(task, "parent_phase_id", "phase", place.phase);
            Drafts::refer(task, "parent_task_id", "task", place.task);
            drafts_.add(std::move(task), source);
            place.task = old_id;
        }
        std::int64_t next = 0;
        for (const json::object& child : children) map(child, place, next++, depth + 1);
    }

private:
    Draft begin(std::string_view noun, const std::string& old_id, SourceRecord& source, std::string_view title) {
        Draft draft = drafts_.begin(noun, old_id, source, when_);
        draft.record[title] = source.text({"content"}, Title::max_characters).value_or(old_id);
        if (const auto completed = source.time({"completed"})) draft.record["completed_at"] = completed->ms;
        source.forget({"level"});
        return draft;
    }

    Drafts& drafts_;
    Time when_;
};

void map_plan_of_tasks(Drafts& drafts, json::object object, std::string_view tasks_name, Time when) {
    SourceRecord source(std::move(object));
    const std::string old_id = source.word("id");
    if (old_id.empty()) return drafts.note("A plan without an id was left out.");
    const std::string status = source.word("status");
    const auto tasks = source.objects(tasks_name);
    const auto ahead = source.objects("planAhead");
    Draft plan = drafts.begin("plan", old_id, source, when);
    const Time created_at{plan.record.at("created_at").to_number<std::int64_t>()};
    plan.record["title"] = source.text({"name", "title"}, Title::max_characters).value_or(old_id);
    plan.record["acceptance"] = source.texts({"acceptance"}, Sentence::max_characters);
    plan.record["category"] = name_of(plan_category(source.word("category")));
    plan.record["status"] = name_of(plan_status(status));
    if (const auto level = enum_named<GateMode>(source.word("governanceLevel"))) {
        plan.record["governance_level"] = name_of(*level);
        source.forget({"governanceLevel"});
    }
    if (auto owner = source.text({"ownedBy"}, 60)) plan.record["owned_by"] = *owner;
    if (const auto completed = source.time({"completedAt"})) plan.record["completed_at"] = completed->ms;
    Drafts::refer_all(plan, "depends_on", "plan", source.texts({"dependsOn"}, 200));
    drafts.add(std::move(plan), source);
    const std::string phase = add_only_phase(drafts, old_id, status, created_at);
    for (json::object task : tasks) {
        const std::string task_id(text_member(task, "id"));
        SourceRecord whole(task);
        const auto checkpoints = whole.objects("checkpoints");
        task.stable_erase("checkpoints");
        task["parent_phase_id"] = phase;
        map_task(drafts, std::move(task), "", created_at);
        for (const json::object& object_of_checkpoint : checkpoints) {
            SourceRecord proof(object_of_checkpoint);
            const std::string proof_id = proof.word("id");
            if (proof_id.empty()) continue;
            Draft checkpoint = drafts.begin("checkpoint", proof_id, proof, created_at);
            checkpoint.record["tool"] = proof.text({"tool"}, 60).value_or("unknown");
            checkpoint.record["summary"] = proof.text({"summary"}, Sentence::max_characters).value_or("A change.");
            checkpoint.record["files_modified"] = proof.texts({"filesModified", "files"}, 1024);
            Drafts::refer(checkpoint, "task_id", "task", task_id);
            drafts.add(std::move(checkpoint), proof);
        }
    }
    std::int64_t number = 0;
    for (json::object task : ahead) {
        if (text_member(task, "id").empty()) task["id"] = fmt::format("{}/ahead/{}", old_id, number);
        ++number;
        task["parent_phase_id"] = phase;
        task["planned_ahead"] = true;
        map_task(drafts, std::move(task), "", created_at);
    }
}

void set_read_head(Drafts& drafts, std::string_view field, std::string_view noun, const std::string& old_id,
                   Time when) {
    if (old_id.empty() || drafts.has("trajectory")) return;
    SourceRecord none{json::object{}};
    Draft head = drafts.begin("trajectory", "read-head", none, when);
    Drafts::refer(head, field, noun, old_id);
    drafts.add(std::move(head), none);
}

}  // namespace

void map_tree(Drafts& drafts, const json::object& file, Time when) {
    const json::object& root = object_member(file, "root");
    if (root.empty()) return;
    TreeMapper(drafts, when).map(root, {}, 0, 0);
    if (drafts.has("trajectory")) return;
    const std::string cursor(text_member(file, "cursor"));
    SourceRecord none{json::object{}};
    Draft head = drafts.begin("trajectory", "read-head", none,
                              read_time(root.contains("created") ? root.at("created") : json::value()).value_or(when));
    Drafts::refer(head, "active_plan_id", "plan", std::string(text_member(root, "id")));
    if (cursor.starts_with("tc_")) Drafts::refer(head, "active_phase_id", "phase", cursor);
    if (cursor.starts_with("a_")) Drafts::refer_all(head, "active_task_ids", "task", {json::value(cursor)});
    drafts.add(std::move(head), none);
}

void map_work_plans(Drafts& drafts, const json::object& file, Time when) {
    SourceRecord source(file);
    for (const json::object& plan : source.objects("workPlans")) map_plan_of_tasks(drafts, plan, "tasks", when);
    set_read_head(drafts, "active_plan_id", "plan", source.word("activeWorkPlanId"), when);
}

void map_epics(Drafts& drafts, const json::object& file, Time when) {
    SourceRecord source(file);
    for (const json::object& epic : source.objects("epics")) map_plan_of_tasks(drafts, epic, "tasks", when);
    set_read_head(drafts, "active_plan_id", "plan", source.word("activeEpicId"), when);
}

}  // namespace hm::first
