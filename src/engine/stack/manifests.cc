#include <array>
#include <cctype>

#include "base/json.h"
#include "engine/stack/stack.h"

namespace hm {
namespace {

constexpr std::size_t most_packages = 2000;

std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\"',") {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

class Packages {
public:
    Packages(std::string_view manifest) : manifest_(manifest) {}

    void add(std::string_view name, std::string_view range, PackagePart part = PackagePart::runtime) {
        name = trimmed(name);
        if (name.empty() || packages_.size() == most_packages) return;
        std::string lowered(name);
        for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        packages_.push_back({std::move(lowered), std::string(trimmed(range)), std::string(manifest_), part});
    }
    std::vector<StackPackage> take() { return std::move(packages_); }

private:
    std::string_view manifest_;
    std::vector<StackPackage> packages_;
};

template <class Act>
void for_each_line(std::string_view text, Act&& act) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        act(trimmed(text.substr(0, end), " \t\r"));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

PackagePart part_of(std::string_view list) {
    if (list == "engines") return PackagePart::platform;
    if (list.starts_with("peer") || list.starts_with("optional")) return PackagePart::optional;
    return list == "devDependencies" ? PackagePart::tool : PackagePart::runtime;
}

void read_package_json(std::string_view text, Packages& packages) {
    const auto parsed = parse_json(text);
    if (!parsed || !parsed->is_object()) return;
    for (const std::string_view part :
         {"dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "engines"}) {
        const json::value* list = parsed->get_object().if_contains(part);
        if (list == nullptr || !list->is_object()) continue;
        for (const auto& each : list->get_object()) {
            if (each.value().is_string()) packages.add(each.key(), each.value().get_string(), part_of(part));
        }
    }
}

// "django>=5,<6 ; python_version > '3'", "requests[socks]~=2.31"
void add_requirement(std::string_view line, Packages& packages, PackagePart part = PackagePart::runtime) {
    line = trimmed(line.substr(0, line.find_first_of("#;")));
    const std::size_t end = line.find_first_of(" <>=~![(");
    const std::size_t range = line.find_first_of("<>=~!");
    if (line.empty() || line.starts_with('-') || line.find("://") != std::string_view::npos) return;
    packages.add(line.substr(0, end), range == std::string_view::npos ? std::string_view() : line.substr(range), part);
}

void read_requirements(std::string_view text, Packages& packages) {
    // A tool wrote it, with all that the packages themselves need.
    const bool is_compiled = text.find("# via") != std::string_view::npos;
    const PackagePart part = is_compiled ? PackagePart::indirect : PackagePart::runtime;
    for_each_line(text, [&](std::string_view line) { add_requirement(line, packages, part); });
}

std::string_view quoted(std::string_view value) {
    const std::size_t open = value.find('"');
    const std::size_t close = open == std::string_view::npos ? open : value.find('"', open + 1);
    return close == std::string_view::npos ? std::string_view() : value.substr(open + 1, close - open - 1);
}

// name = "^1.2" and name = { version = "1.2" }, a table for one name, a list of requirements in one or several lines.
class TomlManifest {
public:
    explicit TomlManifest(Packages& packages) : packages_(packages) {}

    void read(std::string_view line) {
        if (line.starts_with('[') && !is_list_) return begin_table(line);
        const std::size_t equals = line.find('=');
        const std::string_view key =
            equals == std::string_view::npos ? std::string_view() : trimmed(line.substr(0, equals));
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view() : trimmed(line.substr(equals + 1), " \t");
        const bool opens = !is_list_ && value.starts_with('[');
        if (opens && ((is_table_ && named_.empty()) || key == "dependencies" || key == "requires")) {
            is_list_ = true;
            part_of_list_ = key == "requires" || key == "dev" || key == "test" ? PackagePart::tool : part_;
        }
        if (is_list_) return read_list(opens ? value.substr(1) : line);
        if (key == "requires-python" || key == "rust-version") {
            packages_.add(key == "rust-version" ? "rust" : "python", quoted(value), PackagePart::platform);
        }
        if (is_table_ && named_.empty() && !key.empty()) read_entry(key, value);
        if (is_table_ && !named_.empty() && key == "version") packages_.add(named_, quoted(value), part_);
    }

private:
    // "[dev-dependencies]", "[dependencies.serde]", "[tool.poetry.group.dev.dependencies]"
    void begin_table(std::string_view line) {
        constexpr std::string_view word = "dependencies";
        const std::size_t at = line.rfind(word);
        is_table_ = at != std::string_view::npos || line.starts_with("[dependency-groups");
        const bool is_tool = line.find("dev") != std::string_view::npos ||
                             line.find("test") != std::string_view::npos ||
                             line.find("build") != std::string_view::npos || line.starts_with("[dependency-groups");
        part_ = is_tool ? PackagePart::tool : PackagePart::runtime;
        named_ = {};
        if (at == std::string_view::npos || at + word.size() >= line.size() || line[at + word.size()] != '.') return;
        named_ = trimmed(line.substr(at + word.size() + 1), " \t\r\"]");
    }

    void read_list(std::string_view rest) {
        for (std::size_t at = rest.find('"'); at != std::string_view::npos;) {
            const std::size_t close = rest.find('"', at + 1);
            if (close == std::string_view::npos) break;
            add_requirement(rest.substr(at + 1, close - at - 1), packages_, part_of_list_);
            at = rest.find('"', close + 1);
        }
        if (rest.ends_with(']') || rest.ends_with("],")) is_list_ = false;
    }

    void read_entry(std::string_view key, std::string_view value) {
        if (const std::size_t version = value.find("version"); value.starts_with('{'))
            value = version == std::string_view::npos ? std::string_view() : value.substr(version + 7);
        packages_.add(key, quoted(value), key == "python" ? PackagePart::platform : part_);
    }

    Packages& packages_;
    PackagePart part_ = PackagePart::runtime;
    PackagePart part_of_list_ = PackagePart::runtime;
    std::string_view named_;  // the package that a table is for
    bool is_table_ = false;
    bool is_list_ = false;
};

void read_toml(std::string_view text, Packages& packages) {
    TomlManifest manifest(packages);
    for_each_line(text, [&](std::string_view line) { manifest.read(line); });
}

void read_go_mod(std::string_view text, Packages& packages) {
    bool is_block = false;
    for_each_line(text, [&](std::string_view line) {
        if (line == ")") is_block = false;
        if (line.starts_with("go ")) packages.add("go", line.substr(3), PackagePart::platform);
        if (line.starts_with("require (")) {
            is_block = true;
            return;
        }
        std::string_view named = line.starts_with("require ") ? line.substr(8) : is_block ? line : std::string_view();
        const std::size_t blank = named.find(' ');
        if (blank == std::string_view::npos || named.starts_with("//")) return;
        const std::string_view range = named.substr(blank + 1);
        const bool is_indirect = range.find("// indirect") != std::string_view::npos;
        packages.add(named.substr(0, blank), range.substr(0, range.find(' ')),
                     is_indirect ? PackagePart::indirect : PackagePart::runtime);
    });
}

void read_cmake(std::string_view text, Packages& packages) {
    for_each_line(text, [&](std::string_view line) {
        for (const std::string_view word : {"find_package(", "cmake_minimum_required(VERSION "}) {
            if (!line.starts_with(word)) continue;
            const std::string_view rest = line.substr(word.size(), line.find(')') - word.size());
            const std::size_t blank = rest.find(' ');
            const bool is_package = word.starts_with("find");
            const std::string_view behind =
                blank == std::string_view::npos ? std::string_view() : rest.substr(blank + 1);
            const std::string_view version = behind.substr(0, behind.find(' '));
            const bool has_version = !version.empty() && std::isdigit(static_cast<unsigned char>(version.front())) != 0;
            packages.add(is_package ? rest.substr(0, blank) : "cmake",
                         is_package ? (has_version ? version : std::string_view()) : rest,
                         is_package ? PackagePart::runtime : PackagePart::platform);
        }
    });
}

struct Manifest {
    std::string_view name;
    void (*read)(std::string_view text, Packages& packages);
};

constexpr std::array<Manifest, 6> manifests{{{"package.json", read_package_json},
                                             {"requirements.txt", read_requirements},
                                             {"pyproject.toml", read_toml},
                                             {"Cargo.toml", read_toml},
                                             {"go.mod", read_go_mod},
                                             {"CMakeLists.txt", read_cmake}}};

}  // namespace

std::vector<std::string_view> manifest_names() {
    std::vector<std::string_view> names;
    for (const Manifest& manifest : manifests) names.push_back(manifest.name);
    return names;
}

std::vector<StackPackage> read_manifest(std::string_view name, std::string_view text) {
    Packages packages(name);
    for (const Manifest& manifest : manifests) {
        if (manifest.name == name) manifest.read(text, packages);
    }
    return packages.take();
}

}  // namespace hm
