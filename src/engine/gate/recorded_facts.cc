#include "engine/gate/recorded_facts.h"

#include <algorithm>
#include <array>

#include "base/codec.h"
#include "engine/gate/facts_of.h"
#include "engine/gate/gate.h"
#include "engine/gate/rules.h"
#include "engine/gate/rules_task.h"

namespace hm {
namespace {

// Cuts texts to what there is room for, but leaves those that a rule objected to.
class Labels {
public:
    Labels(const std::vector<Verdict>& objections, std::size_t most) : objections_(objections), most_(most) {}
    std::string operator()(std::string_view text) const {
        const bool decides = std::any_of(objections_.begin(), objections_.end(),
                                         [&](const Verdict& objection) { return objection.subject == text; });
        return decides ? fact_label(text) : fact_label(text, most_);
    }

private:
    const std::vector<Verdict>& objections_;
    std::size_t most_;
};

// Flags are kept as the list of those that are set.
struct Flag {
    std::string_view name;
    bool is_set;
};

json::array set_flags(std::initializer_list<Flag> flags) {
    json::array set;
    for (const Flag& flag : flags) {
        if (flag.is_set) set.emplace_back(flag.name);
    }
    return set;
}

bool has_flag(const json::object& object, std::string_view name) {
    const json::value* flags = object.if_contains("is");
    if (flags == nullptr || !flags->is_array()) return false;
    const json::array& array = flags->get_array();
    return std::any_of(array.begin(), array.end(),
                       [&](const json::value& flag) { return flag.is_string() && flag.get_string() == name; });
}

// A flag of a path: its name in the record, and the value of the fact that sets it.
struct PathFlag {
    std::string_view name;
    bool PathFact::* fact;
    bool set_by;
};

constexpr auto path_flags = std::to_array<PathFlag>({
    {"outside", &PathFact::is_inside_project, false},
    {"protected", &PathFact::is_protected, true},
    {"out_of_role", &PathFact::is_in_role_paths, false},
    {"granted", &PathFact::is_granted, true},
    {"unread_plan", &PathFact::is_unread_plan, true},
    {"changed_plan", &PathFact::is_changed_plan, true},
});

// The paths that a rule objects to, each rule's first, and the first of all.
std::vector<const PathFact*> deciding_paths(const GateFacts& facts) {
    std::vector<PathRule> rules;
    for (const RuleRow& rule : gate_rules) {
        if (const PathRule* holds_for = std::get_if<PathRule>(&rule.ask)) rules.push_back(*holds_for);
    }
    std::vector<const PathFact*> kept;
    for (const PathFact& path : facts.paths) {
        const bool decides = std::any_of(rules.begin(), rules.end(), [&](PathRule holds_for) {
            return !holds_for(path) && std::all_of(kept.begin(), kept.end(), [&](auto* k) { return holds_for(*k); });
        });
        if (decides || kept.empty()) kept.push_back(&path);
    }
    return kept;
}

// The tasks that decide what all of them together do: the first to fail each test, and the first that is left at last.
std::vector<const TaskFact*> deciding_tasks(const GateFacts& facts) {
    std::vector<const TaskFact*> kept;
    for (std::size_t i = 0; i < enum_names<TaskTest>.size(); ++i) {
        if (const TaskFact* task = refusing_task(facts, static_cast<TaskTest>(i))) kept.push_back(task);
    }
    const auto left = tasks_asked(facts, TaskTest::decisions_taken);
    const auto fitting =
        std::find_if(left.begin(), left.end(), [](auto* task) { return passes(*task, TaskTest::decisions_taken); });
    if (!left.empty()) kept.push_back(fitting == left.end() ? left.front() : *fitting);
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return kept;
}

// The first that the role may not run, the first that is a person's, and the worst.
std::vector<const ShellEffect*> deciding_effects(const GateFacts& facts) {
    const unsigned allowed = facts.role.shell_classes | facts.granted_classes;
    std::vector<const ShellEffect*> kept;
    bool has_refused = false;
    bool has_persons = false;
    for (const ShellEffect& effect : facts.shell->effects) {
        const bool is_refused = effect.is_for_person || (allowed & shell_bit(effect.shell_class)) == 0;
        if ((is_refused && !has_refused) || (effect.is_for_person && !has_persons)) kept.push_back(&effect);
        has_refused |= is_refused;
        has_persons |= effect.is_for_person;
    }
    return kept;
}

json::object encode_path(const PathFact& path, const Labels& label) {
    json::array flags;
    for (const PathFlag& flag : path_flags) {
        if (path.*flag.fact == flag.set_by) flags.emplace_back(flag.name);
    }
    json::object out{{"path", label(path.path)}, {"is", std::move(flags)}};
    if (path.locked_by_task) out["locked_by"] = label(*path.locked_by_task);
    if (path.changed_by) out["changed_by"] = label(*path.changed_by);
    return out;
}

PathFact decode_path(const json::object& from) {
    PathFact path{.path = std::string(text_member(from, "path"))};
    for (const PathFlag& flag : path_flags) path.*flag.fact = has_flag(from, flag.name) == flag.set_by;
    if (from.contains("locked_by")) path.locked_by_task = std::string(text_member(from, "locked_by"));
    if (from.contains("changed_by")) path.changed_by = std::string(text_member(from, "changed_by"));
    return path;
}

json::object encode_blocker(const Blocker& blocker, const Labels& label) {
    return {{"as", name_of(blocker.as)},
            {"id", blocker.id.text()},
            {"name", label(blocker.name)},
            {"status", label(blocker.status)},
            {"reason", label(blocker.reason)}};
}

json::object encode_task(const TaskFact& task, const Labels& label) {
    json::object out{{"id", task.id.text()},
                     {"name", label(task.name)},
                     {"is", set_flags({{"without_tool", !task.allows_tool}, {"anothers", !task.is_assigned_here}})}};
    if (!task.assigned_to.empty()) out["assigned_to"] = label(task.assigned_to);
    if (task.out_of_scope) out["out_of_scope"] = label(*task.out_of_scope);
    json::array blockers;
    for (const TaskTest test : {TaskTest::may_go_on, TaskTest::decisions_taken}) {
        if (const Blocker* blocker = first_blocker(task, test)) blockers.push_back(encode_blocker(*blocker, label));
    }
    if (!blockers.empty()) out["blockers"] = std::move(blockers);
    return out;
}

const json::array& array_member(const json::object& object, std::string_view name) {
    static const json::array none;
    const json::value* found = object.if_contains(name);
    return found != nullptr && found->is_array() ? found->get_array() : none;
}

std::int64_t number_member(const json::object& object, std::string_view name) {
    const json::value* found = object.if_contains(name);
    boost::system::error_code error;
    return found == nullptr ? 0 : found->to_number<std::int64_t>(error);
}

template <class Visit>
void for_each_object(const json::array& array, Visit&& visit) {
    for (const json::value& value : array) {
        if (value.is_object()) visit(value.get_object());
    }
}

Id id_of(std::string_view text) {
    const auto id = Id::parse(text);
    return id ? *id : Id{};
}

TaskFact decode_task(const json::object& from) {
    TaskFact task{.id = id_of(text_member(from, "id")),
                  .name = std::string(text_member(from, "name")),
                  .allows_tool = !has_flag(from, "without_tool"),
                  .is_assigned_here = !has_flag(from, "anothers")};
    task.assigned_to = text_member(from, "assigned_to");
    if (from.contains("out_of_scope")) task.out_of_scope = std::string(text_member(from, "out_of_scope"));
    for_each_object(array_member(from, "blockers"), [&](const json::object& blocker) {
        task.blockers.push_back(
            {.as = enum_named<AwaitedAs>(text_member(blocker, "as")).value_or(AwaitedAs::dependency),
             .id = id_of(text_member(blocker, "id")),
             .name = std::string(text_member(blocker, "name")),
             .status = std::string(text_member(blocker, "status")),
             .reason = std::string(text_member(blocker, "reason"))});
    });
    return task;
}

json::object encode_effect(const ShellEffect& effect, const Labels& label) {
    return {{"class", name_of(effect.shell_class)},
            {"program", label(effect.program)},
            {"why", label(effect.why)},
            {"is", set_flags({{"for_person", effect.is_for_person}})}};
}

ShellEffect decode_effect(const json::object& from) {
    return {enum_named<ShellClass>(text_member(from, "class")).value_or(ShellClass::unknown),
            std::string(text_member(from, "program")), std::string(text_member(from, "why")),
            has_flag(from, "for_person")};
}

json::object encode_shell(const GateFacts& facts, const Labels& label) {
    json::array effects;
    for (const ShellEffect* effect : deciding_effects(facts)) effects.push_back(encode_effect(*effect, label));
    json::object out{{"worst", encode_effect(facts.shell->worst, label)}, {"refused", std::move(effects)}};
    if (facts.shell->builds) out["is"] = set_flags({{"building", true}});
    return out;
}

// The first that the rule objects to.
json::object encode_removal(const RemovalFact& removal, const Labels& label) {
    json::array named;
    for (const std::string& file : removal.named) named.emplace_back(label(file));
    return {{"path", label(removal.path)},
            {"kind", name_of(removal.kind)},
            {"reason", name_of(removal.reason)},
            {"lost", removal.lost},
            {"named", std::move(named)}};
}

RemovalFact decode_removal(const json::object& from) {
    RemovalFact removal{.path = std::string(text_member(from, "path")),
                        .kind = enum_named<RemovalKind>(text_member(from, "kind")).value_or(RemovalKind::tree),
                        .reason = enum_named<LossReason>(text_member(from, "reason")).value_or(LossReason::not_seen),
                        .lost = static_cast<std::size_t>(std::max<std::int64_t>(number_member(from, "lost"), 0))};
    for (const json::value& file : array_member(from, "named")) {
        if (file.is_string()) removal.named.emplace_back(file.get_string());
    }
    return removal;
}

// What the call makes, by which it is known later whose it is.
json::array encode_new(const GateFacts& facts, const Labels& label) {
    constexpr std::size_t most_new = 12;
    json::array made;
    for (const PathFact& path : facts.paths) {
        // A name that is cut short or redacted tells nothing.
        const bool is_whole = path.is_new && label(path.path) == path.path;
        if (is_whole && made.size() < most_new) made.emplace_back(path.path);
    }
    return made;
}

// The files that the call may change, and how old they were: by this it is known later whether somebody else has
// changed them before or since.
json::object encode_before(const GateFacts& facts, const Labels& label) {
    constexpr std::size_t most_files = 12;
    json::object before;
    for (const PathFact& path : facts.paths) {
        const bool is_told = path.changed_at.ms != 0 && label(path.path) == path.path;
        if (is_told && before.size() < most_files) before[path.path] = path.changed_at.ms;
    }
    return before;
}

json::object encode_delegation(const DelegationFact& asked, const Labels& label) {
    json::array line;
    const bool is_in_line = std::find(asked.line.begin(), asked.line.end(), asked.to) != asked.line.end();
    if (is_in_line) line.emplace_back(label(asked.to));
    return {{"to", label(asked.to)},
            {"line", std::move(line)},
            {"depth", asked.depth},
            {"is", set_flags({{"without_todo", !asked.has_todo}})}};
}

// Of the lifted rules only those that would have objected.
json::array encode_lifted(const GateFacts& facts, const std::vector<Verdict>& objections) {
    json::array lifted;
    for (const Verdict& objection : objections) {
        const bool is_lifted = std::any_of(facts.lifted.begin(), facts.lifted.end(), [&](const LiftedRule& each) {
            return each.rule == objection.rule && each.subject == fact_label(objection.subject);
        });
        if (is_lifted) lifted.emplace_back(lifted_target(objection.rule, objection.subject));
    }
    return lifted;
}

json::object encode_within(const GateFacts& facts, const Verdict& verdict, std::size_t room) {
    const std::vector<Verdict> objections = all_objections(facts);
    const Labels label(objections, room);
    json::object out{{"rule", name_of(verdict.rule)},   {"subject", fact_label(verdict.subject)},
                     {"tool", fact_label(facts.tool)},  {"kind", name_of(facts.kind)},
                     {"mode", name_of(facts.mode)},     {"fail", name_of(facts.fail)},
                     {"attempt", verdict.attempt},      {"lifted_by", name_of(verdict.lifted_by)},
                     {"role", label(facts.role.name)},  {"classes", facts.role.shell_classes},
                     {"granted", facts.granted_classes}};
    out["is"] = set_flags({{"role_known", facts.role.is_known},
                           {"tool_allowed", facts.role.may_use_tool},
                           {"approved", facts.is_approved},
                           {"inherited", facts.is_inherited},
                           {"changing", facts.is_change.value_or(false)},
                           {"keeping", !facts.is_change.value_or(true)}});
    if (facts.made_before > 0) out["made_before"] = facts.made_before;
    if (!facts.action.empty()) out["action"] = fact_label(facts.action);
    if (!facts.agent.empty()) out["agent"] = label(facts.agent);
    if (!facts.trouble.empty()) out["trouble"] = label(facts.trouble);
    json::array paths;
    for (const PathFact* path : deciding_paths(facts)) paths.push_back(encode_path(*path, label));
    if (!paths.empty()) out["paths"] = std::move(paths);
    if (facts.paths_left_out > 0) out["paths_left_out"] = facts.paths_left_out;
    if (!facts.strict_by_plan.empty()) out["strict_by_plan"] = label(facts.strict_by_plan);
    json::array tasks;
    for (const TaskFact* task : deciding_tasks(facts)) tasks.push_back(encode_task(*task, label));
    if (!tasks.empty()) out[facts.target ? "target" : "tasks"] = std::move(tasks);
    if (facts.shell) out["shell"] = encode_shell(facts, label);
    const auto lost = std::find_if(facts.removals.begin(), facts.removals.end(),
                                   [](const RemovalFact& each) { return each.reason != LossReason::nothing; });
    if (lost != facts.removals.end()) out["removal"] = encode_removal(*lost, label);
    if (json::array made = encode_new(facts, label); !made.empty()) out["new"] = std::move(made);
    if (verdict.outcome != Outcome::block) {
        if (json::object before = encode_before(facts, label); !before.empty()) out["before"] = std::move(before);
    }
    if (facts.delegation) out["delegation"] = encode_delegation(*facts.delegation, label);
    if (!facts.lifted.empty()) out["lifted"] = encode_lifted(facts, objections);
    return out;
}

void decode_shell(const json::object& from, GateFacts& facts) {
    facts.shell.emplace();
    facts.shell->worst = decode_effect(object_member(from, "worst"));
    facts.shell->builds = has_flag(from, "building");
    for_each_object(array_member(from, "refused"),
                    [&](const json::object& effect) { facts.shell->effects.push_back(decode_effect(effect)); });
}

void decode_delegation(const json::object& from, GateFacts& facts) {
    facts.delegation.emplace();
    facts.delegation->to = text_member(from, "to");
    for (const json::value& agent : array_member(from, "line")) {
        if (agent.is_string()) facts.delegation->line.emplace_back(agent.get_string());
    }
    facts.delegation->depth = number_member(from, "depth");
    facts.delegation->has_todo = !has_flag(from, "without_todo");
}

}  // namespace

json::object encode_facts(const GateFacts& facts, const Verdict& verdict) {
    constexpr std::array<std::size_t, 5> rooms{100, 60, 30, 12, 4};
    for (const std::size_t room : rooms) {
        json::object encoded = encode_within(facts, verdict, room);
        if (to_text(encoded).size() <= max_recorded_bytes || room == rooms.back()) return encoded;
    }
    return {};
}

Result<GateFacts> decode_facts(const json::object& from) {
    const auto kind = enum_named<ToolKind>(text_member(from, "kind"));
    const auto mode = enum_named<GateMode>(text_member(from, "mode"));
    const auto fails = enum_named<FailMode>(text_member(from, "fail"));
    if (!kind || !mode || !fails || !from.contains("is")) {
        return fail(ErrorCode::unsupported, "The event does not hold the facts of a decision.",
                    "Ask for an event that `hivemind log --kind gate` lists, made by this version or a later one.");
    }
    GateFacts facts;
    facts.kind = *kind;
    facts.mode = *mode;
    facts.fail = *fails;
    facts.tool = text_member(from, "tool");
    facts.action = text_member(from, "action");
    facts.agent = text_member(from, "agent");
    facts.trouble = text_member(from, "trouble");
    facts.role = {.name = std::string(text_member(from, "role")),
                  .sentence = {},
                  .is_known = has_flag(from, "role_known"),
                  .may_use_tool = has_flag(from, "tool_allowed"),
                  .shell_classes = static_cast<unsigned>(number_member(from, "classes"))};
    facts.granted_classes = static_cast<unsigned>(number_member(from, "granted"));
    facts.is_approved = has_flag(from, "approved");
    facts.is_inherited = has_flag(from, "inherited");
    if (has_flag(from, "changing")) facts.is_change = true;
    if (has_flag(from, "keeping")) facts.is_change = false;
    facts.made_before = number_member(from, "made_before");
    facts.refused_before = std::max<std::int64_t>(number_member(from, "attempt") - 1, 0);
    for_each_object(array_member(from, "paths"),
                    [&](const json::object& path) { facts.paths.push_back(decode_path(path)); });
    facts.paths_left_out = static_cast<std::size_t>(std::max<std::int64_t>(number_member(from, "paths_left_out"), 0));
    facts.strict_by_plan = text_member(from, "strict_by_plan");
    for_each_object(array_member(from, "tasks"),
                    [&](const json::object& task) { facts.active_tasks.push_back(decode_task(task)); });
    for_each_object(array_member(from, "target"), [&](const json::object& task) { facts.target = decode_task(task); });
    if (from.contains("shell")) decode_shell(object_member(from, "shell"), facts);
    if (from.contains("removal")) facts.removals.push_back(decode_removal(object_member(from, "removal")));
    if (from.contains("delegation")) decode_delegation(object_member(from, "delegation"), facts);
    for (const json::value& target : array_member(from, "lifted")) {
        if (!target.is_string()) continue;
        if (auto lifted = read_lifted_target(target.get_string())) facts.lifted.push_back(std::move(*lifted));
    }
    return facts;
}

}  // namespace hm
