// scan learn: takes in what a scan of the project finds, each thing once. The bus brings the scan along
// (app/brought_along.h); by itself the command knows of none.
#include "app/scan/learn_scan.h"
#include "app/commands/commands.h"

namespace hm {
namespace {

struct LearnScan {
    static constexpr void fields(auto&&) {}
};

Result<Receipt> run(const LearnScan&, const CommandContext&) {
    return learnt_receipt({});
}

}  // namespace

Command learn_scan() {
    return make_command<LearnScan, run>("scan learn", "Take in what a scan finds: stack, folders, stale documents.");
}

}  // namespace hm
