#include "app/bus/bus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "app/command/command.h"
#include "app/command/named.h"
#include "app/memory/learn.h"
#include "app/project/learn_scan.h"
#include "app/project/scan_project.h"
#include "app/session/session_log.h"
#include "app/work/enforced_gate.h"
#include "base/redact.h"
#include "store/files/trust.h"
#include "store/queries/event.h"
#include "store/queries/gate.h"
#include "store/queries/settings.h"
#include "store/queries/spool.h"
#include "store/records/health.h"
#include "store/records/record_links.h"

namespace hm {
namespace {

constexpr std::size_t room_for_print = 40;

// The receipt as its event keeps it: an event is small, and the longest details go first.
json::object kept_in_event(const Receipt& receipt) {
    json::object kept = to_json(receipt);
    while (to_text(json::object{{"receipt", kept}}).size() + room_for_print > max_event_facts_bytes) {
        std::size_t longest_size = 0;
        std::string longest;
        for (const auto& detail : receipt.details) {
            const std::size_t size = kept.contains(detail.key()) ? to_text(detail.value()).size() : 0;
            if (size <= longest_size) continue;
            longest_size = size;
            longest = detail.key();
        }
        if (longest.empty()) break;
        kept.erase(longest);
    }
    return kept;
}

Event event_of(const Command& command, const CommandRequest& request, const Receipt& receipt,
               const CommandContext& context) {
    Event event = new_event(command.name, receipt.sentence, request.actor, context.now, context.ids);
    event.task_id = receipt.task_id;
    event.subject_id = receipt.id;
    // A person's command belongs to the session that it is about, if any.
    if (!event.session_id) event.session_id = session_named(receipt);
    if (!event.session_id && event.kind.view().starts_with("session.")) event.session_id = receipt.id;
    set_request_id(event, request.request_id);
    event.facts = {{"receipt", kept_in_event(receipt)}};
    if (event.request_id && !request.asked.empty()) event.facts[asked_fact] = request.asked;
    return event;
}

Result<std::optional<Receipt>> earlier_receipt(Connection& connection, const CommandRequest& request, BadRows& bad) {
    if (request.request_id.empty()) return std::nullopt;
    HM_TRY_ASSIGN(const auto event, find_event_by_request(connection, request.request_id, bad));
    if (!event) return std::nullopt;
    HM_TRY(check_same_request(*event, request.asked));
    HM_TRY_ASSIGN(const std::optional<std::string> whole, find_receipt(connection, request.request_id));
    if (whole) {
        HM_TRY_ASSIGN(const json::value kept, parse_json(*whole));
        if (kept.is_object()) return receipt_from_json(kept.get_object());
    }
    Receipt receipt = receipt_from_json(object_member(event->facts, "receipt"));
    if (receipt.sentence.empty()) receipt = {event->summary.str(), event->subject_id, event->task_id};
    return receipt;
}

// Whole, where the event does not hold all of it: what is sent again is answered as it was the first time.
Result<void> keep_whole(const Receipt& receipt, const Event& event, Transaction& transaction) {
    const json::object whole = to_json(receipt);
    if (!event.request_id || object_member(event.facts, "receipt") == whole) return {};
    return keep_receipt(transaction, event.request_id->view(), event.at, to_text(whole));
}

// What was added behind the commit; a receipt without it is still the first one.
Result<void> keep_additions(const Receipt& receipt, const Event& event, Connection& connection) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY(keep_whole(receipt, event, transaction));
    return transaction.commit();
}

Deadline deadline_of(const Settings& settings, std::optional<Duration> patience) {
    return Deadline::in(patience ? std::min(*patience, settings.command_deadline) : settings.command_deadline);
}

}  // namespace

Result<Receipt> execute(const Command& command, const CommandRequest& request, Workspace& workspace) {
    // Before git is asked, for one.
    HM_TRY(check_access(command.name, command.access, request.actor));
    auto receipt = execute_with(run_with_all(command, request, workspace), command, request, workspace);
    if (!receipt && receipt.error().code == ErrorCode::conflict) (void)note_refused_start(command, request, workspace);
    return receipt;
}

Result<Receipt> execute_with(const RunCommand& run, const Command& command, const CommandRequest& request,
                             Workspace& workspace) {
    HM_TRY(check_access(command.name, command.access, request.actor));
    json::value input = redact_value(request.input);
    Connection& connection = workspace.store.connection();
    if (command.input != nullptr) HM_TRY(settle_ids(input, command.input(), command.name, connection));
    if (command.check != nullptr) HM_TRY(command.check(input));
    BadRows bad;
    HM_TRY_ASSIGN(const Settings settings, load_settings(connection, bad));
    connection.set_deadline(deadline_of(settings, request.patience));
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
    HM_TRY_ASSIGN(std::optional<Receipt> earlier, earlier_receipt(connection, request, bad));
    if (earlier) return std::move(*earlier);

    // What happened earlier comes first in the trail, and a command acts on everything that is known.
    HM_TRY_ASSIGN(const auto taken_in, take_in_spool(transaction, workspace.store.paths(), workspace.ids));
    Afterwards afterwards;
    const CommandContext context{transaction,   workspace.store.paths(), request.actor, settings,
                                 workspace.ids, workspace.clock.now(),   bad,           afterwards};
    HM_TRY_ASSIGN(Receipt receipt, run(input, context));
    const Event event = event_of(command, request, receipt, context);
    HM_TRY_ASSIGN(const std::int64_t seq, append_event(transaction, event));
    HM_TRY(keep_changes(transaction, seq));
    HM_TRY(keep_whole(receipt, event, transaction));
    HM_TRY(set_bad_rows_aside(context));
    if (afterwards.roll_back) return receipt;
    HM_TRY(transaction.commit());
    tidy_spool(taken_in);
    const bool is_all_kept = afterwards.acts.empty() && afterwards.views.empty();
    for (const auto& act : afterwards.acts) act(receipt);
    for (const auto& view : afterwards.views) view(receipt, workspace);
    if (!is_all_kept && event.request_id) std::ignore = keep_additions(receipt, event, connection);
    log_command(event, receipt, settings, workspace);
    return receipt;
}

Result<Answer> ask(const Query& query, const json::value& input, const Actor& actor, Workspace& workspace,
                   std::optional<Duration> patience) {
    Connection& connection = workspace.store.connection();
    BadRows bad;
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(connection));
    HM_TRY_ASSIGN(const Settings settings, load_settings(connection, bad));
    connection.set_deadline(deadline_of(settings, patience));
    json::value settled = input;
    if (query.input != nullptr) HM_TRY(settle_ids(settled, query.input(), query.name, connection));
    return query.run(settled, QueryContext{workspace, actor, settings, workspace.clock.now(), bad});
}

namespace {

constexpr Duration tolerance = milliseconds(200);
constexpr Duration longest_call = hours(24);
constexpr std::int64_t most_events = 20'000;
constexpr std::size_t most_projects = 64;
constexpr Duration look_patience = seconds(2);

Time before(Time time, Duration duration) {
    return {time.ms - duration.ms};
}

// Tools that the client does not list as its own may start programs too.
bool can_run_programs(const CallTrace& trace) {
    return trace.tool_kind == "shell" || trace.tool_kind == "other";
}

// "Bash `make x`"
std::string call_text(const CallTrace& trace) {
    const std::size_t end = trace.doing.starts_with('`') ? trace.doing.find('`', 1) : std::string::npos;
    return end == std::string::npos ? trace.tool : fmt::format("{} {}", trace.tool, trace.doing.substr(0, end + 1));
}

// The calls of one session, put together from what the trail holds of them.
class SessionCalls {
public:
    void take(const CallTrace& trace, const std::filesystem::path& project) {
        const bool is_begin = trace.kind.starts_with("gate.");
        const bool is_end = trace.kind == "tool.done" || trace.kind == "checkpoint";
        if ((is_begin || is_end) && !can_run_programs(trace)) return;
        if (is_begin) {
            open_.push_back(
                {trace.call_id, {trace.event_id, trace.at, std::nullopt, call_text(trace), trace.client, project}});
        } else if (is_end) {
            end(trace);
        } else {
            // The session went on, so nothing of before runs any more; unless the call's own end comes later.
            for (Open& each : open_) {
                if (!each.call.ended_at) each.call.ended_at = trace.at;
            }
        }
    }

    void add_to(std::vector<ProgramCall>& all) const {
        for (const Open& each : open_) all.push_back(each.call);
        all.insert(all.end(), ended_.begin(), ended_.end());
    }

private:
    struct Open {
        std::string id;
        ProgramCall call;
    };

    void close(Open& open, Time at) {
        open.call.ended_at = at;
        ended_.push_back(open.call);
    }

    void end(const CallTrace& trace) {
        const auto named = std::find_if(open_.begin(), open_.end(),
                                        [&](const Open& each) { return !each.id.empty() && each.id == trace.call_id; });
        if (named != open_.end()) {
            close(*named, trace.at);
            open_.erase(named);
            return;
        }
        // Which of several calls without a name has ended is not known before all of them have.
        const auto is_nameless = [](const Open& each) { return each.id.empty(); };
        if (++nameless_ends_ < std::count_if(open_.begin(), open_.end(), is_nameless)) return;
        for (Open& each : open_) {
            if (is_nameless(each)) close(each, trace.at);
        }
        std::erase_if(open_, is_nameless);
        nameless_ends_ = 0;
    }

    std::vector<Open> open_;
    std::vector<ProgramCall> ended_;
    std::ptrdiff_t nameless_ends_ = 0;
};

bool is_open_at(const ProgramCall& call, Time began) {
    const Time end = call.ended_at.value_or(call.began_at + longest_call);
    return before(call.began_at, tolerance) <= began && before(began, tolerance) <= end;
}

Result<std::vector<ProgramCall>> calls_around(Time began, Time since, Workspace& workspace) {
    const Time from = std::max(since, before(began, longest_call));
    HM_TRY_ASSIGN(const std::vector<CallTrace> traces,
                  call_traces(workspace.store.connection(), from, began + longest_call));
    std::map<std::string, SessionCalls> sessions;
    for (const CallTrace& trace : traces) sessions[trace.session].take(trace, workspace.store.paths().root);
    std::vector<ProgramCall> calls;
    for (const auto& [id, session] : sessions) session.add_to(calls);
    return calls;
}

}  // namespace

Result<void> check_access(std::string_view name, Access access, const Actor& actor) {
    if (access == Access::anyone || actor.kind == ActorKind::person) return {};
    return fail(Error{ErrorCode::refused,
                      fmt::format("{} by an agent.", name),
                      "Ask the person you work for to run it.",
                      "Only a person may do this: it changes what governs the agents.",
                      {actor.role.empty() ? "typed in an agent's shell" : "asked by the role " + actor.role}});
}

ProgramCalls::ProgramCalls(Project* project, Time since, Clock& clock, IdSource& ids) : since_(since) {
    if (project != nullptr) take(*project);
    others_.reserve(most_projects);
    for (const std::filesystem::path& root : trusted_roots(most_projects)) {
        auto other = Project::open_to_look(root, clock, ids, Deadline::in(look_patience));
        if (!other || (project != nullptr && other->root() == project->root())) continue;
        others_.push_back(std::move(*other));
        take(others_.back());
    }
}

void ProgramCalls::take(Project& project) {
    Workspace workspace = project.workspace();
    Connection& connection = workspace.store.connection();
    connection.set_deadline(Deadline::in(look_patience));
    take_in_waiting(workspace);
    projects_.push_back(&project);
    const auto clients = recorded_clients(connection, most_events);
    if (clients) clients_.insert(clients->begin(), clients->end());
}

Result<std::optional<ProgramCall>> ProgramCalls::open_at(Time began) {
    for (Project* project : projects_) {
        Workspace workspace = project->workspace();
        workspace.store.connection().set_deadline(Deadline::in(look_patience));
        const auto calls = calls_around(began, since_, workspace);
        // Nothing passes because the trail of the very project cannot be read.
        if (!calls && project == projects_.front()) return fail(calls.error());
        if (!calls) continue;
        const auto open = std::find_if(calls->begin(), calls->end(),
                                       [&](const ProgramCall& call) { return is_open_at(call, began); });
        if (open != calls->end()) return *open;
    }
    return std::nullopt;
}

Event chain_event(ChainOutcome outcome, std::string_view summary, json::object facts, Time now, IdSource& ids) {
    const std::string kind = fmt::format("person.{}", name_of(outcome));
    Event event = new_event(kind, redact(std::string(summary)), {.kind = ActorKind::person}, now, ids);
    const std::string_view key = outcome == ChainOutcome::confirmed ? confirmed_key : "person.refused:";
    set_request_id(event, std::string(key) + event.id.text());
    event.facts = std::move(facts);
    return event;
}

Result<void> keep_chain_event(const Event& event, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    connection.set_deadline(Deadline::in(look_patience));
    HM_TRY_ASSIGN(const bool is_there, has_event_of_request(connection, event.request_id));
    if (is_there) return {};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
    HM_TRY(append_event(transaction, event));
    return transaction.commit();
}

namespace {

constexpr std::size_t most_named = 5;

bool is_of_a_noun(const BadRow& row) {
    const auto nouns = all_nouns();
    return std::any_of(nouns.begin(), nouns.end(), [&](const AnyNoun& noun) { return noun.table.name == row.table; });
}

Result<bool> is_named(const BadRow& row, const CommandContext& context) {
    BadRows ignored;
    HM_TRY_ASSIGN(const auto naming,
                  records_naming(context.connection(), Id::trusted(std::string(row.id)), Archived::shown, 1, ignored));
    // A bad row may name it too, and cannot be asked.
    return !naming.empty() || !ignored.empty();
}

Event event_of(const BadRows& rows, const CommandContext& context) {
    Event event =
        new_event("quarantine", fmt::format("Set {} rows aside that could not be read.", rows.size()),
                  {.kind = context.actor.kind, .session_id = context.actor.session_id}, context.now, context.ids);
    json::array named;
    for (std::size_t i = 0; i < rows.size() && i < most_named; ++i) {
        named.push_back({{"table", rows[i].table},
                         {"id", shorten(repair_utf8(rows[i].id), 60)},
                         {"reason", shorten(repair_utf8(rows[i].reason), 200)}});
    }
    event.facts = {{"rows", std::move(named)}, {"count", rows.size()}};
    return event;
}

}  // namespace

Result<void> set_bad_rows_aside(const CommandContext& context) {
    BadRows moved;
    std::set<std::pair<std::string, std::string>> seen;
    for (const BadRow& row : BadRows(context.bad)) {
        if (!seen.insert({row.table, row.id}).second || !is_of_a_noun(row)) continue;
        HM_TRY_ASSIGN(const bool must_stay, is_named(row, context));
        if (must_stay) continue;
        HM_TRY_ASSIGN(const std::size_t count, quarantine_bad_rows(context.transaction, {row}, context.now));
        if (count > 0) moved.push_back(row);
    }
    if (moved.empty()) return {};
    HM_TRY(append_event(context.transaction, event_of(moved, context)));
    return {};
}

namespace {

constexpr Duration git_patience = milliseconds(2000);
constexpr Duration scan_patience = seconds(30);

RunCommand with_commits(const CommandRequest& request, const Workspace& workspace) {
    const Duration patience = std::min(request.patience.value_or(git_patience), git_patience);
    return [log = commits_to_learn(workspace.store.paths().root, Deadline::in(patience))](
               const json::value&, const CommandContext& context) -> Result<Receipt> {
        HM_TRY_ASSIGN(const LearntCommits learnt, learn_from_commits(log, context));
        return learnt_receipt(learnt);
    };
}

RunCommand with_scan(const CommandRequest& request, const Workspace& workspace) {
    const Duration patience = std::min(request.patience.value_or(scan_patience), scan_patience);
    return [map = scan_project(ScanDepth::incremental, Deadline::in(patience), workspace).map](
               const json::value&, const CommandContext& context) -> Result<Receipt> {
        if (!map.counts.is_whole) {
            return fail(ErrorCode::busy, "Not the whole project could be scanned in time, so nothing was learnt.",
                        "Run `hivemind scan full`, then try again: what was read is kept.");
        }
        HM_TRY_ASSIGN(const LearntScan learnt, learn_from_scan(findings_of(map), context));
        return learnt_receipt(learnt);
    };
}

struct Addition {
    std::string_view command;
    RunCommand (*bring)(const CommandRequest& request, const Workspace& workspace);
};

constexpr std::array additions{Addition{"knowledge learn", &with_commits}, Addition{"scan learn", &with_scan}};

}  // namespace

RunCommand run_with_all(const Command& command, const CommandRequest& request, const Workspace& workspace) {
    const auto* const addition = std::find_if(additions.begin(), additions.end(),
                                              [&](const Addition& each) { return each.command == command.name; });
    return addition == additions.end() ? RunCommand(command.run) : addition->bring(request, workspace);
}

namespace {

Result<void> take_in(Workspace& workspace) {
    const ProjectPaths& paths = workspace.store.paths();
    HM_TRY_ASSIGN(const std::size_t waiting, count_spool(paths));
    if (waiting == 0) return {};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(const TakenIn taken_in, take_in_spool(transaction, paths, workspace.ids));
    HM_TRY(transaction.commit());
    tidy_spool(taken_in);
    return {};
}

}  // namespace

void take_in_waiting(Workspace& workspace) {
    std::ignore = take_in(workspace);
}

}  // namespace hm
