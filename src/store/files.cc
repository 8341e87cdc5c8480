#include "store/files.h"

namespace hm {

namespace fs = std::filesystem;

ResolvedPath resolve_path(const fs::path& root, const fs::path& directory, std::string_view given) {
    std::error_code error;
    const fs::path spelt = fs::path(given).is_absolute() ? fs::path(given) : directory / given;
    fs::path real = fs::weakly_canonical(spelt, error);
    if (error) real = spelt.lexically_normal();
    fs::path real_root = fs::weakly_canonical(root, error);
    if (error) real_root = root.lexically_normal();
    const fs::path relative = real.lexically_relative(real_root);
    const bool is_inside = !relative.empty() && *relative.begin() != "..";
    if (is_inside) {
        std::string shown = relative.generic_string();
        while (shown.size() > 1 && shown.ends_with('/')) shown.pop_back();  // a folder is named as a file is
        return {std::move(shown), PathPlace::inside};
    }
    return {real.generic_string(), PathPlace::outside};
}

bool tells_case_apart(const fs::path& root) {
    // A name that we know to be there, in the other spelling; the same file means that case counts for nothing.
    std::error_code error;
    return !fs::equivalent(root / ".HIVEMIND", root / ".hivemind", error) || error;
}

}  // namespace hm
