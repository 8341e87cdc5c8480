// Exports and imports that are killed, and several at once: files are whole, the store is sound, nothing is doubled.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "app/care/exchange.h"
#include "app/project/project.h"
#include "stress/store_inspector.h"
#include "support/exported_directory.h"
#include "support/random_graph.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

constexpr int of_each_noun = 60;
constexpr int all_nodes = of_each_noun * 18;

std::int64_t count_nodes(const TempProject& project) {
    StoreInspector store(project.paths().database);
    return store.number("SELECT count(*) FROM nodes");
}

// As a person, whoever runs the test: the program refuses an import to an agent's shell.
Result<ImportReport> import_as_person(const std::filesystem::path& project, const std::filesystem::path& from) {
    SystemClock clock;
    RandomIds ids;
    HM_TRY_ASSIGN(Project opened, Project::open(project, clock, ids, Deadline::in(seconds(10))));
    Workspace workspace = opened.workspace();
    return import_files(workspace, {}, from, ImportMode::real);
}

ChildProcess start_import(const TempProject& project, const std::filesystem::path& from) {
    return ChildProcess::start_function([root = project.root(), from](int, int) {
        const auto report = import_as_person(root, from);
        if (report) return 0;
        return report.error().code == ErrorCode::busy ? 5 : 1;
    });
}

class ExchangeUnderFire : public ::testing::Test {
protected:
    ExchangeUnderFire() {
        fill_with_random_graph(source_.root(), 11, of_each_noun);
        EXPECT_EQ(source_.run({"export", "out"}).exit_code, 0);
    }
    std::filesystem::path out() const { return source_.root() / "out"; }

    TempProject source_;
};

TEST_F(ExchangeUnderFire, AKilledImportTookInEverythingOrNothing) {
    int whole = 0;
    for (int round = 0; round < 12; ++round) {
        const TempProject target;
        ChildProcess child = start_import(target, out());
        usleep(static_cast<useconds_t>(20'000 + round * 60'000));
        child.send_signal(SIGKILL);
        child.wait();
        const std::int64_t there = count_nodes(target);
        EXPECT_TRUE(there == 0 || there == all_nodes) << there;
        whole += there == all_nodes ? 1 : 0;
        const auto report = import_as_person(target.root(), out());
        ASSERT_TRUE(report) << report.error().what;
        EXPECT_EQ(report->counts.fresh + report->counts.equal, all_nodes);
        EXPECT_EQ(count_nodes(target), all_nodes);
        EXPECT_EQ(target.run({"doctor"}).exit_code, 0);
    }
    std::printf("%d of 12 had been committed\n", whole);
}

TEST_F(ExchangeUnderFire, AKilledExportLeavesWholeFiles) {
    const auto before = files_below(out());
    for (int round = 0; round < 15; ++round) {
        ChildProcess child = ChildProcess::start_hivemind({"export", "out"}, {source_.root()});
        usleep(static_cast<useconds_t>(5'000 + round * 15'000));
        child.send_signal(SIGKILL);
        child.wait();
        for (const auto& [file, text] : files_below(out())) {
            if (file.ends_with(".making")) continue;
            EXPECT_EQ(text, before.at(file)) << file;
        }
    }
    EXPECT_EQ(source_.run({"export", "out"}).exit_code, 0);
    EXPECT_EQ(files_below(out()), before);
}

TEST_F(ExchangeUnderFire, SeveralImportsAndExportsAtOnceDoubleNothing) {
    const TempProject target;
    std::vector<ChildProcess> children;
    children.reserve(7);
    for (int i = 0; i < 4; ++i) children.push_back(start_import(target, out()));
    for (int i = 0; i < 3; ++i) {
        children.push_back(ChildProcess::start_hivemind({"export", "out"}, {target.root()}));
    }
    int busy = 0;
    for (ChildProcess& child : children) {
        const int code = child.wait().exit_code;
        EXPECT_TRUE(code == 0 || code == 5) << code;
        busy += code == 5 ? 1 : 0;
    }
    std::printf("%d had to try again later\n", busy);
    EXPECT_TRUE(import_as_person(target.root(), out()));
    EXPECT_EQ(count_nodes(target), all_nodes);
    EXPECT_EQ(target.run({"export", "out"}).exit_code, 0);
    EXPECT_EQ(files_below(target.root() / "out"), files_below(out()));
    EXPECT_EQ(target.run({"doctor"}).exit_code, 0);
}

}  // namespace
}  // namespace hm::testing
