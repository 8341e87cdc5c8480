// Stores that cannot be used: every command says what is wrong and what to do, and leaves the file alone.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapters/cli/environment.h"
#include "store/files/trust.h"
#include "stress/serve_client.h"
#include "stress/store_inspector.h"
#include "support/file_bytes.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

constexpr uid_t somebody = 65534;

void expect_four_parts(const Ended& ended, int exit_code) {
    EXPECT_EQ(ended.exit_code, exit_code) << ended.out << ended.err;
    EXPECT_EQ(ended.signal, 0);
    EXPECT_EQ(ended.out, "");
    EXPECT_NE(ended.err.find("WHAT: "), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("USE INSTEAD: "), std::string::npos) << ended.err;
}

// A project with a few records, all of them in the database file, nothing in its log.
class BrokenStore : public ::testing::Test {
protected:
    BrokenStore() {
        for (int i = 0; i < 10; ++i) project_.run_json({"memory", "save", std::string(2000, 'x')});
        settle(project_.paths().database);
        for (const char* suffix : {"-wal", "-shm"}) fs::remove(project_.paths().database.string() + suffix);
    }

    void expect_refused_and_unchanged(int exit_code) const {
        const std::string before = bytes_of(project_.paths().database);
        expect_four_parts(project_.run({"status"}), exit_code);
        expect_four_parts(project_.run({"memory", "save", "into a broken store"}), exit_code);
        expect_four_parts(project_.run({"init"}), exit_code);
        const ServeReply answer = ServeClient({project_.root()}).before_read("a session", "README.md");
        EXPECT_TRUE(answer.reply.contains("failed")) << to_text(answer.reply);
        EXPECT_NE(text_member(answer.reply, "message").find("USE INSTEAD: "), std::string_view::npos);
        EXPECT_TRUE(bytes_of(project_.paths().database) == before) << "the file was changed";
    }

    TempProject project_;
};

TEST_F(BrokenStore, OfZeros) {
    write_bytes(project_.paths().database, std::string(fs::file_size(project_.paths().database), '\0'));
    expect_refused_and_unchanged(cli::store_unusable);
}

TEST_F(BrokenStore, OfNothing) {
    write_bytes(project_.paths().database, "");
    const Ended status = project_.run({"status"});
    expect_four_parts(status, cli::store_unusable);
    expect_four_parts(project_.run({"memory", "save", "into nothing"}), cli::store_unusable);
    EXPECT_EQ(fs::file_size(project_.paths().database), 0U);
}

TEST_F(BrokenStore, OfText) {
    write_bytes(project_.paths().database, std::string(50'000, 'a'));
    expect_refused_and_unchanged(cli::store_unusable);
}

TEST_F(BrokenStore, CutInHalf) {
    fs::resize_file(project_.paths().database, fs::file_size(project_.paths().database) / 2 / 4096 * 4096);
    expect_refused_and_unchanged(cli::store_unusable);
}

TEST_F(BrokenStore, CutWithinItsFirstPage) {
    fs::resize_file(project_.paths().database, 1000);
    expect_refused_and_unchanged(cli::store_unusable);
}

TEST_F(BrokenStore, WithADirectoryInItsPlace) {
    fs::remove(project_.paths().database);
    fs::create_directory(project_.paths().database);
    expect_four_parts(project_.run({"status"}), cli::store_unusable);
    expect_four_parts(project_.run({"memory", "save", "into a directory"}), cli::store_unusable);
    expect_four_parts(project_.run({"init"}), cli::store_unusable);
    EXPECT_TRUE(fs::is_directory(project_.paths().database));
    EXPECT_TRUE(fs::is_empty(project_.paths().database));
}

TEST_F(BrokenStore, OfANewerVersion) {
    StoreInspector(project_.paths().database).execute("PRAGMA user_version=9999");
    settle(project_.paths().database);
    expect_refused_and_unchanged(cli::store_unusable);
    EXPECT_NE(project_.run({"status"}).err.find("9999"), std::string::npos);
}

// Root may write anywhere, so the commands run as somebody who may not.
class ReadOnlyStore : public BrokenStore {
protected:
    ReadOnlyStore() : place_{project_.root(), geteuid() == 0 ? std::optional(somebody) : std::nullopt} {}
    ~ReadOnlyStore() override { set_modes(0700, 0600); }

    void set_modes(mode_t directory_mode, mode_t file_mode) const {
        for (const auto& entry : fs::directory_iterator(project_.paths().directory)) hand_over(entry, file_mode);
        hand_over(project_.paths().directory, directory_mode);
        hand_over(project_.root(), directory_mode);
        // Whose store it is, too.
        const auto record = trust_file(project_.paths().database);
        ASSERT_TRUE(record.has_value());
        for (fs::path folder = record->parent_path(); folder != fs::temp_directory_path();
             folder = folder.parent_path()) {
            hand_over(folder, 0700);
        }
        hand_over(*record, 0600);
    }

    Ended run(const std::vector<std::string>& arguments) const { return run_hivemind(arguments, place_); }

    ChildPlace place_;

private:
    static void hand_over(const fs::path& file, mode_t mode) {
        const uid_t owner = geteuid() == 0 ? somebody : geteuid();
        ASSERT_EQ(chown(file.c_str(), owner, static_cast<gid_t>(-1)), 0);
        ASSERT_EQ(chmod(file.c_str(), mode), 0);
    }
};

TEST_F(ReadOnlyStore, RefusesWritesAndStaysAsItIs) {
    set_modes(0500, 0400);
    const std::string before = bytes_of(project_.paths().database);
    expect_four_parts(run({"memory", "save", "into a closed box"}), cli::store_unusable);
    const ServeReply answer = ServeClient(place_).before_read("a session", "README.md");
    EXPECT_TRUE(answer.reply.contains("failed")) << to_text(answer.reply);
    EXPECT_TRUE(bytes_of(project_.paths().database) == before);
    set_modes(0700, 0600);
    EXPECT_EQ(run({"memory", "save", "open again"}).exit_code, 0);
}

TEST_F(ReadOnlyStore, AnswersReadsOrSaysWhyNot) {
    set_modes(0500, 0400);
    const Ended ended = run({"status"});
    if (ended.exit_code != 0) expect_four_parts(ended, cli::store_unusable);
}

TEST_F(ReadOnlyStore, OfAnotherUserIsRefused) {
    set_modes(0700, 0600);
    ASSERT_EQ(chmod(project_.paths().database.c_str(), 0), 0);
    expect_four_parts(run({"status"}), cli::store_unusable);
    expect_four_parts(run({"memory", "save", "into a closed file"}), cli::store_unusable);
}

}  // namespace
}  // namespace hm::testing
