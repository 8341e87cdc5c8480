#include "engine/work/test_command.h"

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
                             "set +o pipefail; npm test | tail",
                             "set -o pipefail; set +o pipefail; npm test | tail",
                             "set +o errexit; npm test; true",
                             "set -e; set +o errexit; npm test; true",
                             "set -- -e; npm test; true",
                             "set -- pipefail; npm test | tail",
                             "set -e; (npm test; true) && echo ok",
                             "set -e; { npm test; true; } && echo ok",
                             "(set -e; npm test; true) && echo ok",
                             "(set -o pipefail; true) && npm test | tail",
                             "(set -e) && { npm test; true; }",
                             "hash -p /bin/true npm; npm test",
                             "eval 'x'; npm test"}) {
        EXPECT_NE(kind_of(text), "test") << text;
    }
    for (const char* text : {"(set -e; npm test; true)", "set -e -o pipefail; npm test | tail; true",
                             "set -eo pipefail && npm test", "set -e; cd app && npm test"}) {
        EXPECT_EQ(kind_of(text), "test") << text;
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

TEST(TestCommand, DoesNotBelieveARunWhenFilesAreChangedBehindIt) {
    for (const char* text :
         {"npm test && sed -i s/a/b/ src/a.ts", "npm test && echo x > src/a.ts", "npm test && git checkout other",
          "npm test && cp b.ts src/a.ts", "npm test && git stash pop"}) {
        EXPECT_EQ(kind_of(text), "masked_test") << text;
    }
    for (const char* text :
         {"sed -i s/a/b/ src/a.ts && npm test", "echo x > src/a.ts && npm test > log", "npm test && git add -A",
          "npm test && git commit -m x", "npm test && npm run build", "npm test > log 2>&1 && cat log",
          "npm test && echo ok > /dev/null", "set -o pipefail; npm test | tee log"}) {
        EXPECT_EQ(kind_of(text), "test") << text;
    }
}

TEST(TestCommand, TakesGitCommandsThatChangeFilesForWrites) {
    for (const char* text : {"git checkout other", "git checkout -- src/a.ts", "git -C app pull", "git stash pop",
                             "git reset --hard", "git apply fix.patch", "git checkout -b new origin/main"}) {
        EXPECT_EQ(kind_of(text), "write") << text;
    }
    for (const char* text : {"git commit -m x", "git add -A", "git checkout -b new", "git switch -c new",
                             "git reset HEAD~1", "git tag v1"}) {
        EXPECT_EQ(kind_of(text), "git") << text;
    }
}

TEST(TestCommand, LeavesACheckpointForBuildsGitAndWritesOnly) {
    EXPECT_EQ(kind_of("npm run build"), "build");
    EXPECT_EQ(kind_of("cmake --build build"), "build");
    EXPECT_EQ(kind_of("git commit -m x"), "git");
    EXPECT_EQ(kind_of("echo x > a.txt"), "write");
    EXPECT_EQ(kind_of("sed -i s/a/b/ src/a.ts"), "write");
    EXPECT_EQ(kind_of("sed -i s/a/b/ src/a.ts && npm run build"), "write");
    EXPECT_EQ(kind_of("npm run build && echo x > a.txt"), "write");
    EXPECT_EQ(kind_of("bash -c 'npm test && sed -i s/a/b/ src/a.ts'"), "write");
    EXPECT_EQ(kind_of("npm run build > build.log 2>&1"), "build");
    EXPECT_EQ(kind_of("npm run build 2>&1 | tail"), "build");
    for (const char* text : {"ls -la", "git status", "git log -3", "grep -rn x src", "cat a.txt", "git diff | head"}) {
        EXPECT_EQ(kind_of(text), "nothing") << text;
    }
}

}  // namespace
}  // namespace hm
