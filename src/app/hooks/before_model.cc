#include "app/hooks/before_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/bus/bus.h"
#include "app/command/command.h"
#include "app/event/hook_frame.h"
#include "app/hooks/record.h"
#include "app/hooks/session_signals.h"
#include "app/pack/load_pack_facts.h"
#include "app/work/task_meant.h"
#include "base/digest.h"
#include "base/redact.h"
#include "engine/recall/query_words.h"
#include "engine/work/intent_shift.h"
#include "store/queries/event.h"
#include "store/queries/injection.h"
#include "store/queries/near_read_head.h"
#include "store/queries/session.h"
#include "store/queries/settings.h"
#include "store/queries/spool.h"
#include "store/records/reading.h"
#include "view/text.h"

namespace hm {
namespace {

PackTerms terms_of(const Session& session, const Settings& settings) {
    return pack_terms(traits_of(session.client.view()), settings, settings.pack_characters, session.context_window);
}

std::optional<Word> print_of(std::string_view prompt) {
    if (prompt.empty()) return std::nullopt;
    auto print = Word::make(sha256_hex(prompt).substr(0, 16));
    return print ? std::optional(std::move(*print)) : std::nullopt;
}

// What the context has seen, if that is known for certain.
std::optional<SeenSections> seen_by(const std::optional<Injection>& last, const Session& session) {
    if (!last || last->seen.empty()) return std::nullopt;
    if (session.last_compaction_at && *session.last_compaction_at >= last->created_at) return std::nullopt;
    SeenSections seen;
    for (const auto& member : last->seen) {
        if (member.value().is_string()) seen[std::string(member.key())] = std::string(member.value().get_string());
    }
    return seen;
}

Result<void> add_notes(const BeforeModel& event, PackFacts& facts, HookFrame& frame, Workspace& workspace) {
    for (const std::string& note : event.notes) {
        facts.notes.push_back(redact(note));
        Event told = hook_event("engine.note", redact(note), frame, workspace);
        told.request_id.reset();  // the injection carries it
        HM_TRY(record(std::move(told), std::nullopt, frame, workspace));
    }
    return {};
}

// A prompt that was seen with the last injection has already been followed.
Result<void> follow(const BeforeModel& event, const std::optional<Word>& print, const std::optional<Injection>& last,
                    std::vector<std::string>& notes, HookFrame& frame, Workspace& workspace) {
    const bool is_seen = last && last->prompt_print == print;
    if (!print || is_seen) return {};
    auto turned = follow_intent(event.prompt, frame, workspace);
    // The pack is worth more than the turn: it can still be made.
    if (turned && *turned) notes.push_back(**turned);
    return {};
}

// What is not in the pack's own text: told by the hook, or in a place of its own before everything that changes.
std::vector<BookedText> before_pack(const PackTerms& terms, const PackText& whole,
                                    const std::optional<TextBefore>& told) {
    std::vector<BookedText> booked;
    if (told) booked.push_back({told->name, told->text});
    if (terms.client.places == ContextPlaces::one) return booked;
    booked.push_back({"rules", terms.rules, {}, true});
    for (const SectionText& section : whole.sections) {
        if (!is_stable(section.section)) continue;
        booked.push_back({std::string(name_of(section.section)), section.text, section.ids, true});
    }
    return booked;
}

// From one state of the store: nothing can change between two of its reads, and they need no lock each.
Result<PackFacts> load_at_once(const PackAsk& ask, HookFrame& frame, Workspace& workspace) {
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(workspace.store.connection()));
    return load_pack_facts(ask, frame.settings, workspace, frame.bad);
}

}  // namespace

Result<PackText> before_model(const BeforeModel& event, Workspace& workspace, RecallMemo* memo) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::pack_deadline, workspace));
    if (event.most_characters > 0) {
        frame.settings.pack_characters =
            std::min(frame.settings.pack_characters, static_cast<std::int64_t>(event.most_characters));
    }
    const PackTerms terms = terms_of(frame.session, frame.settings);
    HM_TRY_ASSIGN(const auto last,
                  last_injection(workspace.store.connection(), frame.session.id, frame.session.agent, frame.bad));
    const std::optional<Word> print = print_of(event.prompt);
    std::vector<std::string> turns;
    HM_TRY(follow(event, print, last, turns, frame, workspace));
    PackAsk ask = ask_for(terms, frame.session, event.prompt);
    if (event.before) ask.before += count_characters(event.before->text);
    ask.memo = memo;
    HM_TRY_ASSIGN(PackFacts facts, load_at_once(ask, frame, workspace));
    facts.notes.insert(facts.notes.end(), turns.begin(), turns.end());
    HM_TRY(add_notes(event, facts, frame, workspace));

    const Pack pack = fitted_pack(facts);
    const PackText whole = write_pack(pack, facts);
    auto [stable, text] = pack_parts(terms, whole, pack, facts);
    Injection draft;
    if (terms.client.context == ContextKind::accumulating) {
        const Delivery delivery = plan_delivery(terms.client.context, event.occasion, seen_by(last, frame.session),
                                                section_prints(pack, facts));
        text = delivered_part(text, delivery, pack, facts);
        draft.delivery = delivery.kind;
        for (const auto& [name, hash] : delivery.seen) draft.seen[name] = hash;
    }
    HM_TRY_ASSIGN(draft.hook, Word::make("before_model"));
    draft.agent = frame.session.agent;
    draft.prompt_print = print ? print : last ? last->prompt_print : std::nullopt;
    draft.budget = static_cast<std::int64_t>(terms.budget);
    draft.left_out = static_cast<std::int64_t>(pack.left_out_for_room);
    HM_TRY(keep_injection({text, facts, std::move(draft), before_pack(terms, whole, event.before)}, frame, workspace));
    return text;
}

Result<std::string> stable_context(const AgentIdentity& who, Workspace& workspace) {
    BadRows bad;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const Settings settings, load_settings(connection, bad));
    connection.set_deadline(Deadline::in(settings.pack_deadline));
    HM_TRY_ASSIGN(const ResolvedSession resolved, resolve_session(who, workspace, bad));
    const PackTerms terms = terms_of(resolved.session, settings);
    const PackAsk ask = ask_for(terms, resolved.session, {});
    HM_TRY_ASSIGN(const PackFacts facts, load_stable_facts(ask, settings, workspace, bad));
    return terms.rules + stable_sections(write_pack(fitted_pack(facts), facts));
}

namespace {

constexpr std::size_t most_ids = 40;

json::object section_json(const SectionText& section) {
    json::array ids;
    for (std::size_t i = 0; i < section.ids.size() && i < most_ids; ++i) ids.emplace_back(section.ids[i].text());
    return {{"characters", section.characters},
            {"tokens", section.tokens},
            {"entries", section.entries},
            {"hash", text_hash(section.text)},
            {"ids", std::move(ids)}};
}

json::object booked_json(const BookedText& booked) {
    return section_json({PackSection::notes, booked.text, count_characters(booked.text), estimate_tokens(booked.text),
                         std::max<std::size_t>(booked.ids.size(), 1), booked.ids});
}

std::vector<Id> delivered_remarks(const PackText& text) {
    for (const SectionText& section : text.sections) {
        if (section.section == PackSection::comments) return section.ids;
    }
    return {};
}

Event injection_event(const Injection& injection, const HookFrame& frame, Workspace& workspace) {
    Event event = hook_event("injection",
                             fmt::format("{} sections, {} characters, about {} tokens ({})", injection.sections.size(),
                                         injection.characters, injection.tokens, name_of(injection.delivery)),
                             frame, workspace);
    event.subject_id = injection.id;
    event.task_id = injection.task_id;
    event.facts = {{"characters", injection.characters},
                   {"tokens", injection.tokens},
                   {"delivery", name_of(injection.delivery)},
                   {"left_out", injection.left_out}};
    return event;
}

Result<void> write(const ToKeep& kept, Injection injection, Event event, HookFrame& frame, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY_ASSIGN(const bool is_recorded, has_event_of_request(connection, event.request_id));
    if (is_recorded) return {};
    HM_TRY_ASSIGN(const std::vector<Session> sessions, save_sessions(transaction, frame.unsaved, workspace.ids));
    if (!sessions.empty()) {
        injection.session_id = sessions.back().id;
        event.session_id = injection.session_id;
    }
    HM_TRY_ASSIGN(injection.stamp, take_stamp(transaction, local_minute(injection.created_at)));
    HM_TRY(insert(transaction, injection));
    HM_TRY(drop_oldest_injections(transaction, injection.created_at));
    const auto keep_text = [&](std::string_view name, std::string_view text) {
        const std::int64_t hash = injection.sections.at(name).at("hash").as_int64();
        return keep_pack_text(transaction, hash, text, injection.created_at);
    };
    for (const BookedText& booked : kept.before) HM_TRY(keep_text(booked.name, booked.text));
    for (const SectionText& section : kept.text.sections) HM_TRY(keep_text(name_of(section.section), section.text));
    HM_TRY(mark_read(transaction, delivered_remarks(kept.text), injection.created_at));
    HM_TRY(append_event(transaction, std::move(event)));
    if (injection.session_id) HM_TRY(count_request(*injection.session_id, frame, transaction, workspace));
    return transaction.commit();
}

}  // namespace

std::int64_t text_hash(std::string_view text) {
    Sha256 hash;
    hash.add(text);
    const auto bytes = hash.finish();
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < 8; ++i) first = first << 8U | bytes[i];
    return static_cast<std::int64_t>(first);
}

Injection describe_injection(const ToKeep& kept) {
    Injection injection = kept.injection;
    std::size_t characters = kept.text.characters;
    std::size_t tokens = kept.text.tokens;
    std::size_t stable = 0;
    for (const BookedText& booked : kept.before) {
        const std::size_t length = count_characters(booked.text);
        injection.sections[booked.name] = booked_json(booked);
        characters += length;
        tokens += estimate_tokens(booked.text);
        if (booked.is_stable) stable += length;
    }
    for (const SectionText& section : kept.text.sections) {
        injection.sections[name_of(section.section)] = section_json(section);
        if (is_stable(section.section)) stable += section.characters;
    }
    injection.characters = static_cast<std::int64_t>(characters);
    injection.stable_characters = static_cast<std::int64_t>(stable);
    injection.tokens = static_cast<std::int64_t>(tokens);
    if (!kept.facts.tasks.empty()) injection.task_id = kept.facts.tasks.front().task.id;
    return injection;
}

Result<void> keep_injection(const ToKeep& kept, HookFrame& frame, Workspace& workspace) {
    Injection injection = describe_injection(kept);
    injection.created_at = workspace.clock.now();
    injection.modified_at = injection.created_at;
    injection.id = workspace.ids.next(injection.created_at);
    injection.session_id = frame.session.id;
    Event event = injection_event(injection, frame, workspace);
    if (write(kept, injection, event, frame, workspace)) return {};
    return write_spool(workspace.store.paths(),
                       {std::move(event), std::nullopt, frame.unsaved, Happening{.kind = HappeningKind::request}});
}

namespace {

std::string how_recognised(const IntentShift& shift) {
    return fmt::format("The prompt said \"{}\" with \"{}\" ({} sign).", shift.cue, shift.target, name_of(shift.sign));
}

bool is_at_head(const LoadedReadHead& head, const Task& task) {
    return !head.tasks.empty() && head.tasks.front().id == task.id;
}

std::string sentence_for_agent(const IntentShift& shift, const std::optional<Task>& task) {
    if (!task) {
        return fmt::format(
            "The person turned the work to: {}. No task is known for it: govern_task start with a name "
            "begins one.",
            shift.target);
    }
    return fmt::format("The person turned the work to \"{}\" ({}). What was in hand waits.", task->name.view(),
                       shift.cue);
}

}  // namespace

Result<std::optional<std::string>> follow_intent(std::string_view prompt, HookFrame& frame, Workspace& workspace) {
    // A subagent's prompt was written by an agent.
    if (frame.session.parent_session_id || !frame.unsaved.empty()) return std::nullopt;
    const std::optional<IntentShift> shift = recognise_shift(without_own_text(prompt));
    if (!shift) return std::nullopt;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const LoadedReadHead head, load_read_head(frame.session.id, connection, frame.bad));
    HM_TRY_ASSIGN(const std::optional<Task> task, task_meant(shift->target, head, connection, frame.bad));
    const bool changes_nothing = task ? is_at_head(head, *task) : shift->sign == ShiftSign::weak;
    if (changes_nothing) return std::nullopt;
    json::object input{{"intent", shorten(shift->target, Paragraph::max_characters)},
                       {"because", shorten(how_recognised(*shift), Paragraph::max_characters)}};
    if (task) input["task_id"] = task->id.text();
    const CommandRequest request{
        input,
        {ActorKind::hook, frame.session.role.str(), frame.session.id, frame.session.stamp.str()},
        frame.request_id.empty() ? std::string() : frame.request_id + ".shift",
        frame.settings.pack_deadline};
    HM_TRY(execute(*find_command("trajectory shift"), request, workspace));
    return redact(sentence_for_agent(*shift, task));
}

}  // namespace hm
