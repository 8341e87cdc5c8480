#include "engine/shell/patch_paths.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/shell/judge.h"

namespace hm {
namespace {

using Paths = std::vector<std::string>;

TEST(PatchPaths, NamesEveryFileOnceWhateverIsDoneToIt) {
    EXPECT_EQ(patch_paths("*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n*** Add File: c\n"
                          "*** Delete File: d\n*** Update File: a.ts\n*** End Patch\n",
                          100),
              (Paths{"a.ts", "b.ts", "c", "d"}));
    EXPECT_EQ(patch_paths("*** Add File: a\n*** Add File: b\n*** Add File: c\n", 2), (Paths{"a", "b"}));
}

TEST(PatchPaths, IsAsLenientAsTheProgramsThatApplyIt) {
    EXPECT_EQ(
        patch_paths("  *** Add File: a\r\n\t*** Update File:b  \r\n*** Delete File: \"c d\"\n*** Move to: 'e'", 100),
        (Paths{"a", "b", "c d", "e"}));
    EXPECT_EQ(patch_paths("+*** Add File: not a head\n*** Something File: x\n", 100), Paths{});
}

TEST(PatchPaths, ReadsUnifiedDiffs) {
    EXPECT_EQ(patch_paths("--- a/x.c\t2026\n+++ b/x.c\n--- not a head\n--- /dev/null\n+++ \"b/n w.c\"\n", 100),
              (Paths{"x.c", "n w.c"}));
}

Paths written_by(std::string_view command) {
    return judge_shell(command, {}).writes;
}

ShellClass class_of(std::string_view command) {
    return judge_shell(command, {}).worst.shell_class;
}

TEST(PatchPaths, AreWhatApplyPatchWritesInTheShell) {
    const std::string patch = "*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n*** End Patch\n";
    const Paths both{"src/a.ts", "src/b.ts"};
    EXPECT_EQ(written_by("apply_patch <<'EOF'\n" + patch + "EOF"), both);
    EXPECT_EQ(written_by("apply_patch '" + patch + "'"), both);
    EXPECT_EQ(written_by("applypatch \"" + patch + "\""), both);
    EXPECT_EQ(written_by("cat <<'EOF' | apply_patch\n" + patch + "EOF"), both);
    EXPECT_EQ(written_by("bash -lc \"apply_patch <<'EOF'\n" + patch + "EOF\n\""), both);
    EXPECT_EQ(class_of("apply_patch <<'EOF'\n" + patch + "EOF"), ShellClass::write);
    const Paths below = written_by("cd web && apply_patch <<'EOF'\n" + patch + "EOF");
    EXPECT_NE(std::find(below.begin(), below.end(), "web/src/a.ts"), below.end());
}

TEST(PatchPaths, APatchThatCannotBeSeenIsUnknown) {
    for (const char* command : {"cat p | apply_patch", "apply_patch < p", "apply_patch \"$(cat p)\"", "apply_patch $p",
                                "apply_patch <<EOF\n*** Begin Patch\n*** Add File: a\n+$x\n*** End Patch\nEOF"})
        EXPECT_EQ(class_of(command), ShellClass::unknown) << command;
}

}  // namespace
}  // namespace hm
