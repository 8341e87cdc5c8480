#include "view/record_text.h"

#include <fmt/format.h>

#include <array>

#include "base/codec.h"
#include "base/short_id.h"
#include "base/strings.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::size_t longest_headline = 200;

// The first of these that a record has says what it is about.
constexpr std::array<std::string_view, 12> headlines{"title",   "name",   "question", "key",    "content", "text",
                                                     "summary", "prompt", "target",   "intent", "kind",    "hook"};
constexpr std::array<std::string_view, 3> statuses{"status", "state", "standing"};

template <std::size_t N>
std::string_view first_text(const json::object& record, const std::array<std::string_view, N>& names) {
    for (const std::string_view name : names) {
        const json::value* value = record.if_contains(name);
        if (value != nullptr && value->is_string()) return value->get_string();
    }
    return {};
}

// A session has nothing to be called by but its stamp, which every command takes, and where it runs.
std::string session_headline(const json::object& record) {
    std::string about(text_member(record, "client"));
    for (const std::string_view name : {"role", "agent", "client_session_id"}) {
        const std::string_view value = text_member(record, name);
        if (!value.empty() && value != text_member(record, "id")) about += fmt::format(", {}", value);
    }
    return fmt::format("{} ({})", text_member(record, "stamp"), about);
}

std::string value_text(const json::value& value, const Shape& shape) {
    if (shape.kind == ShapeKind::time && value.is_int64()) return to_iso(Time{value.get_int64()});
    if (value.is_string()) return plain_text(value.get_string());
    if (value.is_double()) return fmt::format("{}", value.get_double());
    return plain_text(to_text(value));
}

bool is_empty(const json::value& value) {
    return value.is_null() || (value.is_array() && value.get_array().empty()) ||
           (value.is_object() && value.get_object().empty());
}

}  // namespace

std::string headline_of(const json::object& record) {
    const bool is_session = record.contains("client_session_id");
    return shorten(plain_text(is_session ? session_headline(record) : first_text(record, headlines)), longest_headline);
}

std::string any_record_lines(std::string_view noun, const std::vector<json::object>& records, Time now) {
    if (records.empty()) return fmt::format("No {}.\n", noun);
    std::string text;
    for (const json::object& record : records) {
        const json::value* made = record.if_contains("created_at");
        const Time created_at{made != nullptr && made->is_int64() ? made->get_int64() : now.ms};
        text += fmt::format("{}  {:<10} {:>4}  {}\n", short_id(Id::trusted(std::string(record.at("id").get_string()))),
                            first_text(record, statuses), coarse_age(now - created_at), headline_of(record));
    }
    return text;
}

std::string any_record_text(std::string_view noun, const json::object& record, const Shape& shape) {
    std::string text = fmt::format("{:<20} {}\n", noun, std::string_view(record.at("id").get_string()));
    for (const FieldShape& field : shape.fields) {
        const json::value* value = record.if_contains(field.name);
        if (field.name == "id" || value == nullptr || is_empty(*value)) continue;
        if (!value->is_array()) {
            text += fmt::format("{:<20} {}\n", field.name, value_text(*value, field.shape));
            continue;
        }
        std::string_view label = field.name;
        for (const json::value& item : value->get_array()) {
            text += fmt::format("{:<20} {}\n", label, value_text(item, field.shape.item.front()));
            label = "";
        }
    }
    return text;
}

namespace {

constexpr std::size_t longest_listed_line = 200;

std::string one_line(std::string_view text) {
    return shorten(plain_text(text), longest_listed_line);
}

template <class Record, class Line>
std::string lines_of(const std::vector<Record>& records, std::string_view when_empty, Line&& line) {
    if (records.empty()) return std::string(when_empty) + "\n";
    std::string text;
    for (const Record& record : records) text += line(record);
    return text;
}

}  // namespace

std::string memory_lines(const std::vector<Memory>& memories, Time now) {
    return lines_of(memories, "No memories.", [&](const Memory& memory) {
        std::string text = fmt::format("{}  {:<10} {:>4}  {}\n", short_id(memory.id), name_of(memory.kind),
                                       coarse_age(now - memory.created_at), one_line(memory.content.view()));
        if (memory.reason) text += fmt::format("    because: {}\n", one_line(memory.reason->view()));
        return text;
    });
}

std::string anchor_lines(const std::vector<Anchor>& anchors, Time now) {
    return lines_of(anchors, "No anchors.", [&](const Anchor& anchor) {
        return fmt::format("{}  {:<8} {:>4}  {} = {}\n", short_id(anchor.id), name_of(anchor.priority),
                           coarse_age(now - anchor.modified_at), one_line(anchor.key.view()),
                           one_line(anchor.value.view()));
    });
}

std::string event_lines(const std::vector<Event>& events) {
    return lines_of(events, "No events.", [&](const Event& event) {
        return fmt::format("{:>6}  {}  {:<22} {:<6}  {}\n", event.seq, to_iso(event.at), event.kind.view(),
                           name_of(event.actor), one_line(event.summary.view()));
    });
}

namespace {

// An id, or one in front of a name, is shown short.
std::string receipt_value(const json::value& value) {
    if (!value.is_string()) return to_text(value);
    constexpr std::size_t length = 36;
    const std::string text(value.get_string());
    const auto id = Id::parse(std::string_view(text).substr(0, length));
    if (!id || (text.size() > length && text[length] != ' ')) return text;
    return short_id(*id) + text.substr(length);
}

}  // namespace

std::string receipt_text(std::string_view sentence, const json::object& receipt) {
    std::string text = fmt::format("{}\n", sentence);
    for (const auto& member : receipt) {
        if (member.key() == "sentence") continue;
        const bool repeats_the_id =
            member.key() == "task_id" && receipt.contains("id") && receipt.at("id") == member.value();
        if (repeats_the_id) continue;
        const json::value& value = member.value();
        if (value.is_array()) {
            text += fmt::format("{}:\n", std::string_view(member.key()));
            for (const json::value& item : value.get_array()) {
                text += fmt::format("  - {}\n", receipt_value(item));
            }
            continue;
        }
        text += fmt::format("{}: {}\n", std::string_view(member.key()), receipt_value(value));
    }
    return text;
}

namespace {

std::string record_line(std::string_view noun, const json::object& record) {
    const std::string out_of_use = record.contains("archived_at") ? " (out of use)" : "";
    return fmt::format("{} {} [{}]{} {}\n", noun, text_member(record, "id"), text_member(record, "stamp"), out_of_use,
                       headline_of(record));
}

std::string step_lines(std::string_view title, const std::vector<TraceStep>& steps) {
    if (steps.empty()) return {};
    std::string text = fmt::format("\n{}\n", title);
    for (const TraceStep& step : steps) {
        const std::string field = step.field.empty() ? std::string() : step.field + ": ";
        text += fmt::format("{}{}{}", std::string(2 + 2 * static_cast<std::size_t>(step.depth), ' '), field,
                            record_line(step.noun, step.record));
    }
    return text;
}

json::array steps_json(const std::vector<TraceStep>& steps) {
    json::array array;
    for (const TraceStep& step : steps) {
        json::object object{{"noun", step.noun}};
        if (!step.field.empty()) object["field"] = step.field;
        object["depth"] = step.depth;
        object["record"] = step.record;
        array.push_back(std::move(object));
    }
    return array;
}

std::string event_part(const TraceFacts& facts) {
    if (!facts.event) return {};
    std::string text = "Event\n" + event_lines({*facts.event});
    if (facts.undone_by) text += fmt::format("  undone by event {}\n", *facts.undone_by);
    return text + step_lines("It changed", facts.changed) + (facts.subject ? "\n" : "");
}

std::string commit_lines(const TraceFacts& facts) {
    std::string text;
    for (const TracedCommit& commit : facts.commits) {
        text += fmt::format("  {}  {}  {}  {}\n", commit.hash.substr(0, 12), commit.at,
                            plain_text(shorten(commit.author, 40)), plain_text(shorten(commit.subject, 120)));
    }
    if (!facts.git_note.empty()) text += fmt::format("  {}\n", facts.git_note);
    return text.empty() ? "  none name it\n" : text;
}

}  // namespace

std::string trace_text(const TraceFacts& facts) {
    std::string text = event_part(facts);
    if (facts.subject) text += record_line(facts.noun, *facts.subject);
    text += step_lines("It names", facts.names);
    text += step_lines("What hangs off it", facts.named_by);
    if (facts.left_out > 0) text += fmt::format("  and {} more that were not followed\n", facts.left_out);
    text += step_lines(fmt::format("Made in the same minute, {}", facts.minute), facts.same_minute);
    if (!facts.events.empty()) {
        text +=
            std::string("\nEvents") + (facts.has_older_events ? ", the latest" : "") + "\n" + event_lines(facts.events);
    }
    if (!facts.files.empty()) {
        text += "\nFiles changed under it\n";
        for (const std::string& file : facts.files) text += fmt::format("  {}\n", plain_text(file));
    }
    const bool has_stamp = facts.subject || !facts.minute.empty();
    return has_stamp ? text + "\nCommits\n" + commit_lines(facts) : text;
}

json::object trace_json(const TraceFacts& facts) {
    json::object object;
    if (facts.event) {
        object["event"] = encode(*facts.event);
        object["changed"] = steps_json(facts.changed);
        if (facts.undone_by) object["undone_by"] = *facts.undone_by;
    }
    if (facts.subject) object["subject"] = json::object{{"noun", facts.noun}, {"record", *facts.subject}};
    json::array commits;
    for (const TracedCommit& commit : facts.commits) {
        commits.push_back(
            {{"hash", commit.hash}, {"at", commit.at}, {"author", commit.author}, {"subject", commit.subject}});
    }
    object["names"] = steps_json(facts.names);
    object["named_by"] = steps_json(facts.named_by);
    object["left_out"] = facts.left_out;
    if (!facts.minute.empty()) object["minute"] = facts.minute;
    object["same_minute"] = steps_json(facts.same_minute);
    object["events"] = encode(facts.events);
    object["has_older_events"] = facts.has_older_events;
    object["files"] = json::value_from(facts.files);
    object["commits"] = std::move(commits);
    if (!facts.git_note.empty()) object["git_note"] = facts.git_note;
    return object;
}

}  // namespace hm
