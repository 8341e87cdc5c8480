#include "app/hooks/keep_injection.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/hooks/record.h"
#include "app/local_minute.h"
#include "app/session/session_signals.h"
#include "base/sha256.h"
#include "store/spool.h"
#include "store/sql/event.h"
#include "store/sql/injection.h"
#include "store/sql/near_read_head.h"
#include "store/sql/session.h"
#include "store/sql/stamp.h"
#include "view/token_estimate.h"

namespace hm {
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

}  // namespace hm
