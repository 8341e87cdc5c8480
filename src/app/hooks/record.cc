#include "app/hooks/record.h"

#include <algorithm>

#include "app/command/command.h"
#include "app/hooks/session_signals.h"
#include "app/session/session_log.h"
#include "engine/detect/read_words.h"
#include "store/queries/event.h"
#include "store/queries/spool.h"

namespace hm {
namespace {

Result<void> write(const SpooledRecord& whole, const HookFrame& frame, Workspace& workspace) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(std::optional<CountedIn> counted, take_in_record(transaction, whole, workspace.ids));
    if (counted) {
        HM_TRY(scan_drift(*counted, frame, transaction, workspace));
        HM_TRY(raise_signals(std::move(*counted), frame, transaction, workspace));
    }
    return transaction.commit();
}

}  // namespace

Event hook_event(std::string_view kind, std::string_view summary, const HookFrame& frame, Workspace& workspace) {
    const Actor hook{
        .kind = ActorKind::hook, .role = std::string(frame.session.role.view()), .session_id = frame.session.id};
    Event event = new_event(kind, summary, hook, workspace.clock.now(), workspace.ids);
    set_request_id(event, frame.request_id);
    return event;
}

Result<void> record(Event event, std::optional<Checkpoint> checkpoint, const HookFrame& frame, Workspace& workspace,
                    std::optional<Happening> happening) {
    if (event.request_id && !frame.asked.empty()) event.facts[asked_fact] = frame.asked;
    if (checkpoint) checkpoint->stamp = make_stamp(local_minute(event.at), 0);
    if (!happening) happening = happening_of(event);
    if (happening && checkpoint) happening->left_checkpoint = true;
    const SpooledRecord whole{std::move(event), std::move(checkpoint), frame.unsaved, std::move(happening)};
    auto written = write(whole, frame, workspace);
    if (written) {
        if (frame.unsaved.empty()) log_to_session_file(whole.event, frame.session, frame.settings, workspace);
        return {};
    }
    if (whole.event.request_id && written.error().code == ErrorCode::conflict) return written;
    return write_spool(workspace.store.paths(), whole);
}

namespace {

constexpr std::size_t most_counted_files = 8;

template <class T>
std::optional<T> cut_to(std::string_view text) {
    auto made = T::make(shorten(repair_utf8(text), T::max_characters));
    return made ? std::optional(std::move(*made)) : std::nullopt;
}

}  // namespace

Happening happening_of(const AfterTool& done, const std::vector<Task>& tasks, const std::vector<FilePath>& files) {
    Happening happening;
    happening.kind = HappeningKind::call;
    happening.tool_class = class_of(done.use.kind, done.use.tool, !files.empty());
    happening.tool = cut_to<Word>(done.use.tool);
    happening.print = cut_to<Word>(done.use.print);
    happening.has_failed = done.end == ToolEnd::failed || done.exit_code.value_or(0) != 0;
    happening.has_task = !tasks.empty();
    if (!tasks.empty()) happening.task_since = tasks.back().started_at;
    if (const std::string_view word = stuck_word_in(done.use.words); !word.empty()) {
        happening.keyword = cut_to<Word>(word);
    }
    happening.files.assign(files.begin(),
                           files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), most_counted_files)));
    return happening;
}

std::optional<Happening> happening_of(const Event& event) {
    const std::string_view kind = event.kind.view();
    if (kind == "gate.block") return Happening{.kind = HappeningKind::refusal};
    if (kind == "gate.bypass") {
        return Happening{.kind = HappeningKind::bypass, .tool = cut_to<Word>(text_member(event.facts, "tool"))};
    }
    // People edit their files while agents work; only what is protected or held by a task is worth a word.
    const bool is_grave = kind == "files.changed_outside" && text_member(event.facts, "severity") == "high";
    if (!is_grave) return std::nullopt;
    Happening happening{.kind = HappeningKind::bypass};
    const json::value* files = event.facts.if_contains("files");
    if (files == nullptr || !files->is_array()) return happening;
    for (const json::value& file : files->get_array()) {
        if (!file.is_object() || happening.files.size() == most_counted_files) continue;
        const json::object& each = file.get_object();
        const auto is_set = [&](std::string_view name) {
            const json::value* flag = each.if_contains(name);
            return flag != nullptr && *flag == json::value(true);
        };
        if (!is_set("protected") && !is_set("locked")) continue;
        if (auto path = FilePath::make(std::string(text_member(each, "path")))) {
            happening.files.push_back(std::move(*path));
        }
    }
    return happening;
}

}  // namespace hm
