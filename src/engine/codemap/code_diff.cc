#include "engine/codemap/code_diff.h"

#include <algorithm>

namespace hm {
namespace {

// Those of `left` that have no partner in `right`; each partner serves once.
std::vector<CodeSymbol> without_partners(const std::vector<CodeSymbol>& left, std::vector<CodeSymbol> right,
                                         auto is_same) {
    std::vector<CodeSymbol> rest;
    for (const CodeSymbol& each : left) {
        const auto partner = std::ranges::find_if(right, [&](const CodeSymbol& other) { return is_same(each, other); });
        if (partner == right.end()) {
            rest.push_back(each);
        } else {
            right.erase(partner);
        }
    }
    return rest;
}

bool is_same_export(const CodeSymbol& a, const CodeSymbol& b) {
    return a.name == b.name && a.within == b.within && a.kind == b.kind && a.signature == b.signature;
}
bool has_same_name(const CodeSymbol& a, const CodeSymbol& b) {
    return a.name == b.name && a.within == b.within;
}

void diff_exports(const std::string& path, const std::vector<CodeSymbol>& before, const std::vector<CodeSymbol>& now,
                  CodeDiff& diff) {
    std::vector<CodeSymbol> gone = without_partners(before, now, is_same_export);
    for (CodeSymbol& symbol : without_partners(now, before, is_same_export)) {
        const auto old =
            std::ranges::find_if(gone, [&](const CodeSymbol& each) { return has_same_name(each, symbol); });
        if (old == gone.end()) {
            diff.exports_added.push_back({path, std::move(symbol), {}});
        } else {
            diff.exports_changed.push_back({path, std::move(symbol), old->signature});
            gone.erase(old);
        }
    }
    for (CodeSymbol& symbol : gone) diff.exports_removed.push_back({path, std::move(symbol), {}});
}

}  // namespace

CodeDiff diff_code(const std::vector<ChangedCodeFile>& files) {
    CodeDiff diff;
    for (const auto& [path, before, now] : files) {
        if (!before && !now) continue;
        (!before ? diff.files_added : !now ? diff.files_removed : diff.files_changed).push_back(path);
        diff_exports(path, before.value_or(std::vector<CodeSymbol>{}), now.value_or(std::vector<CodeSymbol>{}), diff);
    }
    return diff;
}

}  // namespace hm
