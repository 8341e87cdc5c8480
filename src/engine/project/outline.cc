#include "engine/project/outline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/digest.h"
#include "base/strings.h"

namespace hm {
namespace {

constexpr std::size_t longest_front_matter = 200;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::size_t indent_of(std::string_view text) {
    return std::min(text.find_first_not_of(" \t"), text.size());
}

std::vector<DocumentLine> split(std::string_view text) {
    std::vector<DocumentLine> lines;
    for (std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back({lines.size() + 1, lines.empty() ? 0 : at, line});
        at = end + 1;
    }
    return lines;
}

// How many lines the front matter takes, its marks included; 0 when there is none.
std::size_t front_matter_of(const std::vector<DocumentLine>& lines) {
    if (lines.empty()) return 0;
    const std::string_view mark = trimmed(lines.front().text);
    if (mark != "---" && mark != "+++") return 0;
    for (std::size_t i = 1; i < std::min(lines.size(), longest_front_matter); ++i) {
        if (trimmed(lines[i].text) == mark) return i + 1;
    }
    return 0;
}

struct Fence {
    char sign = '`';
    std::size_t length = 0;  // 0: none
    std::string_view language;
};

Fence fence_in(std::string_view line) {
    const std::string_view bare = trimmed(line);
    if (!bare.starts_with("```") && !bare.starts_with("~~~")) return {};
    const std::size_t length = std::min(bare.find_first_not_of(bare.front()), bare.size());
    const std::string_view info = trimmed(bare.substr(length));
    // ```one line``` is a piece of code within its line.
    if (bare.front() == '`' && info.find('`') != std::string_view::npos) return {};
    return {bare.front(), length, info.substr(0, info.find_first_of(" \t{,"))};
}

void mark_markdown(std::vector<DocumentLine>& lines, std::size_t begin) {
    Fence open;
    bool is_comment = false;
    for (std::size_t i = begin; i < lines.size(); ++i) {
        DocumentLine& line = lines[i];
        if (is_comment) {
            line.kind = LineKind::comment;
            is_comment = line.text.find("-->") == std::string_view::npos;
            continue;
        }
        const Fence fence = fence_in(line.text);
        if (open.length > 0) {
            const bool closes = fence.sign == open.sign && fence.length >= open.length && fence.language.empty();
            line.kind = closes ? LineKind::mark : LineKind::code;
            line.language = open.language;
            if (closes) open = {};
        } else if (fence.length > 0) {
            line.kind = LineKind::mark;
            open = fence;
        } else if (const std::size_t comment = line.text.rfind("<!--"); comment != std::string_view::npos) {
            is_comment = line.text.find("-->", comment) == std::string_view::npos;
            if (trimmed(line.text).starts_with("<!--")) line.kind = LineKind::comment;
        }
    }
}

// A block of code is indented and follows a line that ends in "::" or names it; a comment follows "..".
void mark_rst(std::vector<DocumentLine>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trimmed(lines[i].text);
        const bool is_code = line.starts_with(".. code") || line.starts_with(".. sourcecode") ||
                             (line.ends_with("::") && !line.starts_with(".. "));
        const bool is_comment = line.starts_with(".. ") && line.find("::") == std::string_view::npos &&
                                !line.starts_with(".. _") && !line.starts_with(".. [") && !line.starts_with(".. |");
        if (!is_code && !is_comment) continue;
        const std::size_t indent = indent_of(lines[i].text);
        const std::size_t colons = line.find("::");
        const std::string_view language = is_code && line.starts_with("..") ? trimmed(line.substr(colons + 2)) : "";
        if (is_comment) lines[i].kind = LineKind::comment;
        for (++i; i < lines.size(); ++i) {
            const bool is_blank = trimmed(lines[i].text).empty();
            if (!is_blank && indent_of(lines[i].text) <= indent) break;
            lines[i].kind = is_comment ? LineKind::comment : LineKind::code;
            lines[i].language = language;
        }
        --i;
    }
}

// "## Aims ##"
bool read_atx(const DocumentLine& line, Heading& heading) {
    const std::size_t indent = line.text.find_first_not_of(' ');
    if (indent == std::string_view::npos || indent > 3) return false;
    const std::string_view text = line.text.substr(indent);
    const std::size_t signs = text.find_first_not_of('#');
    if (signs == 0 || signs == std::string_view::npos || signs > 6) return false;
    if (text[signs] != ' ' && text[signs] != '\t') return false;
    std::string_view words = trimmed(text.substr(signs));
    const std::size_t last = words.find_last_not_of('#');
    if (last == std::string_view::npos) return false;
    if (last + 1 < words.size() && words[last] == ' ') words = trimmed(words.substr(0, last));
    heading = {signs, words, line.number, line.offset};
    return !words.empty();
}

bool is_line_of(std::string_view text, std::string_view signs, std::size_t least) {
    text = trimmed(text);
    return text.size() >= least && signs.find(text.front()) != std::string_view::npos &&
           text.find_first_not_of(text.front()) == std::string_view::npos;
}

bool is_prose(const std::vector<DocumentLine>& lines, std::size_t i) {
    return i < lines.size() && lines[i].kind == LineKind::prose && !trimmed(lines[i].text).empty();
}

// Words over a line of = or -, which stand alone: the end of a paragraph over a rule is not one, nor is a list.
bool read_underlined(const std::vector<DocumentLine>& lines, std::size_t i, Heading& heading) {
    if (!is_prose(lines, i) || !is_prose(lines, i + 1) || (i > 0 && is_prose(lines, i - 1))) return false;
    const std::string_view under = lines[i + 1].text;
    const std::string_view words = trimmed(lines[i].text);
    const bool is_first = is_line_of(under, "=", 2);
    if (!is_first && !is_line_of(under, "-", 3)) return false;
    if (indent_of(lines[i].text) > 3 || std::string_view("-*+>|#<=").find(words.front()) != std::string_view::npos)
        return false;
    heading = {is_first ? std::size_t{1} : std::size_t{2}, words, lines[i].number, lines[i].offset};
    return true;
}

// The sign under a title says how deep it is, in the order in which signs appear; a title may have one over it, too.
std::vector<Heading> rst_headings(const std::vector<DocumentLine>& lines) {
    constexpr std::string_view signs = "=-~^\"'`#*+.:_";
    std::vector<Heading> headings;
    std::string known;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (!is_prose(lines, i) || !is_prose(lines, i + 1) || indent_of(lines[i + 1].text) > 0) continue;
        const std::string_view words = trimmed(lines[i].text);
        const std::string_view under = trimmed(lines[i + 1].text);
        if (!is_line_of(under, signs, 3) || is_line_of(words, signs, 3)) continue;
        const bool has_over = i > 0 && is_line_of(lines[i - 1].text, signs, 3);
        if (under.size() < count_characters(repair_utf8(words)) || (i > 0 && is_prose(lines, i - 1) && !has_over))
            continue;
        const char kind = static_cast<char>(has_over ? under.front() | 0x80 : under.front());
        if (known.find(kind) == std::string::npos) known += kind;
        const DocumentLine& first = lines[has_over ? i - 1 : i];
        headings.push_back({known.find(kind) + 1, words, lines[i].number, first.offset});
        ++i;
    }
    return headings;
}

}  // namespace

Markup markup_of(std::string_view path) {
    return path.ends_with(".rst") || path.ends_with(".RST") ? Markup::rst : Markup::markdown;
}

std::vector<DocumentLine> lines_of(std::string_view text, Markup markup) {
    std::vector<DocumentLine> lines = split(text);
    if (markup == Markup::rst) {
        mark_rst(lines);
        return lines;
    }
    const std::size_t front = front_matter_of(lines);
    for (std::size_t i = 0; i < front; ++i) {
        lines[i].kind = i == 0 || i + 1 == front ? LineKind::mark : LineKind::front_matter;
    }
    mark_markdown(lines, front);
    return lines;
}

std::vector<Heading> headings_in(const std::vector<DocumentLine>& lines, Markup markup) {
    if (markup == Markup::rst) return rst_headings(lines);
    std::vector<Heading> headings;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Heading heading;
        if (lines[i].kind != LineKind::prose) continue;
        if (read_atx(lines[i], heading) || read_underlined(lines, i, heading)) headings.push_back(heading);
    }
    return headings;
}

namespace {

constexpr std::size_t most_artifact_sections = 200;
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
            if (sections_.size() + 1 >= most_artifact_sections) break;
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
        if (changes.sections.size() >= 2 * most_artifact_sections) continue;
        changes.sections.push_back(before);
        changes.sections.back().standing = SectionStanding::superseded;
    }
    return changes;
}

namespace {

constexpr std::size_t most_named = 5;

using enum ArtifactFindingKind;

std::string headings_of(const SectionChanges& text) {
    std::vector<std::string> all = text.changed;
    all.insert(all.end(), text.added.begin(), text.added.end());
    all.insert(all.end(), text.gone.begin(), text.gone.end());
    const std::size_t left_out = all.size() - std::min(all.size(), most_named);
    all.resize(std::min(all.size(), most_named));
    return left_out == 0 ? fmt::format("{}", fmt::join(all, ", "))
                         : fmt::format("{} and {} more", fmt::join(all, ", "), left_out);
}

// The nearest document above that says something: what is wrong further up is said of those in between.
void judge_above(const ArtifactFacts& facts, std::vector<ArtifactFinding>& findings) {
    for (const auto& [above, has_new_text] : facts.above) {
        if (above.status == ArtifactStatus::superseded) return findings.push_back({above_replaced, above.title.str()});
        if (above.status == ArtifactStatus::abandoned || above.archived_at)
            return findings.push_back({above_given_up, above.title.str()});
        if (has_new_text || above.modified_at > settled_at(facts.artifact))
            return findings.push_back({above_changed, above.title.str()});
    }
}

bool is_given_up(const Plan& plan) {
    return plan.status == PlanStatus::abandoned || plan.archived_at;
}

bool is_outlier(const ArtifactFinding& finding) {
    return finding.kind == file_gone || finding.kind == in_no_chain || finding.kind == plan_given_up;
}

}  // namespace

JudgedArtifact judge_artifact(const ArtifactFacts& facts) {
    const Artifact& artifact = facts.artifact;
    if (artifact.status != ArtifactStatus::active || artifact.archived_at) return {ArtifactStanding::over, {}};
    JudgedArtifact judged;
    if (facts.file == ArtifactFile::gone) judged.findings.push_back({file_gone, artifact.path->str()});
    if (facts.plan && is_given_up(*facts.plan)) judged.findings.push_back({plan_given_up, facts.plan->title.str()});
    if (!facts.is_linked) judged.findings.push_back({in_no_chain, {}});
    judge_above(facts, judged.findings);
    if (facts.file == ArtifactFile::read && facts.text.is_any())
        judged.findings.push_back({text_changed, headings_of(facts.text)});
    if (judged.findings.empty()) return judged;
    judged.standing =
        std::ranges::any_of(judged.findings, is_outlier) ? ArtifactStanding::outlier : ArtifactStanding::stale;
    return judged;
}

Time settled_at(const Artifact& artifact) {
    return std::max(artifact.modified_at, artifact.validated_at.value_or(artifact.modified_at));
}

}  // namespace hm
