#include "adapters/clients/opencode/wiring.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

class PureClients : public ::testing::Test {
protected:
    // A process as the kernel shows it.
    void runs(const std::string& id, const fs::path& in, const std::string& words, const std::string& variables = "") {
        fs::create_directories(processes / id);
        fs::create_directories(in);
        fs::create_directory_symlink(in, processes / id / "cwd");
        std::ofstream(processes / id / "cmdline", std::ios::binary) << words;
        std::ofstream(processes / id / "environ", std::ios::binary) << variables;
    }

    hm::testing::World world;
    fs::path root = world.directory() / "project";
    fs::path processes = world.directory() / "proc";
};

TEST_F(PureClients, AreThoseWithoutPluginsInThisProject) {
    runs("11", root, "/usr/bin/opencode\0--pure\0"s);
    runs("12", root / "docs", "node\0/usr/lib/node_modules/opencode-ai/bin/opencode\0run\0--pure\0Begin\0"s);
    runs("13", root, "opencode\0"s, "LANG=C\0OPENCODE_PURE=1\0"s);
    runs("14", root, "opencode\0"s, "OPENCODE_PURE=0\0"s);
    runs("15", root, "/usr/bin/ls\0--pure\0"s);
    runs("16", world.directory() / "project-beside", "opencode\0--pure\0"s);
    fs::create_directories(processes / "self");
    auto found = pure_clients(root, processes);
    std::ranges::sort(found);
    EXPECT_EQ(found, (std::vector<std::string>{"11", "12", "13"}));
    EXPECT_TRUE(pure_clients(root, world.directory() / "no_such_folder").empty());
}

}  // namespace
}  // namespace hm::opencode
