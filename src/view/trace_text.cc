#include "view/trace_text.h"

#include <fmt/format.h>

#include "base/codec.h"
#include "base/utf8.h"
#include "view/any_record_text.h"
#include "view/plain_text.h"
#include "view/record_lists.h"

namespace hm {
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
