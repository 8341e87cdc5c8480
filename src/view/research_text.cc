#include "view/research_text.h"

#include <fmt/format.h>

namespace hm {

std::string research_text(const Swarm& swarm) {
    std::string text = fmt::format(
        "Research for the session that asked for it. Change nothing.\n\n{}\n\nSave each fact you find with "
        "hivemind_memory save as soon as you have it: the one who asked sees it at once. End with a short summary.",
        swarm.prompt.view());
    if (swarm.deadline_at) text += fmt::format(" You have until {}.", to_iso(*swarm.deadline_at));
    if (swarm.budget) text += fmt::format(" Use no more than about {} tokens.", *swarm.budget);
    return text;
}

}  // namespace hm
