#include "engine/stack/languages.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

struct Ending {
    std::string_view ending;
    std::string_view name;
    Ecosystem ecosystem = Ecosystem::none;
};

using enum Ecosystem;

constexpr auto endings = std::to_array<Ending>({{"ts", "TypeScript", npm},
                                                {"tsx", "TypeScript", npm},
                                                {"mts", "TypeScript", npm},
                                                {"cts", "TypeScript", npm},
                                                {"js", "JavaScript", npm},
                                                {"jsx", "JavaScript", npm},
                                                {"mjs", "JavaScript", npm},
                                                {"cjs", "JavaScript", npm},
                                                {"vue", "Vue", npm},
                                                {"svelte", "Svelte", npm},
                                                {"astro", "Astro", npm},
                                                {"py", "Python", python},
                                                {"go", "Go", go},
                                                {"rs", "Rust", rust},
                                                {"c", "C"},
                                                {"h", "C/C++ header"},
                                                {"cc", "C++"},
                                                {"cpp", "C++"},
                                                {"cxx", "C++"},
                                                {"hpp", "C++"},
                                                {"hh", "C++"},
                                                {"java", "Java"},
                                                {"kt", "Kotlin"},
                                                {"kts", "Kotlin"},
                                                {"swift", "Swift"},
                                                {"cs", "C#"},
                                                {"fs", "F#"},
                                                {"php", "PHP"},
                                                {"rb", "Ruby"},
                                                {"ex", "Elixir"},
                                                {"exs", "Elixir"},
                                                {"erl", "Erlang"},
                                                {"scala", "Scala"},
                                                {"clj", "Clojure"},
                                                {"hs", "Haskell"},
                                                {"lua", "Lua"},
                                                {"dart", "Dart"},
                                                {"r", "R"},
                                                {"jl", "Julia"},
                                                {"zig", "Zig"},
                                                {"sh", "Shell"},
                                                {"bash", "Shell"},
                                                {"sql", "SQL"},
                                                {"tf", "Terraform"},
                                                {"pl", "Perl"}});

}  // namespace

Language language_of(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return {};
    const auto at = std::ranges::find(endings, name.substr(dot + 1), &Ending::ending);
    return at == endings.end() ? Language{} : Language{at->name, at->ecosystem};
}

std::vector<LanguageShare> languages_of(const std::vector<std::string>& paths) {
    std::vector<LanguageShare> shares;
    for (const std::string& path : paths) {
        const Language language = language_of(path);
        if (language.name.empty()) continue;
        const auto at = std::ranges::find(shares, language.name, &LanguageShare::name);
        if (at != shares.end()) {
            ++at->files;
        } else {
            shares.push_back({language.name, language.ecosystem, 1, path});
        }
    }
    std::ranges::stable_sort(shares, std::greater<>(), &LanguageShare::files);
    return shares;
}

Ecosystem ecosystem_of_manifest(std::string_view name) {
    if (name == "package.json" || name == "package-lock.json" || name == "yarn.lock" || name == "pnpm-lock.yaml" ||
        name == "bun.lock")
        return npm;
    if (name == "go.mod" || name == "go.sum") return go;
    if (name == "Cargo.toml" || name == "Cargo.lock") return rust;
    if (name == "requirements.txt" || name == "pyproject.toml" || name == "poetry.lock" || name == "uv.lock")
        return python;
    return none;
}

}  // namespace hm
