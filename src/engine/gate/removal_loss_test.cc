#include "engine/gate/removal_loss.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

RemovedPlace place(std::string path, bool is_doubtful = false) {
    return {.path = "/p/" + path, .shown = path, .is_doubtful = is_doubtful};
}

TEST(RemovalLoss, AnIgnoredFolderIsOutputByANameThatOnlyToolsGive) {
    EXPECT_TRUE(is_ignored_output("/p/node_modules", true, place("node_modules")));
    EXPECT_TRUE(is_ignored_output("/p/node_modules", true, place("node_modules/left/pad")));
    EXPECT_TRUE(is_ignored_output("/p/packages/a/dist", true, place("packages/a"))) << "what lies in it goes too";
    EXPECT_TRUE(is_ignored_output("/p/dist/a.js", false, place("dist"))) << "dist/* with a file that is kept";
    EXPECT_FALSE(is_ignored_output("/p/build/data", true, place("build/data"))) << "build itself is not ignored";
    EXPECT_FALSE(is_ignored_output("/p/data", true, place("data")));
    EXPECT_FALSE(is_ignored_output("/p/data/dev.sqlite", false, place("data")));
    EXPECT_FALSE(is_ignored_output("/p/.env", false, place(".env")));
    EXPECT_TRUE(is_ignored_output("/p/src/a.pyc", false, place("src")));
}

TEST(RemovalLoss, AUsualNameCountsOnlyWhereGitIgnoresTheFolderAsAWhole) {
    EXPECT_TRUE(is_ignored_output("/p/src/gen", true, place("src/gen")));
    EXPECT_TRUE(is_ignored_output("/p/logs", true, place("logs/old")));
    EXPECT_FALSE(is_ignored_output("/p/src/gen/a.bin", false, place("src/gen")));
    EXPECT_FALSE(is_ignored_output("/p/notes.bak", true, place("notes.bak"))) << "a copy that somebody keeps";
}

TEST(RemovalLoss, ANameOfTwoMeaningsCountsOnlyWhereTheTextMakesItAnew) {
    EXPECT_TRUE(is_ignored_output("/p/lib", true, place("lib")));
    EXPECT_FALSE(is_ignored_output("/p/lib", true, place("lib", true)));
    EXPECT_FALSE(is_ignored_output("/p/a/lib", true, place("a"))) << "nobody named it";
    EXPECT_FALSE(is_ignored_output("/p/public", true, place("public/uploads")));
}

TEST(RemovalLoss, WhatACallMadeIsKnownByItsTimes) {
    const RecordedWork work{.calls = {{Time{1000}, Time{2000}}, {Time{5000}, Time{6000}}},
                            .builds = {{Time{5000}, Time{6000}}},
                            .created = {"/p/scratch", "/p/new.txt"}};
    const auto file = [](std::string path, HeldState state, std::int64_t born, std::int64_t changed) {
        return HeldFile{.path = std::move(path), .state = state, .born_at = Time{born}, .changed_at = Time{changed}};
    };
    EXPECT_TRUE(is_made_by(file("/p/new.txt", HeldState::untracked, 1500, 1500), work));
    EXPECT_FALSE(is_made_by(file("/p/new.txt", HeldState::untracked, 1500, 3000), work)) << "changed by somebody since";
    EXPECT_FALSE(is_made_by(file("/p/new.txt", HeldState::untracked, 900, 1500), work)) << "moved there";
    EXPECT_TRUE(is_made_by(file("/p/scratch/a", HeldState::untracked, 1500, 1600), work));
    EXPECT_FALSE(is_made_by(file("/p/scratch/a", HeldState::untracked, 900, 1600), work)) << "moved there";
    EXPECT_FALSE(is_made_by(file("/p/scratch2/a", HeldState::untracked, 1500, 1600), work));
    EXPECT_TRUE(is_made_by(file("/p/made/a", HeldState::ignored, 5500, 5600), work));
    EXPECT_FALSE(is_made_by(file("/p/made/a", HeldState::untracked, 5500, 5600), work))
        << "builds make what is ignored";
    EXPECT_FALSE(is_made_by(file("/p/made/a", HeldState::ignored, 1500, 1600), work)) << "no build ran then";
}

TEST(RemovalLoss, WhatABuildMadeWithoutBeingIgnoredNeedsAnotherSignThanItsTime) {
    const RecordedWork work{.calls = {{Time{5000}, Time{6000}}}, .builds = {{Time{5000}, Time{6000}}}, .created = {}};
    for (const HeldState state : {HeldState::untracked, HeldState::added, HeldState::unversioned}) {
        HeldFile file{.path = "/p/out/a", .state = state, .born_at = Time{5500}, .changed_at = Time{5600}};
        EXPECT_FALSE(is_made_by(file, work)) << "a person may have saved it meanwhile";
        file.is_built = true;
        EXPECT_TRUE(is_made_by(file, work));
        file.changed_at = Time{7000};
        EXPECT_FALSE(is_made_by(file, work));
    }
}

TEST(RemovalLoss, ChangesAreTheSessionsOwnWhereNobodyElseChangedTheFile) {
    const auto change = [](std::int64_t before, std::int64_t begin) {
        return RecordedChange{"/p/a.c", Time{before}, {Time{begin}, Time{begin + 100}}};
    };
    HeldFile file{.path = "/p/a.c", .state = HeldState::modified, .changed_at = Time{3050}, .indexed_at = Time{900}};
    const auto is_own = [&](std::vector<RecordedChange> changes) {
        return is_changed_by(file, {.calls = {}, .builds = {}, .created = {}, .changes = std::move(changes)});
    };
    EXPECT_TRUE(is_own({change(900, 3000)}));
    EXPECT_TRUE(is_own({change(900, 2000), change(2050, 3000)}));
    EXPECT_FALSE(is_own({})) << "no call named it";
    EXPECT_FALSE(is_own({change(950, 3000)})) << "changed before the first call";
    EXPECT_FALSE(is_own({change(900, 2000), change(2500, 3000)})) << "changed between the calls";
    EXPECT_FALSE(is_own({change(900, 1000), change(1500, 2000), change(2050, 3000)})) << "and called again since";
    EXPECT_TRUE(is_own({change(500, 600), change(900, 3000)})) << "committed between the calls";
    file.changed_at = Time{3500};
    EXPECT_FALSE(is_own({change(900, 3000)})) << "changed since";
}

TEST(RemovalLoss, GitTakesFromItsIndexOnlyWhatIsNotAsInTheIndex) {
    RemovedPlace from_index = place("src");
    from_index.kind = RemovalKind::changes;
    RemovedPlace from_commit = from_index;
    from_commit.is_from_commit = true;
    const auto loses = [](const RemovedPlace& where, HeldState state, bool is_as_in_index) {
        const HeldFile file{.path = "/p/src/a.c", .state = state, .is_as_in_index = is_as_in_index};
        return loss_of(where, std::span(&file, 1), true, {}).lost == 1;
    };
    EXPECT_TRUE(loses(from_index, HeldState::modified, false));
    EXPECT_TRUE(loses(from_index, HeldState::staged, false));
    EXPECT_FALSE(loses(from_index, HeldState::staged, true));
    EXPECT_FALSE(loses(from_index, HeldState::untracked, false));
    EXPECT_TRUE(loses(from_commit, HeldState::staged, true));
    EXPECT_TRUE(loses(from_commit, HeldState::untracked, false));
}

TEST(RemovalLoss, FilesThatToolsWriteAgainMayGoWhateverGitSaysOfThem) {
    for (const HeldState state : {HeldState::modified, HeldState::staged, HeldState::untracked}) {
        for (const char* name : {"a.o", "a.pyc", "package-lock.json", "Cargo.lock"}) {
            const HeldFile file{.path = std::string("/p/") + name, .state = state};
            EXPECT_EQ(loss_of(place(name), std::span(&file, 1), true, {}).lost, 0U) << name;
        }
    }
}

TEST(RemovalLoss, NamesThreeFilesAndCountsTheRest) {
    std::vector<HeldFile> files;
    for (int i = 0; i < 5; ++i) {
        files.push_back({.path = "/p/src/gen/f" + std::to_string(i), .state = HeldState::untracked});
    }
    const RemovalFact fact = loss_of(place("src/gen"), files, true, {});
    EXPECT_EQ(fact.reason, LossReason::untracked);
    EXPECT_EQ(fact.lost, 5U);
    EXPECT_EQ(fact.named, (std::vector<std::string>{"src/gen/f0", "src/gen/f1", "src/gen/f2"}));
    EXPECT_EQ(loss_of(place("src/gen"), {}, true, {}).reason, LossReason::nothing);
    EXPECT_EQ(loss_of(place("src/gen"), {}, false, {}).reason, LossReason::not_seen);
}

}  // namespace
}  // namespace hm
