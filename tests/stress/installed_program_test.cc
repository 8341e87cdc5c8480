// The program after `hivemind install`: a copy that works alone, and whose replacement disturbs nobody.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "adapters/cli/cli.h"
#include "support/places.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

struct Outcome {
    int exit_code = 0;
    std::string out;
    std::string err;
};

// As a person would; the tests themselves may run in an agent's shell.
Outcome install(const fs::path& prefix, std::vector<std::string> more, ActorKind who = ActorKind::person) {
    SystemClock clock;
    RandomIds ids;
    Outcome outcome;
    cli::Environment environment{
        .directory = prefix,
        .program = built_program(),
        .clock = clock,
        .ids = ids,
        .who_typed = [&] { return who; },
        .out = [&](std::string_view text) { outcome.out += text; },
        .err = [&](std::string_view text) { outcome.err += text; },
    };
    std::vector<std::string> arguments{"install", "--prefix", prefix.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    outcome.exit_code = cli::run(arguments, environment);
    return outcome;
}

// Any program, with nothing but a PATH and a home in its environment.
Ended run_alone(const fs::path& program, const std::vector<std::string>& arguments, const fs::path& directory) {
    ChildProcess child = ChildProcess::start_function([&](int, int output) {
        if (chdir(directory.c_str()) != 0 || dup2(output, STDOUT_FILENO) < 0) return 99;
        std::vector<char*> values{const_cast<char*>(program.c_str())};
        for (const std::string& argument : arguments) values.push_back(const_cast<char*>(argument.c_str()));
        values.push_back(nullptr);
        char path[] = "PATH=/nonexistent";
        std::string home = "HOME=" + (directory / "home").string();
        std::array<char*, 3> variables{path, home.data(), nullptr};
        execve(program.c_str(), values.data(), variables.data());
        return 98;
    });
    return child.wait();
}

TEST(InstalledProgram, WorksAloneInAFreshProject) {
    const TempDirectory prefix;
    const TempDirectory project;
    const Outcome installed = install(prefix.path(), {"--yes"});
    ASSERT_EQ(installed.exit_code, 0) << installed.err;
    const fs::path program = prefix.path() / "bin" / "hivemind";
    EXPECT_EQ(run_alone(program, {"init"}, project.path()).exit_code, 0);
    EXPECT_EQ(run_alone(program, {"memory", "save", "from the installed program"}, project.path()).exit_code, 0);
    const Ended listed = run_alone(program, {"memory", "list"}, project.path());
    EXPECT_NE(listed.out.find("from the installed program"), std::string::npos) << listed.out;
    EXPECT_EQ(run_alone(program, {"doctor"}, project.path()).exit_code, 0);
}

TEST(InstalledProgram, IsShownFirstAndWrittenOnlyWithConsent) {
    const TempDirectory prefix;
    const Outcome shown = install(prefix.path(), {"--dry-run"});
    EXPECT_EQ(shown.exit_code, 0);
    EXPECT_TRUE(fs::is_empty(prefix.path()));
    if (isatty(STDIN_FILENO) == 0) {
        const Outcome asked = install(prefix.path(), {});
        EXPECT_EQ(asked.exit_code, 2);
        EXPECT_EQ(asked.out, shown.out);
        EXPECT_TRUE(fs::is_empty(prefix.path()));
    }
    EXPECT_EQ(install(prefix.path(), {"--yes"}, ActorKind::agent).exit_code, 3);
    EXPECT_TRUE(fs::is_empty(prefix.path()));
    ASSERT_EQ(install(prefix.path(), {"--yes"}).exit_code, 0);
    for (const auto& entry : fs::recursive_directory_iterator(prefix.path())) {
        if (!entry.is_regular_file()) continue;
        EXPECT_NE(shown.out.find(" " + entry.path().string() + "\n"), std::string::npos)
            << entry.path() << " was written but not shown";
    }
    // A second time there is nothing to ask about.
    EXPECT_EQ(install(prefix.path(), {}).exit_code, 0);
    EXPECT_EQ(install(prefix.path(), {"--uninstall", "--yes"}).exit_code, 0);
    EXPECT_TRUE(fs::is_empty(prefix.path()));
}

TEST(InstalledProgram, CanBeReplacedWhileItRuns) {
    const TempDirectory prefix;
    const TempProject project;
    ASSERT_EQ(install(prefix.path(), {"--yes"}).exit_code, 0);
    const fs::path program = prefix.path() / "bin" / "hivemind";
    project.run_json({"memory", "save", "before"});
    ChildProcess running = ChildProcess::start_function([&](int, int output) {
        if (chdir(project.root().c_str()) != 0 || dup2(output, STDOUT_FILENO) < 0) return 99;
        execl(program.c_str(), "hivemind", "log", "--follow", nullptr);
        return 98;
    });
    EXPECT_TRUE(running.read_line().has_value());
    EXPECT_EQ(install(prefix.path(), {"--uninstall", "--yes"}).exit_code, 0);
    EXPECT_EQ(install(prefix.path(), {"--yes"}).exit_code, 0);
    project.run_json({"memory", "save", "while the old one runs"});
    EXPECT_TRUE(running.read_line().has_value());
    running.send_signal(SIGTERM);
    EXPECT_EQ(running.wait().exit_code, 0);
}

// Killed at any instant, then repeated, then removed: nothing of ours stays behind.
TEST(InstalledProgram, SurvivesAnInstallationThatWasKilled) {
    for (int round = 0; round < 10; ++round) {
        const TempDirectory prefix;
        ChildProcess installing =
            ChildProcess::start_function([&](int, int) { return install(prefix.path(), {"--yes"}).exit_code; });
        usleep(static_cast<useconds_t>(round * 4000));
        installing.send_signal(SIGKILL);
        installing.wait();
        EXPECT_EQ(install(prefix.path(), {"--yes"}).exit_code, 0);
        EXPECT_EQ(run_alone(prefix.path() / "bin" / "hivemind", {"version"}, prefix.path()).exit_code, 0);
        EXPECT_EQ(install(prefix.path(), {"--uninstall", "--yes"}).exit_code, 0);
        for (const auto& entry : fs::recursive_directory_iterator(prefix.path())) {
            EXPECT_TRUE(entry.is_directory()) << entry.path() << " was left behind";
        }
    }
}

}  // namespace
}  // namespace hm::testing
