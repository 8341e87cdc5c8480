#include "engine/artifacts/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/sha256.h"
#include "base/utf8.h"
#include "engine/documents/outline.h"

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

class SectionReader {
public:
    std::vector<ArtifactSection> read(std::string_view text) {
        for (const Heading& heading : headings_in(lines_of(text, Markup::markdown), Markup::markdown)) {
            if (sections_.size() + 1 >= most_sections) break;
            close(text.substr(begin_, heading.offset - begin_));
            heading_ = heading.words;
            begin_ = heading.offset;
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
