#include "app/evidence.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "domain/checkpoint.h"
#include "store/files.h"
#include "store/line_file.h"

namespace hm {
namespace {

constexpr std::size_t longest_file = std::size_t{4} << 20U;

Sentence sentence(std::string text) {
    auto made = Sentence::make(shorten(text, Sentence::max_characters));
    HM_ASSERT(made.has_value());
    return std::move(*made);
}

Error shows_nothing(std::string what, std::string why) {
    return {ErrorCode::refused,
            std::move(what),
            "Give --file with --says, words that stand in it; or --checkpoint-id of a call that ended with 0.",
            std::move(why),
            {}};
}

Result<Sentence> check_file(const GivenEvidence& given, const CommandContext& context) {
    const std::filesystem::path root = std::filesystem::path(context.connection().path()).parent_path().parent_path();
    const ResolvedPath path = resolve_path(root, root, given.file->str());
    if (path.place != PathPlace::inside)
        return fail(shows_nothing(fmt::format("{} is not in the project.", given.file->view()), {}));
    HM_TRY_ASSIGN(const auto text, read_bounded_file(root / path.shown, longest_file));
    if (!text) return fail(shows_nothing(fmt::format("There is no file {}.", given.file->view()), {}));
    if (!given.says) {
        if (context.actor.kind == ActorKind::person) return sentence(fmt::format("file {}", path.shown));
        return fail(shows_nothing(fmt::format("The file {} alone shows nothing.", given.file->view()),
                                  "What in it says so was not given."));
    }
    if (text->find(given.says->str()) == std::string::npos) {
        return fail(shows_nothing(fmt::format("{} does not say \"{}\".", given.file->view(), given.says->view()), {}));
    }
    return sentence(fmt::format("{} says: {}", path.shown, given.says->view()));
}

Result<Sentence> check_call(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto checkpoint, find<Checkpoint>(context.connection(), id, context.bad));
    if (!checkpoint) return fail(shows_nothing(fmt::format("No checkpoint {}.", id.text()), {}));
    if (checkpoint->exit_code != 0) {
        return fail(shows_nothing(fmt::format("The call of checkpoint {} was not seen to succeed.", id.text()),
                                  checkpoint->exit_code ? fmt::format("Its exit code was {}.", *checkpoint->exit_code)
                                                        : std::string("It has no exit code.")));
    }
    return sentence(fmt::format("checkpoint {}: {}", id.text(), checkpoint->summary.view()));
}

}  // namespace

Result<std::vector<Sentence>> check_evidence(const GivenEvidence& given, const CommandContext& context) {
    const bool is_person = context.actor.kind == ActorKind::person;
    std::vector<Sentence> shown;
    if (given.file) {
        HM_TRY_ASSIGN(Sentence each, check_file(given, context));
        shown.push_back(std::move(each));
    }
    if (given.checkpoint_id) {
        HM_TRY_ASSIGN(Sentence each, check_call(*given.checkpoint_id, context));
        shown.push_back(std::move(each));
    }
    if (given.words)
        shown.push_back(is_person ? *given.words : sentence(fmt::format("agent: {}", given.words->view())));
    if (is_person && shown.empty()) shown.push_back(sentence("a person said so"));
    if (!is_person && !given.file && !given.checkpoint_id) {
        return fail(shows_nothing("This shows nothing yet.", "An agent's word alone does not verify a memory."));
    }
    return shown;
}

}  // namespace hm
