#include <algorithm>
#include <array>
#include <cctype>

#include "base/json.h"
#include "engine/stack/stack.h"

namespace hm {
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
