#include <algorithm>
#include <array>
#include <cctype>

#include "base/strings.h"
#include "engine/codemap/resolve_imports.h"
#include "engine/project/document.h"
#include "engine/project/known_paths.h"

namespace hm {
namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view digits = "0123456789";

bool has_scheme(std::string_view target) {
    const std::size_t colon = target.find(':');
    if (colon == std::string_view::npos || colon < 2) return false;
    return std::ranges::all_of(target.substr(0, colon), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '+' || c == '.' || c == '-';
    });
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lowered = static_cast<char>(c | 0x20);
    return lowered >= 'a' && lowered <= 'f' ? lowered - 'a' + 10 : -1;
}

std::string decoded(std::string_view target) {
    std::string plain;
    for (std::size_t i = 0; i < target.size(); ++i) {
        const bool is_coded =
            target[i] == '%' && i + 2 < target.size() && hex_digit(target[i + 1]) >= 0 && hex_digit(target[i + 2]) >= 0;
        plain += is_coded ? static_cast<char>(hex_digit(target[i + 1]) * 16 + hex_digit(target[i + 2])) : target[i];
        if (is_coded) i += 2;
    }
    return plain;
}

// A file of the project; empty for an address, a name for one (rst's "name_"), a place in the document itself, or a
// blank of a template.
std::string file_target(std::string_view target) {
    target = trimmed(target);
    if (target.empty() || has_scheme(target) || target.starts_with("//") || target.ends_with('_')) return {};
    if (target.find_first_of("{}<>|") != std::string_view::npos) return {};
    return decoded(target.substr(0, target.find_first_of("#?")));
}

class LineLinks {
public:
    LineLinks(const DocumentLine& line, Markup markup, FoundLinks& found)
        : text_(line.text), number_(line.number), markup_(markup), found_(found) {}

    void read() {
        if (read_definition()) return;
        for (std::size_t at = 0; at < text_.size();) at = std::max(step(at), at + 1);
    }

private:
    void add(DocumentLinkKind kind, std::string_view target) {
        const std::string file = file_target(target);
        if (!file.empty()) {
            found_.links.push_back({kind, ScannedText::clipped(file), static_cast<std::int64_t>(number_)});
        }
    }

    // Answers where to go on.
    std::size_t step(std::size_t at) {
        const std::string_view rest = text_.substr(at);
        if (rest.front() == '\\') return at + 2;
        if (rest.front() == '`') return read_code(at);
        if (rest.starts_with("[[")) return read_wiki(at);
        if (rest.starts_with("](")) return read_target(at + 2);
        for (const std::string_view name : {"href=\"", "src=\""}) {
            // Frameworks have values of their own: :href="page.url".
            if (!rest.starts_with(name) || (at > 0 && text_[at - 1] != ' ')) continue;
            const std::size_t end = text_.find('"', at + name.size());
            if (end == std::string_view::npos) continue;
            add(DocumentLinkKind::link, text_.substr(at + name.size(), end - at - name.size()));
            return end;
        }
        return at + 1;
    }

    std::size_t read_code(std::size_t at) {
        const std::size_t length = std::min(text_.find_first_not_of('`', at), text_.size()) - at;
        const std::string mark(length, '`');
        std::size_t end = text_.find(mark, at + length);
        while (end != std::string_view::npos && end + length < text_.size() && text_[end + length] == '`') {
            end = text_.find(mark, std::min(text_.find_first_not_of('`', end), text_.size()));
        }
        if (end == std::string_view::npos) return at + length;
        const std::string_view code = text_.substr(at + length, end - at - length);
        if (markup_ == Markup::rst && length == 1) {
            read_role(at, end, code);
        } else {
            found_.code.push_back({trimmed(code), number_});
        }
        return end + length;
    }

    // `words <target>`_ and :doc:`target`
    void read_role(std::size_t at, std::size_t end, std::string_view code) {
        const std::size_t open = code.rfind('<');
        const bool has_target = open != std::string_view::npos && code.ends_with('>');
        const std::string_view target = has_target ? code.substr(open + 1, code.size() - open - 2) : code;
        const bool is_document = text_.substr(0, at).ends_with(":doc:");
        const bool is_link = has_target && end + 1 < text_.size() && text_[end + 1] == '_';
        if (is_document || is_link) add(DocumentLinkKind::reference, target);
    }

    std::size_t read_wiki(std::size_t at) {
        const std::size_t end = text_.find("]]", at + 2);
        if (end == std::string_view::npos) return at + 2;
        const std::string_view page = text_.substr(at + 2, end - at - 2);
        // Shells write [[ -n "$x" ]].
        const bool is_name = !page.empty() && page.front() != ' ' && page.front() != '-' &&
                             page.find_first_of("[$\"'`=&;!*") == std::string_view::npos;
        if (is_name) add(DocumentLinkKind::wiki, page.substr(0, page.find('|')));
        return end + 2;
    }

    // `at` is behind "](".
    std::size_t read_target(std::size_t at) {
        at = std::min(text_.find_first_not_of(' ', at), text_.size());
        if (at < text_.size() && text_[at] == '<') {
            const std::size_t end = text_.find('>', at);
            if (end == std::string_view::npos) return at;
            add(DocumentLinkKind::link, text_.substr(at + 1, end - at - 1));
            return end;
        }
        std::size_t end = at;
        for (int open = 0; end < text_.size() && text_[end] != ' ' && text_[end] != '\t'; ++end) {
            if (text_[end] == '(') ++open;
            if (text_[end] == ')' && open-- == 0) break;
        }
        add(DocumentLinkKind::link, text_.substr(at, end - at));
        return end;
    }

    // "[name]: target", ".. _name: target" and ".. include:: target"
    bool read_definition() {
        const std::string_view line = trimmed(text_);
        if (markup_ == Markup::rst) {
            for (const std::string_view begin : {".. include:: ", ".. literalinclude:: ", ".. _"}) {
                if (!line.starts_with(begin)) continue;
                const std::size_t colon = begin == ".. _" ? line.find(": ") : begin.size() - 2;
                if (colon == std::string_view::npos) return true;
                add(DocumentLinkKind::reference, line.substr(colon + 2));
                return true;
            }
            return false;
        }
        const std::size_t close = line.find("]:");
        if (!line.starts_with('[') || line.starts_with("[^") || close == std::string_view::npos) return false;
        if (line.substr(1, close - 1).find_first_of("[]") != std::string_view::npos) return false;
        std::string_view target = trimmed(line.substr(close + 2));
        if (target.starts_with('<')) {
            target = target.substr(1, target.find('>') - 1);
        } else {
            target = target.substr(0, target.find_first_of(" \t"));
        }
        add(DocumentLinkKind::reference, target);
        return true;
    }

    std::string_view text_;
    std::size_t number_;
    Markup markup_;
    FoundLinks& found_;
};

// "src/a.ts:12", "src/a.ts:12-14", "src/a.ts:12:3"
std::string_view without_line(std::string_view code) {
    const std::size_t colon = code.find(':');
    if (colon == std::string_view::npos) return code;
    const bool is_line = code.find_first_not_of("0123456789:-", colon) == std::string_view::npos;
    return is_line ? code.substr(0, colon) : code;
}

}  // namespace

FoundLinks links_in(const std::vector<DocumentLine>& lines, Markup markup) {
    FoundLinks found;
    bool is_list = false;  // of the documents below this one
    for (const DocumentLine& line : lines) {
        if (line.kind != LineKind::prose) continue;
        const std::string_view words = trimmed(line.text);
        const bool is_indented = line.text.starts_with(' ') || line.text.starts_with('\t');
        if (!words.empty() && !is_indented) is_list = markup == Markup::rst && words.starts_with(".. toctree::");
        if (is_list && is_indented && !words.empty() && words.find_first_of(":<*") == std::string_view::npos) {
            found.links.push_back(
                {DocumentLinkKind::reference, ScannedText::clipped(words), static_cast<std::int64_t>(line.number)});
        } else {
            LineLinks(line, markup, found).read();
        }
    }
    return found;
}

std::optional<std::string> path_in_code(std::string_view code) {
    constexpr std::size_t longest = 200;
    code = code.substr(0, code.find('#'));
    code = without_line(code);
    while (code.starts_with("./")) code.remove_prefix(2);
    if (code.size() < 3 || code.size() > longest || code.starts_with("...")) return std::nullopt;
    if (std::string_view("-@/").find(code.front()) != std::string_view::npos) return std::nullopt;
    const auto may_stand = [](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 0x80 || std::string_view("._-/+@()[]").find(c) != std::string_view::npos;
    };
    if (!std::ranges::all_of(code, may_stand) || code.find("//") != std::string_view::npos) return std::nullopt;
    if (code.find_first_of(letters) == std::string_view::npos) return std::nullopt;
    const std::string_view name = code.substr(code.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    const bool has_ending = dot != std::string_view::npos && dot + 1 < name.size() &&
                            name.find_first_of(digits, dot) != dot + 1 && name.find_first_of("()[]", dot) == name.npos;
    if (code.find('/') == std::string_view::npos && !has_ending) return std::nullopt;
    return std::string(code.ends_with('/') ? code.substr(0, code.size() - 1) : code);
}

namespace {

constexpr std::size_t most_endings = 10;

std::string wiki_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        const bool is_between = c == ' ' || c == '_' || c == '-';
        plain += is_between ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return plain;
}

}  // namespace

KnownPaths::KnownPaths(const std::vector<std::string>& files) {
    folders_.insert("");
    for (const std::string& file : files) {
        files_.insert(file);
        by_name_.emplace(file_name(file), file);
        for (std::string_view folder = folder_of(file); !folder.empty(); folder = folder_of(folder)) {
            if (!folders_.emplace(folder).second) break;
        }
        if (!is_readable_document(file)) continue;
        const std::string_view name = file_name(file);
        wiki_pages_.emplace(wiki_name(name.substr(0, name.rfind('.'))), file);
    }
}

void KnownPaths::add_unlisted(std::string path) {
    unlisted_.insert(std::move(path));
}

bool KnownPaths::has(std::string_view path) const {
    return files_.contains(path) || folders_.contains(path) || unlisted_.contains(path);
}

std::optional<std::string> KnownPaths::led_to(std::string_view path) const {
    if (has(path)) return std::string(path);
    const std::string whole(path);
    for (const std::string_view ending : {".md", ".mdx", ".rst", ".txt", "/index.md", "/README.md"}) {
        if (std::string tried = whole + std::string(ending); has_file(tried)) return tried;
    }
    // Sites are made of documents.
    for (const std::string_view made : {".html", ".htm"}) {
        if (!path.ends_with(made)) continue;
        const std::string stem = whole.substr(0, whole.size() - made.size());
        for (const std::string_view ending : {".md", ".mdx", ".rst"}) {
            if (std::string tried = stem + std::string(ending); has_file(tried)) return tried;
        }
    }
    return std::nullopt;
}

std::vector<std::string> KnownPaths::ending_in(std::string_view path) const {
    std::vector<std::string> found;
    const auto [begin, end] = by_name_.equal_range(file_name(path));
    for (auto at = begin; at != end && found.size() < most_endings; ++at) {
        const std::string& file = at->second;
        const bool ends_so = file.size() == path.size() || file.ends_with("/" + std::string(path));
        if (file.ends_with(path) && ends_so) found.push_back(file);
    }
    return found;
}

std::optional<std::string> KnownPaths::wiki_page(std::string_view name) const {
    const std::string_view page = file_name(name);
    const std::string_view stem = page.ends_with(".md") ? page.substr(0, page.size() - 3) : page;
    const auto at = wiki_pages_.find(wiki_name(stem));
    return at == wiki_pages_.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace hm
