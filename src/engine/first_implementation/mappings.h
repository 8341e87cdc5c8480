// One function for each thing that old files hold. Each takes out of the object what it maps; `when` is the time of
// the file, for what has none of its own.
#pragma once

#include "engine/first_implementation/drafts.h"

namespace hm::first {

// map_work.cc
void map_trajectory(Drafts& drafts, const json::object& file, Time when);  // {"trajectory":{…}}
void map_plans(Drafts& drafts, const json::object& file, Time when);       // {"plans":[{…,"phases":[…]}]}
void map_tasks(Drafts& drafts, const json::object& file, Time when);       // {"tasks":[…]}
void map_task(Drafts& drafts, json::object task, const std::string& scope, Time when);

// map_trees.cc
void map_tree(Drafts& drafts, const json::object& file, Time when);        // {"root":{…,"children":[…]},"cursor":…}
void map_work_plans(Drafts& drafts, const json::object& file, Time when);  // {"workPlans":[{…,"tasks":[…]}]}
void map_epics(Drafts& drafts, const json::object& file, Time when);       // {"epics":[{…,"tasks":[…]}]}

// map_knowledge.cc
void map_mems(Drafts& drafts, const json::object& file, Time when);  // {"mems":[…]}
void map_mem(Drafts& drafts, json::object mem, Time when);
void map_anchors(Drafts& drafts, const json::object& file, Time when);          // {"anchors":[…]}
void map_session_anchors(Drafts& drafts, const json::object& file, Time when);  // {"anchors":{"ses_x":[…]}}
void map_knowledge(Drafts& drafts, const json::object& file, Time when);        // {"entries":[…]}
void map_orphans(Drafts& drafts, const json::object& file, Time when);          // {"orphans":[{"original_data":…}]}

// map_sessions.cc
void map_brain(Drafts& drafts, const json::object& file, Time when);             // {"session":{…},"metrics":{…}}
void map_session_manifest(Drafts& drafts, const json::object& file, Time when);  // {"sessions":[…]}
std::vector<std::pair<std::string, json::value>> map_config(const json::object& file);

}  // namespace hm::first
