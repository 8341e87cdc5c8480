// knowledge: what holds for the project beyond a task.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

Result<void> check_confidence(Knowledge& knowledge, const CommandContext&) {
    if (knowledge.confidence >= 0 && knowledge.confidence <= 100) return {};
    return fail(ErrorCode::invalid_input, fmt::format("The confidence {} cannot be taken.", knowledge.confidence),
                "Give a number from 0 to 100.");
}

}  // namespace

std::vector<Command> knowledge_commands() {
    return {
        create_noun<Knowledge, check_confidence>("knowledge create", "Keep what holds for the project beyond a task.",
                                                 "title content"),
        change_noun<Knowledge, check_confidence>("knowledge change", "Change what is known."),
        remove_noun<Knowledge>("knowledge remove", "Take an entry out of use; it stays in the store."),
    };
}

}  // namespace hm
