#include "base/digest.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(GitBlob, IsNamedAsGitNamesIt) {
    EXPECT_EQ(git_blob_name(""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    EXPECT_EQ(git_blob_name("hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
    EXPECT_EQ(git_blob_name(std::string(1000, 'a')), "a50be72b20f0e3f078d252e8e56b11b4bec67509");
}

}  // namespace
}  // namespace hm
