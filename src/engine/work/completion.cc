#include "engine/work/completion.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "engine/work/test_command.h"

namespace hm {
namespace {

constexpr std::size_t longest_quote = 120;

// A bare name is the file of that name wherever it is.
bool is_same_file(std::string_view named, std::string_view recorded) {
    if (named.starts_with("./")) named.remove_prefix(2);
    return named == recorded || (named.find('/') == std::string_view::npos && file_name(recorded) == named);
}

bool was_changed(std::string_view path, const CompletionFacts& facts) {
    return std::any_of(facts.steps.begin(), facts.steps.end(), [&](const RecordedStep& step) {
        return std::any_of(step.files.begin(), step.files.end(),
                           [&](const std::string& file) { return is_same_file(path, file); });
    });
}

bool is_change(const RecordedStep& step) {
    const bool may_be = !step.kind || step.kind == CheckpointKind::masked_test;
    return step.kind == CheckpointKind::write || (may_be && !step.files.empty());
}

bool has_passed(const RecordedStep& step) {
    return step.kind == CheckpointKind::test && step.exit_code == 0 && step.exit_source != ExitSource::failure;
}

// The steps behind the last change.
std::vector<const RecordedStep*> steps_after_changes(const CompletionFacts& facts) {
    std::vector<const RecordedStep*> after;
    for (const RecordedStep& step : facts.steps) {
        if (is_change(step)) after.clear();
        after.push_back(&step);
    }
    return after;
}

// Why no test run counts, from the nearest miss.
std::string why_no_test(const CompletionFacts& facts) {
    const RecordedStep* last = nullptr;
    for (const RecordedStep& step : facts.steps) {
        if (step.kind == CheckpointKind::test || step.kind == CheckpointKind::masked_test) last = &step;
    }
    if (last == nullptr) return "No test run was seen under this task.";
    const std::string quoted = fmt::format("\"{}\"", shorten(last->summary, longest_quote));
    if (last->kind == CheckpointKind::masked_test) {
        return fmt::format(
            "How the tests of {} ended is hidden by what stands behind them, and their output shows no summary: run "
            "them alone, or keep their last lines.",
            quoted);
    }
    if (last->exit_source == ExitSource::failure) return fmt::format("The test run {} failed.", quoted);
    if (!last->exit_code) return fmt::format("How the test run {} ended is not known.", quoted);
    if (*last->exit_code != 0) return fmt::format("The test run {} ended with exit code {}.", quoted, *last->exit_code);
    return fmt::format("Files were changed after the test run {}: run it again.", quoted);
}

// Whether the run is the one that is claimed: word for word, or by the same words of the runner, which people shorten
// ("pytest -q" for `cd app && pytest -q tests | tail`).
bool is_run_of(const std::string& claim, const std::string& run) {
    if (run.find(claim) != std::string::npos) return true;
    for (const CommandWords& claimed : commands_in(claim)) {
        if (!runs_tests(claimed)) continue;
        const std::string_view program = file_name(claimed.front());
        const bool has_verb = claimed.size() > 1 && !claimed[1].starts_with('-');
        const std::string wanted = has_verb ? fmt::format("{} {}", program, claimed[1]) : std::string(program);
        if (run.find(wanted) != std::string::npos) return true;
    }
    return false;
}

void check_tests(const CompletionFacts& facts, std::vector<Missing>& missing) {
    const std::vector<std::string> passed = passed_tests(facts);
    const bool is_claimed =
        !facts.claimed_tests.empty() || claims_tests(facts.evidence) || claims_tests(facts.expected_output);
    if (!is_claimed) return;
    if (passed.empty()) return missing.push_back({MissingKind::test, why_no_test(facts)});
    for (const std::string& claim : facts.claimed_tests) {
        const std::vector<CommandWords> commands = commands_in(claim);
        const bool names_a_run = std::any_of(commands.begin(), commands.end(), runs_tests);
        const bool is_seen =
            std::any_of(passed.begin(), passed.end(), [&](const std::string& run) { return is_run_of(claim, run); });
        if (names_a_run && !is_seen) {
            missing.push_back({MissingKind::test, fmt::format("\"{}\" was not seen to pass after the last change.",
                                                              shorten(claim, longest_quote))});
        }
    }
}

void check_files(const CompletionFacts& facts, std::vector<Missing>& missing) {
    for (const FileFact& file : facts.expected_files) {
        if (!file.exists) {
            missing.push_back({MissingKind::file, fmt::format("The expected file {} does not exist.", file.path)});
        } else if (!was_changed(file.path, facts)) {
            missing.push_back(
                {MissingKind::change, fmt::format("The expected file {} was changed by no recorded call.", file.path)});
        }
    }
    for (const std::string& path : facts.claimed_files) {
        if (was_changed(path, facts)) continue;
        missing.push_back({MissingKind::change, fmt::format("{} was changed by no recorded call.", path)});
    }
}

// More than "done".
bool says_something(std::string_view findings) {
    constexpr std::size_t fewest_characters = 20;
    return trimmed(findings).size() >= fewest_characters;
}

// Whether anything that was recorded can stand for the output that was asked for.
bool has_output(const CompletionFacts& facts) {
    if (!facts.anchors.empty() || !facts.artifacts.empty() || !facts.memories.empty()) return true;
    if (facts.is_research && says_something(facts.evidence)) return true;
    return std::any_of(facts.steps.begin(), facts.steps.end(), [](const RecordedStep& step) {
        const bool is_failed = step.exit_source == ExitSource::failure || step.exit_code.value_or(0) != 0;
        return !is_failed && step.kind != CheckpointKind::masked_test;
    });
}

bool is_path_character(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return is_letter || c == '.' || c == '/' || c == '_' || c == '-' || c == '@' || c == '+' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_extension(std::string_view text) {
    const bool has_letter = std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return has_letter && text.size() <= 10 && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
           });
}

// A name with an extension. "Node.js", "e.g" and "v1.2" are words of plain speech.
bool is_file_name(std::string_view token) {
    const std::string_view name = file_name(token);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || !is_extension(name.substr(dot + 1))) return false;
    if (token.find('/') != std::string_view::npos) return true;
    if (dot == 0 || name.substr(0, dot).find('.') == 0) return false;
    const bool is_product = name.front() >= 'A' && name.front() <= 'Z' && name.substr(dot) == ".js";
    constexpr std::string_view one_letter = ".c.h.r.d.v.m";
    const bool is_short = name.size() - dot == 2 && one_letter.find(name.substr(dot)) == std::string_view::npos;
    const bool is_abbreviation = dot == 1 && name.size() - dot == 2;  // "p.m", "e.g"
    return !is_product && !is_short && !is_abbreviation;
}

// The words of one sentence.
std::vector<std::string> sentence_words(std::string_view sentence) {
    std::vector<std::string> words(1);
    for (const char c : lower_case(sentence)) {
        if (c >= 'a' && c <= 'z') {
            words.back() += c;
        } else if (!words.back().empty() && c != '\'') {
            words.emplace_back();
        }
    }
    return words;
}

}  // namespace

std::vector<Missing> missing_for(const CompletionFacts& facts) {
    std::vector<Missing> missing;
    for (const std::string& part : facts.open_parts) {
        missing.push_back({MissingKind::part, fmt::format("Its part {} has not ended.", part)});
    }
    for (const Blocker& blocker : facts.blockers) {
        missing.push_back({MissingKind::order, fmt::format("It {}.", to_words(blocker))});
    }
    check_files(facts, missing);
    check_tests(facts, missing);
    for (const std::string& key : facts.claimed_anchors) {
        if (std::find(facts.anchors.begin(), facts.anchors.end(), key) != facts.anchors.end()) continue;
        missing.push_back({MissingKind::anchor, fmt::format("No anchor \"{}\" was saved under this task.", key)});
    }
    if (!facts.expected_output.empty() && !has_output(facts)) {
        missing.push_back({MissingKind::output,
                           facts.is_research
                               ? "Say what was found, in the evidence, or save it as a memory."
                               : "Nothing that was recorded shows the expected output: no change, no run, no memory, "
                                 "artifact or anchor."});
    }
    return missing;
}

std::vector<std::string> passed_tests(const CompletionFacts& facts) {
    std::vector<std::string> passed;
    for (const RecordedStep* step : steps_after_changes(facts)) {
        if (has_passed(*step)) passed.push_back(step->summary);
    }
    return passed;
}

constexpr std::size_t most_files_named = 64;

std::vector<std::string> files_named_in(std::string_view text) {
    std::vector<std::string> files;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_path_character(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && is_path_character(text[end])) ++end;
        std::string_view token = text.substr(at, end - at);
        const bool is_address =
            text.substr(end).starts_with(":/") || (at > 0 && text[at - 1] == ':' && token.starts_with("//"));
        at = end;
        while (token.ends_with('.') || token.ends_with('/') || token.ends_with('-')) token.remove_suffix(1);
        if (token.starts_with("./")) token.remove_prefix(2);
        const bool is_known = std::find(files.begin(), files.end(), token) != files.end();
        const bool is_outside = token.starts_with('/') || token.find("..") != std::string_view::npos;
        if (!is_address && !is_known && !is_outside && is_file_name(token)) files.emplace_back(token);
        if (files.size() == most_files_named) break;
    }
    return files;
}

bool asks_for_findings(std::string_view name, std::string_view expected_output) {
    constexpr std::string_view finding =
        " find investigate research explore analyse analyze understand compare evaluate study survey audit assess "
        "determine identify explain summarise summarize diagnose learn why how what which where whether inspect review "
        "clarify ";
    constexpr std::string_view found =
        " findings finding report answer overview comparison analysis recommendation recommendations explanation "
        "conclusion conclusions assessment insight insights ";
    const auto is_one_of = [](std::string_view list, const std::string& word) {
        return !word.empty() && list.find(" " + word + " ") != std::string_view::npos;
    };
    if (!files_named_in(expected_output).empty() || claims_tests(expected_output)) return false;
    const std::vector<std::string> called = sentence_words(name);
    const std::vector<std::string> yields = sentence_words(expected_output);
    const bool is_found = std::ranges::any_of(yields, [&](const std::string& word) { return is_one_of(found, word); });
    return is_found || is_one_of(finding, called.front());
}

bool claims_tests(std::string_view text) {
    constexpr std::string_view tests = " test tests suite suites spec specs testing ";
    constexpr std::string_view pass =
        " pass passes passed passing green succeed succeeds succeeded successful successfully ok ";
    constexpr std::string_view denial = " not no never didn doesn don fail fails failed failing without before cannot ";
    const auto is_one_of = [](std::string_view list, const std::string& word) {
        return !word.empty() && list.find(" " + word + " ") != std::string_view::npos;
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(".;\n!?"), text.size());
        const std::vector<std::string> words = sentence_words(text.substr(0, end));
        const auto has = [&](std::string_view list) {
            return std::any_of(words.begin(), words.end(),
                               [&](const std::string& word) { return is_one_of(list, word); });
        };
        if (has(tests) && has(pass) && !has(denial)) return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

}  // namespace hm
