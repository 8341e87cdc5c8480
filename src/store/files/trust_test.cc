#include "store/files/trust.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "support/temp_project.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class TrustFile : public ::testing::Test {
protected:
    TrustFile() { std::ofstream(file_) << "x"; }

    const testing::TempDirectory folder_;
    const fs::path file_ = folder_.path() / "hivemind.db";
    const TrustRecord record_{"an id", 7, "/a/project", TrustOrigin::accepted, Time{5}};
};

TEST_F(TrustFile, IsFoundAsItWasRecorded) {
    EXPECT_FALSE(find_trust(file_).has_value());
    ASSERT_TRUE(record_trust(file_, record_).has_value());
    const auto found = find_trust(file_);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->store_id, record_.store_id);
    EXPECT_EQ(found->schema_cookie, record_.schema_cookie);
    EXPECT_EQ(found->root, record_.root);
    EXPECT_EQ(found->origin, record_.origin);
    EXPECT_EQ(found->at.ms, record_.at.ms);
    forget_trust(file_);
    EXPECT_FALSE(find_trust(file_).has_value());
}

TEST_F(TrustFile, IsForItsOwnerAlone) {
    ASSERT_TRUE(record_trust(file_, record_).has_value());
    const fs::path record = *trust_file(file_);
    EXPECT_EQ(fs::status(record).permissions(), fs::perms(0600));
    EXPECT_EQ(fs::status(record.parent_path()).permissions(), fs::perms(0700));
    EXPECT_EQ(fs::status(record.parent_path().parent_path()).permissions(), fs::perms(0700));
}

TEST_F(TrustFile, FollowsTheFileAndNotItsName) {
    ASSERT_TRUE(record_trust(file_, record_).has_value());
    const fs::path moved = folder_.path() / "moved.db";
    fs::rename(file_, moved);
    EXPECT_TRUE(find_trust(moved).has_value());
    fs::copy_file(moved, file_);
    EXPECT_FALSE(find_trust(file_).has_value());
    fs::remove(file_);
    fs::create_symlink(moved, file_);
    EXPECT_FALSE(find_trust(file_).has_value());
}

// A file system hands out an inode again as soon as it is free; its clock moves every few milliseconds.
TEST_F(TrustFile, IsNotThatOfALaterFileWithTheSameInode) {
    ASSERT_TRUE(record_trust(file_, record_).has_value());
    usleep(50'000);
    for (int i = 0; i < 20; ++i) {
        fs::remove(file_);
        std::ofstream(file_) << "y";
        EXPECT_FALSE(find_trust(file_).has_value());
    }
}

TEST_F(TrustFile, IsNoRecordWhenItCannotBeRead) {
    ASSERT_TRUE(record_trust(file_, record_).has_value());
    std::ofstream(*trust_file(file_), std::ios::trunc) << "no JSON";
    EXPECT_FALSE(find_trust(file_).has_value());
}

}  // namespace
}  // namespace hm
