#include "app/hooks/before_model.h"

#include "app/facts/pack_terms.h"
#include "app/hooks/follow_intent.h"
#include "app/hooks/keep_injection.h"
#include "app/hooks/record.h"
#include "app/hooks/session_of.h"
#include "base/redact.h"
#include "base/sha256.h"
#include "store/sql/injection.h"
#include "store/sql/settings.h"

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

}  // namespace hm
