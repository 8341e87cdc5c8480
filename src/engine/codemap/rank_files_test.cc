// Terms, questions and the ranking of files.
#include "engine/codemap/rank_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/codemap/match_symbols.h"

namespace hm {
namespace {

TEST(CodeTerms, AnIdentifierIsItsPartsHoweverTheyAreJoined) {
    TermCounter counter;
    const auto terms = [&](std::string_view word) {
        const auto found = counter.terms_of(word);
        return std::vector<Term>(found.begin(), found.end());
    };
    EXPECT_EQ(terms("retryDelay"), terms("retry_delay"));
    EXPECT_EQ(terms("RetryDelay"), terms("RETRY_DELAY"));
    EXPECT_EQ(terms("HTTPServer"), terms("http_server"));
    EXPECT_EQ(terms("retryDelay").size(), 3U);
    EXPECT_EQ(code_stem("computing"), code_stem("computed"));
    EXPECT_EQ(code_stem("computation"), code_stem("computes"));
    EXPECT_EQ(code_stem("retries"), code_stem("retry"));
    EXPECT_NE(code_stem("status"), code_stem("state"));
}

TEST(CodeTerms, AreCountedByWhereTheyStand) {
    TermCounter counter;
    CodeFile code;
    code.symbols = {{1, "backoff", SymbolKind::function, "def backoff()", "", true, 2}};
    code.comments = {{1, CodeCommentKind::doc, "Waits longer.", "backoff"}};
    const FileTerms counted = counter.count("net/retry.py", "def backoff():\n  # Waits longer.\n  backoff()\n", &code);
    const auto count = [&](std::string_view word) {
        for (const TermCount& each : counted.terms) {
            if (each.term == term_of(code_stem(word))) return each;
        }
        return TermCount{};
    };
    EXPECT_EQ(count("backoff"), (TermCount{term_of("backoff"), 2, 1, 0, 0}));
    EXPECT_EQ(count("waits").comments, 1);
    EXPECT_EQ(count("retry").path, 1);
    EXPECT_EQ(counted.length, 5);
    EXPECT_TRUE(std::ranges::is_sorted(counted.terms, {}, &TermCount::term));
    // The next file begins with nothing.
    EXPECT_EQ(counter.count("a.py", "x", nullptr).terms.size(), 1U);
}

TEST(CodeTerms, SecretsAndOwnFilesAreToldByTheirPaths) {
    for (const std::string_view path : {".env", "app/.env.local", "prod.env", "tls/server.key", "a/id_rsa", ".npmrc"})
        EXPECT_TRUE(is_secret_path(path)) << path;
    for (const std::string_view path : {"src/env.ts", "environment.md", "key.py", "src/keys.go"})
        EXPECT_FALSE(is_secret_path(path)) << path;
    EXPECT_TRUE(is_own_file(".opencode/hivemind.js"));
    EXPECT_FALSE(is_own_file("src/hivemind.js"));
    EXPECT_EQ(role_of("src/a.py", false), CodeRole::source);
    EXPECT_EQ(role_of("src/a.py", true), CodeRole::made);
    EXPECT_EQ(role_of("vendor/x/a.go", false), CodeRole::made);
    EXPECT_EQ(role_of("tests/test_a.py", false), CodeRole::test);
    EXPECT_EQ(role_of("docs/conf.py", false), CodeRole::document);
    EXPECT_EQ(role_of("README.md", false), CodeRole::document);
}

std::string names_of(const CodeQuestion& question) {
    std::string text;
    for (const AskedName& each : question.names)
        text += (each.within.empty() ? "" : each.within + ".") + each.name + " ";
    return text;
}

TEST(CodeQuestions, KeepWhatCountsAndLeaveOutWhatDoesNot) {
    const CodeQuestion question = read_code_question("Where is the retry back-off computed?");
    std::set<std::string> words;
    for (const AskedTerm& each : question.terms) words.insert(each.word);
    EXPECT_TRUE(words.contains("retri"));
    EXPECT_TRUE(words.contains("backoff"));
    EXPECT_TRUE(words.contains("comput"));
    EXPECT_FALSE(words.contains("where"));
    EXPECT_FALSE(words.contains("the"));
}

TEST(CodeQuestions, NamePathsLinesAndMembers) {
    const CodeQuestion question = read_code_question(
        "QuerySet.only() crashes\n  File \"/usr/lib/site-packages/django/db/models/query.py\", line 120, in only\n"
        "see `combine_args` and src/net/retry.ts:44");
    EXPECT_TRUE(names_of(question).starts_with("QuerySet.only QuerySet ")) << names_of(question);
    EXPECT_TRUE(names_of(question).ends_with("combine_args ")) << names_of(question);
    ASSERT_GE(question.paths.size(), 3U);
    const auto path =
        std::ranges::find(question.paths, "query", [](const AskedPath& each) { return each.parts.back(); });
    ASSERT_NE(path, question.paths.end());
    EXPECT_EQ(path->line, 120);
    EXPECT_EQ(path->ending, "py");
    EXPECT_GT(path_match(*path, "django/db/models/query.py"), 0.9);
    EXPECT_LT(path_match(*path, "django/contrib/query.py"), 0.5);
    EXPECT_EQ(path_match(*path, "django/db/models/sql.py"), 0);
    EXPECT_EQ(question.paths.back().line, 44);
}

TEST(CodeQuestions, AModuleMayEndInWhatItHolds) {
    const CodeQuestion question = read_code_question("sklearn.linear_model.ridge.RidgeCV is slow");
    ASSERT_EQ(question.paths.size(), 1U);
    EXPECT_GT(path_match(question.paths[0], "sklearn/linear_model/ridge.py"), 0.9);
    EXPECT_GT(path_match(question.paths[0], "sklearn/linear_model/__init__.py"), 0.0);
    EXPECT_EQ(path_match(question.paths[0], "sklearn/ensemble/forest.py"), 0);
}

TEST(CodeQuestions, AreBoundedHoweverLong) {
    std::string text;
    for (int i = 0; i < 4000; ++i) text += "word" + std::to_string(i) + "Name.other_" + std::to_string(i) + " ";
    const CodeQuestion question = read_code_question(text.substr(0, 20000));
    EXPECT_EQ(question.terms.size(), most_asked_terms);
    EXPECT_LE(question.names.size(), 60U);
    EXPECT_LE(question.paths.size(), 60U);
    EXPECT_TRUE(read_code_question("").terms.empty());
    EXPECT_TRUE(read_code_question("... ??? //").terms.empty());
}

TEST(CodeRanking, RareWordsAndNamesLeadAndTestsStandBehind) {
    const CodeQuestion question = read_code_question("retry delay");
    std::vector<FileRanking::File> files(5, {100, CodeRole::source, true});
    files[3].role = CodeRole::test;
    FileRanking ranking(files, question, shipped_find_weights);
    for (const AskedTerm& term : question.terms) {
        std::vector<TermPlace> places;
        if (term.word == "retri") places = {{1, 2, 1, 0, 0}, {2, 2, 0, 0, 0}, {3, 9, 1, 0, 0}};
        if (term.word == "delai") places = {{1, 1, 0, 0, 0}, {3, 9, 1, 0, 0}, {4, 1, 0, 0, 0}};
        ranking.add(term, places);
    }
    const auto best = ranking.best(10);
    ASSERT_EQ(best.size(), 4U);
    EXPECT_EQ(best[0].file, 1U);
    EXPECT_NE(best[1].file, 3U);
    // Asked for, they are no worse than others.
    const CodeQuestion for_tests = read_code_question("tests of retry delay");
    FileRanking among_tests(files, for_tests, shipped_find_weights);
    EXPECT_GT(among_tests.role_factor(3), among_tests.role_factor(1));
}

TEST(CodeSymbols, AreFoundByNameAndByWhatIsSaidAboutThem) {
    CodeFile code;
    code.symbols = {{1, "open_socket", SymbolKind::function, "def open_socket(host)", "", true, 3},
                    {5, "wait_time", SymbolKind::function, "def wait_time(attempt)", "Retry", true, 9},
                    {11, "close", SymbolKind::function, "def close()", "", true, 12}};
    code.comments = {
        {6, CodeCommentKind::doc, "How long to pause before the next try; grows exponentially.", "wait_time"}};
    const auto first = [&](std::string_view text) {
        const CodeQuestion question = read_code_question(text);
        SymbolMatcher matcher(question, std::vector<double>(question.terms.size(), 1.0));
        const auto found = matcher.match(code, 5);
        return found.empty() ? std::string() : code.symbols[found.front().place].name;
    };
    EXPECT_EQ(first("exponential pause between attempts"), "wait_time");
    EXPECT_EQ(first("openSocket"), "open_socket");
    EXPECT_EQ(first("completely unrelated"), "");
    const CodeLines lines = best_lines("a\nb\nretry now\nthe delay grows\nc\n", read_code_question("retry delay"));
    EXPECT_EQ(lines.first, 3);
    EXPECT_EQ(lines.last, 4);
}

}  // namespace
}  // namespace hm
