// Sessions and settings: brain.json, sessions/manifest.json, config.json.
#include <fmt/format.h>

#include "domain/session.h"
#include "domain/settings.h"
#include "engine/first_implementation/mappings.h"

namespace hm::first {
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

}  // namespace hm::first
