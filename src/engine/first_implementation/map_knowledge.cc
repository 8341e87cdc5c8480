// Memories, anchors, knowledge, and what the first implementation had set aside.
#include <fmt/format.h>

#include <algorithm>

#include "domain/anchor.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "engine/first_implementation/mappings.h"

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

}  // namespace hm::first
