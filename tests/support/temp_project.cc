#include "support/temp_project.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "app/bus/bus.h"
#include "app/project/project.h"

namespace hm::testing {

namespace fs = std::filesystem;

TempDirectory::TempDirectory() {
    std::string name = (fs::temp_directory_path() / "hivemind-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = fs::canonical(name);
}

TempDirectory::~TempDirectory() {
    std::error_code error;
    fs::remove_all(path_, error);
}

TempProject::TempProject() {
    const Ended ended = run({"init"});
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
}

void TempProject::set(std::string_view key, std::string_view value) const {
    act("config set", {{"key", key}, {"value", value}});
}

void TempProject::act(std::string_view command, const json::object& input) const {
    SystemClock clock;
    RandomIds ids;
    auto project = Project::open(root(), clock, ids, Deadline::in(seconds(10)));
    ASSERT_TRUE(project.has_value()) << project.error().what;
    Workspace workspace = project->workspace();
    const auto receipt = execute(*find_command(command), {input, {}}, workspace);
    ASSERT_TRUE(receipt.has_value()) << receipt.error().what;
}

std::size_t TempProject::spooled_files() const {
    std::size_t count = 0;
    std::error_code error;
    for (fs::directory_iterator it(paths().spool, error), end; !error && it != end; it.increment(error)) ++count;
    return count;
}

json::object TempProject::run_json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
    auto value = parse_json(ended.out);
    EXPECT_TRUE(value && value->is_object()) << ended.out;
    return value && value->is_object() ? value->get_object() : json::object{};
}

}  // namespace hm::testing
