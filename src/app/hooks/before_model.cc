#include "app/hooks/before_model.h"

#include <fmt/format.h>

#include "app/facts/load_pack_facts.h"
#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "base/redact.h"
#include "view/pack_text.h"

namespace hm {
namespace {

constexpr std::size_t most_ids = 40;

// What was put before the model, by id, and what it cost.
Event injection_event(const Pack& pack, std::size_t characters, const HookFrame& frame, Workspace& workspace) {
    Event event = hook_event("injection", fmt::format("{} items, {} characters", pack.items.size(), characters), frame,
                             workspace);
    json::array memories;
    for (const PackItem& item : pack.items) {
        const auto* shown = std::get_if<ShownMemory>(&item.what);
        if (shown != nullptr && memories.size() < most_ids) memories.emplace_back(shown->candidate.memory.id.text());
    }
    event.facts = {{"characters", characters},
                   {"items", pack.items.size()},
                   {"stale_dropped", pack.stale_dropped},
                   {"left_out", pack.left_out_for_room},
                   {"memories", std::move(memories)}};
    return event;
}

}  // namespace

Result<std::string> before_model(const BeforeModel& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::pack_deadline, workspace));
    if (event.most_characters > 0) {
        frame.settings.pack_characters =
            std::min(frame.settings.pack_characters, static_cast<std::int64_t>(event.most_characters));
    }
    HM_TRY_ASSIGN(PackFacts facts, load_pack_facts(frame.session, event.prompt, frame.settings, workspace, frame.bad));
    for (const std::string& note : event.notes) {
        facts.notes.push_back(redact(note));
        Event told = hook_event("engine.note", redact(note), frame, workspace);
        told.request_id.reset();  // the injection below carries it
        HM_TRY(record(std::move(told), std::nullopt, frame, workspace));
    }
    const Pack pack = compile_pack(facts, pack_frame_characters(facts), measure_pack_item);
    const std::string text = render_pack(pack, facts);
    HM_TRY(record(injection_event(pack, count_characters(text), frame, workspace), std::nullopt, frame, workspace));
    return text;
}

}  // namespace hm
