#include "engine/work/test_command.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

struct Printed {
    const char* runner;
    const char* output;
    bool has_passed;
};

// As the runners print it, the end of their output.
const Printed printed[] = {
    {"pytest", "tests/test_a.py ..\n\n===== 2 passed in 0.03s =====\n", true},
    {"pytest", "FAILED tests/test_a.py::test_b - assert 1 == 2\n=== 1 failed, 2 passed in 0.12s ===\n", false},
    {"pytest -q", "...\n3 passed, 1 warning in 0.01s\n", true},
    {"pytest",
     "ERROR tests/test_a.py\n!!!! Interrupted: 1 error during collection !!!!\n==== 1 error in 0.20s ====", false},
    {"pytest, coloured", "\x1b[32m\x1b[1m3 passed\x1b[0m\x1b[32m in 0.01s\x1b[0m", true},
    {"unittest", "...\n------------------------------\nRan 3 tests in 0.001s\n\nOK\n", true},
    {"unittest", "Ran 3 tests in 0.001s\n\nOK (skipped=1)\n", true},
    {"unittest", "Ran 3 tests in 0.001s\n\nFAILED (failures=1)\n", false},
    {"jest", "Test Suites: 1 passed, 1 total\nTests:       3 passed, 3 total\nSnapshots:   0 total\n", true},
    {"jest", "Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 passed, 3 total\n", false},
    {"vitest", " Test Files  1 passed (1)\n      Tests  3 passed (3)\n   Duration  300ms\n", true},
    {"vitest", " Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n", false},
    {"go", "ok  \texample.com/a\t0.012s\n?   \texample.com/b\t[no test files]\n", true},
    {"go", "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/a\t0.01s\nok  \texample.com/b\t0.01s\n", false},
    {"go", "FAIL\texample.com/a [build failed]\n", false},
    {"cargo", "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured\n", true},
    {"cargo", "test result: FAILED. 2 passed; 1 failed; 0 ignored\ntest result: ok. 1 passed; 0 failed\n", false},
    {"nextest", "     Summary [   0.012s] 3 tests run: 3 passed, 0 skipped\n", true},
    {"ctest", "100% tests passed, 0 tests failed out of 3\n\nTotal Test time (real) =   0.01 sec\n", true},
    {"ctest", "67% tests passed, 1 tests failed out of 3\n", false},
    {"gtest", "[==========] 3 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 3 tests.\n", true},
    {"gtest", "[  PASSED  ] 1 test.\n", true},
    {"gtest", "[  PASSED  ] 2 tests.\n[  FAILED  ] 1 test, listed below:\n", false},
    {"mvn", "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n", true},
    {"mvn", "[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n", false},
    {"gradle", "> Task :test\n\nBUILD SUCCESSFUL in 1s\n3 actionable tasks: 3 executed\n", true},
    {"gradle", "3 tests completed, 1 failed\n\nBUILD FAILED in 1s\n", false},
    {"rspec", "Finished in 0.01 seconds\n3 examples, 0 failures, 1 pending\n", true},
    {"rspec", "3 examples, 1 failure\n", false},
    {"phpunit", "OK (3 tests, 5 assertions)\n", true},
    {"phpunit", "FAILURES!\nTests: 3, Assertions: 5, Failures: 1.\n", false},
    {"dotnet", "Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 10 ms\n", true},
    {"dotnet", "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3\n", false},
    {"mocha", "  3 passing (10ms)\n", true},
    {"mocha", "  2 passing (10ms)\n  1 failing\n\n  1) a\n", false},
    {"bun", " 3 pass\n 0 fail\n 3 expect() calls\nRan 3 tests across 1 files. [5.00ms]\n", true},
    {"bun", " 2 pass\n 1 fail\n", false},
    {"deno", "ok | 3 passed | 0 failed (10ms)\n", true},
    {"deno", "FAILED | 2 passed | 1 failed (10ms)\n", false},
    {"playwright", "  3 passed (2.0s)\n", true},
    {"playwright", "  1 failed\n    [chromium] > a.spec.ts\n  2 passed (2.0s)\n", false},
    {"node --test", "# tests 3\n# pass 3\n# fail 0\n", true},
    {"node --test", "\u2139 tests 3\n\u2139 pass 2\n\u2139 fail 1\n", false},
    {"minitest", "3 runs, 5 assertions, 0 failures, 0 errors, 0 skips\n", true},
    {"minitest", "3 runs, 5 assertions, 0 failures, 1 errors, 0 skips\n", false},
    {"exunit", "3 tests, 0 failures\n", true},
    {"swift", "\t Executed 3 tests, with 0 failures (0 unexpected) in 0.001 (0.002) seconds\n", true},
};

TEST(TestOutput, TellsHowTestsEndedByTheSummariesOfTheUsualRunners) {
    for (const Printed& each : printed) {
        const auto summary = read_test_summary(each.output);
        ASSERT_TRUE(summary) << each.runner << "\n" << each.output;
        EXPECT_EQ(summary->has_passed, each.has_passed) << each.runner << "\n" << each.output << "\n" << summary->line;
    }
}

TEST(TestOutput, TellsNothingWhereNoTestWasCounted) {
    for (const char* output : {"", "Ran 0 tests in 0.000s\n\nOK\n", "NO TESTS RAN", "no tests ran in 0.01s", "OK\n",
                               "compiled in 3s\n", "Tests:       0 total\n", "found 0 vulnerabilities\n",
                               "npm warn 3 deprecated\n", "src/a.py:3: error: x\n", "# pass 0\n# fail 0\n",
                               "0 passing (1ms)\n", "[  PASSED  ] 0 tests.\n", "On branch main\nnothing to commit\n"}) {
        EXPECT_FALSE(read_test_summary(output)) << output;
    }
}

TEST(TestOutput, TellsABuildFromTests) {
    EXPECT_FALSE(read_test_summary("BUILD SUCCESSFUL in 1s\n")->counts_tests);
    EXPECT_TRUE(read_test_summary("3 passed in 0.1s\n")->counts_tests);
}

}  // namespace
}  // namespace hm
