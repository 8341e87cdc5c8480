#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/digest.h"
#include "base/id.h"
#include "base/strings.h"
#include "base/text.h"
#include "engine/exchange/mappings.h"

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

namespace {

std::string repaired(std::string_view text) {
    std::string clean = repair_utf8(text);
    std::erase(clean, '\0');
    return clean;
}

std::optional<std::string> text_of(const json::value& value) {
    if (value.is_string()) return repaired(value.get_string());
    if (!value.is_object()) return std::nullopt;
    const std::string_view name = text_member(value.get_object(), "name");
    return name.empty() ? std::nullopt : std::optional(repaired(name));
}

// Days since 1970-01-01 of a day of the Gregorian calendar.
std::int64_t days_of(std::int64_t year, std::int64_t month, std::int64_t day) {
    const std::int64_t y = month <= 2 ? year - 1 : year;
    const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
    const std::int64_t year_of_era = y - era * 400;
    const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

std::optional<std::int64_t> digits(std::string_view text, std::size_t at, std::size_t count) {
    if (at + count > text.size()) return std::nullopt;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + count, value);
    if (error != std::errc{} || end != text.data() + at + count) return std::nullopt;
    return value;
}

// 2026-03-12T20:09:46.803Z; an offset is not applied, the old files have none.
std::optional<Time> read_iso(std::string_view text) {
    const auto year = digits(text, 0, 4);
    const auto month = digits(text, 5, 2);
    const auto day = digits(text, 8, 2);
    if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > 31) return std::nullopt;
    std::int64_t ms = days_of(*year, *month, *day) * 86'400'000;
    const auto hour = digits(text, 11, 2);
    const auto minute = digits(text, 14, 2);
    const auto second = digits(text, 17, 2);
    if (hour && minute) ms += *hour * 3'600'000 + *minute * 60'000;
    if (second) ms += *second * 1000;
    if (second && text.size() > 19 && text[19] == '.') ms += digits(text, 20, 3).value_or(0);
    return Time{ms};
}

}  // namespace

std::optional<Time> read_time(const json::value& value) {
    if (value.is_string()) return read_iso(value.get_string());
    boost::system::error_code error;
    const auto number = value.to_number<double>(error);
    constexpr double latest = 4'102'444'800'000;  // the year 2100
    if (error || number <= 0 || number > latest) return std::nullopt;
    return Time{static_cast<std::int64_t>(number)};
}

std::optional<std::string> SourceRecord::text(std::initializer_list<std::string_view> names, std::size_t limit) {
    for (const std::string_view name : names) {
        const json::value* value = object_.if_contains(name);
        const std::optional<std::string> found = value == nullptr ? std::nullopt : text_of(*value);
        if (!found || found->empty()) continue;
        std::string fitting = shorten(*found, limit);
        const bool is_whole = value->is_string() && fitting == *found;
        if (is_whole) object_.stable_erase(name);
        return fitting;
    }
    return std::nullopt;
}

std::optional<Time> SourceRecord::time(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const json::value* value = object_.if_contains(name);
        const std::optional<Time> found = value == nullptr ? std::nullopt : read_time(*value);
        if (!found) continue;
        object_.stable_erase(name);
        return found;
    }
    return std::nullopt;
}

std::optional<double> SourceRecord::number(std::string_view name) {
    const json::value* value = object_.if_contains(name);
    if (value == nullptr) return std::nullopt;
    boost::system::error_code error;
    const auto found = value->to_number<double>(error);
    if (error) return std::nullopt;
    object_.stable_erase(name);
    return found;
}

std::optional<bool> SourceRecord::flag(std::string_view name) {
    const json::value* value = object_.if_contains(name);
    if (value == nullptr || !value->is_bool()) return std::nullopt;
    const bool found = value->get_bool();
    object_.stable_erase(name);
    return found;
}

json::array SourceRecord::texts(std::initializer_list<std::string_view> names, std::size_t limit) {
    json::array taken;
    for (const std::string_view name : names) {
        const json::value* value = object_.if_contains(name);
        if (value == nullptr) continue;
        const json::array given = value->is_array() ? value->get_array() : json::array{*value};
        bool is_whole = true;
        for (const json::value& item : given) {
            const bool fits = item.is_string() && check_text(std::string_view(item.get_string()), 1, limit);
            if (fits && taken.size() < 1000) taken.push_back(item);
            const bool is_empty = item.is_string() && item.get_string().empty();
            is_whole = is_whole && (fits || is_empty);
        }
        if (is_whole) object_.stable_erase(name);
        break;
    }
    return taken;
}

std::vector<json::object> SourceRecord::objects(std::string_view name) {
    std::vector<json::object> taken;
    const json::value* value = object_.if_contains(name);
    if (value == nullptr || !value->is_array()) return taken;
    for (const json::value& item : value->get_array()) {
        if (item.is_object()) taken.push_back(item.get_object());
        if (item.is_string()) taken.push_back({{"name", item}});
    }
    object_.stable_erase(name);
    return taken;
}

std::optional<json::object> SourceRecord::object(std::string_view name) {
    const json::value* value = object_.if_contains(name);
    if (value == nullptr || !value->is_object()) return std::nullopt;
    json::object taken = value->get_object();
    object_.stable_erase(name);
    return taken;
}

void SourceRecord::forget(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) object_.stable_erase(name);
}

namespace {

struct Word {
    std::string_view old;
    TaskStatus task;
};

constexpr std::array<Word, 18> words{{
    {"pending", TaskStatus::planned},
    {"planned", TaskStatus::planned},
    {"draft", TaskStatus::planned},
    {"todo", TaskStatus::planned},
    {"blocked", TaskStatus::planned},
    {"in_progress", TaskStatus::active},
    {"in-progress", TaskStatus::active},
    {"active", TaskStatus::active},
    {"review", TaskStatus::review},
    {"complete", TaskStatus::completed},
    {"completed", TaskStatus::completed},
    {"done", TaskStatus::completed},
    {"failed", TaskStatus::failed},
    {"cancelled", TaskStatus::abandoned},
    {"canceled", TaskStatus::abandoned},
    {"abandoned", TaskStatus::abandoned},
    {"deferred", TaskStatus::planned},
    {"invalidated", TaskStatus::invalidated},
}};

}  // namespace

TaskStatus task_status(std::string_view word) {
    const auto found = std::find_if(words.begin(), words.end(), [&](const Word& each) { return each.old == word; });
    return found == words.end() ? TaskStatus::planned : found->task;
}

PlanStatus plan_status(std::string_view word) {
    if (word == "archived") return PlanStatus::archived;
    switch (task_status(word)) {
        case TaskStatus::active:
        case TaskStatus::review: return PlanStatus::active;
        case TaskStatus::completed: return PlanStatus::completed;
        case TaskStatus::failed:
        case TaskStatus::abandoned:
        case TaskStatus::invalidated: return PlanStatus::abandoned;
        case TaskStatus::planned: break;
    }
    return PlanStatus::draft;
}

PhaseStatus phase_status(std::string_view word) {
    switch (plan_status(word)) {
        case PlanStatus::active: return PhaseStatus::active;
        case PlanStatus::completed: return PhaseStatus::completed;
        case PlanStatus::archived:
        case PlanStatus::abandoned: return PhaseStatus::abandoned;
        case PlanStatus::draft: break;
    }
    return PhaseStatus::planned;
}

PlanCategory plan_category(std::string_view word) {
    std::string name(word);
    std::replace(name.begin(), name.end(), '-', '_');
    return enum_named<PlanCategory>(name).value_or(PlanCategory::development);
}

}  // namespace hm::first
