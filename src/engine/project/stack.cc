#include "engine/project/stack.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/json.h"
#include "base/strings.h"

namespace hm {
namespace {

// go.mod names a module by its address; people by its last part.
bool is_same_package(const StackPackage& chosen, const StackPackage& found) {
    if (found.name == chosen.name) return true;
    return found.name.size() > chosen.name.size() && found.name.ends_with("/" + chosen.name) &&
           !found.name.starts_with('@');
}

}  // namespace

std::optional<StackPackage> package_chosen(std::string_view choice) {
    const std::string_view word = choice.substr(0, choice.find_first_of(" \t\n,;("));
    // A scope begins with @ itself.
    const std::size_t sign = word.find_first_of("@<>=~^", 1);
    if (sign == std::string_view::npos || sign + 1 >= word.size()) return std::nullopt;
    const std::string_view name = word.substr(0, sign);
    const bool is_name =
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./@+") ==
        std::string_view::npos;
    // django>=5,<6 goes on behind the comma.
    const std::size_t end = std::min(choice.find_first_of(" \t\n;(", sign), choice.size());
    std::string_view range = choice.substr(sign, end - sign);
    while (range.ends_with(',') || range.ends_with('.')) range.remove_suffix(1);
    if (!is_name || !first_version(range)) return std::nullopt;
    return StackPackage{lower_case(name), std::string(range.substr(range.starts_with('@') ? 1 : 0)), {}};
}

StackComparison compare_stack(const StackPackage& chosen, const std::vector<StackPackage>& found) {
    StackComparison comparison;
    for (const StackPackage& each : found) {
        if (!is_same_package(chosen, each)) continue;
        const auto version = first_version(each.range);
        const bool agrees = !version || is_within(*version, chosen.range);
        if (!agrees) return {StackAgreement::differs, each};
        if (comparison.found) continue;
        comparison = {StackAgreement::agrees, each};
    }
    return comparison;
}

namespace {

constexpr std::size_t most_parts = 4;

int part(const Version& version, std::size_t i) {
    return i < version.size() ? version[i] : 0;
}

int compare(const Version& a, const Version& b) {
    for (std::size_t i = 0; i < most_parts; ++i) {
        if (part(a, i) != part(b, i)) return part(a, i) < part(b, i) ? -1 : 1;
    }
    return 0;
}

// Equal in as many parts as were written: 18 admits 18.2.
bool begins_as(const Version& version, const Version& written, std::size_t parts) {
    for (std::size_t i = 0; i < std::min(parts, written.size()); ++i) {
        if (part(version, i) != written[i]) return false;
    }
    return true;
}

// ^0.4 stays within 0.4, ^1.4 within 1.
std::size_t caret_parts(const Version& written) {
    std::size_t parts = 1;
    while (parts < written.size() && written[parts - 1] == 0) ++parts;
    return parts;
}

bool holds(const Version& version, std::string_view condition) {
    const auto written = first_version(condition);
    if (!written) return true;
    const std::string_view sign = condition.substr(0, condition.find_first_of("0123456789"));
    const auto has = [&](std::string_view text) { return sign.find(text) != std::string_view::npos; };
    const int order = compare(version, *written);
    if (has(">=")) return order >= 0;
    if (has("<=")) return order <= 0;
    if (has("!=")) return !begins_as(version, *written, most_parts);
    if (has("~=")) return order >= 0 && begins_as(version, *written, written->size() > 1 ? written->size() - 1 : 1);
    if (has("^")) return order >= 0 && begins_as(version, *written, caret_parts(*written));
    if (has("~")) return order >= 0 && begins_as(version, *written, 2);
    if (has(">")) return order > 0;
    if (has("<")) return order < 0;
    return begins_as(version, *written, most_parts);
}

bool all_hold(const Version& version, std::string_view range) {
    while (!range.empty()) {
        // A sign and its number may stand apart: >= 2.
        const std::size_t number = range.find_first_of("0123456789");
        if (number == std::string_view::npos) return true;
        const std::size_t end = std::min(range.find_first_of(" ,", number), range.size());
        if (!holds(version, range.substr(0, end))) return false;
        range.remove_prefix(std::min(end + 1, range.size()));
    }
    return true;
}

}  // namespace

std::optional<Version> first_version(std::string_view text) {
    const std::size_t begin = text.find_first_of("0123456789");
    if (begin == std::string_view::npos) return std::nullopt;
    Version version;
    for (std::size_t at = begin; at < text.size() && is_digit(text[at]) && version.size() < most_parts;) {
        int number = 0;
        for (; at < text.size() && is_digit(text[at]); ++at)
            number = std::min(number * 10 + (text[at] - '0'), 99'999'999);
        version.push_back(number);
        if (at >= text.size() || text[at] != '.') break;
        ++at;
    }
    return version;
}

bool is_within(const Version& version, std::string_view range) {
    while (true) {
        const std::size_t bar = range.find("||");
        if (all_hold(version, range.substr(0, bar))) return true;
        if (bar == std::string_view::npos) return false;
        range.remove_prefix(bar + 2);
    }
}

namespace {

constexpr std::string_view around_values = " \t\r\"',";

constexpr std::size_t most_packages = 2000;

class Packages {
public:
    Packages(std::string_view manifest) : manifest_(manifest) {}

    void add(std::string_view name, std::string_view range, PackagePart part = PackagePart::runtime) {
        name = trimmed(name, around_values);
        if (name.empty() || packages_.size() == most_packages) return;
        std::string lowered(name);
        for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        packages_.push_back(
            {std::move(lowered), std::string(trimmed(range, around_values)), std::string(manifest_), part});
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
    line = trimmed(line.substr(0, line.find_first_of("#;")), around_values);
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
            equals == std::string_view::npos ? std::string_view() : trimmed(line.substr(0, equals), around_values);
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

namespace {

constexpr std::size_t most_scripts = 500;

ManifestHead head_of_package_json(std::string_view text) {
    const auto parsed = parse_json(text);
    if (!parsed || !parsed->is_object()) return {{}, {}, {}, {}, false};
    const json::object& manifest = parsed->get_object();
    ManifestHead head{
        std::string(text_member(manifest, "name")), std::string(text_member(manifest, "version")), {}, {}};
    for (const auto& script : object_member(manifest, "scripts")) {
        if (head.scripts.size() == most_scripts) break;
        head.scripts.emplace_back(script.key());
        if (script.value().is_string()) head.script_lines.append(script.value().get_string()).append("\n");
    }
    return head;
}

// name = "…" and version = "…" under [package], [project] and [tool.poetry]
ManifestHead head_of_toml(std::string_view text) {
    ManifestHead head;
    bool is_head = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with('[')) {
            is_head =
                line.starts_with("[package]") || line.starts_with("[project]") || line.starts_with("[tool.poetry]");
        }
        const std::size_t open = line.find('"');
        const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
        if (!is_head || close == std::string_view::npos) continue;
        const std::string_view key = line.substr(0, line.find_first_of(" ="));
        const std::string value(line.substr(open + 1, close - open - 1));
        if (key == "name") head.name = value;
        if (key == "version") head.version = value;
    }
    return head;
}

ManifestHead head_of_go_mod(std::string_view text) {
    constexpr std::string_view word = "module ";
    const std::size_t at = text.starts_with(word) ? 0 : text.find("\nmodule ");
    if (at == std::string_view::npos) return {};
    const std::size_t begin = at + word.size() + (at == 0 ? 0 : 1);
    const std::string_view name =
        text.substr(begin, std::min(text.find_first_of("\r\n \t", begin), text.size()) - begin);
    return {std::string(name), {}, {}, {}};
}

bool is_target(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("._-/+").find(c) != std::string_view::npos;
    });
}

// "all test: deps"; a pattern, a name made of variables or another file may have more.
ManifestHead head_of_makefile(std::string_view text) {
    ManifestHead head;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with("include") || line.starts_with("-include") || line.starts_with("$(")) {
            head.has_all_scripts = false;
        }
        const std::size_t colon = line.find(':');
        if (line.empty() || colon == std::string_view::npos || std::isspace(static_cast<unsigned char>(line.front())))
            continue;
        const bool is_assignment = line.substr(colon).starts_with(":=") || line.substr(colon).starts_with("::=") ||
                                   line.substr(0, colon).find('=') != std::string_view::npos;
        if (is_assignment || line.front() == '#') continue;
        for (std::string_view names = line.substr(0, colon); !names.empty();) {
            const std::size_t blank = std::min(names.find_first_of(" \t"), names.size());
            const std::string_view name = names.substr(0, blank);
            names.remove_prefix(std::min(blank + 1, names.size()));
            if (name.find_first_of("%$") != std::string_view::npos) head.has_all_scripts = false;
            if (is_target(name) && head.scripts.size() < most_scripts) head.scripts.emplace_back(name);
        }
    }
    return head;
}

struct Reader {
    std::string_view name;
    ManifestHead (*read)(std::string_view text);
};

constexpr std::array<Reader, 7> readers{{{"package.json", head_of_package_json},
                                         {"pyproject.toml", head_of_toml},
                                         {"Cargo.toml", head_of_toml},
                                         {"go.mod", head_of_go_mod},
                                         {"Makefile", head_of_makefile},
                                         {"makefile", head_of_makefile},
                                         {"GNUmakefile", head_of_makefile}}};

}  // namespace

ManifestHead read_manifest_head(std::string_view name, std::string_view text) {
    for (const Reader& reader : readers) {
        if (reader.name == name) return reader.read(text);
    }
    return {};
}

}  // namespace hm
