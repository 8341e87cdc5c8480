#include "app/exchange/made_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/exchange/layout.h"
#include "engine/exchange/node_lines.h"
#include "store/line_file.h"
#include "store/whole_file.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t head_bytes = 4096;
constexpr std::string_view rules_file = ".gitattributes";
constexpr std::string_view rules = "*.json merge=union\n";

}  // namespace

Result<void> check_is_ours(const fs::path& directory, std::string_view file) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(directory / file, error);
    if (!fs::exists(status)) return {};
    if (fs::is_regular_file(status) && exchange::begins_as_export(first_bytes(directory / file, head_bytes))) return {};
    return fail(ErrorCode::conflict, fmt::format("{} is there, and no export made it.", (directory / file).string()),
                "Export to another directory, or move it away. `hivemind import` takes in files of the first HiveMind.",
                "An export replaces only files that an export made. Nothing was written.");
}

std::vector<std::string> files_of_manifest(const fs::path& directory) {
    std::vector<std::string> files;
    // A manifest that cannot be read names nothing, so nothing is removed.
    (void)for_each_line(directory / exchange::manifest_file, [&](std::string_view text, bool) -> Result<void> {
        if (text.find(R"("noun":"file")") == std::string_view::npos) return {};
        const exchange::Line line = exchange::read_line(text);
        const std::string_view file = text_member(line.object, "id");
        if (line.noun == "file" && exchange::may_be_ours(file)) files.emplace_back(file);
        return {};
    });
    return files;
}

std::vector<std::string> remove_unneeded(const fs::path& directory, const std::vector<std::string>& before,
                                         const std::vector<std::string>& needed) {
    std::vector<std::string> removed;
    for (const std::string& file : before) {
        const bool is_needed = std::find(needed.begin(), needed.end(), file) != needed.end();
        if (is_needed || !exchange::begins_as_export(first_bytes(directory / file, head_bytes))) continue;
        std::error_code error;
        if (fs::remove(directory / file, error)) removed.push_back(file);
    }
    return removed;
}

Result<void> write_merge_rule(const fs::path& directory) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(directory / rules_file, error))) return {};
    HM_TRY_ASSIGN(WholeFile made, WholeFile::begin(directory / rules_file));
    HM_TRY(made.add(rules));
    HM_TRY(made.finish());
    return made.publish();
}

std::string orphan_line(const SetAside& node) {
    json::object line{{"id", node.id}, {"of", node.noun}, {"reason", node.reason}, {"quarantined_at", node.at.ms}};
    // As a value where that is the same text, so that people can read and mend it.
    const auto parsed = parse_json(node.content);
    line["content"] = parsed && to_text(*parsed) == node.content ? *parsed : json::value(node.content);
    return exchange::node_line(exchange::orphan_noun, line, {});
}

}  // namespace hm
