#include "engine/work/test_command.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "base/strings.h"

namespace hm {
namespace {

constexpr std::size_t longest_summary = 160;

// The line without colours, signs at its beginning and blanks around it.
std::string plain_line(std::string_view line) {
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
            i += 2;
            while (i < line.size() && std::isalpha(static_cast<unsigned char>(line[i])) == 0) ++i;
        } else if (line[i] != '\r') {
            plain += line[i];
        }
    }
    const auto is_frame = [](char c) { return c == ' ' || c == '\t' || c == '=' || c == '-' || c == '*'; };
    while (!plain.empty() && is_frame(plain.back())) plain.pop_back();
    std::size_t begin = 0;
    while (begin < plain.size() && is_frame(plain[begin])) ++begin;
    return plain.substr(begin);
}

// Words and numbers of the line, in order; a number may have a part behind its point.
std::vector<std::string> tokens_of(std::string_view line) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < line.size();) {
        const auto is = [&](auto test, char also) {
            return i < line.size() && (test(static_cast<unsigned char>(line[i])) != 0 || line[i] == also);
        };
        std::string token;
        if (is([](int c) { return std::isdigit(c); }, '\0')) {
            while (is([](int c) { return std::isdigit(c); }, '.')) token += line[i++];
        } else if (is([](int c) { return std::isalpha(c); }, '\0')) {
            while (is([](int c) { return std::isalpha(c); }, '_')) token += line[i++];
        } else {
            ++i;
            continue;
        }
        tokens.push_back(lower_case(token));
    }
    return tokens;
}

using Tokens = std::vector<std::string>;

bool is_number(std::string_view token) {
    return !token.empty() && std::isdigit(static_cast<unsigned char>(token.front())) != 0;
}

bool is_zero(std::string_view number) {
    return number.find_first_not_of("0.") == std::string_view::npos;
}

constexpr std::array<std::string_view, 5> good_words{"passed", "pass", "passing", "succeeded", "ok"};
constexpr std::array<std::string_view, 8> bad_words{"failed",   "fail",  "failing", "failure",
                                                    "failures", "error", "errors",  "broken"};

template <std::size_t N>
bool is_one_of_words(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::ranges::find(words, word) != words.end();
}

struct Tally {
    bool has_good = false;
    bool has_bad = false;
};

// Counts of the form "3 passed, 1 failed".
Tally counts_before(const Tokens& tokens) {
    Tally tally;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!is_number(tokens[i]) || is_zero(tokens[i])) continue;
        // "3 tests passed", "1 tests failed"
        const std::size_t word = i + (tokens[i + 1].starts_with("test") && i + 2 < tokens.size() ? 2 : 1);
        tally.has_good |= is_one_of_words(tokens[word], good_words);
        tally.has_bad |= is_one_of_words(tokens[word], bad_words);
    }
    return tally;
}

// Counts of the form "Failures: 1, Errors: 0"; any number of tests is good without one that is bad.
Tally counts_behind(const Tokens& tokens) {
    Tally tally;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!is_number(tokens[i + 1]) || is_zero(tokens[i + 1])) continue;
        tally.has_good |=
            is_one_of_words(tokens[i], good_words) ||
            is_one_of_words(tokens[i], std::array<std::string_view, 4>{"tests", "run", "total", "executed"});
        tally.has_bad |= is_one_of_words(tokens[i], bad_words);
    }
    return tally;
}

// "3 examples, 0 failures", "Executed 3 tests, with 0 failures", "3 runs, 5 assertions, 1 failures, 0 errors".
Tally counts_of_examples(const Tokens& tokens) {
    Tally tally = counts_before(tokens);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const bool is_count = is_number(tokens[i]) && !is_zero(tokens[i]);
        const std::string& what = tokens[i + 1];
        tally.has_good |=
            is_count && (what.starts_with("example") || what.starts_with("test") || what.starts_with("run") ||
                         what.starts_with("spec") || what.starts_with("scenario"));
    }
    return tally;
}

bool holds(const Tokens& tokens, std::string_view word) {
    return std::ranges::find(tokens, word) != tokens.end();
}

bool begins(std::string_view line, std::initializer_list<std::string_view> with) {
    return std::ranges::any_of(with, [&](std::string_view each) { return line.starts_with(each); });
}

// "3 passed in 0.12s"
bool ends_with_seconds(const Tokens& tokens) {
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (tokens[i] == "in" && is_number(tokens[i + 1]) && tokens[i + 2] == "s") return true;
    }
    return false;
}

// "3 passing (10ms)", "1 failed", "12 pass": the count and the word, and behind it at most something in parentheses.
bool is_bare_count(std::string_view line, const Tokens& tokens) {
    const bool has_front = tokens.size() >= 2 && is_number(tokens[0]) &&
                           (is_one_of_words(tokens[1], good_words) || is_one_of_words(tokens[1], bad_words)) &&
                           std::isdigit(static_cast<unsigned char>(line.front())) != 0;
    if (!has_front) return false;
    const std::size_t word = lower_case(line).find(tokens[1]);
    std::string_view rest = line.substr(word + tokens[1].size());
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    return rest.empty() || rest.starts_with('(');
}

enum class Says { nothing, counts_before, counts_behind, examples, good, bad, built, not_built };

Says shape_of(std::string_view line, const Tokens& tokens) {
    if (tokens.empty()) return Says::nothing;
    const bool has_result = std::ranges::any_of(tokens, [](const std::string& token) {
        return is_one_of_words(token, good_words) || is_one_of_words(token, bad_words);
    });
    // go, and what fails before it runs a test
    if (begins(line, {"ok  \t", "ok \t", "ok\t", "ok  "})) return Says::good;
    if (begins(line, {"FAIL\t", "FAIL ", "--- FAIL", "FAILURES!", "ERRORS!", "FAILED (", "Some tests failed",
                      "There were failing tests"}) ||
        line == "FAIL") {
        return Says::bad;
    }
    if (begins(line, {"BUILD SUCCESS"})) return Says::built;
    if (begins(line, {"BUILD FAIL"})) return Says::not_built;
    if (begins(line, {"OK (", "All tests passed", "Test Run Successful"}) && line != "OK (") return Says::good;
    if (begins(line, {"Test Run Failed"})) return Says::bad;
    // jest, vitest, cargo, nextest, deno, pytest
    if (begins(line, {"Tests run:", "[INFO] Tests run:", "[ERROR] Tests run:", "[WARNING] Tests run:"}))
        return Says::counts_behind;
    if (begins(line, {"Passed!", "Failed!", "# pass ", "# fail ", "\u2139 pass ", "\u2139 fail ", "Passed: Total",
                      "Failed: Total"})) {
        return Says::counts_behind;
    }
    if (begins(line, {"Tests: "}) && (holds(tokens, "assertions") || tokens.size() > 1) && !holds(tokens, "total"))
        return Says::counts_behind;
    if (begins(line, {"Tests:", "Tests  ", "Test Suites:", "Test Files"}) && has_result) return Says::counts_before;
    if (begins(line, {"test result:", "Summary [", "ok | ", "FAILED | "}) && has_result) return Says::counts_before;
    if (ends_with_seconds(tokens) && has_result) return Says::counts_before;
    // gtest, ctest
    if (begins(line, {"[  PASSED  ]"})) return Says::counts_behind;
    if (begins(line, {"[  FAILED  ]"})) return Says::bad;
    if (holds(tokens, "tests") && has_result && holds(tokens, "out")) return Says::counts_before;
    if (is_bare_count(line, tokens)) return Says::counts_before;
    const bool is_examples = (is_number(tokens[0]) || tokens[0] == "executed") && tokens.size() >= 4 &&
                             (holds(tokens, "failures") || holds(tokens, "failure")) &&
                             line.find(',') != std::string_view::npos;
    if (is_examples) return Says::examples;
    const bool is_counted_tests =
        is_number(tokens[0]) && tokens.size() >= 3 && tokens[1].starts_with("test") &&
        (is_one_of_words(tokens[2], good_words) || is_one_of_words(tokens[2], bad_words) || tokens[2] == "completed");
    return is_counted_tests ? Says::counts_before : Says::nothing;
}

Tally tally_of(Says says, const Tokens& tokens) {
    switch (says) {
        case Says::nothing: return {};
        case Says::counts_before: return counts_before(tokens);
        case Says::counts_behind: return counts_behind(tokens);
        case Says::examples: return counts_of_examples(tokens);
        case Says::good:
        case Says::built: return {true, false};
        case Says::bad:
        case Says::not_built: return {false, true};
    }
    return {};
}

// unittest says how many it ran in one line, and how they ended in another.
bool ran_some(const Tokens& tokens) {
    return tokens.size() >= 3 && tokens[0] == "ran" && is_number(tokens[1]) && !is_zero(tokens[1]) &&
           tokens[2].starts_with("test");
}

}  // namespace

std::optional<TestSummary> read_test_summary(std::string_view output) {
    std::optional<TestSummary> summary;
    bool has_run = false;
    while (!output.empty()) {
        const std::size_t end = std::min(output.find('\n'), output.size());
        const std::string line = plain_line(output.substr(0, end));
        output.remove_prefix(std::min(end + 1, output.size()));
        const Tokens tokens = tokens_of(line);
        has_run |= ran_some(tokens);
        Says says = shape_of(line, tokens);
        const bool is_ok = line == "OK" || line.starts_with("OK (skipped") || line.starts_with("OK (expected");
        if (is_ok) says = has_run ? Says::good : Says::nothing;
        const Tally tally = tally_of(says, tokens);
        if (!tally.has_good && !tally.has_bad) continue;
        const bool counts_tests = says != Says::built && says != Says::not_built;
        // What failed stays failed, and a count says more than that something was built.
        const bool is_told = summary && !summary->has_passed;
        const bool is_less = summary && summary->counts_tests && !counts_tests && !tally.has_bad;
        if (is_told || is_less) continue;
        summary = TestSummary{!tally.has_bad, counts_tests || (summary && summary->counts_tests),
                              shorten(line, longest_summary)};
    }
    return summary;
}

}  // namespace hm
