#include "app/hooks/before_compact.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/facts/load_situation.h"
#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "engine/compaction/compaction.h"
#include "engine/delivery/client_traits.h"
#include "view/situation_text.h"

namespace hm {

Result<std::string> before_compact(const BeforeCompact& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::pack_deadline, workspace));
    HM_TRY_ASSIGN(const Situation situation, load_situation(frame.session, frame.settings, workspace, frame.bad));
    const SessionCounters counters = read_counters(frame.session.counters);
    const bool is_muted = is_useless_to_add(counters);
    const std::size_t room = std::min(compaction_characters(counters, frame.settings),
                                      traits_of(frame.session.client.view()).most_characters.value_or(largest_budget));
    const std::string text = compaction_text(situation, room, is_muted ? BlockSize::only_essentials : BlockSize::full);
    Event told = hook_event("session.compacting",
                            fmt::format("{} characters for the compaction{}", count_characters(text),
                                        is_muted ? ", only the essentials: the last ones freed too little" : ""),
                            frame, workspace);
    told.facts = {{"characters", count_characters(text)}, {"tokens", counters.tokens}};
    HM_TRY(record(std::move(told), std::nullopt, frame, workspace));
    return text;
}

}  // namespace hm
