// codemap graph, show: who needs whom, and one file as the code map has it.
#include <fmt/format.h>

#include <algorithm>

#include "app/codemap/load_graph.h"
#include "app/codemap/look.h"
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/files.h"
#include "view/codemap_text.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t most_circles = 1000;
constexpr std::size_t longest_skeleton = 40'000;

struct ShowGraph {
    std::optional<Text<1, 1024>> file;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("file", &ShowGraph::file, "The file to look from; the whole project when left out."));
        visit(field("limit", &ShowGraph::limit, "Most to show of each sort; 50 when left out."));
    }
};

// The mapped file that is meant.
Result<const MappedFile*> file_meant(std::string_view given, const LoadedGraph& loaded, const QueryContext& context) {
    const std::filesystem::path& root = context.workspace.store.paths().root;
    const ResolvedPath path = resolve_path(root, root, given);
    const auto found = loaded.files.find(path.shown);
    if (found != loaded.files.end()) return &found->second;
    return fail(ErrorCode::not_found, fmt::format("{} is not in the code map.", plain_text(given.substr(0, 200))),
                "Name a source file of the project, below its root.");
}

template <class List>
json::array names_json(const List& names, std::size_t most) {
    json::array array;
    for (const auto& name : names) {
        if (array.size() < most) array.emplace_back(name);
    }
    return array;
}

json::array imports_json(const std::vector<ImportEdge>& edges, std::size_t most) {
    json::array imports;
    for (const ImportEdge& edge : edges) {
        if (imports.size() == most) break;
        imports.push_back(
            json::object{{"line", edge.line}, {"given", edge.given}, {"files", names_json(edge.files, most)}});
    }
    return imports;
}

// The files that the imports lead to, each once.
std::set<std::string> dependencies_of(const std::vector<ImportEdge>& edges) {
    std::set<std::string> files;
    for (const ImportEdge& edge : edges) files.insert(edge.files.begin(), edge.files.end());
    return files;
}

template <class Map>
const typename Map::mapped_type& at_or_empty(const Map& map, const std::string& key) {
    static const typename Map::mapped_type nothing;
    const auto found = map.find(key);
    return found == map.end() ? nothing : found->second;
}

json::array circles_json(const std::vector<std::vector<std::string>>& circles, std::size_t most) {
    json::array array;
    for (const auto& circle : circles) {
        if (array.size() < most) array.push_back(names_json(circle, most));
    }
    return array;
}

Answer whole_graph(const LoadedGraph& loaded, std::size_t most) {
    std::vector<std::pair<std::size_t, std::string>> wanted;
    std::size_t edges = 0;
    for (const auto& [path, from] : loaded.graph.dependents) {
        wanted.emplace_back(from.size(), path);
        edges += from.size();
    }
    std::ranges::sort(wanted, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    const auto circles = circles_in(loaded.graph, most_circles);
    std::string text =
        fmt::format("{} files, {} imports between them, {} circular\n", loaded.files.size(), edges, circles.size());
    json::array most_wanted;
    for (const auto& [count, path] : wanted) {
        if (most_wanted.size() == most) break;
        most_wanted.push_back(json::object{{"file", path}, {"dependents", count}});
        text += fmt::format("{:>5} {}\n", count, plain_text(path));
    }
    if (wanted.size() > most) text += fmt::format("… and {} more\n", wanted.size() - most);
    std::size_t told = 0;
    if (!circles.empty()) text += "circular\n";
    for (const auto& circle : circles) {
        if (told++ < most) text += "  " + circle_line(circle);
    }
    if (circles.size() > most) text += fmt::format("… and {} more\n", circles.size() - most);
    json::object elsewhere;
    for (const auto& [name, files] : loaded.graph.elsewhere) {
        if (elsewhere.size() < most) elsewhere[name] = files.size();
    }
    json::object data{{"files", loaded.files.size()},
                      {"imports", edges},
                      {"most_imported", std::move(most_wanted)},
                      {"cycles", circles_json(circles, most)},
                      {"cycle_count", circles.size()},
                      {"external", std::move(elsewhere)},
                      {"external_count", loaded.graph.elsewhere.size()}};
    return {std::move(data), std::move(text)};
}

Answer graph_of_file(const MappedFile& file, const LoadedGraph& loaded, std::size_t most) {
    const auto& edges = at_or_empty(loaded.graph.imports, file.path);
    const auto& dependents = at_or_empty(loaded.graph.dependents, file.path);
    std::vector<std::vector<std::string>> circles;
    for (auto& circle : circles_in(loaded.graph, most_circles)) {
        if (std::ranges::find(circle, file.path) != circle.end()) circles.push_back(std::move(circle));
    }
    std::string text = fmt::format("{} imports\n", plain_text(file.path));
    std::size_t told = 0;
    for (const ImportEdge& edge : edges) {
        if (told++ == most) break;
        text += fmt::format("  {}{}\n", plain_text(edge.given),
                            edge.files.empty() ? "" : " → " + plain_text(edge.files.front()));
    }
    if (edges.size() > most) text += fmt::format("… and {} more\n", edges.size() - most);
    text += "imported by\n";
    told = 0;
    for (const std::string& path : dependents) {
        if (told++ < most) text += fmt::format("  {}\n", plain_text(path));
    }
    if (dependents.size() > most) text += fmt::format("… and {} more\n", dependents.size() - most);
    for (const auto& circle : circles) text += "circular " + circle_line(circle);
    json::object data{{"file", file.path},
                      {"imports", imports_json(edges, most)},
                      {"dependencies", names_json(dependencies_of(edges), most)},
                      {"dependents", names_json(dependents, most)},
                      {"cycles", circles_json(circles, most)},
                      {"left_out", (edges.size() > most ? edges.size() - most : 0) +
                                       (dependents.size() > most ? dependents.size() - most : 0)}};
    return {std::move(data), std::move(text)};
}

Result<Answer> run_graph(const ShowGraph& input, const QueryContext& context) {
    const auto most = static_cast<std::size_t>(list_limit(input.limit));
    return look_at_codemap(context, [&](Connection& codemap, Deadline deadline) -> Result<Answer> {
        HM_TRY_ASSIGN(const LoadedGraph loaded, load_graph(codemap, context.workspace.store.paths(), deadline));
        if (!input.file) return whole_graph(loaded, most);
        HM_TRY_ASSIGN(const MappedFile* file, file_meant(input.file->view(), loaded, context));
        return graph_of_file(*file, loaded, most);
    });
}

struct ShowFile {
    Text<1, 1024> file;

    static constexpr void fields(auto&& visit) {
        visit(field("file", &ShowFile::file, "The file, below the project's root."));
    }
};

json::object entry_json(const MappedFile& file, const CodeFile& code, const LoadedGraph& loaded) {
    constexpr std::size_t most = 1000;
    json::array comments;
    json::array exports;
    json::array symbols;
    for (const CodeComment& each : code.comments) {
        if (comments.size() < most) comments.push_back(comment_json(each));
    }
    for (const CodeSymbol& each : code.symbols) {
        if (symbols.size() < most) symbols.push_back(symbol_json(each));
        if (each.is_exported && exports.size() < most) exports.push_back(symbol_json(each));
    }
    const auto& edges = at_or_empty(loaded.graph.imports, file.path);
    return {{"file", file.path},
            {"language", file.language ? name_of(*file.language) : ""},
            {"hash", file.hash},
            {"lines", file.lines},
            {"skipped", file.skipped},
            {"last_scanned_at", to_iso(file.scanned_at)},
            {"comments", std::move(comments)},
            {"exports", std::move(exports)},
            {"symbols", std::move(symbols)},
            {"imports", imports_json(edges, most)},
            {"dependencies", names_json(dependencies_of(edges), most)},
            {"dependents", names_json(at_or_empty(loaded.graph.dependents, file.path), most)}};
}

Result<Answer> run_show(const ShowFile& input, const QueryContext& context) {
    return look_at_codemap(context, [&](Connection& codemap, Deadline deadline) -> Result<Answer> {
        HM_TRY_ASSIGN(const LoadedGraph loaded, load_graph(codemap, context.workspace.store.paths(), deadline));
        HM_TRY_ASSIGN(const MappedFile* file, file_meant(input.file.view(), loaded, context));
        HM_TRY_ASSIGN(const CodeFile code, read_code(codemap, file->path));
        std::string text = fmt::format("{} ({}, {} lines, {})\n", plain_text(file->path),
                                       file->language ? name_of(*file->language) : "", file->lines,
                                       file->skipped.empty() ? file->hash.substr(0, 10) : "skipped: " + file->skipped);
        text += skeleton_text(code.symbols, longest_skeleton);
        return Answer{entry_json(*file, code, loaded), std::move(text)};
    });
}

}  // namespace

Query codemap_graph() {
    return make_query<ShowGraph, run_graph>("codemap graph",
                                            "Show which files need which, and where that goes in circles.", "file");
}

Query codemap_show() {
    return make_query<ShowFile, run_show>("codemap show", "Show what a file declares, says and needs.", "file");
}

}  // namespace hm
