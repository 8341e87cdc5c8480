#include "app/facts/load_stack.h"

#include "store/line_file.h"

namespace hm {

std::vector<StackPackage> load_manifests(const std::filesystem::path& root) {
    constexpr std::size_t longest_manifest = std::size_t{1} << 20U;
    std::vector<StackPackage> found;
    for (const std::string_view name : manifest_names()) {
        const auto text = read_bounded_file(root / name, longest_manifest);
        if (!text || !*text) continue;
        auto packages = read_manifest(name, **text);
        std::move(packages.begin(), packages.end(), std::back_inserter(found));
    }
    return found;
}

Result<std::vector<DecidedPackage>> decisions_not_kept(const std::filesystem::path& root, Connection& connection,
                                                       BadRows& bad) {
    constexpr std::int64_t most_decisions = 100;
    HM_TRY_ASSIGN(auto decisions,
                  list_records<Decision>(connection, {.status = "resolved", .limit = most_decisions}, bad));
    std::vector<DecidedPackage> broken;
    std::optional<std::vector<StackPackage>> found;
    for (Decision& decision : decisions) {
        const auto chosen = decision.choice ? package_chosen(decision.choice->view()) : std::nullopt;
        if (!chosen) continue;
        if (!found) found = load_manifests(root);
        StackComparison comparison = compare_stack(*chosen, *found);
        if (comparison.agreement == StackAgreement::agrees) continue;
        broken.push_back({std::move(decision), *chosen, std::move(comparison)});
    }
    return broken;
}

}  // namespace hm
