#include "engine/stack/imports.h"

#include <algorithm>

#include "engine/codemap/code_tokens.h"
#include "engine/codemap/source_kind.h"

namespace hm {
namespace {

constexpr std::size_t most_imports = 200;

std::string_view left_trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text;
}

// "django.db import models" is of django.db, "serde::{Serialize}" of serde, and "mod x" of the project.
std::string_view module_of(CodeLanguage language, std::string_view given) {
    if (language == CodeLanguage::python) return given.substr(0, given.find(' '));
    if (language != CodeLanguage::rust) return given;
    if (given.starts_with("mod ")) return {};
    if (given.starts_with("::")) given.remove_prefix(2);
    return given.substr(0, given.find_first_of(":; {"));
}

void add_imports(const SourceKind& kind, std::string_view text, std::vector<std::string>& names) {
    for (const CodeImport& import : read_imports(read_tokens(kind, text))) {
        const std::string_view name = module_of(kind.language, import.given);
        const bool is_new = std::ranges::find(names, name) == names.end();
        if (is_new && !name.empty() && names.size() < most_imports) names.emplace_back(name);
    }
}

// The scripts of a page: between <script> and its end, and between the --- of Astro.
std::vector<std::string_view> scripts_of(std::string_view page) {
    std::vector<std::string_view> scripts;
    if (page.starts_with("---")) scripts.push_back(page.substr(3, page.find("\n---", 3) - 3));
    for (std::size_t open = page.find("<script"); open != std::string_view::npos;
         open = page.find("<script", open + 1)) {
        const std::size_t begin = page.find('>', open);
        const std::size_t end = page.find("</script", open);
        if (begin == std::string_view::npos || end == std::string_view::npos || begin > end) break;
        scripts.push_back(page.substr(begin + 1, end - begin - 1));
    }
    return scripts;
}

}  // namespace

std::vector<std::string> imports_in(std::string_view path, std::string_view text) {
    std::vector<std::string> names;
    if (const auto kind = source_kind(path)) {
        add_imports(*kind, text, names);
        return names;
    }
    for (const std::string_view script : scripts_of(text)) add_imports({CodeLanguage::typescript}, script, names);
    return names;
}

std::vector<std::string> aliases_in_tsconfig(std::string_view text) {
    std::vector<std::string> aliases;
    const std::size_t paths = text.find("\"paths\"");
    if (paths == std::string_view::npos) return aliases;
    const std::string_view list = text.substr(paths + 7, std::min(text.find('}', paths), text.size()) - paths - 7);
    for (std::size_t at = list.find('"'); at != std::string_view::npos;) {
        const std::size_t end = list.find('"', at + 1);
        if (end == std::string_view::npos) break;
        const std::string_view name = list.substr(at + 1, end - at - 1);
        const bool is_key = left_trimmed(list.substr(end + 1)).starts_with(':');
        if (is_key && !name.empty()) aliases.emplace_back(name.substr(0, name.find('*')));
        at = list.find('"', end + 1);
    }
    std::erase(aliases, "");
    return aliases;
}

}  // namespace hm
