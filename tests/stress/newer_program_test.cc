// A process that meets a store of a newer schema becomes the program that was installed in its place, once, and takes
// along what it has read.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "adapters/cli/environment.h"
#include "base/json.h"
#include "stress/store_inspector.h"
#include "support/file_bytes.h"
#include "support/places.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

std::string request(std::string_view id, std::string_view content) {
    return to_text(json::object{{"id", id},
                                {"hook", "tool"},
                                {"input",
                                 {{"tool", "hivemind_memory"},
                                  {"sessionID", "the session"},
                                  {"callID", id},
                                  {"args", {{"action", "save"}, {"content", content}}}}}});
}

// A program of its own that can be replaced, in a project of its own.
class NewerProgram : public ::testing::Test {
protected:
    NewerProgram() {
        fs::copy_file(built_program(), program_);
        project_.run_json({"memory", "save", "before"});
    }

    void upgrade_store() const { StoreInspector(project_.paths().database).execute("PRAGMA user_version=9999"); }

    // As an installer does: beside it, then a rename.
    void install(const std::string& script) const {
        const fs::path beside = program_.string() + ".new";
        std::ofstream(beside) << "#!/bin/sh\n" << script;
        ASSERT_EQ(chmod(beside.c_str(), 0755), 0);
        fs::rename(beside, program_);
    }

    void install_copy() const {
        const fs::path beside = program_.string() + ".new";
        fs::copy_file(built_program(), beside);
        fs::rename(beside, program_);
    }

    ChildProcess start(const std::string& arguments) const {
        return ChildProcess::start_function([&, arguments](int input, int output) {
            const bool is_ready = chdir(project_.root().c_str()) == 0 && dup2(input, STDIN_FILENO) >= 0 &&
                                  dup2(output, STDOUT_FILENO) >= 0;
            if (!is_ready) return 125;
            std::vector<std::string> words{program_.string()};
            std::istringstream in(arguments);
            for (std::string word; in >> word;) words.push_back(word);
            std::vector<char*> values;
            for (std::string& word : words) values.push_back(word.data());
            values.push_back(nullptr);
            execv(program_.c_str(), values.data());
            return 126;
        });
    }

    // Until the forked child is the program.
    void wait_until_running(const ChildProcess& child) const {
        std::error_code error;
        const Deadline deadline = Deadline::in(usual_limit);
        while (fs::read_symlink(fmt::format("/proc/{}/exe", child.pid()), error) != program_) {
            ASSERT_FALSE(deadline.has_passed());
            usleep(1000);
        }
    }

    TempProject project_;
    TempDirectory place_;
    fs::path program_ = place_.path() / "hivemind";
    fs::path noted_ = place_.path() / "noted";
};

TEST_F(NewerProgram, TakesOverARunningServeWithTheRequestInHandAndWhatCameBehind) {
    ChildProcess serve = start("serve opencode");
    serve.send_line(request("first", "by the old program"));
    ASSERT_NE(serve.read_line().value_or("").find("\"first\""), std::string::npos);

    upgrade_store();
    install(
        fmt::format("echo \"$*\" > {0}.arguments\n"
                    "cat <&$HIVEMIND_UNREAD > {0}.unread\n"
                    "echo '{{\"id\":\"second\",\"by\":\"newer\"}}'\n"
                    "cat > {0}.input\n",
                    noted_.string()));
    // Two whole requests and the front of a third in one write, as a busy client sends them.
    const std::string second = request("second", "x");
    const std::string third = request("third", "y");
    serve.send(second + "\n" + third + "\n{\"id\":\"fourth");
    EXPECT_EQ(serve.read_line(), R"({"id":"second","by":"newer"})");
    serve.send_line("\"}");
    serve.close_input();
    EXPECT_EQ(serve.wait().exit_code, 0);

    EXPECT_EQ(bytes_of(noted_.string() + ".arguments"), "serve opencode\n");
    EXPECT_EQ(bytes_of(noted_.string() + ".unread") + bytes_of(noted_.string() + ".input"),
              second + "\n" + third + "\n{\"id\":\"fourth\"}\n");
    EXPECT_EQ(StoreInspector(project_.paths().database).number("SELECT count(*) FROM memories"), 2);
}

// The same with a real program behind: one that knows the schema again answers each request exactly once.
TEST_F(NewerProgram, AnswersTheRequestThatWasInHand) {
    ChildProcess serve = start("serve opencode");
    serve.send_line(request("first", "one"));
    ASSERT_TRUE(serve.read_line());
    const std::int64_t version = StoreInspector(project_.paths().database).number("PRAGMA user_version");
    upgrade_store();
    // Stands for a program that knows schema 9999: it makes the store fit before it begins.
    const fs::path real = place_.path() / "real";
    fs::copy_file(built_program(), real);
    const fs::path marker = place_.path() / "fit";
    install(fmt::format("while [ ! -e {} ]; do sleep 0.01; done\nexec {} \"$@\"\n", marker.string(), real.string()));
    serve.send_line(request("second", "two") + "\n" + request("third", "three"));
    usleep(100'000);
    StoreInspector(project_.paths().database).execute(fmt::format("PRAGMA user_version={}", version));
    std::ofstream(marker) << "yes";
    EXPECT_NE(serve.read_line().value_or("").find("\"second\""), std::string::npos);
    EXPECT_NE(serve.read_line().value_or("").find("\"third\""), std::string::npos);
    serve.send_line(request("fourth", "four"));
    EXPECT_NE(serve.read_line().value_or("").find("\"fourth\""), std::string::npos);
    serve.close_input();
    EXPECT_EQ(serve.wait().exit_code, 0);
    EXPECT_EQ(StoreInspector(project_.paths().database).column("SELECT content FROM memories ORDER BY number"),
              (std::vector<std::string>{"before", "one", "two", "three", "four"}));
}

TEST_F(NewerProgram, TakesOverACommandWithItsArguments) {
    // The program is replaced while the command waits for the store.
    auto store = std::make_unique<StoreInspector>(project_.paths().database);
    store->execute("PRAGMA locking_mode=EXCLUSIVE");
    store->execute("PRAGMA user_version=9999");
    ChildProcess command = start("memory save hello --json");
    wait_until_running(command);
    install(fmt::format("echo \"$* $HIVEMIND_RESTARTED\" > {}\necho taken\n", noted_.string()));
    store.reset();
    EXPECT_EQ(command.read_line(), "taken");
    EXPECT_EQ(command.wait().exit_code, 0);
    EXPECT_EQ(bytes_of(noted_), "memory save hello --json 1\n");
}

TEST_F(NewerProgram, IsTriedOnceOnly) {
    upgrade_store();
    ChildProcess same = start("status");
    EXPECT_EQ(same.wait().exit_code, cli::store_unusable);

    ChildProcess serve = start("serve opencode");
    wait_until_running(serve);
    install_copy();  // another file, but no newer a program
    serve.send_line(request("only", "x"));
    const std::string reply = serve.read_line().value_or("");
    EXPECT_NE(reply.find("\"failed\":true"), std::string::npos) << reply;
    EXPECT_NE(reply.find("9999"), std::string::npos) << reply;
    install_copy();
    serve.send_line(request("again", "x"));
    EXPECT_NE(serve.read_line().value_or("").find("\"again\""), std::string::npos);
    serve.close_input();
    EXPECT_EQ(serve.wait().exit_code, 0);
    EXPECT_EQ(StoreInspector(project_.paths().database).number("SELECT count(*) FROM memories"), 1);
}

TEST_F(NewerProgram, ThatCannotBeStartedLeavesTheClearError) {
    ChildProcess serve = start("serve opencode");
    serve.send_line(request("first", "one"));
    ASSERT_TRUE(serve.read_line());
    upgrade_store();
    fs::remove(program_);
    serve.send_line(request("second", "two"));
    const std::string reply = serve.read_line().value_or("");
    EXPECT_NE(reply.find("Install the newer hivemind"), std::string::npos) << reply;
    // Installed at last: the next request gets it.
    install("echo '{\"id\":\"third\"}'\n");
    serve.send_line(request("third", "three"));
    EXPECT_EQ(serve.read_line(), R"({"id":"third"})");
}

std::string mcp_request(int id, std::string_view content) {
    return to_text(json::object{
        {"jsonrpc", "2.0"},
        {"id", id},
        {"method", "tools/call"},
        {"params", {{"name", "hivemind_memory"}, {"arguments", {{"action", "save"}, {"content", content}}}}}});
}

TEST_F(NewerProgram, TakesOverARunningMcpServerWithTheRequestInHandAndWhatCameBehind) {
    ChildProcess server = start("mcp");
    server.send_line(mcp_request(1, "by the old program"));
    ASSERT_NE(server.read_line().value_or("").find("Saved the memory."), std::string::npos);
    upgrade_store();
    install(
        fmt::format("echo \"$*\" > {0}.arguments\n"
                    "cat <&$HIVEMIND_UNREAD > {0}.unread\n"
                    "echo newer\n"
                    "cat > {0}.input\n",
                    noted_.string()));
    const std::string second = mcp_request(2, "x");
    const std::string third = mcp_request(3, "y");
    server.send_line(second + "\n" + third + "\n{\"jsonrpc");
    EXPECT_EQ(server.read_line(), "newer");
    server.close_input();
    EXPECT_EQ(server.wait().exit_code, 0);
    EXPECT_EQ(bytes_of(noted_.string() + ".arguments"), "mcp\n");
    EXPECT_EQ(bytes_of(noted_.string() + ".unread") + bytes_of(noted_.string() + ".input"),
              second + "\n" + third + "\n{\"jsonrpc\n");
}

TEST_F(NewerProgram, AnMcpServerThatHasNoneToGiveWayToSaysSo) {
    ChildProcess server = start("mcp");
    server.send_line(mcp_request(1, "one"));
    ASSERT_TRUE(server.read_line());
    upgrade_store();
    server.send_line(mcp_request(2, "two"));
    const std::string answer = server.read_line().value_or("");
    EXPECT_NE(answer.find("\"isError\":true"), std::string::npos) << answer;
    EXPECT_NE(answer.find("newer"), std::string::npos) << answer;
}

}  // namespace
}  // namespace hm::testing
