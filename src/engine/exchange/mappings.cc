// Memories, anchors, knowledge, and what the first implementation had set aside.
#include "engine/exchange/mappings.h"

#include <fmt/format.h>

#include <algorithm>

#include "domain/anchor.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "domain/node.h"
#include "domain/session.h"
#include "domain/settings.h"

namespace hm::first {
namespace {

// As long as it was meant to be fresh. Every real memory has its own creation as its end, which would make all of
// them stale on arrival.
constexpr Duration fresh_for = hours(72);

// "tech-stack" is tech_stack.
template <NamedEnum E>
E choice(std::string word, E otherwise) {
    std::replace(word.begin(), word.end(), '-', '_');
    return enum_named<E>(word).value_or(otherwise);
}

void map_anchor(Drafts& drafts, json::object object, const std::string& session, Time when) {
    SourceRecord source(std::move(object));
    const std::string key = source.word("key").empty() ? source.word("id") : source.word("key");
    if (key.empty()) return drafts.note("An anchor without a key was left out.");
    const std::string kind = source.word("type").empty() ? source.word("kind") : source.word("type");
    const std::string priority = source.word("priority");
    const auto made_at = source.rest().if_contains("created_at");
    // The same key again is another version.
    const std::string old_id =
        source.word("id").empty()
            ? fmt::format("anchor/{}/{}", key, made_at == nullptr ? std::string() : to_text(*made_at))
            : source.word("id");
    Draft draft = drafts.begin("anchor", old_id, source, when);
    draft.record["key"] =
        source.text({"key"}, AnchorKey::max_characters).value_or(shorten(key, AnchorKey::max_characters));
    const auto value = source.text({"value", "content"}, AnchorValue::max_characters);
    if (!value) return drafts.note(fmt::format("The anchor {} has no value and was left out.", shorten(key, 60)));
    draft.record["value"] = *value;
    draft.record["kind"] = name_of(choice(kind, AnchorKind::context));
    draft.record["priority"] = name_of(choice(priority, AnchorPriority::medium));
    Drafts::refer(draft, "session_id", "session", session.empty() ? source.word("session_id") : session);
    source.forget({"session_id", "type", "kind", "priority"});
    drafts.add(std::move(draft), source);
}

}  // namespace

void map_mem(Drafts& drafts, json::object mem, Time when) {
    SourceRecord source(std::move(mem));
    const std::string old_id = source.word("id");
    if (old_id.empty()) return drafts.note("A memory without an id was left out.");
    const bool is_false_path = source.word("type") == "false_path";
    const auto stale_at = source.time({"staleness_stamp"});
    Draft draft = drafts.begin("memory", old_id, source, when);
    const auto content = source.text({"content"}, MemoryText::max_characters);
    if (!content)
        return drafts.note(fmt::format("The memory {} has no content and was left out.", shorten(old_id, 60)));
    const Time created_at{draft.record.at("created_at").to_number<std::int64_t>()};
    draft.record["shelf"] = source.text({"shelf"}, 60).value_or("project");
    draft.record["content"] = *content;
    draft.record["kind"] = name_of(is_false_path ? MemoryKind::false_path : MemoryKind::insight);
    draft.record["standing"] = name_of(Standing::observed);
    draft.record["trust"] = name_of(Trust::agent);
    draft.record["tags"] = source.texts({"tags"}, 60);
    draft.record["relevance"] = std::clamp(source.number("relevance_score").value_or(1.0), 0.0, 1.0);
    // A false path does not age.
    const Time end = stale_at && *stale_at > created_at ? *stale_at : created_at + fresh_for;
    if (!is_false_path) draft.record["stale_at"] = end.ms;
    Drafts::refer(draft, "origin_task_id", "task", source.word("origin_task_id"));
    Drafts::refer(draft, "session_id", "session", source.word("session_id"));
    source.forget({"type", "origin_task_id", "session_id"});
    drafts.add(std::move(draft), source);
}

void map_mems(Drafts& drafts, const json::object& file, Time when) {
    for (json::object& mem : SourceRecord(file).objects("mems")) map_mem(drafts, std::move(mem), when);
}

void map_anchors(Drafts& drafts, const json::object& file, Time when) {
    for (json::object& anchor : SourceRecord(file).objects("anchors")) map_anchor(drafts, std::move(anchor), "", when);
}

void map_session_anchors(Drafts& drafts, const json::object& file, Time when) {
    for (const auto& session : object_member(file, "anchors")) {
        const json::object holder{{"anchors", session.value()}};
        for (json::object& anchor : SourceRecord(holder).objects("anchors")) {
            map_anchor(drafts, std::move(anchor), std::string(session.key()), when);
        }
    }
}

void map_knowledge(Drafts& drafts, const json::object& file, Time when) {
    for (json::object& object : SourceRecord(file).objects("entries")) {
        SourceRecord source(std::move(object));
        const std::string old_id = source.word("id");
        if (old_id.empty()) {
            drafts.note("An entry of knowledge without an id was left out.");
            continue;
        }
        const KnowledgeType type = choice(source.word("type"), KnowledgeType::codebase_fact);
        const KnowledgeSource from = choice(source.word("source"), KnowledgeSource::manual);
        Draft draft = drafts.begin("knowledge", old_id, source, when);
        draft.record["type"] = name_of(type);
        draft.record["title"] = source.text({"title"}, Title::max_characters).value_or(old_id);
        draft.record["content"] = source.text({"content"}, MemoryText::max_characters)
                                      .value_or(std::string(text_member(draft.record, "title")));
        draft.record["evidence"] = source.texts({"evidence"}, Sentence::max_characters);
        const double stale_after = source.number("staleAfter").value_or(static_cast<double>(hours(7 * 24).ms));
        draft.record["stale_after"] =
            to_text(Duration{std::clamp<std::int64_t>(static_cast<std::int64_t>(stale_after), 0, hours(24 * 3650).ms)});
        draft.record["confidence"] =
            std::clamp<std::int64_t>(static_cast<std::int64_t>(source.number("confidence").value_or(100)), 0, 100);
        draft.record["source"] = name_of(from);
        draft.record["access_count"] = static_cast<std::int64_t>(source.number("accessCount").value_or(0));
        if (const auto seen = source.time({"lastAccessedAt"})) draft.record["last_accessed_at"] = seen->ms;
        Drafts::refer(draft, "parent_id", "knowledge", source.word("parentId"));
        Drafts::refer(draft, "supersedes", "knowledge", source.word("supersedes"));
        Drafts::refer_all(draft, "related_to", "knowledge", source.texts({"relatedTo"}, 200));
        source.forget({"parentId", "supersedes", "childIds", "type", "source"});
        drafts.add(std::move(draft), source);
    }
}

void map_orphans(Drafts& drafts, const json::object& file, Time when) {
    for (json::object& object : SourceRecord(file).objects("orphans")) {
        SourceRecord source(std::move(object));
        auto data = source.object("original_data");
        if (!data) continue;
        // They are real work: thousands of entries were a few dozen tasks, set aside again at every load.
        if (source.word("type") == "mem") map_mem(drafts, std::move(*data), when);
        if (source.word("type") == "task") map_task(drafts, std::move(*data), "", when);
    }
}

// Sessions and settings: brain.json, sessions/manifest.json, config.json.

namespace {

// Numbers, and objects of numbers: what detection counts. The rest of the metrics is kept beside.
json::object numbers_in(const json::object& metrics) {
    json::object numbers;
    for (const auto& member : metrics) {
        if (member.value().is_number()) numbers[member.key()] = member.value();
        if (!member.value().is_object()) continue;
        json::object inner = numbers_in(member.value().get_object());
        if (!inner.empty()) numbers[member.key()] = std::move(inner);
    }
    return numbers;
}

void fill_session(Draft& draft, SourceRecord& source, const std::string& client_session_id) {
    draft.record["client"] = "opencode";
    draft.record["client_session_id"] = shorten(client_session_id, ClientSessionId::max_characters);
    draft.record["role"] = "solo";
    draft.record["mode"] = name_of(enum_named<SessionMode>(source.word("mode")).value_or(SessionMode::plan_driven));
    draft.record["status"] = name_of(SessionStatus::closed);
    draft.record["compaction_count"] = 0;
    draft.record["tokens_used"] = 0;
    draft.record["counters"] = json::object();
    if (auto status = source.text({"governance_status"}, 60)) draft.record["governance_status"] = *status;
    source.forget({"mode"});
}

// Three lines of text that stood for a tree before there was one.
void map_flat_hierarchy(Drafts& drafts, const json::object& lines, Time when) {
    if (drafts.has("plan") || text_member(lines, "trajectory").empty()) return;
    json::object root{{"id", "brain/trajectory"},
                      {"level", "trajectory"},
                      {"content", text_member(lines, "trajectory")},
                      {"status", "active"},
                      {"created", when.ms}};
    if (!text_member(lines, "tactic").empty()) {
        json::object tactic{{"id", "brain/tactic"},
                            {"level", "tactic"},
                            {"content", text_member(lines, "tactic")},
                            {"status", "active"},
                            {"created", when.ms}};
        if (!text_member(lines, "action").empty()) {
            tactic["children"] = json::array{json::object{{"id", "brain/action"},
                                                          {"level", "action"},
                                                          {"content", text_member(lines, "action")},
                                                          {"status", "active"},
                                                          {"created", when.ms}}};
        }
        root["children"] = json::array{std::move(tactic)};
    }
    map_tree(drafts, {{"root", std::move(root)}}, when);
}

}  // namespace

void map_brain(Drafts& drafts, const json::object& file, Time when) {
    SourceRecord brain(file);
    SourceRecord source(brain.object("session").value_or(json::object()));
    const std::string old_id = source.word("id");
    for (const char* copies : {"recent_messages", "offtrack_todo_pending"}) {
        const auto left_out = brain.objects(copies).size();
        if (left_out > 0)
            drafts.note(fmt::format("brain.json: {} copies of messages ({}) were left out.", left_out, copies));
        brain.forget({copies});
    }
    const json::object hierarchy = brain.object("hierarchy").value_or(json::object());
    Time made_at = when;
    if (!old_id.empty()) {
        const std::string client_id =
            source.word("opencode_session_id").empty() ? old_id : source.word("opencode_session_id");
        Draft draft = drafts.begin("session", old_id, source, when);
        made_at = Time{draft.record.at("created_at").to_number<std::int64_t>()};
        fill_session(draft, source, client_id);
        source.forget({"opencode_session_id"});
        if (const auto metrics = brain.object("metrics")) {
            draft.record["counters"] = numbers_in(*metrics);
            SourceRecord rest(*metrics);
            if (rest.has("ratings")) draft.original["ratings"] = rest.rest().at("ratings");
        }
        draft.record["compaction_count"] = static_cast<std::int64_t>(brain.number("compaction_count").value_or(0));
        if (const auto at = brain.time({"last_compaction_time"})) draft.record["last_compaction_at"] = at->ms;
        if (auto report = brain.text({"next_compaction_report"}, MemoryText::max_characters)) {
            draft.record["next_compaction_report"] = *report;
        }
        draft.original["brain"] = brain.rest();
        drafts.add(std::move(draft), source);
    }
    map_flat_hierarchy(drafts, hierarchy, made_at);
}

void map_session_manifest(Drafts& drafts, const json::object& file, Time when) {
    for (json::object& object : SourceRecord(file).objects("sessions")) {
        SourceRecord source(std::move(object));
        const json::value* id = source.rest().if_contains("session_id");
        // Some hold a list of them.
        std::string old_id = source.word("session_id");
        if (id != nullptr && id->is_array() && !id->get_array().empty() && id->get_array()[0].is_string()) {
            old_id = std::string(id->get_array()[0].get_string());
        }
        if (old_id.empty()) old_id = source.word("stamp");
        if (old_id.empty()) continue;
        if (source.word("session_id") == old_id) source.forget({"session_id"});
        Draft draft = drafts.begin("session", old_id, source, when);
        fill_session(draft, source, old_id);
        drafts.add(std::move(draft), source);
    }
}

std::vector<std::pair<std::string, json::value>> map_config(const json::object& file) {
    std::vector<std::pair<std::string, json::value>> settings;
    SourceRecord source(file);
    if (const auto mode = enum_named<GateMode>(source.word("governance_mode"))) {
        settings.emplace_back("mode", name_of(*mode));
    }
    settings.emplace_back("first_implementation", source.rest());
    return settings;
}

// Trees of work: hierarchy.json, iDumb's work plans and its epics.

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

// Plans, phases, tasks and the read-head of graph/*.json and state/tasks.json.

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
