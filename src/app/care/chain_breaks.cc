#include "app/care/chain_breaks.h"

#include <fmt/format.h>

#include <tuple>

#include "base/redact.h"
#include "base/strings.h"
#include "store/files/read_files.h"
#include "store/files/session_files.h"
#include "view/memory_text.h"

namespace hm {
namespace {

constexpr std::size_t most_kept = 20;
constexpr std::size_t longest_file = 16 * 1024;

std::filesystem::path kept_at(const Workspace& workspace) {
    return workspace.store.paths().directory / "seen" / "chain_breaks";
}

std::string line_of(const DanglingReference& reference) {
    std::string line = redact(repair_utf8(fmt::format("{} {}: {}", reference.noun, reference.id, describe(reference))));
    for (char& c : line) {
        if (c == '\n' || c == '\r') c = ' ';
    }
    return shorten(line, 300);
}

}  // namespace

void keep_chain_breaks(const std::vector<DanglingReference>& dangling, const Workspace& workspace) {
    std::error_code ignored;
    if (dangling.empty()) {
        std::filesystem::remove(kept_at(workspace), ignored);
        return;
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(dangling.size(), most_kept); ++i) text += line_of(dangling[i]) + "\n";
    std::ignore = write_new_file(kept_at(workspace), text);
}

std::optional<std::string> chain_break_note(const Workspace& workspace) {
    const auto text = read_bounded_file(kept_at(workspace), longest_file);
    if (!text || !*text) return std::nullopt;
    std::vector<std::string> breaks;
    std::string_view left = **text;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        if (end > 0) breaks.emplace_back(left.substr(0, end));
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return breaks.empty() ? std::nullopt : std::optional(chain_break_text(breaks));
}

}  // namespace hm
