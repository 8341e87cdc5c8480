// review undo: takes back what was last decided about an entry, by the entry's id.
#include "adapters/cli/exit_codes.h"
#include "adapters/cli/procedures.h"
#include "app/project.h"
#include "app/undo_review.h"
#include "base/codec.h"
#include "view/receipt_text.h"

namespace hm::cli {
namespace {

struct ReviewUndo {
    Id id;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ReviewUndo::id, "The memory or knowledge that was accepted, edited or rejected."));
    }
};

Result<int> run(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const ReviewUndo input, decode_as<ReviewUndo>(values, "review undo"));
    HM_TRY_ASSIGN(Project project,
                  Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(seconds(5))));
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(const Receipt receipt, undo_review(input.id, {.kind = environment.who_typed()}, workspace));
    environment.out(wants_json ? to_text(to_json(receipt)) + "\n" : receipt_text(receipt.sentence, to_json(receipt)));
    return success;
}

}  // namespace

Procedure review_undo_procedure() {
    return {"review undo", "Take back what was last decided about an entry.", "id", &shape_of<ReviewUndo>, run,
            Access::person};
}

}  // namespace hm::cli
