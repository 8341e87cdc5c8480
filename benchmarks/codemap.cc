// The code map: how fast a tree is read for the first time, again without a change, and one file of it after a write;
// and what that adds to the hook that records the write.
#include <fstream>

#include "app/project/code_map.h"
#include "engine/codemap/extract.h"
#include "store/files/read_files.h"
#include "warm_store.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 3000;
constexpr std::size_t samples = 5;

struct Tree {
    std::size_t files = 0;
    std::uintmax_t bytes = 0;
};

// The program's own dependencies, as many copies as it takes: sources as people write them.
Tree copy_tree(const fs::path& from, const fs::path& to) {
    Tree tree;
    for (int copy = 0; tree.files < most_files; ++copy) {
        const std::size_t before = tree.files;
        for (const auto& entry : fs::recursive_directory_iterator(from)) {
            if (!entry.is_regular_file() || !source_kind(entry.path().string()) || tree.files == most_files) continue;
            if (entry.file_size() > largest_mapped_file) continue;
            const fs::path target = to / fmt::format("copy{}", copy) / entry.path().lexically_relative(from);
            fs::create_directories(target.parent_path());
            fs::copy_file(entry.path(), target, fs::copy_options::overwrite_existing);
            ++tree.files;
            tree.bytes += entry.file_size();
        }
        if (tree.files == before) break;
    }
    return tree;
}

double scan(Workspace workspace) {
    return microseconds_of([&] {
        auto codemap = checked(CodeMap::open(workspace.store.paths(), Deadline::in(seconds(60))), "open the map");
        (void)checked(refresh_codemap(codemap.connection(), workspace, Deadline::in(seconds(60))), "scan");
    });
}

double first_scan(Workspace workspace) {
    (void)CodeMap::throw_away(workspace.store.paths(), Deadline::in(seconds(5)));
    return scan(workspace);
}

void map_one(Workspace workspace, const std::string& path) {
    auto codemap = checked(CodeMap::open_existing(workspace.store.paths(), Deadline::in(seconds(5))), "open the map");
    (void)refresh_files(codemap.connection(), {path}, workspace, Deadline::in(seconds(5)));
}

double one_file(Workspace workspace, const std::string& path) {
    static int number = 0;
    const auto write = [&] {
        std::ofstream(workspace.store.paths().root / path) << "export const made = " << ++number << "\n";
    };
    // The first commit after a whole scan begins the log anew and waits for the disk.
    write();
    map_one(workspace, path);
    write();
    return microseconds_of([&] { map_one(workspace, path); });
}

double extract_all(const fs::path& root, const ProjectFiles& files) {
    double all = 0;
    for (const std::string& path : files.paths) {
        const auto source = read_bounded_file(root / path, largest_mapped_file);
        const auto kind = source_kind(path);
        if (source && *source && kind) all += microseconds_of([&] { (void)extract_code(*kind, **source); });
    }
    return all;
}

void run(const Options&) {
    const TempDirectory directory;
    SystemClock clock;
    RandomIds ids;
    Project project = checked(Project::create(directory.path(), clock, ids), "create");
    const Tree tree = copy_tree(fs::path(HIVEMIND_SOURCE_DIR) / "deps" / "node_modules", directory.path() / "src");
    Comparison comparison;
    const auto first = comparison.add("every file for the first time", [&] { return first_scan(project.workspace()); });
    const auto again = comparison.add("nothing changed", [&] { return scan(project.workspace()); });
    const auto file = comparison.add("one file after a write, opened and committed",
                                     [&] { return one_file(project.workspace(), "src/one.ts"); });
    const ProjectFiles files = list_project_files(directory.path(), most_mapped_files, Deadline::in(seconds(20)));
    const auto pure =
        comparison.add("taking the files apart, nothing else", [&] { return extract_all(directory.path(), files); });
    comparison.run(samples);
    const auto speed = [&](std::size_t index) {
        const double seconds_taken = comparison.figures(index).p50_us / 1e6;
        return fmt::format("{:.0f} files/s, {:.1f} MB/s", static_cast<double>(tree.files) / seconds_taken,
                           static_cast<double>(tree.bytes) / 1e6 / seconds_taken);
    };
    print_heading(
        fmt::format("the code map of {} files, {:.1f} MB", tree.files, static_cast<double>(tree.bytes) / 1e6));
    print_reference(comparison, first);
    print_ratio(comparison, pure, first);
    print_ratio(comparison, again, first, 0.1);
    print_ratio(comparison, file, first, 0.02);
    fmt::print("  first: {}; taken apart: {}\n", speed(first), speed(pure));
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
