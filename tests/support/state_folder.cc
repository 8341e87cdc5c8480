// A user's state folder of its own for each test program, and for the programs it starts: stores that tests make are
// recorded there (src/store/files/trust.h) and not in the home of whoever runs the tests.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "support/temp_project.h"

namespace hm::testing {
namespace {

class StateFolder final : public ::testing::Environment {
public:
    void SetUp() override {
        folder_.emplace();
        setenv("XDG_STATE_HOME", folder_->path().c_str(), 1);
    }
    void TearDown() override { folder_.reset(); }

private:
    std::optional<TempDirectory> folder_;
};

// GoogleTest owns it.
[[maybe_unused]] const ::testing::Environment* const state_folder =
    ::testing::AddGlobalTestEnvironment(new StateFolder);

}  // namespace
}  // namespace hm::testing
