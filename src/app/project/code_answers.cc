// find, outline, refs, touch: what somebody asks before they change code.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/project/code_find.h"
#include "app/project/code_map.h"
#include "base/strings.h"
#include "engine/codemap/lexer.h"
#include "store/files/files.h"
#include "store/files/git.h"
#include "store/files/read_files.h"
#include "view/codemap_text.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::int64_t files_told = 10;
constexpr std::size_t most_told = 100;

std::size_t told_at_most(const std::optional<std::int64_t>& limit) {
    return static_cast<std::size_t>(std::clamp<std::int64_t>(limit.value_or(files_told), 1, most_told));
}

struct FindCode {
    Text<1, 20000> question;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(
            field("question", &FindCode::question,
                  "What is looked for: a sentence, names in any spelling, a path, an error with its stack, or a whole "
                  "report of a bug."));
        visit(field("limit", &FindCode::limit, "Most files to show; 10 when left out, at most 100."));
    }
};

std::string text_of_file(const ProjectPaths& paths, const std::string& path) {
    auto source = read_bounded_file(paths.root / path, largest_mapped_file);
    return source && *source ? std::move(**source) : std::string();
}

// Lines are told of files as they are now; what changed since the map was made is read once more, and asked once more.
Result<std::vector<FoundFile>> find_now(Connection& codemap, std::string_view question, std::size_t most,
                                        const QueryContext& context, Deadline deadline) {
    HM_TRY_ASSIGN(std::vector<FoundFile> found, find_in_code(codemap, question, most));
    const std::filesystem::path& root = context.workspace.store.paths().root;
    std::vector<std::string> changed;
    for (const FoundFile& file : found) {
        HM_TRY_ASSIGN(const auto mapped, mapped_file(codemap, file.path));
        if (!mapped || look_at(root / file.path) != mapped->seen) changed.push_back(file.path);
    }
    if (changed.empty()) return found;
    HM_TRY(refresh_files(codemap, changed, context.workspace, deadline));
    return find_in_code(codemap, question, most);
}

Result<Answer> run_find(const FindCode& input, const QueryContext& context) {
    return glance_at_codemap(context, [&](Connection& codemap, Deadline deadline) -> Result<Answer> {
        const std::size_t most = told_at_most(input.limit);
        HM_TRY_ASSIGN(const auto found, find_now(codemap, input.question.view(), most, context, deadline));
        const CodeQuestion question = read_code_question(input.question.view());
        json::array files;
        json::array symbols;
        std::string text;
        for (const FoundFile& file : found) {
            CodeLines lines;
            if (file.symbols.empty()) {
                lines = best_lines(text_of_file(context.workspace.store.paths(), file.path), question);
            }
            files.push_back(found_file_json(file, lines));
            for (const CodeSymbol& each : file.symbols) {
                json::object symbol{{"file", file.path}};
                for (const auto& member : symbol_json(each)) symbol[member.key()] = member.value();
                symbols.push_back(std::move(symbol));
            }
            text += found_file_text(file, lines);
        }
        if (text.empty()) text = "(nothing in the code matches; ask with other words)\n";
        return Answer{json::object{{"files", std::move(files)}, {"symbols", std::move(symbols)}}, std::move(text)};
    });
}

// The file that is meant, by its path or the end of it.
Result<std::string> path_meant(Connection& codemap, std::string_view given, const QueryContext& context) {
    const std::filesystem::path& root = context.workspace.store.paths().root;
    const std::string shown = resolve_path(root, root, given).shown;
    HM_TRY_ASSIGN(const auto file, mapped_file(codemap, shown));
    if (file) return shown;
    const std::string_view name = file_name(shown);
    HM_TRY_ASSIGN(const auto alike, files_with_stem(codemap, lower_case(name.substr(0, name.find('.', 1))), 1000));
    std::vector<std::string> ending;
    for (const NumberedFile& each : alike) {
        if (each.path.ends_with("/" + shown)) ending.push_back(each.path);
    }
    if (ending.size() == 1) return ending.front();
    if (ending.size() > 1) {
        return fail(ErrorCode::conflict,
                    fmt::format("{} and {} both end so.", plain_text(ending[0]), plain_text(ending[1])),
                    "Name the file from the project's root.");
    }
    return fail(ErrorCode::not_found, fmt::format("{} is not in the code map.", plain_text(given.substr(0, 200))),
                "Name a file of the project, below its root, or ask `hivemind find`.");
}

struct OutlineCode {
    Text<1, 1024> file;

    static constexpr void fields(auto&& visit) {
        visit(field("file", &OutlineCode::file, "The file; FILE:NAME shows one declaration and what is in it."));
    }
};

Result<Answer> run_outline(const OutlineCode& input, const QueryContext& context) {
    return look_at_codemap(context, [&](Connection& codemap, Deadline) -> Result<Answer> {
        std::string_view given = input.file.view();
        std::string_view name;
        auto path = path_meant(codemap, given, context);
        const std::size_t colon = given.rfind(':');
        if (!path && colon != std::string_view::npos && colon > 0) {
            name = given.substr(colon + 1);
            path = path_meant(codemap, given.substr(0, colon), context);
        }
        if (!path) return fail(std::move(path).error());
        HM_TRY_ASSIGN(CodeFile code, read_code(codemap, *path));
        if (!name.empty()) {
            const std::string_view last =
                name.substr(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1);
            const auto found = std::ranges::find(code.symbols, last, &CodeSymbol::name);
            if (found == code.symbols.end()) {
                return fail(ErrorCode::not_found,
                            fmt::format("{} declares no {}.", plain_text(*path), plain_text(name)),
                            fmt::format("Run `hivemind outline {}`.", plain_text(*path)));
            }
            const CodeSymbol whole = *found;
            const auto is_outside = [&](std::int64_t line) { return line < whole.line || line > whole.end_line; };
            std::erase_if(code.symbols, [&](const CodeSymbol& each) { return is_outside(each.line); });
            std::erase_if(code.comments,
                          [&](const CodeComment& each) { return is_outside(each.line) && each.related != whole.name; });
        }
        json::array symbols;
        for (const CodeSymbol& each : code.symbols) symbols.push_back(symbol_json(each));
        return Answer{json::object{{"file", *path}, {"lines", code.lines}, {"symbols", std::move(symbols)}},
                      outline_text(*path, code)};
    });
}

struct RefsOfSymbol {
    Text<1, 200> symbol;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("symbol", &RefsOfSymbol::symbol, "The name as the code spells it."));
        visit(field("limit", &RefsOfSymbol::limit, "Most to show of each sort; 10 when left out, at most 100."));
    }
};

struct Mention {
    std::string path;
    std::int64_t line = 0;
    std::string text;
};

struct Mentions {
    std::vector<Mention> imports;
    std::vector<Mention> code;
    std::vector<Mention> comments;
};

constexpr std::size_t most_files_read = 400;

bool holds_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || !is_term_letter(text[at - 1]);
        const std::size_t end = at + word.size();
        if (begins && (end == text.size() || !is_term_letter(text[end]))) return true;
    }
    return false;
}

// Line by line, each line once, a line of an import before all.
void collect_mentions(const std::string& path, const std::string& source, const CodeFile& code, std::string_view name,
                      Mentions& mentions) {
    std::set<std::int64_t> done;
    for (const CodeSymbol& each : code.symbols) {
        if (each.name == name) done.insert(each.line);
    }
    for (const CodeImport& each : code.imports) {
        if (!holds_word(each.given, name) || !done.insert(each.line).second) continue;
        mentions.imports.push_back({path, each.line, each.given});
    }
    const auto kind = source_kind(path);
    if (!kind) return;
    std::vector<std::string_view> lines;
    for (std::size_t from = 0; from <= source.size();) {
        const std::size_t end = std::min(source.find('\n', from), source.size());
        lines.push_back(std::string_view(source).substr(from, end - from));
        from = end + 1;
    }
    for (const Token& token : tokenise(*kind, source)) {
        const bool is_said = token.kind == TokenKind::comment || token.kind == TokenKind::string;
        if (is_said ? !holds_word(token.text, name) : token.text != name) continue;
        std::int64_t line = token.line;
        if (is_said) {
            line += std::count(token.text.begin(),
                               token.text.begin() + static_cast<std::ptrdiff_t>(token.text.find(name)), '\n');
        }
        if (!done.insert(line).second) continue;
        const auto place = static_cast<std::size_t>(line - 1);
        const std::string shown(place < lines.size() ? trimmed(lines[place]) : std::string_view());
        (is_said ? mentions.comments : mentions.code).push_back({path, line, shorten(repair_utf8(shown), 160)});
    }
}

// Files that hold the word, code before tests and documents.
Result<std::vector<std::string>> files_holding(Connection& codemap, std::string_view word) {
    HM_TRY_ASSIGN(TermIndex index, TermIndex::open(codemap));
    const auto parts = parts_of_identifier(word);
    const Term term =
        term_of(parts.size() > 1 ? identifier_whole(word) : code_stem(parts.empty() ? word : parts.front()));
    HM_TRY_ASSIGN(std::vector<FoundTerm> found, index.find(term));
    std::ranges::stable_sort(
        found, {}, [&](const FoundTerm& each) { return std::pair(index.files()[each.file].role, each.file); });
    std::vector<std::string> paths;
    for (const FoundTerm& each : found) {
        if (paths.size() >= most_files_read) break;
        HM_TRY_ASSIGN(std::string path, path_of_file(codemap, each.file));
        if (!path.empty()) paths.push_back(std::move(path));
    }
    return paths;
}

json::array mentions_json(const std::vector<Mention>& mentions, std::size_t most) {
    json::array array;
    for (const Mention& each : mentions) {
        if (array.size() == most) break;
        array.push_back(json::object{{"file", each.path}, {"line", each.line}, {"text", each.text}});
    }
    return array;
}

std::string mentions_text(std::string_view what, const std::vector<Mention>& mentions, std::size_t most) {
    if (mentions.empty()) return {};
    std::string text = fmt::format("{} {}\n", mentions.size(), what);
    for (std::size_t i = 0; i < std::min(most, mentions.size()); ++i) {
        text +=
            fmt::format("  {}:{} {}\n", plain_text(mentions[i].path), mentions[i].line, plain_text(mentions[i].text));
    }
    if (mentions.size() > most) text += fmt::format("  … and {} more\n", mentions.size() - most);
    return text;
}

Result<Answer> run_refs(const RefsOfSymbol& input, const QueryContext& context) {
    return look_at_codemap(context, [&](Connection& codemap, Deadline deadline) -> Result<Answer> {
        const std::size_t most = told_at_most(input.limit);
        const std::string_view given = input.symbol.view();
        const std::size_t dot = given.find_last_of(".:#");
        const std::string name(dot == std::string_view::npos ? given : given.substr(dot + 1));
        HM_TRY_ASSIGN(const auto declared, symbols_named(codemap, name, static_cast<std::int64_t>(most_told)));
        std::vector<Mention> definitions;
        for (const FoundSymbol& each : declared) {
            definitions.push_back({each.path, each.symbol.line, each.symbol.signature});
        }
        Mentions mentions;
        HM_TRY_ASSIGN(const auto paths, files_holding(codemap, name));
        bool is_whole = paths.size() < most_files_read;
        for (const std::string& path : paths) {
            if (deadline.has_passed()) {
                is_whole = false;
                break;
            }
            HM_TRY_ASSIGN(const CodeFile code, read_code(codemap, path));
            collect_mentions(path, text_of_file(context.workspace.store.paths(), path), code, name, mentions);
        }
        std::string text = mentions_text("definitions", definitions, most) +
                           mentions_text("imports", mentions.imports, most) +
                           mentions_text("uses", mentions.code, most) +
                           mentions_text("in comments and strings", mentions.comments, most);
        if (text.empty()) text = fmt::format("(nothing names {})\n", plain_text(name));
        return Answer{json::object{{"symbol", name},
                                   {"definitions", mentions_json(definitions, most)},
                                   {"imports", mentions_json(mentions.imports, most)},
                                   {"uses", mentions_json(mentions.code, most)},
                                   {"comments", mentions_json(mentions.comments, most)},
                                   {"complete", is_whole}},
                      std::move(text)};
    });
}

struct TouchCode {
    Text<1, 1024> of;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("of", &TouchCode::of, "A file, or a name that is declared in the project."));
        visit(field("limit", &TouchCode::limit, "Most to show; 10 when left out, at most 100."));
    }
};

// Why a file belongs to what is about to be changed, and how much that weighs.
struct Touched {
    double weight = 0;
    std::vector<std::string> evidence;
};

constexpr std::size_t commits_looked_at = 300;
constexpr std::size_t most_files_of_a_commit = 30;
constexpr std::size_t most_log_bytes = std::size_t{8} << 20U;

// What changed in the same commits. A commit of many files says little about each.
void add_changed_together(const std::filesystem::path& root, const std::string& path, Deadline deadline,
                          std::map<std::string, Touched>& touched) {
    const auto printed =
        run_git({"git", "-C", root.string(), "-c", "core.quotePath=false", "log", "--no-merges", "--format=%x1e",
                 "--name-only", "--full-diff", fmt::format("--max-count={}", commits_looked_at), "--", path},
                most_log_bytes, deadline);
    if (!printed || printed->exit_code != 0) return;
    std::map<std::string, std::size_t> together;
    std::size_t commits = 0;
    std::string_view rest = printed->out;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\x1e', 1), rest.size());
        std::string_view commit = rest.substr(1, end - 1);
        rest.remove_prefix(end);
        std::vector<std::string> files;
        while (!commit.empty()) {
            const std::size_t line = std::min(commit.find('\n'), commit.size());
            if (line > 0) files.emplace_back(commit.substr(0, line));
            commit.remove_prefix(std::min(line + 1, commit.size()));
        }
        if (files.empty() || files.size() > most_files_of_a_commit) continue;
        ++commits;
        for (const std::string& each : files) {
            if (each != path) ++together[each];
        }
    }
    std::error_code error;
    for (const auto& [file, count] : together) {
        if (count < 2 || !std::filesystem::is_regular_file(root / file, error)) continue;
        Touched& each = touched[file];
        each.weight += 2.0 * static_cast<double>(count) / static_cast<double>(commits + 2);
        each.evidence.push_back(fmt::format("changed together in {} of {} commits", count, commits));
    }
}

void add_imports(const std::string& path, const LoadedGraph& loaded, std::map<std::string, Touched>& touched) {
    const auto add = [&](const std::string& file, double weight, std::string_view why) {
        if (file == path) return;
        Touched& each = touched[file];
        each.weight += weight;
        if (std::ranges::find(each.evidence, why) == each.evidence.end()) each.evidence.emplace_back(why);
    };
    if (const auto dependents = loaded.graph.dependents.find(path); dependents != loaded.graph.dependents.end()) {
        for (const std::string& file : dependents->second) {
            const bool is_test = role_of(file, false) == CodeRole::test;
            add(file, is_test ? 0.9 : 0.5, is_test ? "a test that imports it" : "imports it");
        }
    }
    if (const auto imports = loaded.graph.imports.find(path); imports != loaded.graph.imports.end()) {
        for (const ImportEdge& edge : imports->second) {
            for (const std::string& file : edge.files) add(file, 0.2, "imported by it");
        }
    }
}

// Documents and tests that name it.
Result<void> add_named(Connection& codemap, const ProjectPaths& paths, const std::string& path, std::string_view word,
                       std::map<std::string, Touched>& touched) {
    const std::string_view stem = word.substr(0, word.find('.', 1));
    HM_TRY_ASSIGN(const auto holding, files_holding(codemap, stem));
    for (const std::string& file : holding) {
        const CodeRole role = role_of(file, false);
        if (file == path || (role != CodeRole::document && role != CodeRole::test)) continue;
        if (!holds_word(text_of_file(paths, file), word)) continue;
        Touched& each = touched[file];
        each.weight += role == CodeRole::test ? 0.6 : 0.5;
        each.evidence.push_back(
            fmt::format("{} names {}", role == CodeRole::test ? "a test that" : "a document that", word));
    }
    return {};
}

Result<Answer> run_touch(const TouchCode& input, const QueryContext& context) {
    return look_at_codemap(context, [&](Connection& codemap, Deadline deadline) -> Result<Answer> {
        const ProjectPaths& paths = context.workspace.store.paths();
        std::string name;
        std::vector<std::string> files;
        auto path = path_meant(codemap, input.of.view(), context);
        if (path) {
            files.push_back(*path);
            name = file_name(*path);
        } else {
            const std::string_view given = input.of.view();
            const std::size_t dot = given.find_last_of(".:#");
            name = dot == std::string_view::npos ? given : given.substr(dot + 1);
            HM_TRY_ASSIGN(const auto declared, symbols_named(codemap, name, 5));
            for (const FoundSymbol& each : declared) {
                if (std::ranges::find(files, each.path) == files.end()) files.push_back(each.path);
            }
            if (files.empty()) {
                return fail(ErrorCode::not_found,
                            fmt::format("No file and no declaration is called {}.", plain_text(given.substr(0, 200))),
                            "Name a file below the project's root, or ask `hivemind find`.");
            }
        }
        HM_TRY_ASSIGN(const LoadedGraph loaded, load_graph(codemap, paths, deadline));
        std::map<std::string, Touched> touched;
        for (const std::string& file : files) {
            add_changed_together(paths.root, file, deadline, touched);
            add_imports(file, loaded, touched);
            HM_TRY(add_named(codemap, paths, file, name, touched));
        }
        for (const std::string& file : files) touched.erase(file);
        std::vector<std::pair<std::string, Touched>> ranked(touched.begin(), touched.end());
        std::ranges::stable_sort(ranked, std::greater{}, [](const auto& each) { return each.second.weight; });
        const std::size_t most = std::min(told_at_most(input.limit), ranked.size());
        json::array array;
        std::string text;
        for (std::size_t i = 0; i < most; ++i) {
            std::string why;
            json::array evidence;
            for (const std::string& each : ranked[i].second.evidence) {
                why += (why.empty() ? "" : "; ") + each;
                evidence.emplace_back(each);
            }
            text += fmt::format("{} — {}\n", plain_text(ranked[i].first), plain_text(why));
            array.push_back(json::object{{"file", ranked[i].first}, {"evidence", std::move(evidence)}});
        }
        if (ranked.size() > most) text += fmt::format("… and {} more\n", ranked.size() - most);
        if (text.empty()) text = "(nothing else is known to change with it)\n";
        json::array of;
        for (const std::string& file : files) of.emplace_back(file);
        return Answer{
            json::object{{"of", std::move(of)}, {"files", std::move(array)}, {"left_out", ranked.size() - most}},
            std::move(text)};
    });
}

}  // namespace

Query codemap_find() {
    return make_query<FindCode, run_find>("codemap find", "Find where something is in the code, as `find` does.",
                                          "question");
}

Query find_code() {
    return make_query<FindCode, run_find>(
        "find", "Find the files and declarations that a question, an error or a report is about.", "question");
}

Query outline_code() {
    return make_query<OutlineCode, run_outline>("outline", "Show what a file declares, with its lines and comments.",
                                                "file");
}

Query code_refs() {
    return make_query<RefsOfSymbol, run_refs>("refs", "Show where a name is defined, imported, used and spoken of.",
                                              "symbol");
}

Query code_touch() {
    return make_query<TouchCode, run_touch>(
        "touch", "Show what else changes with a file or a name: history, imports, tests, documents.", "of");
}

}  // namespace hm
