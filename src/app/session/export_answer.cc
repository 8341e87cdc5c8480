#include "app/session/export_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/facts/load_situation.h"
#include "app/local_minute.h"
#include "base/redact.h"
#include "domain/knowledge.h"
#include "engine/completion/completion.h"
#include "engine/synthesis/synthesis.h"
#include "store/files.h"
#include "store/line_file.h"
#include "store/session_files.h"
#include "store/sql/event.h"
#include "store/sql/session.h"
#include "store/sql/stamp.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_export_bytes = 256 * 1024;

std::string export_name(const AnswerExport& made) {
    return fmt::format("{}-{:04}.json", made.stamp.view(), made.number);
}

// What is claimed is compared with what is there.
void check_files(const std::string& text, AnswerExport& made, Workspace& workspace) {
    const fs::path& root = workspace.store.paths().root;
    for (const std::string& name : files_named_in(text)) {
        const ResolvedPath resolved = resolve_path(root, root, name);
        std::error_code error;
        auto path = FilePath::make(resolved.shown);
        if (resolved.place == PathPlace::inside && path && fs::exists(root / resolved.shown, error)) {
            made.files.push_back(std::move(*path));
        } else if (auto issue = Sentence::make(fmt::format("names {}, which is not there", name))) {
            made.validation.issues.push_back(std::move(*issue));
        }
    }
}

Result<AnswerExport> make_export(std::string_view answer, std::int64_t number, const HookFrame& frame,
                                 Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(const Situation situation, load_situation(frame.session, frame.settings, workspace, bad));
    AnswerExport made;
    made.session_id = frame.session.id;
    made.stamp = frame.session.stamp;
    made.number = number;
    made.exported_at = workspace.clock.now();
    made.stale_at = made.exported_at + frame.settings.session_fresh_for;
    for (const Phase& phase : situation.facts.phases) {
        const auto& head = situation.facts.read_head;
        if (head && head->active_phase_id == phase.id) made.hierarchy.phase = phase.title;
    }
    for (const Task& task : situation.in_hand) made.hierarchy.tasks.push_back(task.name);
    for (const Anchor& anchor : situation.critical_anchors) made.hierarchy.anchors.push_back(anchor.key);
    const std::string text = redact(repair_utf8(answer));
    check_files(text, made, workspace);
    made.validation.is_complete = made.validation.issues.empty();
    made.gist = Text<0, 500>::clipped(first_sentence(text));
    made.text = Text<0, 20'000>::clipped(text);
    return made;
}

// The exports that were not taken into an entry yet, as far as their files are still there and whole.
std::vector<ExportedAnswer> last_exports(const AnswerExport& newest, Workspace& workspace) {
    std::vector<ExportedAnswer> answers;
    for (std::int64_t number = newest.number - exports_for_synthesis + 1; number <= newest.number; ++number) {
        AnswerExport each = newest;
        each.number = number;
        const fs::path file = session_places(workspace.store.paths()).exports / export_name(each);
        const auto text = read_bounded_file(file, max_export_bytes);
        if (!text || !*text) continue;
        const auto value = parse_json(**text);
        if (!value) continue;
        const auto read = decode_as<AnswerExport>(*value, "export");
        if (!read) continue;
        ExportedAnswer answer{file.filename().string(), read->gist.str(), {}};
        for (const FilePath& named : read->files) answer.files.push_back(named.str());
        answers.push_back(std::move(answer));
    }
    return answers;
}

Result<void> keep_synthesis(const AnswerExport& newest, const HookFrame& frame, Transaction& transaction,
                            Workspace& workspace) {
    const Synthesis made = synthesise(last_exports(newest, workspace));
    auto content = MemoryText::make(shorten(made.content, MemoryText::max_characters));
    if (!content) return {};  // answers without a sentence
    const Time now = workspace.clock.now();
    Knowledge entry;
    HM_TRY_ASSIGN(entry.stamp, take_stamp(transaction, local_minute(now)));
    entry.id = workspace.ids.next(now);
    entry.created_at = now;
    entry.modified_at = now;
    entry.type = KnowledgeType::research;
    entry.source = KnowledgeSource::synthesis;
    entry.confidence = 60;
    HM_TRY_ASSIGN(entry.title, Title::make(fmt::format("What session {} answered, {} to {}", frame.session.stamp.view(),
                                                       newest.number - exports_for_synthesis + 1, newest.number)));
    entry.content = std::move(*content);
    entry.related_to = {frame.session.id};
    for (const std::string& each : made.evidence) {
        if (auto evidence = Sentence::make(each)) entry.evidence.push_back(std::move(*evidence));
    }
    HM_TRY(insert(transaction, entry));
    Event event;
    event.at = now;
    event.id = workspace.ids.next(now);
    HM_TRY_ASSIGN(event.kind, Word::make("knowledge.synthesised"));
    HM_TRY_ASSIGN(event.summary, Sentence::make(entry.title.str()));
    event.actor = ActorKind::hook;
    event.session_id = frame.session.id;
    event.subject_id = entry.id;
    HM_TRY(append_event(transaction, std::move(event)));
    return {};
}

}  // namespace

Result<void> export_answer(std::string_view answer, const HookFrame& frame, Workspace& workspace) {
    const SessionPlaces places = session_places(workspace.store.paths());
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(SessionCounters counters, counters_of(workspace.store.connection(), frame.session.id));
    HM_TRY_ASSIGN(const AnswerExport made, make_export(answer, counters.exports + 1, frame, workspace));
    HM_TRY(write_new_file(places.exports / export_name(made), to_text(encode(made)) + "\n"));
    counters.exports += 1;
    counters.exports_since_synthesis += 1;
    if (counters.exports_since_synthesis >= exports_for_synthesis) {
        HM_TRY(keep_synthesis(made, frame, transaction, workspace));
        counters.exports_since_synthesis = 0;
    }
    HM_TRY(save_counters(transaction, frame.session.id, counters));
    HM_TRY(transaction.commit());
    // Looking through the folder costs; once in a while is enough to keep it bounded.
    constexpr std::int64_t between_looks = 16;
    if (made.number % between_looks == 0 || made.number == 1) {
        keep_newest(places.exports,
                    static_cast<std::size_t>(std::max<std::int64_t>(frame.settings.session_files_kept, 4)));
    }
    return {};
}

}  // namespace hm
