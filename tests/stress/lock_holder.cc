#include "stress/lock_holder.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace hm::testing {
namespace {

int hold(const std::filesystem::path& database, int input, int output) {
    sqlite3* handle = nullptr;
    const auto run = [&](const char* sql) { return sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK; };
    if (sqlite3_open_v2(database.c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) return 1;
    sqlite3_busy_timeout(handle, 60'000);
    if (!run("BEGIN IMMEDIATE") || !run("INSERT INTO settings VALUES('half','written')")) return 2;
    write_line_at_once(output, "held");
    char byte = 0;
    while (read(input, &byte, 1) > 0) {
    }
    const bool is_rolled_back = run("ROLLBACK");
    sqlite3_close(handle);
    return is_rolled_back ? 0 : 3;
}

}  // namespace

LockHolder::LockHolder(const std::filesystem::path& database)
    : child_(ChildProcess::start_function([&](int input, int output) { return hold(database, input, output); })) {
    EXPECT_EQ(child_.read_line(), "held");
}

void LockHolder::stop() const {
    child_.send_signal(SIGSTOP);
    int status = 0;
    EXPECT_EQ(waitpid(child_.pid(), &status, WUNTRACED), child_.pid());
    EXPECT_TRUE(WIFSTOPPED(status));
}

void LockHolder::go_on() const {
    child_.send_signal(SIGCONT);
}

void LockHolder::release() {
    child_.close_input();
    EXPECT_EQ(child_.wait().exit_code, 0);
}

}  // namespace hm::testing
