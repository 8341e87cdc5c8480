#include "engine/codemap/source_kind.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

struct Ending {
    std::string_view text;
    SourceKind kind;
};

constexpr std::array<Ending, 46> endings{{
    {"c", {CodeLanguage::c}},
    {"h", {CodeLanguage::cpp, false, true}},
    {"cc", {CodeLanguage::cpp}},
    {"cpp", {CodeLanguage::cpp}},
    {"cxx", {CodeLanguage::cpp}},
    {"hpp", {CodeLanguage::cpp, false, true}},
    {"hh", {CodeLanguage::cpp, false, true}},
    {"hxx", {CodeLanguage::cpp, false, true}},
    {"inl", {CodeLanguage::cpp, false, true}},
    {"ipp", {CodeLanguage::cpp, false, true}},
    {"ino", {CodeLanguage::cpp}},
    {"cu", {CodeLanguage::cpp}},
    {"java", {CodeLanguage::java}},
    {"cs", {CodeLanguage::csharp}},
    {"go", {CodeLanguage::go}},
    {"rs", {CodeLanguage::rust}},
    {"js", {CodeLanguage::javascript, true}},
    {"jsx", {CodeLanguage::javascript, true}},
    {"mjs", {CodeLanguage::javascript}},
    {"cjs", {CodeLanguage::javascript}},
    {"ts", {CodeLanguage::typescript}},
    {"tsx", {CodeLanguage::typescript, true}},
    {"mts", {CodeLanguage::typescript}},
    {"cts", {CodeLanguage::typescript}},
    {"php", {CodeLanguage::php}},
    {"phtml", {CodeLanguage::php}},
    {"kt", {CodeLanguage::kotlin}},
    {"kts", {CodeLanguage::kotlin}},
    {"swift", {CodeLanguage::swift}},
    {"py", {CodeLanguage::python}},
    {"pyi", {CodeLanguage::python}},
    {"pyw", {CodeLanguage::python}},
    {"rb", {CodeLanguage::ruby}},
    {"rake", {CodeLanguage::ruby}},
    {"gemspec", {CodeLanguage::ruby}},
    {"sh", {CodeLanguage::shell}},
    {"bash", {CodeLanguage::shell}},
    {"zsh", {CodeLanguage::shell}},
    {"ksh", {CodeLanguage::shell}},
    {"C", {CodeLanguage::cpp}},
    {"H", {CodeLanguage::cpp, false, true}},
    {"JS", {CodeLanguage::javascript, true}},
    {"PY", {CodeLanguage::python}},
    {"CPP", {CodeLanguage::cpp}},
    {"JAVA", {CodeLanguage::java}},
    {"TS", {CodeLanguage::typescript}},
}};

std::string_view base_name_of(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::optional<SourceKind> source_kind(std::string_view path) {
    const std::string_view name = base_name_of(path);
    if (name == "Rakefile" || name == "Gemfile") return SourceKind{CodeLanguage::ruby};
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return std::nullopt;
    const std::string_view ending = name.substr(dot + 1);
    const auto* const found = std::ranges::find(endings, ending, &Ending::text);
    return found == endings.end() ? std::nullopt : std::optional(found->kind);
}

bool is_test_path(std::string_view path) {
    const std::string folders = "/" + std::string(path.substr(0, path.size() - base_name_of(path).size()));
    for (const std::string_view folder : {"/test/", "/tests/", "/__tests__/", "/spec/", "/testdata/", "/fixtures/"}) {
        if (folders.find(folder) != std::string::npos) return true;
    }
    const std::string_view name = base_name_of(path);
    for (const std::string_view part : {".test.", ".spec.", "_test.", "_spec.", "-test.", "Test.", "Tests."}) {
        if (name.find(part) != std::string_view::npos) return true;
    }
    return name.starts_with("test_") || name == "conftest.py";
}

}  // namespace hm
