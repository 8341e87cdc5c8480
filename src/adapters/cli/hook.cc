// hook: answers one event of a client; started by the client, not by people.
#include <fmt/format.h>
#include <unistd.h>

#include "adapters/cli/client_names.h"
#include "adapters/cli/exit_codes.h"
#include "adapters/cli/procedures.h"
#include "adapters/hook/event_text.h"
#include "adapters/hook/hook.h"
#include "adapters/hook/last_word.h"
#include "adapters/newer_program.h"
#include "app/engine_failure.h"
#include "app/fail_mark.h"
#include "base/codec.h"
#include "base/state_folder.h"

namespace hm::cli {
namespace {

constexpr Duration reading_deadline = seconds(2);
// Less than the clients wait (10 s), more than all deadlines of an event together.
constexpr Duration patience = seconds(5);

struct Hook {
    HookClient client = HookClient::claude_code;
    std::optional<Text<1, 60>> event;
    std::optional<FailMode> fail;

    static constexpr void fields(auto&& visit) {
        visit(field("client", &Hook::client, "The client that tells of the event."));
        visit(field("event", &Hook::event, "The event's name, for when the event itself cannot be read."));
        visit(field("fail", &Hook::fail,
                    "When HiveMind fails and the project's setting cannot be read: open lets the call through, "
                    "closed refuses it."));
    }
};

Arguments arguments_of(const Hook& input) {
    Arguments arguments{"hook", std::string(name_of(input.client))};
    if (input.event) arguments.push_back(input.event->str());
    if (input.fail) arguments.insert(arguments.end(), {"--fail", std::string(name_of(*input.fail))});
    return arguments;
}

Result<int> run(const json::object& values, bool, Environment& environment) {
    HM_TRY_ASSIGN(const Hook input, decode_as<Hook>(values, "hook"));
    const hook::Dialect& dialect = *hook::find_dialect(name_of(input.client));
    hook::HookCall call{dialect, input.event ? input.event->str() : std::string(), input.fail.value_or(FailMode::open),
                        environment.directory};
    call.variable = environment.variable;
    call.state = state_folder(environment.variable);
    const Error ended{ErrorCode::io, "HiveMind did not answer in time or crashed.", "Run `hivemind doctor`.", {}, {}};
    const hook::HookAnswer last = answer_failure(dialect, call.event_name, call.fail, ended);
    call.on_project = [&](const std::filesystem::path& root, std::string_view event_name) {
        const std::string where = fmt::format("{} {}", dialect.client, event_name);
        const SpoolFile left =
            prepare_engine_failure(root, {where, ended.what, {}}, environment.clock, environment.ids);
        hook::set_last_record(left.making.native(), left.file.native(), left.text);
        if (call.fail == FailMode::closed || !is_marked_closed(root)) return;
        const hook::HookAnswer closed = answer_failure(dialect, event_name, FailMode::closed, ended);
        hook::set_last_word(closed.out, closed.err);
    };
    hook::arm_last_word(patience);
    hook::set_last_word(last.out, last.err);
    std::string unread = take_unread();
    const Result<std::string> text =
        unread.empty() ? hook::read_event_text(STDIN_FILENO, Deadline::in(reading_deadline)) : std::move(unread);
    const hook::HookAnswer answer = hook::answer_event(call, text, environment.clock, environment.ids);
    hook::disarm_last_word();
    if (answer.needs_newer_program && environment.become_installed) {
        environment.become_installed(arguments_of(input), text ? *text : std::string());
    }
    if (!answer.out.empty()) environment.out(answer.out);
    if (!answer.err.empty()) environment.err(answer.err);
    return success;
}

}  // namespace

Procedure hook_procedure() {
    return {"hook", "Answer one event of a client, from standard input.", "client event", &shape_of<Hook>, run};
}

}  // namespace hm::cli
