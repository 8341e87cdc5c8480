// What can only be one of its kind: held files, the anchor in use under a key, the read-head of a session.
#include "store/records/node_import.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/shape.h"
#include "base/strings.h"
#include "domain/stamp.h"
#include "store/records/health.h"
#include "store/records/reading.h"

namespace hm {
namespace {

constexpr std::size_t max_notes = 50;
constexpr std::size_t max_unknown_bytes = 64 * 1024;
constexpr std::size_t max_set_aside_bytes = 64 * 1024;
constexpr std::size_t max_reason_characters = 500;

std::string reason_of(const Error& error) {
    std::string reason;
    for (const std::string& line : error.evidence) reason += (reason.empty() ? "" : "; ") + line;
    return reason.empty() ? error.what : reason;
}

// A part whose members may all be missing may be missing itself, in a line that a person wrote.
void add_empty_parts(json::object& record, const Shape& shape) {
    for (const FieldShape& field : shape.fields) {
        const bool is_part = field.shape.kind == ShapeKind::object && !field.shape.fields.empty();
        if (is_part && !record.contains(field.name)) record[field.name] = json::object();
    }
}

json::object whole(const StagedNode& node) {
    json::object object = node.record;
    put_back_unknown(object, node.unknown);
    return object;
}

void rename_value(json::value& value, const Shape& shape,
                  const std::map<std::string, std::string, std::less<>>& names) {
    if (shape.kind == ShapeKind::id && value.is_string()) {
        const auto found = names.find(std::string_view(value.get_string()));
        if (found != names.end()) value = found->second;
    } else if (shape.kind == ShapeKind::list && value.is_array()) {
        for (json::value& item : value.get_array()) rename_value(item, shape.item.front(), names);
    } else if (shape.kind == ShapeKind::object && value.is_object()) {
        rename_ids(value.get_object(), shape, names);
    }
}

}  // namespace

void rename_ids(json::object& record, const Shape& shape,
                const std::map<std::string, std::string, std::less<>>& names) {
    for (const FieldShape& field : shape.fields) {
        json::value* value = record.if_contains(field.name);
        if (value != nullptr && field.name != "id") rename_value(*value, field.shape, names);
    }
}

Result<void> NodeImport::prepare(Connection& connection) {
    return connection.execute("PRAGMA temp_store=FILE");
}

Result<NodeImport> NodeImport::begin(Transaction& transaction, Time now) {
    NodeImport import(transaction, now);
    HM_TRY(import.staged_.open());
    // What names each other may come in any order; everything is checked before the first is put in.
    HM_TRY(transaction.connection().execute("PRAGMA defer_foreign_keys=ON"));
    return import;
}

void NodeImport::note(std::string line) {
    if (notes_.size() == max_notes) line = "There is more to say than is shown here.";
    if (notes_.size() <= max_notes) notes_.push_back(std::move(line));
}

Result<void> NodeImport::add(StagedNode node) {
    const auto content = [&] { return whole(node); };
    if (noun_named(node.noun) == nullptr) {
        return set_aside(node.noun, text_member(node.record, "id"), fmt::format("'{}' is no noun.", node.noun),
                         content());
    }
    if (to_text(node.unknown).size() > max_unknown_bytes) {
        return set_aside(node.noun, text_member(node.record, "id"),
                         fmt::format("Its unknown fields have more than {} bytes.", max_unknown_bytes), content());
    }
    add_empty_parts(node.record, noun_named(node.noun)->shape());
    const auto references = references_of(node.noun, node.record);
    if (!references) {
        return set_aside(node.noun, text_member(node.record, "id"), reason_of(references.error()), content());
    }
    HM_TRY_ASSIGN(node.id, Id::parse(text_member(node.record, "id")));
    node.modified_at = Time{node.record.at("modified_at").to_number<std::int64_t>()};
    HM_TRY_ASSIGN(const bool is_staged, staged_.add(node, *references));
    if (is_staged) return {};
    HM_TRY_ASSIGN(const auto there, staged_.find(node.id));
    if (!there || there->noun == node.noun) return {};
    return set_aside(node.noun, node.id.text(), fmt::format("Its id is that of a {} here.", there->noun), content());
}

Result<void> NodeImport::set_aside(std::string_view noun, std::string_view id, std::string_view reason,
                                   const json::value& content) {
    std::string text = content.is_string() ? repair_utf8(content.get_string()) : to_text(content);
    std::string why(reason);
    if (text.size() > max_set_aside_bytes) {
        why += fmt::format(" Of its {} bytes the first {} are kept.", text.size(), max_set_aside_bytes);
        text = repair_utf8(std::string_view(text).substr(0, max_set_aside_bytes));
    }
    // A line that is not even JSON gets its name from its text, so that it is set aside once.
    std::string name = id.empty() ? "line-" + sha256_hex(text).substr(0, 24) : shorten(id, 200);
    return keep_aside({shorten(noun, 60), std::move(name), shorten(why, max_reason_characters), std::move(text), now_},
                      {.is_found = true});
}

Result<void> NodeImport::keep_orphan(SetAside orphan) {
    HM_TRY_ASSIGN(const bool is_known, is_set_aside(connection(), orphan));
    if (const auto id = Id::parse(orphan.id); id && !is_known) {
        HM_TRY_ASSIGN(const AnyNoun* sound, noun_of(connection(), *id));
        if (sound != nullptr) return {};
    }
    return keep_aside(std::move(orphan), {});
}

Result<void> NodeImport::keep_aside(SetAside node, Aside how) {
    HM_TRY_ASSIGN(how.is_first, set_aside_once(*transaction_, node));
    Aside& aside = set_aside_[{node.noun, node.id}];
    aside.is_first = aside.is_first || how.is_first;
    aside.is_found = aside.is_found || how.is_found;
    return {};
}

// A sound version has arrived, so what was set aside under its name before is mended. What this import itself brought
// stays: nobody has seen it yet.
Result<void> NodeImport::forget_aside(const StagedNode& node) {
    const auto aside = set_aside_.find(std::pair(node.noun, node.id.text()));
    const bool is_news = aside != set_aside_.end() && (aside->second.is_first || aside->second.is_found);
    if (is_news || !has_quarantine_) return {};
    if (aside != set_aside_.end()) set_aside_.erase(aside);
    return forget_set_aside(*transaction_, node.noun, node.id.text());
}

bool NodeImport::has_set_aside(std::string_view noun, std::string_view id) const {
    return set_aside_.contains(std::pair(std::string(noun), std::string(id)));
}

Result<ImportCounts> NodeImport::finish() {
    HM_TRY_ASSIGN(const auto strangers, staged_.with_another_noun());
    HM_TRY(staged_.compare());
    for (const StagedNode& node : strangers)
        HM_TRY(refuse(node.id, "Its id belongs to a record of another noun here."));
    HM_TRY(note_differing());
    HM_TRY(merge_sessions());
    HM_TRY(refuse_dangling());
    HM_TRY(release_locks());
    HM_TRY_ASSIGN(has_quarantine_, has_set_aside_rows(connection()));
    for (const AnyNoun& noun : all_nouns()) HM_TRY(put_all(noun));
    HM_TRY_ASSIGN(counts_.fresh, staged_.count(StagedState::fresh));
    HM_TRY_ASSIGN(counts_.newer, staged_.count(StagedState::newer));
    HM_TRY_ASSIGN(counts_.older, staged_.count(StagedState::older));
    HM_TRY_ASSIGN(counts_.equal, staged_.count(StagedState::equal));
    for (const auto& [name, aside] : set_aside_) ++(aside.is_first ? counts_.set_aside : counts_.set_aside_again);
    HM_TRY(staged_.close());
    return counts_;
}

Result<void> NodeImport::merge_sessions() {
    std::map<std::string, Id> first_of;  // client and its id of the session → the staged session that stays
    std::vector<std::pair<Id, Id>> same;
    const auto find_same = [&](const StagedNode& node) -> Result<void> {
        HM_TRY_ASSIGN(Statement read,
                      connection().prepare("SELECT id FROM sessions WHERE client=? AND client_session_id=?"));
        const std::string_view client = text_member(node.record, "client");
        const std::string_view client_session_id = text_member(node.record, "client_session_id");
        bind_all(read, client, client_session_id);
        HM_TRY_ASSIGN(const bool is_known, read.step());
        if (is_known) {
            same.emplace_back(node.id, Id::trusted(std::string(read.text(0))));
            return {};
        }
        const auto [first, is_first] = first_of.emplace(fmt::format("{}\n{}", client, client_session_id), node.id);
        if (!is_first) same.emplace_back(node.id, first->second);
        return {};
    };
    HM_TRY(staged_.for_each("session", name_of(StagedState::fresh), find_same));
    for (const auto& [found, stored] : same) {
        merged_[found.text()] = stored.text();
        HM_TRY(staged_.merge_session(found, stored));
        HM_TRY(save_alias(*transaction_, found.text(), stored));
        note(fmt::format("Session {} is known here as {}.", found.text(), stored.text()));
    }
    return {};
}

Result<void> NodeImport::refuse(const Id& id, std::string_view reason) {
    HM_TRY_ASSIGN(const auto node, staged_.find(id));
    if (!node) return {};
    HM_TRY(staged_.set_state(id, StagedState::refused));
    return set_aside(node->noun, id.text(), reason, whole(*node));
}

Result<void> NodeImport::refuse_dangling() {
    HM_TRY_ASSIGN(std::vector<Dangling> open, staged_.dangling());
    std::map<std::string, bool> refused;
    for (std::size_t at = 0; at < open.size(); ++at) {
        const Dangling each = open[at];
        if (!refused.emplace(each.id.text(), true).second) continue;
        HM_TRY(refuse(each.id, fmt::format("{}: {} is not among the {}.", each.field, each.named,
                                           each.target.empty() ? "records" : noun_named(each.target)->table.name)));
        HM_TRY_ASSIGN(const auto followers, staged_.naming(each.id));
        open.insert(open.end(), followers.begin(), followers.end());
    }
    return {};
}

Result<void> NodeImport::put_all(const AnyNoun& noun) {
    // What is there first: an anchor that is archived by now makes room for the one that follows it.
    const auto replace = [&](const StagedNode& node) -> Result<void> {
        // A row of ours that its type refuses would be in the way of the sound one.
        BadRows bad;
        HM_TRY(noun.find(connection(), node.id, bad));
        if (!bad.empty()) HM_TRY(quarantine_bad_rows(*transaction_, bad, now_));
        return put(noun, node, StagedState::newer);
    };
    HM_TRY(staged_.for_each(noun.table.noun, name_of(StagedState::newer), replace));
    return staged_.for_each(noun.table.noun, name_of(StagedState::fresh),
                            [&](const StagedNode& node) { return put(noun, node, StagedState::fresh); });
}

Result<void> NodeImport::put(const AnyNoun& noun, StagedNode node, StagedState state) {
    if (!merged_.empty()) rename_ids(node.record, noun.shape(), merged_);
    if (noun.table.noun == "task") HM_TRY(leave_held_locks(node));
    if (noun.table.noun == "anchor" || noun.table.noun == "trajectory") HM_TRY(archive_older(noun, node));
    HM_TRY(noun.put(*transaction_, node.record));
    const bool may_have_unknown = state == StagedState::newer || !node.unknown.empty();
    if (may_have_unknown) HM_TRY(save_extra_fields(*transaction_, node.id, node.unknown));
    if (!node.alias.empty()) HM_TRY(save_alias(*transaction_, node.alias, node.id));
    HM_TRY(forget_aside(node));
    return keep_stamp(node.record);
}

// Later records of the same minute shall not be given a stamp that came in.
Result<void> NodeImport::keep_stamp(const json::object& record) {
    const auto stamp = read_stamp(text_member(record, "stamp"));
    if (!stamp) return {};
    HM_TRY_ASSIGN(Statement keep,
                  connection().prepare("INSERT INTO stamps(minute,taken) VALUES(?,?) ON CONFLICT(minute) "
                                       "DO UPDATE SET taken=max(taken,excluded.taken)"));
    bind_all(keep, make_stamp(stamp->minute, 0).view(), std::int64_t{stamp->taken} + 1);
    return keep.run();
}

// The tasks that are about to change may pass files on to each other, in any order.
Result<void> NodeImport::release_locks() {
    return connection().execute(
        "DELETE FROM task_file_locks WHERE task_id IN (SELECT id FROM temp.staged WHERE noun='task' AND "
        "state='newer')");
}

Result<void> NodeImport::leave_held_locks(StagedNode& task) {
    json::value* locks = task.record.if_contains("file_locks");
    if (locks == nullptr || !locks->is_array()) return {};
    json::array free;
    for (const json::value& lock : locks->get_array()) {
        HM_TRY_ASSIGN(Statement read,
                      connection().prepare("SELECT task_id FROM task_file_locks WHERE value=? AND task_id<>?"));
        const std::string_view path = lock.get_string();
        bind_all(read, path, task.id);
        HM_TRY_ASSIGN(const bool is_held, read.step());
        const bool is_named_twice = std::find(free.begin(), free.end(), lock) != free.end();
        if (is_held)
            note(fmt::format("Task {} does not get {}: task {} holds it.", task.id.text(), path, read.text(0)));
        if (!is_held && !is_named_twice) free.push_back(lock);
    }
    *locks = std::move(free);
    return {};
}

// A person who edits a file seldom thinks of modified_at; their edit must not be passed over in silence.
Result<void> NodeImport::note_differing() {
    constexpr std::int64_t most_named = 5;
    for (const AnyNoun& noun : all_nouns()) {
        const auto compare = [&](const StagedNode& node) -> Result<void> {
            BadRows bad;
            HM_TRY_ASSIGN(const auto ours, noun.find(connection(), node.id, bad));
            HM_TRY_ASSIGN(const json::object unknown, extra_fields_of(connection(), node.id));
            if (!ours || (*ours == node.record && unknown == node.unknown)) return {};
            if (++counts_.differing <= most_named) {
                note(
                    fmt::format("{} {} differs, but its modified_at is ours: ours stays. Raise modified_at to have the "
                                "other taken in.",
                                noun.table.noun, node.id.text()));
            }
            return {};
        };
        HM_TRY(staged_.for_each(noun.table.noun, name_of(StagedState::equal), compare));
    }
    if (counts_.differing > most_named) note(fmt::format("So do {} more.", counts_.differing - most_named));
    return {};
}

Result<void> NodeImport::archive_older(const AnyNoun& noun, StagedNode& node) {
    if (node.record.contains("archived_at")) return {};
    const bool is_anchor = noun.table.noun == "anchor";
    HM_TRY_ASSIGN(Statement read, connection().prepare(
                                      is_anchor ? "SELECT id FROM anchors WHERE key=? AND archived_at IS NULL AND id<>?"
                                                : "SELECT id FROM trajectories WHERE coalesce(session_id,'')=? AND "
                                                  "archived_at IS NULL AND id<>?"));
    bind_all(read, text_member(node.record, is_anchor ? "key" : "session_id"), node.id);
    HM_TRY_ASSIGN(const bool has_other, read.step());
    if (!has_other) return {};
    const Id other_id = Id::trusted(std::string(read.text(0)));
    read.reset();
    BadRows bad;
    HM_TRY_ASSIGN(auto other, noun.find(connection(), other_id, bad));
    if (!other) return {};
    const Time other_modified_at{other->at("modified_at").to_number<std::int64_t>()};
    // The same answer whichever of the two came first, so that two people who import from each other agree.
    const bool is_newer = std::pair(node.modified_at, node.id) > std::pair(other_modified_at, other_id);
    (is_newer ? *other : node.record)["archived_at"] = (is_newer ? node.modified_at : other_modified_at).ms;
    if (is_newer) HM_TRY(noun.put(*transaction_, *other));
    note(fmt::format("{} {} is archived: {} is the newer one of its kind.", noun.table.noun,
                     (is_newer ? other_id : node.id).text(), (is_newer ? node.id : other_id).text()));
    return {};
}

}  // namespace hm
