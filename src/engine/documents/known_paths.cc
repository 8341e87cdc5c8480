#include "engine/documents/known_paths.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/codemap/resolve_imports.h"
#include "engine/documents/document.h"

namespace hm {
namespace {

constexpr std::size_t most_endings = 10;

std::string_view name_of_file(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

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
        by_name_.emplace(name_of_file(file), file);
        for (std::string_view folder = folder_of(file); !folder.empty(); folder = folder_of(folder)) {
            if (!folders_.emplace(folder).second) break;
        }
        if (!is_readable_document(file)) continue;
        const std::string_view name = name_of_file(file);
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
    const auto [begin, end] = by_name_.equal_range(name_of_file(path));
    for (auto at = begin; at != end && found.size() < most_endings; ++at) {
        const std::string& file = at->second;
        const bool ends_so = file.size() == path.size() || file.ends_with("/" + std::string(path));
        if (file.ends_with(path) && ends_so) found.push_back(file);
    }
    return found;
}

std::optional<std::string> KnownPaths::wiki_page(std::string_view name) const {
    const std::string_view page = name_of_file(name);
    const std::string_view stem = page.ends_with(".md") ? page.substr(0, page.size() - 3) : page;
    const auto at = wiki_pages_.find(wiki_name(stem));
    return at == wiki_pages_.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace hm
