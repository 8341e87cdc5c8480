#include "engine/completion/test_command.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

std::string kind_of(std::string_view text) {
    const auto kind = checkpoint_kind(text, judge_shell(text, {}));
    return kind ? std::string(name_of(*kind)) : "nothing";
}

TEST(TestCommand, CountsATestRunWhoseExitCodeIsThatOfTheTests) {
    for (const char* text : {"npm test",
                             "npm t",
                             "npm run test:unit",
                             "pnpm test",
                             "yarn jest src",
                             "npx vitest run",
                             "bun test",
                             "go test ./...",
                             "cargo test --workspace",
                             "cargo nextest run",
                             "pytest -q",
                             "python -m pytest tests",
                             "python3 -m unittest discover",
                             "uv run pytest -x",
                             "poetry run pytest",
                             "make -j4 check",
                             "ctest --output-on-failure",
                             "./gradlew test",
                             "mvn -q verify",
                             "dotnet test",
                             "bundle exec rspec",
                             "node --test",
                             "deno test -A",
                             "./run-tests.sh --all",
                             "bash scripts/test.sh",
                             "build/debug/hivemind_tests --gtest_filter=A*",
                             "./check --fast",
                             "timeout 60 npm test",
                             "env CI=1 npm test",
                             "CI=1 npm test",
                             "time npm test",
                             "sudo -n npm test",
                             "cd app && npm test",
                             "npm ci && npm run build && npm test",
                             "npm install; npm test",
                             "(cd app && npm test)",
                             "{ npm run lint && npm test; }",
                             "npm test > out.log 2>&1",
                             "npm test 2>/dev/null",
                             "npm test && echo ok",
                             "set -e; npm test; echo done",
                             "set -euo pipefail\nnpm test | tee log",
                             "bash -c 'npm test'",
                             "sh -c \"cd app && npm test\"",
                             "python manage.py test",
                             "zig build test",
                             "npm test # all of them",
                             "source venv/bin/activate && pytest"}) {
        EXPECT_EQ(kind_of(text), "test") << text;
    }
}

TEST(TestCommand, DoesNotBelieveARunWhoseExitCodeIsMasked) {
    for (const char* text : {"npm test | tail",
                             "npm test | tee log",
                             "npm test || true",
                             "npm test || echo failed",
                             "npm test; true",
                             "npm test; echo $?",
                             "npm test &",
                             "npm test & wait",
                             "! npm test",
                             "set +e; npm test",
                             "set +e\nnpm test",
                             "npm test; exit 0",
                             "exit 0; npm test",
                             "exit 0 && npm test",
                             "if npm test; then echo ok; fi",
                             "while ! npm test; do sleep 1; done",
                             "npm() { true; }; npm test",
                             "trap 'exit 0' EXIT; npm test",
                             "bash -c 'npm test || true'",
                             "PATH=/tmp/fake:$PATH npm test",
                             "npm test && echo ok || true",
                             "echo $(npm test)",
                             "npm test 2>&1 | grep -v warn",
                             "for x in a b; do npm test; done",
                             "eval 'x'; npm test"}) {
        EXPECT_NE(kind_of(text), "test") << text;
    }
    EXPECT_EQ(kind_of("npm test | tail -5"), "masked_test");
    EXPECT_EQ(kind_of("npm test || true"), "masked_test");
}

TEST(TestCommand, DoesNotTakeForATestWhatRunsNone) {
    for (const char* text :
         {"npm test --help", "pytest --collect-only", "pytest --version", "cargo test --no-run", "npx jest --listTests",
          "echo npm test", "echo 'pytest passed'", "cat test.log", "npm run build", "grep -r test src", "ls tests",
          "make -n test", "mvn -DskipTests verify", "git commit -m 'npm test'", "true # npm test"}) {
        EXPECT_NE(kind_of(text), "test") << text;
        EXPECT_NE(kind_of(text), "masked_test") << text;
    }
}

TEST(TestCommand, LeavesACheckpointForBuildsGitAndWritesOnly) {
    EXPECT_EQ(kind_of("npm run build"), "build");
    EXPECT_EQ(kind_of("cmake --build build"), "build");
    EXPECT_EQ(kind_of("git commit -m x"), "git");
    EXPECT_EQ(kind_of("echo x > a.txt"), "write");
    EXPECT_EQ(kind_of("sed -i s/a/b/ src/a.ts"), "write");
    for (const char* text : {"ls -la", "git status", "git log -3", "grep -rn x src", "cat a.txt", "git diff | head"}) {
        EXPECT_EQ(kind_of(text), "nothing") << text;
    }
}

}  // namespace
}  // namespace hm
