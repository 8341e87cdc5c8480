// codemap: its queries.
#include <fmt/format.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/project/code_map.h"
#include "store/files/files.h"
#include "view/codemap_text.h"
#include "view/text.h"

namespace hm {

// codemap graph, show: who needs whom, and one file as the code map has it.

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
    // Named as it is seen from a folder further down: the one file whose path ends so.
    const std::string ending = "/" + path.shown;
    const MappedFile* only = nullptr;
    for (const auto& [known, file] : loaded.files) {
        if (!known.ends_with(ending)) continue;
        if (only != nullptr) {
            return fail(ErrorCode::conflict,
                        fmt::format("{} and {} both end so.", plain_text(only->path), plain_text(known)),
                        "Name the file from the project's root.");
        }
        only = &file;
    }
    if (only != nullptr) return only;
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

// codemap todos, inconsistencies: what the code map tells of the project as a whole.

namespace {

std::string more_line(std::size_t all, std::size_t shown) {
    return all > shown ? fmt::format("… and {} more\n", all - shown) : std::string();
}

struct ListTodos {
    std::optional<CodeCommentKind> kind;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("kind", &ListTodos::kind, "Only comments of this kind; todo, fixme and hack when left out."));
        visit(field("limit", &ListTodos::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run_todos(const ListTodos& input, const QueryContext& context) {
    return look_at_codemap(context, [&](Connection& codemap, Deadline) -> Result<Answer> {
        std::vector<FoundComment> found;
        json::object counts;
        for (std::size_t i = 0; i < enum_names<CodeCommentKind>.size(); ++i) {
            const auto kind = static_cast<CodeCommentKind>(i);
            const bool is_open =
                kind == CodeCommentKind::todo || kind == CodeCommentKind::fixme || kind == CodeCommentKind::hack;
            HM_TRY_ASSIGN(std::vector<FoundComment> each, comments_of_kind(codemap, kind));
            counts[name_of(kind)] = each.size();
            const bool is_asked_for = input.kind ? *input.kind == kind : is_open;
            if (is_asked_for) std::ranges::move(each, std::back_inserter(found));
        }
        std::ranges::stable_sort(found, {},
                                 [](const FoundComment& each) { return std::tie(each.path, each.comment.line); });
        const std::size_t most = std::min(found.size(), static_cast<std::size_t>(list_limit(input.limit)));
        json::array todos;
        std::string text;
        for (std::size_t i = 0; i < most; ++i) {
            json::object each{{"file", found[i].path}};
            for (const auto& member : comment_json(found[i].comment)) each[member.key()] = member.value();
            todos.push_back(std::move(each));
            text += comment_line(found[i]);
        }
        text += more_line(found.size(), most);
        if (text.empty()) text = "(nothing to do)\n";
        return Answer{
            json::object{{"todos", std::move(todos)}, {"counts", std::move(counts)}, {"left_out", found.size() - most}},
            std::move(text)};
    });
}

struct ListInconsistencies {
    std::optional<InconsistencyKind> kind;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("kind", &ListInconsistencies::kind, "Only of this kind."));
        visit(field("limit", &ListInconsistencies::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run_inconsistencies(const ListInconsistencies& input, const QueryContext& context) {
    return look_at_codemap(context, [&](Connection& codemap, Deadline deadline) -> Result<Answer> {
        HM_TRY_ASSIGN(const Inconsistencies all,
                      find_inconsistencies(codemap, context.workspace.store.paths(), deadline));
        json::object counts;
        json::array shown;
        std::string text;
        std::size_t asked_for = 0;
        const auto most = static_cast<std::size_t>(list_limit(input.limit));
        for (const Inconsistency& each : all.found) {
            counts[name_of(each.kind)] =
                counts.contains(name_of(each.kind)) ? counts[name_of(each.kind)].as_int64() + 1 : 1;
            if (input.kind && *input.kind != each.kind) continue;
            if (asked_for++ >= most) continue;
            shown.push_back(inconsistency_json(each));
            text += inconsistency_line(each);
        }
        const std::size_t told = shown.size();
        text += more_line(asked_for, told);
        if (text.empty()) text = "(none found)\n";
        if (!all.is_whole) text += "Time ran out; exports without users and names in comments were not looked for.\n";
        return Answer{json::object{{"inconsistencies", std::move(shown)},
                                   {"counts", std::move(counts)},
                                   {"left_out", asked_for - told},
                                   {"complete", all.is_whole}},
                      std::move(text)};
    });
}

}  // namespace

Query codemap_todos() {
    return make_query<ListTodos, run_todos>("codemap todos",
                                            "List what comments leave to be done, with file and line.");
}

Query codemap_inconsistencies() {
    return make_query<ListInconsistencies, run_inconsistencies>(
        "codemap inconsistencies", "Find where the code and what is said about it do not agree.");
}

// codemap scan, diff: bringing the code map up to date, and what changed since that was last asked for. Nothing of the
// store is written; the map is a cache of what the files say.

namespace {

constexpr Duration longest_code_scan = seconds(120);
// For others who have the map open to let it go.
constexpr Duration patience_with_others = seconds(5);

struct ScanCode {
    bool full = false;

    static constexpr void fields(auto&& visit) {
        visit(field("full", &ScanCode::full, "Throw the map away first and read every file again."));
    }
};

json::object report_json(const ScanReport& report, const CodeTotals& totals) {
    json::object skipped;
    for (const auto& [why, count] : report.skipped) skipped[why] = count;
    return {{"files", report.files},       {"added", report.added},         {"changed", report.changed},
            {"removed", report.removed},   {"unchanged", report.unchanged}, {"skipped", std::move(skipped)},
            {"not_code", report.not_code}, {"bytes", report.bytes},         {"comments", totals.comments},
            {"todos", totals.todos},       {"symbols", totals.symbols},     {"exports", totals.exports},
            {"imports", totals.imports},   {"complete", report.is_whole}};
}

std::string report_text(const ScanReport& report, const CodeTotals& totals) {
    std::string text = fmt::format("{} files: {} added, {} changed, {} removed, {} unchanged\n", report.files,
                                   report.added, report.changed, report.removed, report.unchanged);
    text += fmt::format("{} exports of {} declarations, {} imports, {} comments, {} of them to do\n", totals.exports,
                        totals.symbols, totals.imports, totals.comments, totals.todos);
    std::string skipped;
    for (const auto& [why, count] : report.skipped)
        skipped += fmt::format("{}{} {}", skipped.empty() ? "" : ", ", count, why);
    if (!skipped.empty()) text += fmt::format("skipped: {}\n", skipped);
    if (report.not_code > 0) text += fmt::format("{} other files are no code the map knows\n", report.not_code);
    if (!report.is_whole) text += "A limit was met before all files were read; scan again to go on.\n";
    return text;
}

Result<Answer> run_scan(const ScanCode& input, const QueryContext& context) {
    const ProjectPaths& paths = context.workspace.store.paths();
    const Deadline deadline = Deadline::in(longest_code_scan);
    if (input.full) HM_TRY(CodeMap::throw_away(paths, Deadline::in(patience_with_others)));
    Answer answer;
    const auto act = [&](Connection& codemap) -> Result<void> {
        HM_TRY_ASSIGN(const ScanReport report, refresh_codemap(codemap, context.workspace, deadline));
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(codemap, Durability::process_crash));
        // Half a map would make the next difference a wrong one.
        if (report.is_whole) HM_TRY(take_as_base(transaction, context.now));
        HM_TRY(transaction.commit());
        HM_TRY_ASSIGN(const CodeTotals totals, count_code(codemap));
        answer = {report_json(report, totals), report_text(report, totals)};
        return {};
    };
    HM_TRY(with_codemap(paths, deadline, act));
    return answer;
}

struct DiffCode {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &DiffCode::limit, "Most to show of each sort; 50 when left out."));
    }
};

Result<Answer> run_diff(const DiffCode& input, const QueryContext& context) {
    const Deadline deadline = Deadline::in(longest_code_scan);
    const auto most = static_cast<std::size_t>(list_limit(input.limit));
    Answer answer;
    const auto act = [&](Connection& codemap) -> Result<void> {
        HM_TRY_ASSIGN(const auto since, codemap_fact(codemap, last_scan_fact));
        if (!since) {
            return fail(ErrorCode::not_found, "There is no scan to compare with.",
                        "Run `hivemind codemap scan` first.");
        }
        HM_TRY_ASSIGN(const ScanReport report, refresh_codemap(codemap, context.workspace, deadline));
        HM_TRY_ASSIGN(const auto changes, changed_since_scan(codemap));
        const CodeDiff diff = diff_code(changes);
        json::object data = diff_json(diff, most);
        data["since"] = to_iso(Time{std::strtoll(since->c_str(), nullptr, 10)});
        data["complete"] = report.is_whole;
        answer = {std::move(data), diff_text(diff, most)};
        return {};
    };
    HM_TRY(with_codemap(context.workspace.store.paths(), deadline, act));
    return answer;
}

}  // namespace

Query codemap_scan() {
    return make_query<ScanCode, run_scan>("codemap scan", "Read what changed in the project's code into the code map.");
}

Query codemap_diff() {
    return make_query<DiffCode, run_diff>("codemap diff", "Show files and exports that changed since the last scan.");
}

}  // namespace hm
