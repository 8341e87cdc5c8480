// The search index of the code map on a real file: what is put is found, before and after its block is made.
#include "store/codemap/term_index.h"

#include <gtest/gtest.h>

#include <set>

#include "store/codemap/code_rows.h"
#include "store/codemap/codemap.h"
#include "support/temp_project.h"

namespace hm {
namespace {

class TermIndexStore : public ::testing::Test {
protected:
    TermIndexStore() {
        const ProjectPaths paths = project_paths(directory_.path());
        std::filesystem::create_directories(paths.directory);
        codemap_.emplace(CodeMap::open(paths, Deadline::in(seconds(20))).value());
    }
    Connection& connection() { return codemap_->connection(); }

    void put(std::int64_t first, std::int64_t end, const std::vector<TermCount>& terms) {
        auto transaction = Transaction::begin(connection(), Durability::process_crash);
        ASSERT_TRUE(transaction);
        for (std::int64_t file = first; file < end; ++file) {
            ASSERT_TRUE(put_terms(*transaction, file, {terms.empty() ? 0 : 10, CodeRole::test, terms}));
        }
        ASSERT_TRUE(transaction->commit());
    }
    std::set<std::uint32_t> holding(Term term) {
        auto index = TermIndex::open(connection());
        EXPECT_TRUE(index);
        auto found = index->find(term);
        EXPECT_TRUE(found);
        std::set<std::uint32_t> files;
        for (const FoundTerm& each : *found) EXPECT_TRUE(files.insert(each.file).second);
        return files;
    }

    testing::TempDirectory directory_;
    std::optional<CodeMap> codemap_;
};

TEST_F(TermIndexStore, FindsWhatWaitsAndWhatIsSettled) {
    put(1, 3000, {{7, 255, 3, 1, 31}, {4'000'000'000U, 1, 0, 0, 0}});
    put(3000, 3010, {{7, 1, 0, 0, 0}});
    EXPECT_EQ(holding(7).size(), 3009U);
    ASSERT_TRUE(settle_terms(connection(), Deadline::in(seconds(30))));
    EXPECT_EQ(holding(7).size(), 3009U);
    EXPECT_EQ(holding(4'000'000'000U).size(), 2999U);
    EXPECT_TRUE(holding(8).empty());
    EXPECT_TRUE(holding(0).empty());
    auto index = TermIndex::open(connection());
    ASSERT_TRUE(index);
    EXPECT_EQ(index->files()[5].role, CodeRole::test);
    EXPECT_EQ(index->files()[5].length, 10U);
    const auto found = index->find(7);
    ASSERT_TRUE(found);
    for (const FoundTerm& each : *found) {
        if (each.file != 5) continue;
        EXPECT_EQ(each.count, (TermCount{7, 255, 3, 1, 31}));
    }
}

TEST_F(TermIndexStore, AChangedFileCountsAsItIsNow) {
    put(1, 100, {{7, 1, 0, 0, 0}});
    ASSERT_TRUE(settle_terms(connection(), Deadline::in(seconds(30))));
    put(50, 51, {{9, 1, 0, 0, 0}});
    put(60, 61, {});
    EXPECT_EQ(holding(7).size(), 97U);
    EXPECT_EQ(holding(9), std::set<std::uint32_t>{50});
    // And still when its block is made anew.
    put(1, 50, {{9, 1, 0, 0, 0}});
    ASSERT_TRUE(settle_terms(connection(), Deadline::in(seconds(30))));
    EXPECT_EQ(holding(9).size(), 50U);
    EXPECT_EQ(holding(7).size(), 48U);
}

}  // namespace
}  // namespace hm
