// A disk without room: commands fail with the remedy, and go on once there is room again.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "adapters/cli/environment.h"
#include "stress/store_inspector.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

// What the child of a test saw: one command a line.
std::string line_of(const Ended& ended) {
    return to_text(json::object{{"exit_code", ended.exit_code}, {"signal", ended.signal}, {"err", ended.err}});
}

json::object read_outcome(ChildProcess& child) {
    const auto value = parse_json(child.read_line().value_or(""));
    EXPECT_TRUE(value && value->is_object());
    return value && value->is_object() ? value->get_object() : json::object{};
}

void expect_saved(const json::object& outcome) {
    EXPECT_EQ(outcome.at("exit_code"), cli::success) << to_text(outcome);
}

void expect_no_room(const json::object& outcome) {
    EXPECT_EQ(outcome.at("exit_code"), cli::store_unusable) << to_text(outcome);
    EXPECT_EQ(outcome.at("signal"), 0);
    const std::string_view err = text_member(outcome, "err");
    EXPECT_NE(err.find("WHAT: "), std::string_view::npos) << err;
    EXPECT_NE(err.find("USE INSTEAD: "), std::string_view::npos) << err;
}

void write_file(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

// A file system of its own with little room, seen by this process and its children only.
bool mount_small_disk(const fs::path& directory) {
    const uid_t user = geteuid();
    const gid_t group = getegid();
    if (unshare(CLONE_NEWNS) != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
        write_file("/proc/self/setgroups", "deny");
        write_file("/proc/self/uid_map", fmt::format("0 {} 1", user));
        write_file("/proc/self/gid_map", fmt::format("0 {} 1", group));
    }
    return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("tmpfs", directory.c_str(), "tmpfs", 0, "size=2m") == 0;
}

void fill(const fs::path& file) {
    const int disk = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const std::string page(4096, 'x');
    while (write(disk, page.data(), page.size()) > 0) {
    }
    close(disk);
}

std::string check(const fs::path& root) {
    StoreInspector store(project_paths(root).database);
    return fmt::format("{} {}", store.column("PRAGMA quick_check").front(),
                       store.number("SELECT count(*) FROM memories"));
}

TEST(FullDisk, IsSaidAndLosesNothingThatWasSaved) {
    const TempDirectory directory;
    const fs::path root = directory.path();
    ChildProcess child = ChildProcess::start_function([&](int, int output) {
        const auto run = [&](std::vector<std::string> arguments) {
            write_line_at_once(output, line_of(run_hivemind(arguments, {root})));
        };
        if (!mount_small_disk(root)) return 2;
        run({"init"});
        run({"memory", "save", "while there is room"});
        fill(root / "filler");
        run({"memory", "save", std::string(3000, 'x')});
        run({"status"});
        fs::remove(root / "filler");
        run({"memory", "save", "there is room again"});
        write_line_at_once(output, check(root));
        return 0;
    });
    expect_saved(read_outcome(child));
    expect_saved(read_outcome(child));
    expect_no_room(read_outcome(child));
    expect_saved(read_outcome(child));
    expect_saved(read_outcome(child));
    EXPECT_EQ(child.read_line(), "ok 2");
    EXPECT_EQ(child.wait().exit_code, 0) << "a private mount is not allowed here";
}

// The same where no file system can be mounted: files may not grow past a limit.
TEST(FullDisk, AFileThatMayNotGrowIsSaidToo) {
    const TempProject project;
    project.run_json({"memory", "save", "while there is room"});
    const auto log_size = fs::file_size(project.paths().database.string() + "-wal");
    ChildProcess child = ChildProcess::start_function([&](int, int output) {
        const rlimit limit{log_size, log_size};
        std::signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
        write_line_at_once(output, line_of(project.run({"memory", "save", std::string(3000, 'x')})));
        return 0;
    });
    expect_no_room(read_outcome(child));
    EXPECT_EQ(child.wait().exit_code, 0);
    project.run_json({"memory", "save", "there is room again"});
    EXPECT_EQ(check(project.root()), "ok 2");
}

}  // namespace
}  // namespace hm::testing
