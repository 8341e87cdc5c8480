#include "app/hooks/before_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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
std::vector<BookedText> before_pack(const PackTerms& terms, const std::optional<TextBefore>& told) {
    std::vector<BookedText> booked;
    if (told) booked.push_back({told->name, told->text});
    if (terms.client.places == ContextPlaces::one) return booked;
    booked.push_back({"rules", terms.rules, {}, true});
    return booked;
}

bool is_delta_possible(const PackTerms& terms, const BeforeModel& event) {
    return terms.client.context == ContextKind::accumulating || event.placing.has_value();
}

// What this delivery alone adds to what the context has seen; a section that is gone has no hash.
json::object seen_by_this(const Delivery& delivery) {
    json::object seen;
    const auto add = [&](const std::string& name) {
        const auto found = delivery.seen.find(name);
        seen[name] = found == delivery.seen.end() ? std::string() : found->second;
    };
    for (const std::string& name : delivery.sections) add(name);
    for (const std::string& name : delivery.gone) add(name);
    if (!seen.empty()) add(std::string(seen_tasks));
    return seen;
}

std::vector<Task> tasks_in(const PackFacts& facts) {
    std::vector<Task> tasks;
    for (const TaskAtHead& at_head : facts.tasks) tasks.push_back(at_head.task);
    return tasks;
}

// What the context holds already is not said to it again, however well it answers the prompt.
Result<void> leave_out_what_was_shown(const BeforeModel& event, const SeenSections& seen, const Session& session,
                                      PackFacts& facts, Connection& connection) {
    std::vector<std::string> said;
    if (event.placing) {
        said = event.placing->injections;
    } else {
        HM_TRY_ASSIGN(said, injections_since_whole(connection, session.id, session.agent));
    }
    HM_TRY_ASSIGN(const std::set<std::string> shown, records_shown(connection, said));
    const std::string last = said.empty() ? std::string() : std::ranges::max(said);
    const auto told_tasks = seen.find(std::string(seen_tasks));
    const bool is_only_news = event.moment == TurnMoment::working && told_tasks != seen.end() &&
                              told_tasks->second == tasks_print(tasks_in(facts));
    const auto is_shown = [&](const Id& id) {
        return shown.contains(id.text()) || (is_only_news && id.text() <= last);
    };
    // What the session saved itself stands in its own calls.
    std::erase_if(facts.memories, [&](const MemoryCandidate& each) { return each.memory.session_id == session.id; });
    std::erase_if(facts.memories, [&](const MemoryCandidate& each) { return is_shown(each.memory.id); });
    std::erase_if(facts.knowledge, [&](const KnowledgeCandidate& each) { return is_shown(each.knowledge.id); });
    std::erase_if(facts.decisions, [&](const Decision& each) { return is_shown(each.id); });
    std::erase_if(facts.comments, [&](const Comment& each) { return shown.contains(each.id.text()); });
    facts.usual = std::min(facts.usual, usual_with_changes);
    return {};
}

std::optional<SeenSections> seen_before(const BeforeModel& event, const std::optional<Injection>& last,
                                        const Session& session) {
    return event.placing ? event.placing->seen : seen_by(last, session);
}

// A client may have less room for the pack than the settings give it.
void hold_to_room(const BeforeModel& event, Settings& settings) {
    if (event.most_characters == 0) return;
    settings.pack_characters = std::min(settings.pack_characters, static_cast<std::int64_t>(event.most_characters));
}

// From one state of the store: nothing can change between two of its reads, and they need no lock each.
Result<PackFacts> load_at_once(const PackAsk& ask, HookFrame& frame, Workspace& workspace) {
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(workspace.store.connection()));
    return load_pack_facts(ask, frame.settings, workspace, frame.bad);
}

}  // namespace

Result<PackText> before_model(const BeforeModel& event, Workspace& workspace, RecallMemo* memo) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::pack_deadline, workspace));
    hold_to_room(event, frame.settings);
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
    const std::optional<SeenSections> seen =
        begins_anew(event.occasion) ? std::nullopt : seen_before(event, last, frame.session);
    if (is_delta_possible(terms, event) && seen) {
        HM_TRY(leave_out_what_was_shown(event, *seen, frame.session, facts, workspace.store.connection()));
    }

    const Pack pack = fitted_pack(facts);
    const PackText whole = write_pack(pack, facts);
    auto [rules, text] = pack_parts(terms, whole, pack, facts);
    Injection draft;
    if (is_delta_possible(terms, event)) {
        const Delivery delivery =
            plan_delivery({terms.client.context, event.occasion, event.moment, seen, tasks_print(tasks_in(facts))},
                          section_prints(pack, facts));
        if (delivery.kind == DeliveryKind::nothing && event.moment == TurnMoment::working) return PackText{};
        text = delivered_part(text, delivery, pack, facts);
        draft.delivery = delivery.kind;
        for (const auto& [name, hash] : delivery.seen) draft.seen[name] = hash;
        if (event.placing) draft.seen = seen_by_this(delivery);
    }
    HM_TRY_ASSIGN(draft.hook, Word::make("before_model"));
    draft.agent = frame.session.agent;
    draft.prompt_print = print ? print : last ? last->prompt_print : std::nullopt;
    draft.budget = static_cast<std::int64_t>(terms.budget);
    draft.left_out = static_cast<std::int64_t>(pack.left_out_for_room);
    ToKeep kept{text, facts, std::move(draft), before_pack(terms, event.before), {}};
    if (event.placing && !event.placing->place.empty()) {
        kept.injection.place = print_of(event.placing->place);
        kept.placed = placed_text(event, text);
    }
    HM_TRY(keep_injection(kept, frame, workspace));
    return text;
}

std::string tasks_print(const std::vector<Task>& tasks) {
    std::string text;
    for (const Task& task : tasks) text += fmt::format("{} {}\n", task.id.text(), name_of(task.status));
    return sha256_hex(text).substr(0, 16);
}

std::string placed_text(const BeforeModel& event, const PackText& pack) {
    std::string text = event.before ? event.before->text : std::string();
    text += pack.text;
    return pack.checklist.empty() ? text : text + std::string(1, part_end) + pack.checklist;
}

namespace {

using PlaceNames = std::map<std::string, std::string>;  // by their prints

void add_seen(const json::object& told, SeenSections& seen) {
    for (const auto& [section, hash] : told) {
        if (hash.is_string() && !hash.get_string().empty()) {
            seen[std::string(section)] = std::string(hash.get_string());
        } else {
            seen.erase(std::string(section));
        }
    }
}

// Without names every place counts as held.
void add_standing(const PlacedInjection& injection, const PlaceNames* names, StandingTexts& standing) {
    std::string place = injection.place;
    if (names != nullptr && !place.empty()) {
        const auto name = names->find(place);
        if (name == names->end()) return;
        place = name->second;
        standing.looked_at.insert(place);
    }
    // What the client keeps behind a result is there as long as what it adds to.
    if (!injection.place.empty() && !injection.text) {
        // There was nothing to say, or what was said is purged.
        if (standing.seen && injection.seen.empty()) standing.injections.push_back(injection.id);
        return;
    }
    if (injection.is_whole) standing.seen.emplace();
    if (!standing.seen) return;
    standing.injections.push_back(injection.id);
    add_seen(injection.seen, *standing.seen);
    if (!injection.place.empty()) standing.texts.push_back({std::move(place), *injection.text});
}

Result<StandingTexts> standing_of(const AgentIdentity& who, const PlaceNames* names, Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(const ResolvedSession resolved, resolve_session(who, workspace, bad));
    HM_TRY_ASSIGN(const auto placed, placed_injections(workspace.store.connection(), resolved.session.id));
    StandingTexts standing;
    for (const PlacedInjection& injection : placed) add_standing(injection, names, standing);
    return standing;
}

}  // namespace

Result<StandingTexts> what_stands(const AgentIdentity& who, const HeldPlaces& held, Workspace& workspace) {
    PlaceNames names;
    for (const std::string& place : held.all) {
        if (const auto print = print_of(place)) names.emplace(print->str(), place);
    }
    return standing_of(who, &names, workspace);
}

Result<StandingTexts> what_was_said(const AgentIdentity& who, Workspace& workspace) {
    return standing_of(who, nullptr, workspace);
}

Result<std::string> rules_text(const AgentIdentity& who, Workspace& workspace) {
    BadRows bad;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const Settings settings, load_settings(connection, bad));
    connection.set_deadline(Deadline::in(settings.pack_deadline));
    HM_TRY_ASSIGN(const ResolvedSession resolved, resolve_session(who, workspace, bad));
    return terms_of(resolved.session, settings).rules;
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

std::vector<Id> delivered_ids(const PackText& text, PackSection of) {
    for (const SectionText& section : text.sections) {
        if (section.section == of) return section.ids;
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
    if (injection.text_hash) {
        HM_TRY(keep_pack_text(transaction, *injection.text_hash, kept.placed, injection.created_at));
    }
    HM_TRY(mark_read(transaction, delivered_ids(kept.text, PackSection::comments), injection.created_at));
    HM_TRY(count_shown(transaction, delivered_ids(kept.text, PackSection::knowledge), injection.created_at));
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
    if (!kept.placed.empty()) injection.text_hash = text_hash(kept.placed);
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
