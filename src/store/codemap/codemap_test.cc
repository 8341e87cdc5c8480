#include "store/codemap/codemap.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "store/codemap/code_rows.h"
#include "support/temp_project.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class CodeMapStore : public ::testing::Test {
protected:
    CodeMapStore() { fs::create_directories(paths_.directory); }

    Result<CodeMap> open() { return CodeMap::open(paths_, Deadline::in(seconds(20))); }
    void put(Connection& codemap, const std::string& path, const std::string& hash, const CodeFile& code = {}) {
        auto transaction = Transaction::begin(codemap, Durability::process_crash);
        ASSERT_TRUE(transaction);
        MappedFile file;
        file.path = path;
        file.hash = hash;
        file.language = CodeLanguage::go;
        ASSERT_TRUE(put_mapped_file(*transaction, file, code, {}));
        ASSERT_TRUE(transaction->commit());
    }
    std::size_t count() {
        auto codemap = open();
        EXPECT_TRUE(codemap);
        return codemap ? mapped_files(codemap->connection())->size() : 0;
    }

    testing::TempDirectory scratch_;
    ProjectPaths paths_ = project_paths(scratch_.path());
};

TEST_F(CodeMapStore, KeepsAFileWholeAndReplacesIt) {
    auto codemap = open();
    ASSERT_TRUE(codemap) << codemap.error().what;
    CodeFile code;
    code.comments = {{3, CodeCommentKind::inline_comment, "why", "run"}};
    code.symbols = {{4, "run", SymbolKind::class_type, "class run", "", true}};
    code.imports = {{1, "fmt"}, {1, "fmt"}};
    put(codemap->connection(), "a.go", "1", code);
    put(codemap->connection(), "a.go", "2", code);
    const auto read = read_code(codemap->connection(), "a.go");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->comments, code.comments);
    EXPECT_EQ(read->symbols, code.symbols);
    EXPECT_EQ(read->imports, (std::vector<CodeImport>{{1, "fmt"}}));
    EXPECT_EQ(mapped_file(codemap->connection(), "a.go")->value().hash, "2");
    struct stat found{};
    ASSERT_EQ(stat(codemap_path(paths_).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0600);
}

TEST_F(CodeMapStore, IsBegunAnewWhenItIsDamagedOldOrNoCodeMap) {
    const auto damage = [&](const std::string& bytes) {
        std::ofstream(codemap_path(paths_), std::ios::binary) << bytes;
    };
    damage(
        "this is no database at all, but some text that is longer than a header of SQLite would be. "
        "........................................");
    EXPECT_EQ(count(), 0U);
    {
        auto codemap = open();
        ASSERT_TRUE(codemap);
        put(codemap->connection(), "a.go", "1");
        ASSERT_TRUE(codemap->connection().execute("PRAGMA application_id=7"));
    }
    EXPECT_EQ(count(), 0U) << "another version";
    {
        auto codemap = open();
        ASSERT_TRUE(codemap);
        put(codemap->connection(), "a.go", "1");
    }
    EXPECT_EQ(count(), 1U);
    fs::remove(codemap_path(paths_));
    EXPECT_EQ(count(), 0U) << "deleted, with its log left behind";
    fs::remove(codemap_path(paths_));
    fs::create_symlink("/etc/hostname", codemap_path(paths_));
    EXPECT_EQ(count(), 0U) << "a link is not followed";
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(codemap_path(paths_))));
}

TEST_F(CodeMapStore, IsNotMadeByWhoeverOnlyReads) {
    const auto none = CodeMap::open_existing(paths_, Deadline::in(seconds(5)));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::not_found);
    EXPECT_FALSE(fs::exists(codemap_path(paths_)));
}

TEST_F(CodeMapStore, MayBeBegunByManyProcessesAtOnce) {
    std::vector<pid_t> children;
    for (int i = 0; i < 6; ++i) {
        children.push_back(fork());
        if (children.back() != 0) continue;
        auto codemap = open();
        if (codemap) put(codemap->connection(), "f" + std::to_string(i) + ".go", "1");
        _exit(codemap ? 0 : 1);
    }
    for (const pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(count(), 6U);
}

TEST_F(CodeMapStore, TellsWhatChangedSinceTheLastScan) {
    auto opened = open();
    ASSERT_TRUE(opened);
    Connection& codemap = opened->connection();
    CodeFile before;
    before.symbols = {{1, "old", SymbolKind::function, "func old()", "", true}};
    put(codemap, "a.go", "1", before);
    put(codemap, "gone.go", "1", before);
    {
        auto transaction = Transaction::begin(codemap, Durability::process_crash);
        ASSERT_TRUE(take_as_base(*transaction, Time{5}));
        ASSERT_TRUE(transaction->commit());
    }
    EXPECT_TRUE(changed_since_scan(codemap)->empty());
    CodeFile now;
    now.symbols = {{1, "fresh", SymbolKind::function, "func fresh()", "", true}};
    put(codemap, "a.go", "2", now);
    put(codemap, "new.go", "1", now);
    {
        auto transaction = Transaction::begin(codemap, Durability::process_crash);
        ASSERT_TRUE(mark_gone(*transaction, "gone.go"));
        ASSERT_TRUE(transaction->commit());
    }
    const auto changes = changed_since_scan(codemap);
    ASSERT_TRUE(changes);
    ASSERT_EQ(changes->size(), 3U);
    EXPECT_EQ(changes->at(0).before, before.symbols);
    EXPECT_EQ(changes->at(0).now, now.symbols);
    EXPECT_EQ(changes->at(1).path, "gone.go");
    EXPECT_FALSE(changes->at(1).now);
    EXPECT_FALSE(changes->at(2).before);
    EXPECT_EQ(codemap_fact(codemap, last_scan_fact)->value(), "5");
}

}  // namespace
}  // namespace hm
