// pack: exactly what would be put before the model now. Only shows; nothing counts as injected.
#include "app/facts/load_pack_facts.h"
#include "app/queries/queries.h"
#include "store/sql/session.h"
#include "view/pack_text.h"

namespace hm {
namespace {

struct ShowPack {
    std::optional<Id> session_id;
    std::optional<Paragraph> prompt;
    std::optional<std::int64_t> budget;

    static constexpr void fields(auto&& visit) {
        visit(field("session_id", &ShowPack::session_id, "Session to pack for; without it, a new one."));
        visit(field("prompt", &ShowPack::prompt, "What the person would ask."));
        visit(field("budget", &ShowPack::budget, "Most characters, instead of the setting."));
    }
};

Result<Answer> run(const ShowPack& input, const QueryContext& context) {
    Settings settings = context.settings;
    if (input.budget) settings.pack_characters = *input.budget;
    std::optional<Session> session;
    if (input.session_id) {
        HM_TRY_ASSIGN(session, find<Session>(context.connection(), *input.session_id, context.bad));
        if (!session)
            return fail(ErrorCode::not_found, "No session " + input.session_id->text() + ".",
                        "Use an id from `hivemind status --json`.");
    }
    const std::string_view prompt = input.prompt ? input.prompt->view() : std::string_view();
    HM_TRY_ASSIGN(const PackFacts facts, load_pack_facts(session, prompt, settings, context.workspace, context.bad));
    const Pack pack = compile_pack(facts, pack_frame_characters(facts), measure_pack_item);
    std::string text = render_pack(pack, facts);
    json::object data{{"text", text},
                      {"characters", count_characters(text)},
                      {"budget", facts.budget},
                      {"items", pack.items.size()},
                      {"stale_dropped", pack.stale_dropped},
                      {"left_out", pack.left_out_for_room}};
    return Answer{std::move(data), text + "\n"};
}

}  // namespace

Query show_pack() {
    return make_query<ShowPack, run>("pack", "Print exactly what would be put before the model now.", "prompt");
}

}  // namespace hm
