#include "engine/first_implementation/drafts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/id.h"
#include "base/sha256.h"

namespace hm::first {
namespace {

constexpr std::size_t max_kept_bytes = 8 * 1024;  // of one old field that has no place

json::value* inner(json::object& record, std::string_view path) {
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) return &record[path];
    json::value& outer = record[path.substr(0, dot)];
    if (!outer.is_object()) outer = json::object();
    return &outer.get_object()[path.substr(dot + 1)];
}

Time time_member(const json::object& record, std::string_view name) {
    const json::value* value = record.if_contains(name);
    return Time{value == nullptr ? 0 : value->to_number<std::int64_t>()};
}

}  // namespace

std::string new_id(std::string_view noun, std::string_view old_id, Time created_at) {
    const auto parsed = Id::parse(old_id);
    if (parsed && old_id[14] == '7') return std::string(old_id);
    Sha256 hash;
    hash.add(noun);
    hash.add("\n");
    hash.add(old_id);
    const std::string hex = sha256_hex(hash);
    const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(created_at.ms, 0));
    return fmt::format("{:08x}-{:04x}-7{}-8{}-{}", (ms >> 16U) & 0xFFFFFFFFU, ms & 0xFFFFU, hex.substr(0, 3),
                       hex.substr(3, 3), hex.substr(6, 12));
}

Draft Drafts::begin(std::string_view noun, std::string_view old_id, SourceRecord& source, Time when) {
    Draft draft{.noun = std::string(noun), .old_id = std::string(old_id)};
    const auto made_at = source.time({"created_at", "createdAt", "created", "start_time", "timestamp"});
    const auto changed_at = source.time({"updated_at", "updatedAt", "modified_at", "modifiedAt", "last_activity"});
    const Time created_at = made_at.value_or(when.ms == 0 ? changed_at.value_or(when) : when);
    const Time modified_at = changed_at.value_or(created_at);
    // A time that changes with the file must not change the id.
    draft.record["id"] = new_id(noun, old_id, made_at.value_or(Time{0}));
    draft.record["stamp"] = "";
    draft.record["created_at"] = created_at.ms;
    draft.record["modified_at"] = std::max(created_at, modified_at).ms;
    draft.original["id"] = old_id;
    if (source.has("status")) draft.original["status"] = source.word("status");
    const std::string stamp = source.word("stamp");
    if (read_stamp(stamp)) {
        draft.old_stamp = stamp;
        source.forget({"stamp"});
    }
    source.forget({"id", "status"});
    return draft;
}

void Drafts::add(Draft draft, const SourceRecord& source) {
    for (const auto& member : source.rest()) {
        const std::size_t size = to_text(member.value()).size();
        if (size <= max_kept_bytes) {
            draft.original[member.key()] = member.value();
        } else {
            note(fmt::format("{} {}: {} bytes of '{}' were left out.", draft.noun, draft.old_id, size,
                             std::string_view(member.key())));
        }
    }
    const std::pair key(draft.noun, draft.old_id);
    const auto there = places_.find(key);
    if (there == places_.end()) {
        places_.emplace(key, drafts_.size());
        drafts_.push_back(std::move(draft));
        return;
    }
    Draft& first = drafts_[there->second];
    const bool is_newer = time_member(draft.record, "modified_at") > time_member(first.record, "modified_at");
    if (!is_newer) return;
    draft.record["id"] = first.record["id"];
    first = std::move(draft);
}

void Drafts::refer(Draft& draft, std::string_view field, std::string_view noun, const std::string& old_id) {
    if (!old_id.empty()) draft.references.push_back({std::string(field), std::string(noun), old_id, false});
}

void Drafts::refer_all(Draft& draft, std::string_view field, std::string_view noun, const json::array& old_ids) {
    for (const json::value& old_id : old_ids) {
        draft.references.push_back({std::string(field), std::string(noun), std::string(old_id.get_string()), true});
    }
}

bool Drafts::has(std::string_view noun) const {
    return std::any_of(drafts_.begin(), drafts_.end(), [&](const Draft& draft) { return draft.noun == noun; });
}

void Drafts::note(std::string line) {
    notes_.push_back(std::move(line));
}

void Drafts::resolve(Draft& draft) const {
    for (const Reference& reference : draft.references) {
        const auto found = places_.find({reference.noun, reference.old_id});
        if (found == places_.end()) {
            // Kept, so that it can be looked up by hand.
            json::value& lost = draft.original["lost_references"];
            if (!lost.is_object()) lost = json::object();
            json::value& ids = lost.get_object()[reference.field];
            if (!ids.is_array()) ids = json::array();
            ids.get_array().emplace_back(reference.old_id);
            continue;
        }
        const json::value& id = drafts_[found->second].record.at("id");
        json::value* place = inner(draft.record, reference.field);
        if (!reference.is_in_list) {
            *place = id;
        } else {
            if (!place->is_array()) *place = json::array();
            place->get_array().push_back(id);
        }
    }
}

void Drafts::archive_older_anchors() {
    std::map<std::string, std::vector<Draft*>> by_key;
    for (Draft& draft : drafts_) {
        if (draft.noun == "anchor") by_key[std::string(text_member(draft.record, "key"))].push_back(&draft);
    }
    for (auto& [key, anchors] : by_key) {
        std::stable_sort(anchors.begin(), anchors.end(), [](const Draft* a, const Draft* b) {
            return time_member(a->record, "modified_at") < time_member(b->record, "modified_at");
        });
        for (std::size_t i = 0; i < anchors.size(); ++i) {
            anchors[i]->record["version"] = i + 1;
            if (i + 1 < anchors.size()) anchors[i]->record["archived_at"] = anchors[i + 1]->record["modified_at"];
        }
    }
}

MappedFiles Drafts::finish(ToLocalMinute to_local_minute) {
    MappedFiles mapped;
    archive_older_anchors();
    for (Draft& draft : drafts_) resolve(draft);
    std::map<std::string, int> taken;
    for (Draft& draft : drafts_) {
        const auto old = draft.old_stamp ? read_stamp(*draft.old_stamp) : std::nullopt;
        const LocalMinute minute = old ? old->minute : to_local_minute(time_member(draft.record, "created_at"));
        const int number = taken[make_stamp(minute, 0).str()]++;
        draft.record["stamp"] = make_stamp(minute, number).view();
        mapped.nodes.push_back(
            {draft.noun, std::move(draft.record), {{"original", std::move(draft.original)}}, draft.old_id});
    }
    mapped.notes = std::move(notes_);
    return mapped;
}

}  // namespace hm::first
