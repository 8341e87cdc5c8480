// codemap todos, inconsistencies, find: what the code map tells of the project as a whole.
#include <fmt/format.h>

#include <algorithm>

#include "app/codemap/find_inconsistencies.h"
#include "app/codemap/look.h"
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "view/codemap_text.h"
#include "view/plain_text.h"

namespace hm {
namespace {

std::string more_line(std::size_t all, std::size_t shown) {
    return all > shown ? fmt::format("… and {} more\n", all - shown) : std::string();
}

struct ListTodos {
    std::optional<CodeCommentKind> kind;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("kind", &ListTodos::kind, "Only todo, fixme, hack or note; without notes when left out."));
        visit(field("limit", &ListTodos::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run_todos(const ListTodos& input, const QueryContext& context) {
    return look_at_codemap(context, [&](Connection& codemap, Deadline) -> Result<Answer> {
        std::vector<FoundComment> found;
        json::object counts;
        for (const CodeCommentKind kind :
             {CodeCommentKind::todo, CodeCommentKind::fixme, CodeCommentKind::hack, CodeCommentKind::note}) {
            HM_TRY_ASSIGN(std::vector<FoundComment> each, comments_of_kind(codemap, kind));
            counts[name_of(kind)] = each.size();
            const bool is_asked_for = input.kind ? *input.kind == kind : kind != CodeCommentKind::note;
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

struct FindSymbol {
    Text<1, 200> name;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &FindSymbol::name, "The name as the code spells it."));
        visit(field("limit", &FindSymbol::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run_find(const FindSymbol& input, const QueryContext& context) {
    return look_at_codemap(context, [&](Connection& codemap, Deadline) -> Result<Answer> {
        HM_TRY_ASSIGN(const auto found, symbols_named(codemap, input.name.view(), list_limit(input.limit)));
        json::array symbols;
        std::string text;
        for (const auto& [path, symbol] : found) {
            json::object each{{"file", path}};
            for (const auto& member : symbol_json(symbol)) each[member.key()] = member.value();
            symbols.push_back(std::move(each));
            text += fmt::format("{}:{} {}\n", plain_text(path), symbol.line, plain_text(symbol.signature));
        }
        if (text.empty()) text = fmt::format("(no declaration of {})\n", plain_text(input.name.view()));
        return Answer{json::object{{"name", input.name.view()}, {"symbols", std::move(symbols)}}, std::move(text)};
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

Query codemap_find() {
    return make_query<FindSymbol, run_find>("codemap find", "Find where a name is declared.", "name");
}

}  // namespace hm
