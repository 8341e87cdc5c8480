#include "engine/project/judge_documents.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace hm {
namespace {

class JudgedDocumentsTest : public ::testing::Test {
protected:
    void put(const std::string& path, std::string_view text) {
        documents_.push_back({path, Time{0}, read_document_text(path, text)});
        files_.push_back(path);
    }
    JudgedDocuments judge() {
        facts_.paths = KnownPaths(files_);
        return judge_documents(documents_, facts_);
    }
    std::string stale(const std::string& path) {
        std::string all;
        for (const DocumentEntry& each : judge().documents) {
            if (each.path.view() != path) continue;
            for (const StaleIndicator& indicator : each.stale_indicators) {
                all += fmt::format("{} {}; ", name_of(indicator.kind), indicator.what.view());
            }
        }
        return all;
    }
    DocumentEntry entry(std::string_view path) {
        for (DocumentEntry& each : judge().documents) {
            if (each.path.view() == path) return each;
        }
        ADD_FAILURE() << path;
        return {};
    }

    std::vector<ReadDocument> documents_;
    std::vector<std::string> files_;
    DocumentFacts facts_;
};

TEST_F(JudgedDocumentsTest, RelateByEverySortOfLink) {
    files_ = {"src/app/bus/bus.cc", "src/a.ts"};
    put("README.md", "[guide](docs/guide.md) and `app/bus/bus.cc` and [a](src/a.ts)\n");
    put("docs/guide.md", "[back](../README.md) [[Design Notes]] [adr](adr/)\n");
    put("docs/design-notes.md", "# Notes\n");
    put("docs/alone.md", "# Nobody\n");
    put("docs/adr/0001-x.md", "# X\n");
    std::string relations;
    for (const DocumentRelation& each : judge().relations) {
        relations += fmt::format("{} > {}; ", each.from.view(), each.to.view());
    }
    EXPECT_EQ(relations,
              "README.md > docs/guide.md; docs/guide.md > README.md; docs/guide.md > docs/design-notes.md; ");
    EXPECT_EQ(entry("README.md").linked_to.size(), 3U);
    EXPECT_FALSE(entry("README.md").is_orphan);
    EXPECT_FALSE(entry("docs/guide.md").is_orphan);
    EXPECT_TRUE(entry("docs/alone.md").is_orphan);
    EXPECT_EQ(stale("docs/guide.md"), "");
}

TEST_F(JudgedDocumentsTest, DeadLinksAndPathsAreFoundAndExamplesAreNot) {
    files_ = {"src/a.ts", "docs/x/index.md", "docs/site.md"};
    put("docs/a.md",
        "[no](missing.md) [x](x) [site](site.html) [out](../../elsewhere.md)\n"
        "`src/gone.ts` `src/old_part` `application/json` `owner/repo` `path/to/file.ts` `index.ts` `src/a.ts`\n"
        "`../src/lost.ts` `../src/a.ts` `../../far.ts`\n");
    EXPECT_EQ(stale("docs/a.md"),
              "dead_link missing.md; dead_path src/gone.ts; dead_path src/old_part; dead_path ../src/lost.ts; ");
    EXPECT_EQ(judge().missing, (std::vector<std::string>{"docs/missing.md", "src/gone.ts", "docs/src/gone.ts",
                                                         "src/old_part", "docs/src/old_part", "src/lost.ts"}));
}

TEST_F(JudgedDocumentsTest, WhatMayBeToComeOrIsHistoryIsLessSure) {
    files_ = {"src/a.ts"};
    put("README.md", "`src/gone.ts`\n");
    put("PLAN.md", "`src/new.ts`\n");
    put("CHANGELOG.md", "removed `src/old.ts`, React 16\n");
    put("docs/tools.md", "`.claude/settings.json`\n");
    EXPECT_EQ(entry("docs/tools.md").stale_indicators.at(0).confidence, 40) << "may be anybody's own";
    EXPECT_EQ(entry("README.md").stale_indicators.at(0).confidence, 80);
    EXPECT_EQ(entry("PLAN.md").stale_indicators.at(0).confidence, 40);
    EXPECT_TRUE(entry("CHANGELOG.md").stale_indicators.empty());
}

TEST_F(JudgedDocumentsTest, VersionsAreHeldAgainstTheManifests) {
    facts_.packages = read_manifest(
        "package.json",
        R"({"dependencies":{"react":"^18.2.0","next":"14.1.0"},"engines":{"node":"^20.19.0 || >=22.12"}})");
    put("README.md", "React 17, Next.js 14, Node 22, Node >20, Vue 2.1, react 18.3\n");
    put("docs/adr/0001.md", "React 15 it is.\n");
    const auto found = entry("README.md").stale_indicators;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].what.view(), "react 17");
    EXPECT_EQ(found[0].found.view(), "package.json: ^18.2.0");
    EXPECT_EQ(stale("docs/adr/0001.md"), "") << "what was decided then was so then";
}

TEST_F(JudgedDocumentsTest, ScriptsAreHeldAgainstWhatRunsThem) {
    put("README.md", "`npm run build` `npm run gone` `make all` `make lost`\n");
    EXPECT_EQ(stale("README.md"), "") << "nothing to hold them against";
    facts_.npm_scripts = {"build"};
    facts_.has_npm_scripts = true;
    facts_.make_targets = {"all"};
    facts_.has_make_targets = true;
    EXPECT_EQ(stale("README.md"), "script npm run gone; script make lost; ");
}

TEST_F(JudgedDocumentsTest, AnOldDateIsHeldAgainstTheFilesItNames) {
    files_ = {"src/a.ts"};
    put("docs/a.md", "Last updated: 2024-01-01\n`src/a.ts`\n");
    EXPECT_EQ(stale("docs/a.md"), "") << "nobody knows when it changed";
    facts_.changed_at["src/a.ts"] = Time{1'704'067'200'000} + hours(10 * 24);
    EXPECT_EQ(stale("docs/a.md"), "") << "ten days are not long";
    facts_.changed_at["src/a.ts"] = Time{1'704'067'200'000} + hours(200 * 24);
    EXPECT_EQ(stale("docs/a.md"), "outdated 2024-01-01; ");
}

}  // namespace
}  // namespace hm
