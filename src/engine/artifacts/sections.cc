#include "engine/artifacts/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/sha256.h"
#include "base/utf8.h"

namespace hm {
namespace {

constexpr std::size_t most_sections = 200;
constexpr std::size_t hash_digits = 32;
constexpr std::string_view opening = "(opening)";

std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool is_fence(std::string_view line) {
    const std::string_view bare = without_blanks(line);
    return bare.starts_with("```") || bare.starts_with("~~~");
}

// The words of a heading such as "## Aims ##"; empty for any other line.
std::string_view heading_of(std::string_view line) {
    const std::size_t signs = line.find_first_not_of('#');
    if (signs == 0 || signs == std::string_view::npos || signs > 6) return {};
    if (line[signs] != ' ' && line[signs] != '\t') return {};
    std::string_view words = without_blanks(line.substr(signs));
    while (words.ends_with('#')) words.remove_suffix(1);
    return without_blanks(words);
}

class SectionReader {
public:
    std::vector<ArtifactSection> read(std::string_view text) {
        bool is_in_fence = false;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view line = text.substr(at, end - at);
            if (is_fence(line)) is_in_fence = !is_in_fence;
            const std::string_view heading = is_in_fence ? std::string_view() : heading_of(line);
            if (!heading.empty() && sections_.size() + 1 < most_sections) {
                close(text.substr(begin_, at - begin_));
                heading_ = heading;
                begin_ = at;
            }
            at = end + 1;
        }
        close(text.substr(begin_));
        return std::move(sections_);
    }

private:
    void close(std::string_view text) {
        if (heading_ == opening && without_blanks(text).find_first_not_of('\n') == std::string_view::npos) return;
        const std::string heading = shorten(repair_utf8(heading_), Title::max_characters - 8);
        const std::size_t which = ++times_[heading];
        auto title = Title::make(which == 1 ? heading : fmt::format("{} ({})", heading, which));
        auto hash = Word::make(sha256_hex(text).substr(0, hash_digits));
        if (title && hash) sections_.push_back({std::move(*title), std::move(*hash), SectionStanding::current});
    }

    std::vector<ArtifactSection> sections_;
    std::map<std::string, std::size_t> times_;  // two sections of one heading are told apart by a number
    std::string_view heading_ = opening;
    std::size_t begin_ = 0;
};

const ArtifactSection* section_named(const std::vector<ArtifactSection>& sections, const Title& heading) {
    const auto at = std::ranges::find(sections, heading, &ArtifactSection::heading);
    return at == sections.end() ? nullptr : &*at;
}

}  // namespace

std::vector<ArtifactSection> read_sections(std::string_view text) {
    return SectionReader().read(text);
}

SectionChanges compare_sections(const std::vector<ArtifactSection>& kept, std::vector<ArtifactSection> found) {
    SectionChanges changes;
    for (const ArtifactSection& now : found) {
        const ArtifactSection* before = section_named(kept, now.heading);
        if (before == nullptr || before->standing == SectionStanding::superseded) {
            changes.added.push_back(now.heading.str());
        } else if (before->hash && before->hash != now.hash) {
            changes.changed.push_back(now.heading.str());
        }
    }
    changes.sections = std::move(found);
    for (const ArtifactSection& before : kept) {
        if (section_named(changes.sections, before.heading) != nullptr) continue;
        if (before.standing != SectionStanding::superseded) changes.gone.push_back(before.heading.str());
        if (changes.sections.size() >= 2 * most_sections) continue;
        changes.sections.push_back(before);
        changes.sections.back().standing = SectionStanding::superseded;
    }
    return changes;
}

}  // namespace hm
