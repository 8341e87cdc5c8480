#include "engine/project/languages.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/json.h"

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

namespace {

constexpr std::size_t most_locked_packages = 20'000;
constexpr std::size_t longest_lock = 32U << 20U;

class Locked {
public:
    void add(std::string_view name, std::string_view version) {
        if (name.empty() || version.empty() || packages_.size() == most_locked_packages) return;
        std::string lowered(name);
        for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        packages_.push_back({std::move(lowered), std::string(version)});
    }
    std::vector<LockedPackage> take() { return std::move(packages_); }

private:
    std::vector<LockedPackage> packages_;
};

template <class Act>
void for_each_locked_line(std::string_view text, Act&& act) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        act(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::string_view bare(std::string_view text) {
    constexpr std::string_view blanks = " \t\"',:";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// "packages" of newer files is keyed by folder, "dependencies" of older ones by name.
void read_package_lock(std::string_view text, Locked& locked) {
    const auto parsed = parse_json(text, longest_lock);
    if (!parsed || !parsed->is_object()) return;
    constexpr std::string_view folder = "node_modules/";
    const json::object& lock = parsed->get_object();
    for (const auto& each : object_member(lock, "packages")) {
        const std::string_view key = each.key();
        if (!key.starts_with(folder) || !each.value().is_object()) continue;
        // What is nested belongs to another package.
        if (key.find(folder, 1) != std::string_view::npos) continue;
        locked.add(key.substr(folder.size()), text_member(each.value().get_object(), "version"));
    }
    for (const auto& each : object_member(lock, "dependencies")) {
        if (each.value().is_object()) locked.add(each.key(), text_member(each.value().get_object(), "version"));
    }
}

// "react@^18.2.0", "@scope/kit@npm:^2":
std::string_view name_before_range(std::string_view key) {
    key = bare(key.substr(0, key.find(',')));
    const std::size_t at = key.find('@', 1);
    return key.substr(0, at);
}

void read_yarn_lock(std::string_view text, Locked& locked) {
    std::string_view name;
    for_each_locked_line(text, [&](std::string_view line) {
        if (line.empty() || line.starts_with('#')) return;
        if (line.front() != ' ') {
            name = line.starts_with("__") ? std::string_view() : name_before_range(line);
            return;
        }
        constexpr std::string_view word = "  version";
        if (!line.starts_with(word) || name.empty()) return;
        locked.add(name, bare(line.substr(word.size())));
        name = {};
    });
}

// Under "importers", each dependency and its version; older files have them at the top.
void read_pnpm_lock(std::string_view text, Locked& locked) {
    std::string_view name;
    bool is_direct = false;
    for_each_locked_line(text, [&](std::string_view line) {
        if (line.empty()) return;
        if (line.front() != ' ') {
            is_direct = line.starts_with("importers:") || line.starts_with("dependencies:") ||
                        line.starts_with("devDependencies:");
            name = {};
            return;
        }
        if (!is_direct) return;
        const std::size_t colon = line.rfind(':') == line.size() - 1 ? line.size() - 1 : line.find(": ");
        if (colon == std::string_view::npos) return;
        const std::string_view key = bare(line.substr(0, colon));
        const std::string_view value = bare(line.substr(colon + 1));
        if (key == "version" && !name.empty()) {
            locked.add(name, value.substr(0, value.find('(')));
        } else if (value.empty()) {
            name = key;
        } else if (key != "specifier" && std::isdigit(static_cast<unsigned char>(value.front())) != 0) {
            locked.add(key, value.substr(0, value.find_first_of("(_")));
        }
    });
}

//     "react": ["react@19.2.0", "", {}, "sha512-…"],
void read_bun_lock(std::string_view text, Locked& locked) {
    for_each_locked_line(text, [&](std::string_view line) {
        constexpr std::string_view between = "\": [\"";
        const std::size_t value = line.find(between);
        if (value == std::string_view::npos) return;
        const std::string_view name = bare(line.substr(0, value));
        const std::string_view behind = line.substr(value + between.size());
        const std::string_view held = behind.substr(0, behind.find('"'));
        const bool is_held = held.size() > name.size() && held.starts_with(name) && held[name.size()] == '@';
        if (is_held) locked.add(name, held.substr(name.size() + 1));
    });
}

// [[package]] with its name and version: Cargo.lock, poetry.lock, uv.lock.
void read_toml_lock(std::string_view text, Locked& locked) {
    std::string_view name;
    for_each_locked_line(text, [&](std::string_view line) {
        if (line.starts_with('[')) name = {};
        if (line.starts_with("name = ")) name = bare(line.substr(7));
        if (!line.starts_with("version = ") || name.empty()) return;
        locked.add(name, bare(line.substr(10)));
        name = {};
    });
}

void read_go_sum(std::string_view text, Locked& locked) {
    for_each_locked_line(text, [&](std::string_view line) {
        const std::size_t blank = line.find(' ');
        if (blank == std::string_view::npos) return;
        const std::string_view rest = line.substr(blank + 1);
        const std::string_view version = rest.substr(0, rest.find(' '));
        if (!version.ends_with("/go.mod")) locked.add(line.substr(0, blank), version);
    });
}

struct LockFile {
    std::string_view name;
    void (*read)(std::string_view text, Locked& locked);
};

constexpr std::array<LockFile, 8> lock_files{{{"package-lock.json", read_package_lock},
                                              {"yarn.lock", read_yarn_lock},
                                              {"pnpm-lock.yaml", read_pnpm_lock},
                                              {"bun.lock", read_bun_lock},
                                              {"poetry.lock", read_toml_lock},
                                              {"uv.lock", read_toml_lock},
                                              {"Cargo.lock", read_toml_lock},
                                              {"go.sum", read_go_sum}}};

}  // namespace

std::vector<std::string_view> lock_file_names() {
    std::vector<std::string_view> names;
    for (const LockFile& file : lock_files) names.push_back(file.name);
    return names;
}

std::vector<LockedPackage> read_lock_file(std::string_view name, std::string_view text) {
    Locked locked;
    for (const LockFile& file : lock_files) {
        if (file.name == name) file.read(text, locked);
    }
    return locked.take();
}

}  // namespace hm
