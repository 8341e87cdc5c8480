// Everything that belongs to a record, an event or a minute: what it names, what hangs off it, what happened to it.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "app/command/catalog.h"
#include "app/command/named.h"
#include "app/command/query.h"
#include "domain/stamp.h"
#include "store/files/git.h"
#include "store/records/change.h"
#include "store/records/record_links.h"
#include "view/record_text.h"

namespace hm {

// `asked` is an id of a record or an event, a stamp of 10 to 12 digits, or an event's place in the trail.
Result<TraceFacts> load_trace(std::string_view asked, const QueryContext& context);

namespace {

constexpr int deepest = 6;
constexpr std::size_t most_steps = 200;
constexpr std::int64_t most_of_a_noun = 50;
constexpr std::int64_t most_traced_events = 100;
constexpr std::size_t most_files = 200;
constexpr Duration git_deadline = seconds(2);

Result<std::optional<TraceStep>> step_to(const Id& id, std::string field, int depth, const QueryContext& context) {
    HM_TRY_ASSIGN(const AnyNoun* noun, noun_of(context.connection(), id));
    if (noun == nullptr) return std::nullopt;
    HM_TRY_ASSIGN(auto record, noun->find(context.connection(), id, context.bad));
    if (!record) return std::nullopt;
    return TraceStep{std::string(noun->table.noun), std::move(*record), std::move(field), depth};
}

// Follows links depth first; every record is met once, and there is an end to it.
class Follower {
public:
    Follower(const Id& from, const QueryContext& context) : context_(context) { seen_.insert(from); }

    Result<void> up(const json::object& record, const Shape& shape, int depth, std::vector<TraceStep>& steps) {
        for (const Link& link : links_of(record, shape)) {
            if (!may_follow(link.id, depth, steps)) continue;
            HM_TRY_ASSIGN(auto step, step_to(link.id, link.field, depth, context_));
            if (!step) continue;
            const AnyNoun* noun = noun_named(step->noun);
            const json::object found = step->record;
            steps.push_back(std::move(*step));
            HM_TRY(up(found, noun->shape(), depth + 1, steps));
        }
        return {};
    }

    Result<void> down(const Id& id, int depth, std::vector<TraceStep>& steps) {
        HM_TRY_ASSIGN(const auto naming,
                      records_naming(context_.connection(), id, Archived::shown, most_of_a_noun, context_.bad));
        for (const Naming& each : naming) {
            if (!may_follow(each.id, depth, steps)) continue;
            steps.push_back({std::string(each.noun->table.noun), each.record, each.field, depth});
            HM_TRY(down(each.id, depth + 1, steps));
        }
        return {};
    }

    std::size_t left_out() const { return left_out_; }

private:
    bool may_follow(const Id& id, int depth, const std::vector<TraceStep>& steps) {
        if (!seen_.insert(id).second) return false;
        const bool is_too_much = depth >= deepest || steps.size() >= most_steps;
        if (is_too_much) ++left_out_;
        return !is_too_much;
    }

    const QueryContext& context_;
    std::set<Id> seen_;
    std::size_t left_out_ = 0;
};

void add_files(TraceFacts& facts, const std::string& noun, const json::object& record) {
    const json::value* files = noun == "checkpoint" ? record.if_contains("files_modified") : nullptr;
    if (files == nullptr || !files->is_array()) return;
    for (const json::value& file : files->get_array()) {
        const std::string path(file.get_string());
        const bool is_new = std::find(facts.files.begin(), facts.files.end(), path) == facts.files.end();
        if (is_new && facts.files.size() < most_files) facts.files.push_back(path);
    }
}

Result<void> add_events(TraceFacts& facts, const Id& id, const QueryContext& context) {
    HM_TRY_ASSIGN(facts.events, events_about(context.connection(), id, most_traced_events + 1, context.bad));
    facts.has_older_events = facts.events.size() > static_cast<std::size_t>(most_traced_events);
    if (facts.has_older_events) facts.events.pop_back();
    std::reverse(facts.events.begin(), facts.events.end());
    return {};
}

Result<void> add_minute(TraceFacts& facts, const ReadStamp& stamp, const std::optional<Id>& but,
                        const QueryContext& context) {
    facts.minute = make_stamp(stamp.minute, 0).str();
    HM_TRY_ASSIGN(const auto ids, ids_of_minute(context.connection(), facts.minute, most_steps));
    for (const Id& id : ids) {
        if (but && *but == id) continue;
        HM_TRY_ASSIGN(auto step, step_to(id, "", 0, context));
        if (step) facts.same_minute.push_back(std::move(*step));
    }
    return {};
}

bool holds_stamp(std::string_view message, const std::vector<std::string>& stamps, bool whole_minute) {
    return std::any_of(stamps.begin(), stamps.end(), [&](const std::string& stamp) {
        if (message.find("[" + stamp + "]") != std::string_view::npos) return true;
        return whole_minute && message.find("[" + stamp + "-") != std::string_view::npos;
    });
}

// A record is named by its own stamp; a bare minute by every stamp in it.
void add_commits(TraceFacts& facts, const std::vector<std::string>& stamps, bool whole_minute,
                 const QueryContext& context) {
    std::vector<std::string> texts;
    for (const std::string& stamp : stamps) texts.push_back("[" + stamp);
    const GitLog log = commits_holding(context.workspace.store.paths().root, texts, Deadline::in(git_deadline));
    facts.git_note = log.note;
    for (const Commit& commit : log.commits) {
        if (!holds_stamp(commit.message, stamps, whole_minute)) continue;
        facts.commits.push_back({commit.hash, commit.at, commit.author, commit.subject});
    }
}

Result<bool> add_subject(TraceFacts& facts, const Id& id, const QueryContext& context) {
    HM_TRY(add_events(facts, id, context));
    HM_TRY_ASSIGN(auto step, step_to(id, "", 0, context));
    if (!step) return !facts.events.empty();
    facts.noun = step->noun;
    facts.subject = std::move(step->record);
    Follower up(id, context);
    HM_TRY(up.up(*facts.subject, noun_named(facts.noun)->shape(), 0, facts.names));
    Follower down(id, context);
    HM_TRY(down.down(id, 0, facts.named_by));
    facts.left_out = up.left_out() + down.left_out();
    add_files(facts, facts.noun, *facts.subject);
    for (const TraceStep& each : facts.named_by) add_files(facts, each.noun, each.record);
    return true;
}

Result<TraceFacts> trace_record(const Id& id, std::vector<std::string> spellings, TraceFacts facts,
                                const QueryContext& context) {
    HM_TRY_ASSIGN(const bool is_known, add_subject(facts, id, context));
    if (!is_known && !facts.event) {
        return fail(ErrorCode::not_found, fmt::format("Nothing is known of {}.", id.text()),
                    "Use an id or a stamp that was printed.");
    }
    if (!facts.subject) return facts;
    const std::string stamp(text_member(*facts.subject, "stamp"));
    if (const auto read = read_stamp(stamp)) HM_TRY(add_minute(facts, *read, id, context));
    spellings.push_back(stamp);
    add_commits(facts, spellings, false, context);
    return facts;
}

Result<TraceFacts> trace_event(Event event, const QueryContext& context) {
    TraceFacts facts;
    HM_TRY_ASSIGN(facts.undone_by, undone_by(context.connection(), event.seq));
    HM_TRY_ASSIGN(const auto changes, changes_of(context.connection(), event.seq));
    for (const KeptChange& change : changes) {
        HM_TRY_ASSIGN(auto step, step_to(Id::trusted(std::string(change.id)), "", 0, context));
        if (step && facts.changed.size() < most_steps) facts.changed.push_back(std::move(*step));
    }
    const std::optional<Id> subject = event.subject_id;
    facts.event = std::move(event);
    if (!subject) return facts;
    return trace_record(*subject, {}, std::move(facts), context);
}

Result<TraceFacts> trace_stamp(const ReadStamp& stamp, std::string_view asked, const QueryContext& context) {
    const std::string written = make_stamp(stamp.minute, stamp.taken).str();
    std::vector<std::string> spellings;
    if (written != asked) spellings.emplace_back(asked);
    HM_TRY_ASSIGN(const auto ids, ids_with_stamp(context.connection(), written, 2));
    if (ids.size() == 1 && stamp.taken > 0) return trace_record(ids.front(), std::move(spellings), {}, context);
    TraceFacts facts;
    if (ids.size() == 1) HM_TRY(add_subject(facts, ids.front(), context));
    HM_TRY(add_minute(facts, stamp, ids.size() == 1 ? std::optional(ids.front()) : std::nullopt, context));
    spellings.push_back(written);
    add_commits(facts, spellings, stamp.taken == 0, context);
    if (facts.subject || !facts.same_minute.empty() || !facts.commits.empty()) return facts;
    return fail(ErrorCode::not_found, fmt::format("Nothing bears the stamp {}.", written),
                "Use a stamp that was printed: minute, hour, day, month, year.");
}

}  // namespace

Result<TraceFacts> load_trace(std::string_view asked, const QueryContext& context) {
    HM_TRY_ASSIGN(auto event, event_named(context.connection(), asked, context.bad));
    if (event) return trace_event(std::move(*event), context);
    if (const auto id = Id::parse(asked)) return trace_record(*id, {}, {}, context);
    std::optional<Error> nothing_found;
    for (const ReadStamp& stamp : stamp_readings(asked)) {
        auto found = trace_stamp(stamp, asked, context);
        if (found || found.error().code != ErrorCode::not_found) return found;
        if (!nothing_found) nothing_found = found.error();
        nothing_found->evidence.push_back("read as " + make_stamp(stamp.minute, stamp.taken).str());
    }
    if (nothing_found) return fail(std::move(*nothing_found));
    return fail(ErrorCode::not_found, fmt::format("'{}' is no id, no stamp and no event.", asked),
                "Use an id or a stamp that was printed, or a number from `hivemind log`.");
}

// trace: the whole chain of a record, an event or a minute, commits included.

namespace {

struct Trace {
    Text<1, 60> of;

    static constexpr void fields(auto&& visit) {
        visit(field("of", &Trace::of, "A record's id or stamp, or an event's id or place in the trail."));
    }
};

Result<Answer> run(const Trace& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const TraceFacts facts, load_trace(input.of.view(), context));
    return Answer{trace_json(facts), trace_text(facts)};
}

}  // namespace

Query trace() {
    return make_query<Trace, run>("trace", "Show the whole chain of a record, an event or a stamp, commits included.",
                                  "of");
}

}  // namespace hm
