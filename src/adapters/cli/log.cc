// log: the query of that name, and with --follow the trail as it grows, until a signal, --for, or the reader's
// end. A query sees one state of the store; following is a loop of looks, so it is a procedure.
#include <fmt/format.h>

#include "adapters/cli/care.h"
#include "adapters/cli/confirm.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"
#include "app/bus/bus.h"
#include "app/care/log.h"
#include "app/command/catalog.h"
#include "app/project/project.h"
#include "view/record_text.h"

namespace hm::cli {
namespace {

constexpr Duration between_looks = milliseconds(200);

struct Following {
    bool follow = false;
    std::optional<Duration> duration;

    static constexpr void fields(auto&& visit) {
        visit(field("follow", &Following::follow, "Go on printing events as they come; with --json, one a line."));
        visit(field("for", &Following::duration, "How long to follow; without it, until it is stopped."));
    }
};

const Query& log_query() {
    const Query* query = find_query("log");
    HM_ASSERT(query != nullptr);
    return *query;
}

Shape shape_of_log() {
    Shape shape = log_query().input();
    for (FieldShape& each : shape_of<Following>().fields) shape.fields.push_back(std::move(each));
    return shape;
}

std::string lines_of(const std::vector<Event>& events, bool wants_json) {
    if (events.empty()) return {};
    if (!wants_json) return event_lines(events);
    std::string lines;
    for (const Event& event : events) lines += to_text(encode(event)) + "\n";
    return lines;
}

WaitEnd print(std::string_view text, StopSignals& signals, Environment& environment) {
    for (; !text.empty(); text.remove_prefix(std::min(StopSignals::room, text.size()))) {
        if (signals.wait_for_room() == WaitEnd::stopped) return WaitEnd::stopped;
        environment.out(text.substr(0, StopSignals::room));
    }
    return WaitEnd::go_on;
}

Result<int> follow(const json::object& filter, std::optional<Duration> duration, bool wants_json, Project& project,
                   Environment& environment) {
    const Deadline end = Deadline::in(duration.value_or(hours(24 * 3650)));
    HM_TRY_ASSIGN(EventFeed feed, EventFeed::open(filter, project.workspace()));
    StopSignals signals;
    while (true) {
        const bool is_last = end.has_passed();
        const auto events = feed.look();
        // A store that is held for a while is no reason to stop watching it.
        if (!events && events.error().code != ErrorCode::busy) return fail(events.error());
        if (events && print(lines_of(*events, wants_json), signals, environment) == WaitEnd::stopped) return success;
        if (is_last && !feed.has_more()) return success;
        const Duration wait = feed.has_more() ? Duration{} : std::min(between_looks, end.left());
        if (signals.wait(wait) == WaitEnd::stopped) return success;
    }
}

Result<int> run_log(const json::object& values, bool wants_json, Environment& environment) {
    json::object filter;
    json::object following;
    const Shape of_following = shape_of<Following>();
    for (const auto& member : values) {
        const auto& fields = of_following.fields;
        const bool is_ours = std::any_of(fields.begin(), fields.end(),
                                         [&](const FieldShape& each) { return each.name == member.key(); });
        (is_ours ? following : filter)[member.key()] = member.value();
    }
    HM_TRY_ASSIGN(const Following input, decode_as<Following>(following, "log"));
    if (input.duration && !input.follow) {
        return fail(ErrorCode::invalid_input, "--for without --follow.", "Add --follow, or use --since to look back.");
    }
    HM_TRY_ASSIGN(Project project, open_to_read(environment, seconds(5)));
    if (input.follow) return follow(filter, input.duration, wants_json, project, environment);
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const Answer answer, ask(log_query(), filter, {}, workspace));
    environment.out(wants_json ? to_text(answer.data) + "\n" : answer.text);
    return success;
}

Shape shape_of_answer() {
    return log_query().answer();
}

}  // namespace

Procedure log_procedure() {
    return {"log",
            "Show the trail of events, newest last, or follow it as it grows.",
            log_query().positional,
            shape_of_log,
            run_log,
            Access::anyone,
            shape_of_answer};
}

}  // namespace hm::cli
