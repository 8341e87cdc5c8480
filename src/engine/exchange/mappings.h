// Files of the first implementation, mapped to records.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"
#include "engine/exchange/first_files.h"

namespace hm::first {

// SourceRecord: one object of an old file while it is mapped. What is taken out of it has found its place; what is
// left at the end is kept as it was.

class SourceRecord {
public:
    explicit SourceRecord(json::object object) : object_(std::move(object)) {}

    // The first of these names that holds text, cut to `limit` characters. A text that was cut stays in the rest too.
    // An agent that was stored as an object counts as its name.
    std::optional<std::string> text(std::initializer_list<std::string_view> names, std::size_t limit);
    // Epoch milliseconds or ISO 8601.
    std::optional<Time> time(std::initializer_list<std::string_view> names);
    std::optional<double> number(std::string_view name);
    std::optional<bool> flag(std::string_view name);
    // Texts of a list, or one text; those that are empty or too long stay in the rest.
    json::array texts(std::initializer_list<std::string_view> names, std::size_t limit);
    // The objects of a list. A bare text counts as {"name": text}.
    std::vector<json::object> objects(std::string_view name);
    std::optional<json::object> object(std::string_view name);

    // Looks without taking.
    std::string word(std::string_view name) const { return std::string(text_member(object_, name)); }
    bool has(std::string_view name) const { return object_.contains(name); }
    void forget(std::initializer_list<std::string_view> names);

    const json::object& rest() const { return object_; }

private:
    json::object object_;
};

std::optional<Time> read_time(const json::value& value);

// Drafts: the nodes that old files turn into, before their references are known. An old id gives the same new id
// every time; a node that two files hold becomes one; a reference that leads nowhere is left out, because the first
// implementation never checked any.

struct Reference {
    std::string field;  // "parent_phase_id", "temporal_gate.after_task_id"
    std::string noun;
    std::string old_id;
    bool is_in_list = false;
};

struct Draft {
    std::string noun;
    std::string old_id;
    json::object record;
    json::object original;
    std::vector<Reference> references;
    std::optional<std::string> old_stamp;
};

class Drafts {
public:
    // A node with its id, times and old id. `when` serves when the record has no time of its own.
    // REQUIRES: finished with add().
    Draft begin(std::string_view noun, std::string_view old_id, SourceRecord& source, Time when);

    // Takes the draft in, with what is left of its source. Of two with the same old id the newer stays.
    void add(Draft draft, const SourceRecord& source);

    static void refer(Draft& draft, std::string_view field, std::string_view noun, const std::string& old_id);
    static void refer_all(Draft& draft, std::string_view field, std::string_view noun, const json::array& old_ids);

    bool has(std::string_view noun) const;
    void note(std::string line);

    // Stamps and references are filled in; only one anchor under a key stays in use.
    MappedFiles finish(ToLocalMinute to_local_minute);

private:
    void resolve(Draft& draft) const;
    void archive_older_anchors();

    std::vector<Draft> drafts_;
    std::map<std::pair<std::string, std::string>, std::size_t> places_;  // noun and old id → drafts_
    std::vector<std::string> notes_;
};

// A UUIDv7 made of the time and the old name; an id that already is one stays.
std::string new_id(std::string_view noun, std::string_view old_id, Time created_at);

// One function for each thing that old files hold. Each takes out of the object what it maps; `when` is the time of
// the file, for what has none of its own.

// mappings.cc
void map_trajectory(Drafts& drafts, const json::object& file, Time when);  // {"trajectory":{…}}
void map_plans(Drafts& drafts, const json::object& file, Time when);       // {"plans":[{…,"phases":[…]}]}
void map_tasks(Drafts& drafts, const json::object& file, Time when);       // {"tasks":[…]}
void map_task(Drafts& drafts, json::object task, const std::string& scope, Time when);

// mappings.cc
void map_tree(Drafts& drafts, const json::object& file, Time when);        // {"root":{…,"children":[…]},"cursor":…}
void map_work_plans(Drafts& drafts, const json::object& file, Time when);  // {"workPlans":[{…,"tasks":[…]}]}
void map_epics(Drafts& drafts, const json::object& file, Time when);       // {"epics":[{…,"tasks":[…]}]}

// mappings.cc
void map_mems(Drafts& drafts, const json::object& file, Time when);  // {"mems":[…]}
void map_mem(Drafts& drafts, json::object mem, Time when);
void map_anchors(Drafts& drafts, const json::object& file, Time when);          // {"anchors":[…]}
void map_session_anchors(Drafts& drafts, const json::object& file, Time when);  // {"anchors":{"ses_x":[…]}}
void map_knowledge(Drafts& drafts, const json::object& file, Time when);        // {"entries":[…]}
void map_orphans(Drafts& drafts, const json::object& file, Time when);          // {"orphans":[{"original_data":…}]}

// mappings.cc
void map_brain(Drafts& drafts, const json::object& file, Time when);             // {"session":{…},"metrics":{…}}
void map_session_manifest(Drafts& drafts, const json::object& file, Time when);  // {"sessions":[…]}
std::vector<std::pair<std::string, json::value>> map_config(const json::object& file);

// The status words of old files, in today's words. A word nobody knows counts as not begun; the old word is kept.

TaskStatus task_status(std::string_view word);
PlanStatus plan_status(std::string_view word);
PhaseStatus phase_status(std::string_view word);

// "spec-kit" is spec_kit; development when nobody knows it.
PlanCategory plan_category(std::string_view word);

}  // namespace hm::first
