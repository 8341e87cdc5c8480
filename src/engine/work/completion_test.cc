#include "engine/work/completion.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

using Texts = std::vector<std::string>;

RecordedStep wrote(std::string file) {
    return {CheckpointKind::write, "write " + file, {std::move(file)}, std::nullopt, std::nullopt};
}

RecordedStep ran(CheckpointKind kind, std::string command, std::optional<std::int64_t> exit_code) {
    return {kind, "bash: " + std::move(command), {}, exit_code, ExitSource::client};
}

Texts missing(const CompletionFacts& facts) {
    Texts texts;
    for (const Missing& each : missing_for(facts)) texts.push_back(each.what);
    return texts;
}

TEST(Completion, AsksForNothingWhereNothingWasAskedOrClaimed) {
    EXPECT_EQ(missing({}), Texts{});
    EXPECT_EQ(missing({.evidence = "I looked around."}), Texts{});
}

TEST(Completion, AnExpectedFileMustExistAndHaveBeenChangedByARecordedCall) {
    CompletionFacts facts{.expected_output = "src/a.ts and src/b.ts",
                          .expected_files = {{"src/a.ts", true}, {"src/b.ts", false}, {"README.md", true}},
                          .steps = {wrote("src/a.ts"), wrote("docs/README.md")}};
    EXPECT_EQ(missing(facts), Texts{"The expected file src/b.ts does not exist."});
    facts.steps.erase(facts.steps.begin());
    facts.expected_files[1].exists = true;
    EXPECT_EQ(missing(facts), (Texts{"The expected file src/a.ts was changed by no recorded call.",
                                     "The expected file src/b.ts was changed by no recorded call."}));
}

TEST(Completion, AClaimedChangeMustHaveBeenRecorded) {
    EXPECT_EQ(missing({.claimed_files = {"src/a.ts"}}), Texts{"src/a.ts was changed by no recorded call."});
    EXPECT_EQ(missing({.claimed_files = {"./src/a.ts"}, .steps = {wrote("src/a.ts")}}), Texts{});
}

TEST(Completion, OnlyATestRunThatPassedAfterTheLastChangeCounts) {
    const auto after = [](std::vector<RecordedStep> steps) {
        return missing({.evidence = "All tests pass.", .steps = std::move(steps)});
    };
    using enum CheckpointKind;
    EXPECT_EQ(after({wrote("a"), ran(test, "npm test", 0)}), Texts{});
    EXPECT_EQ(after({wrote("a"), ran(test, "npm test", 0), ran(build, "npm run build", 0)}), Texts{});
    EXPECT_EQ(after({}), Texts{"No test run was seen under this task."});
    EXPECT_EQ(after({ran(test, "npm test", 0), wrote("a")}),
              Texts{"Files were changed after the test run \"bash: npm test\": run it again."});
    EXPECT_EQ(after({ran(test, "npm test", 1)}), Texts{"The test run \"bash: npm test\" ended with exit code 1."});
    EXPECT_EQ(after({ran(test, "npm test", std::nullopt)}),
              Texts{"How the test run \"bash: npm test\" ended is not known."});
    EXPECT_EQ(after({ran(masked_test, "npm test | tail", 0)}),
              Texts{"How the tests of \"bash: npm test | tail\" ended is hidden by what stands behind them, and their "
                    "output shows no summary: run them alone, or keep their last lines."});
    // What the runner printed last counts as much.
    RecordedStep by_output = ran(test, "npm test | tail", 0);
    by_output.exit_source = ExitSource::output;
    EXPECT_EQ(after({by_output}), Texts{});
    by_output.exit_code = 1;
    EXPECT_EQ(after({by_output}), Texts{"The test run \"bash: npm test | tail\" ended with exit code 1."});
    RecordedStep failed = ran(test, "npm test", std::nullopt);
    failed.exit_source = ExitSource::failure;
    EXPECT_EQ(after({failed}), Texts{"The test run \"bash: npm test\" failed."});
}

TEST(Completion, ResearchEndsWithWhatWasFound) {
    EXPECT_TRUE(asks_for_findings("Find the leak", "where the memory goes"));
    EXPECT_TRUE(asks_for_findings("Parser", "A comparison of both parsers"));
    EXPECT_FALSE(asks_for_findings("Find the leak", "src/leak.md")) << "a file can be looked for";
    EXPECT_FALSE(asks_for_findings("Find the leak", "all tests pass"));
    EXPECT_FALSE(asks_for_findings("Write the parser", "a parser"));
    CompletionFacts facts{.expected_output = "where the memory goes", .is_research = true};
    ASSERT_EQ(missing_for(facts).size(), 1U);
    EXPECT_EQ(missing_for(facts).front().what, "Say what was found, in the evidence, or save it as a memory.");
    facts.evidence = "done";
    EXPECT_EQ(missing_for(facts).size(), 1U) << "that is no finding";
    facts.evidence = "The cache is never emptied: cache.ts keeps every key.";
    EXPECT_TRUE(missing_for(facts).empty());
    facts.evidence.clear();
    facts.memories = {"a memory"};
    EXPECT_TRUE(missing_for(facts).empty());
    facts.is_research = false;
    facts.memories.clear();
    facts.evidence = "The cache is never emptied: cache.ts keeps every key.";
    EXPECT_EQ(missing_for(facts).size(), 1U) << "what was to be built is not shown by words";
}

TEST(Completion, ATestRunThatIsClaimedByNameMustBeTheOneSeen) {
    const std::vector<RecordedStep> steps{ran(CheckpointKind::test, "npm test", 0)};
    EXPECT_EQ(missing({.claimed_tests = {"npm test"}, .steps = steps}), Texts{});
    EXPECT_EQ(missing({.claimed_tests = {"the unit tests"}, .steps = steps}), Texts{});
    EXPECT_EQ(missing({.claimed_tests = {"npm run test:e2e"}, .steps = steps}),
              Texts{"\"npm run test:e2e\" was not seen to pass after the last change."});
}

TEST(Completion, ExpectedOutputNeedsSomethingThatWasRecorded) {
    const Texts nothing{
        "Nothing that was recorded shows the expected output: no change, no run, no memory, artifact or anchor."};
    EXPECT_EQ(missing({.expected_output = "A report"}), nothing);
    EXPECT_EQ(missing({.expected_output = "A report", .steps = {ran(CheckpointKind::build, "make", 2)}}), nothing);
    EXPECT_EQ(missing({.expected_output = "A report", .steps = {wrote("report.md")}}), Texts{});
    EXPECT_EQ(missing({.expected_output = "A report", .anchors = {"finding"}}), Texts{});
    EXPECT_EQ(missing({.expected_output = "A report", .artifacts = {"Report"}}), Texts{});
    EXPECT_EQ(missing({.expected_output = "A report", .memories = {"a memory"}}), Texts{});
}

TEST(Completion, PartsAndOrderMustBeDoneFirst) {
    const CompletionFacts facts{.open_parts = {"\"Draw\" (planned)"},
                                .blockers = {{.as = AwaitedAs::dependency, .name = "Parse", .status = "planned"}}};
    EXPECT_EQ(missing(facts),
              (Texts{"Its part \"Draw\" (planned) has not ended.", "It waits for task \"Parse\" (planned)."}));
}

TEST(FilesNamedIn, FindsPathsInPlainWords) {
    EXPECT_EQ(files_named_in("`src/auth/login.tsx` renders, tests/login.test.ts and README.md."),
              (Texts{"src/auth/login.tsx", "tests/login.test.ts", "README.md"}));
    EXPECT_EQ(files_named_in("See https://a.b/c.html, e.g. Node.js and/or v1.2, i.e. 3.5 of 4; etc."), Texts{});
    EXPECT_EQ(files_named_in("I wrote a.ts and gone.ts by 5 p.m."), (Texts{"a.ts", "gone.ts"}));
    EXPECT_EQ(files_named_in("(./a/b.c), main.c, x.h: done"), (Texts{"a/b.c", "main.c"}));
    EXPECT_EQ(files_named_in(".github/workflows/ci.yml and src/ü.ts"), (Texts{".github/workflows/ci.yml", "src/ü.ts"}));
}

TEST(ClaimsTests, TellsAClaimFromOtherTalkOfTests) {
    for (const char* text :
         {"All tests pass.", "the test suite is green", "Tests passed; docs written", "42 specs ok"}) {
        EXPECT_TRUE(claims_tests(text)) << text;
    }
    for (const char* text :
         {"Tests do not pass yet", "I wrote tests.", "The check passed.", "tests fail", "", "no tests, ok"}) {
        EXPECT_FALSE(claims_tests(text)) << text;
    }
}

}  // namespace
}  // namespace hm
