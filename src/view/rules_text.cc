#include "view/rules_text.h"

#include <fmt/format.h>

#include "engine/delivery/client_traits.h"

namespace hm {

std::string rules_text(GateMode mode, RulesLength length) {
    if (length == RulesLength::line) {
        return "<hivemind_rules>\nWork under a task (govern_task start); save what you learn (hivemind_memory save).\n"
               "</hivemind_rules>";
    }
    const std::string_view about_tasks =
        mode == GateMode::strict
            ? "Start a task before you change anything: govern_task {\"action\":\"start\",\"name\":\"…\"}. A change "
              "without "
              "one is refused."
            : "Start a task before you change anything: govern_task {\"action\":\"start\",\"name\":\"…\"}.";
    return fmt::format(
        "<hivemind_rules>\n"
        "This project is under HiveMind. Its state comes with each request, in hivemind_state.\n"
        "- {}\n"
        "- Save what you find out with hivemind_memory save; mark a way that failed with hivemind_memory "
        "flag_false_path and the reason.\n"
        "- Pin what must not be forgotten with hivemind_anchor save.\n"
        "- End a task with govern_task complete and what shows that it is done.\n"
        "- A refusal says WHAT, WHY, what to USE INSTEAD, and the EVIDENCE. Do what it says to use instead.\n"
        "</hivemind_rules>",
        about_tasks);
}

std::string rules_within(GateMode mode, std::size_t budget) {
    return rules_text(mode, budget < room_for_everything ? RulesLength::line : RulesLength::all);
}

}  // namespace hm
