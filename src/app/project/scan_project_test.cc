// Scans of real directories through the command line, the agents' tool and the hooks.
#include "app/project/scan_project.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "app/project/project.h"
#include "store/codemap/codemap.h"
#include "support/child_process.h"
#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class ProjectScanTest : public ::testing::Test {
protected:
    ProjectScanTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    void put(const std::string& name, std::string_view text) {
        const fs::path path = world_.directory() / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }
    std::string read(const std::string& name) {
        std::ifstream in(world_.directory() / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    // Clocks of files are coarse, and what was changed just now is read once more.
    static void let_files_rest() { std::this_thread::sleep_for(std::chrono::milliseconds(70)); }
    json::object scan(const std::string& what) { return world_.cli_json({"scan", what}).as_object(); }
    static std::string names(const json::value& list, std::string_view member = "name") {
        std::string all;
        for (const json::value& each : list.as_array()) {
            all += (all.empty() ? "" : ", ") + std::string(text_member(each.as_object(), member));
        }
        return all;
    }
    static const json::object& with(const json::value& list, std::string_view member, std::string_view value) {
        for (const json::value& each : list.as_array()) {
            if (text_member(each.as_object(), member) == value) return each.as_object();
        }
        static const json::object none;
        ADD_FAILURE() << "no " << member << " " << value << " in " << to_text(list);
        return none;
    }
    std::string shown(const json::object& object) { return to_text(object); }
    void type_script_project() {
        put("package.json",
            R"({"name":"shop","version":"2.0.0","scripts":{"build":"next build","dev":"next dev"},
                "dependencies":{"next":"^14.1.0","react":"^18.2.0","left-pad":"^1.3.0"},
                "devDependencies":{"typescript":"^5.4.0","vitest":"^1.2.0"},"engines":{"node":">=20"}})");
        put("package-lock.json",
            R"({"lockfileVersion":3,"packages":{"":{},"node_modules/next":{"version":"14.1.3"},
                "node_modules/react":{"version":"18.2.0"}}})");
        put("next.config.mjs", "export default {};\n");
        put("tsconfig.json", R"({"compilerOptions":{"paths":{"@app/*":["./src/*"]}}})");
        put("src/page.tsx",
            "import React from 'react';\nimport { sum } from '@app/sum';\nimport lodash from 'lodash';\n");
        put("src/sum.ts", "export const sum = 1;\n");
        put("AGENTS.md", "# Rules\n");
        put(".specify/memory/constitution.md", "# Constitution\n");
        put("README.md",
            "# Shop\n\nReact 17 and Next.js 14. See [the guide](docs/guide.md) and [gone](docs/gone.md).\n\n"
            "Look at `src/sum.ts` and `src/old.ts`.\n\n```sh\nnpm run build\nnpm run lint\n```\n");
        put("docs/guide.md", "# Guide\n\nBack to [start](../README.md).\n");
        put("docs/alone.md", "# Alone\n");
    }

    testing::World world_;
};

TEST_F(ProjectScanTest, MapsATypeScriptProject) {
    type_script_project();
    put("node_modules/react/README.md", "# not ours\n");
    const json::object map = scan("full");
    EXPECT_EQ(names(map.at("governance_detected")), "Spec Kit, AGENTS.md");
    const json::object& next = with(map.at("frameworks_detected"), "name", "Next.js");
    EXPECT_EQ(text_member(next, "version"), "14.1.3") << "as the lock file holds it";
    EXPECT_EQ(text_member(next, "config_path"), "next.config.mjs");
    EXPECT_EQ(next.at("confidence"), 95);
    EXPECT_EQ(to_text(next.at("evidence")),
              R"(["package.json: next ^14.1.0","next.config.mjs","package-lock.json: 14.1.3"])");
    EXPECT_EQ(text_member(with(map.at("tech_stack"), "framework", "React"), "language"), "TypeScript");
    EXPECT_EQ(text_member(with(map.at("tech_stack"), "language", "TypeScript"), "version"), ">=20");
    const json::value& dependencies = map.at("dependencies");
    EXPECT_EQ(text_member(with(dependencies, "name", "react"), "use"), "used");
    EXPECT_EQ(text_member(with(dependencies, "name", "react"), "locked_version"), "18.2.0");
    EXPECT_EQ(text_member(with(dependencies, "name", "next"), "use"), "used") << "a script runs it";
    EXPECT_EQ(text_member(with(dependencies, "name", "left-pad"), "use"), "unused");
    EXPECT_EQ(text_member(with(dependencies, "name", "lodash"), "use"), "undeclared");
    EXPECT_EQ(text_member(with(dependencies, "name", "vitest"), "part"), "tool");
    EXPECT_EQ(names(map.at("root_structure"), "path"), ".specify, .specify/memory, docs, src");
    EXPECT_GT(map.at("last_full_scan_at").as_int64(), 0);
    EXPECT_FALSE(map.contains("last_incremental_at"));
}

TEST_F(ProjectScanTest, RelatesDocumentsAndHoldsThemAgainstTheProject) {
    type_script_project();
    const json::object found = scan("documents");
    const json::object& readme = with(found.at("documents"), "path", "README.md");
    EXPECT_EQ(text_member(readme, "type"), "readme");
    EXPECT_EQ(text_member(readme, "title"), "Shop");
    EXPECT_EQ(to_text(readme.at("linked_to")), R"(["docs/guide.md","src/sum.ts"])");
    EXPECT_GT(readme.at("last_modified").as_int64(), 0);
    std::string stale;
    for (const json::value& each : readme.at("stale_indicators").as_array()) {
        stale += std::string(text_member(each.as_object(), "kind")) + " " +
                 std::string(text_member(each.as_object(), "what")) + "; ";
    }
    EXPECT_EQ(stale, "dead_link docs/gone.md; version react 17; dead_path src/old.ts; script npm run lint; ");
    EXPECT_EQ(names(found.at("document_relations"), "to"), "docs/guide.md, README.md");
    EXPECT_EQ(with(found.at("documents"), "path", "docs/alone.md").at("is_orphan"), true);
    EXPECT_EQ(with(found.at("documents"), "path", "docs/guide.md").at("is_orphan"), false);
    const std::string text = world_.cli({"scan", "documents"}).out;
    EXPECT_NE(text.find("README.md:3 links to `docs/gone.md`, which is not there"), std::string::npos) << text;
    EXPECT_NE(text.find("says `react 17`, but package.json: ^18.2.0"), std::string::npos) << text;
}

TEST_F(ProjectScanTest, ShowsOneDocumentOrThoseOfAFolder) {
    type_script_project();
    EXPECT_EQ(names(world_.cli_json({"scan", "documents", "./docs/"}).at("documents"), "path"),
              "docs/alone.md, docs/guide.md");
    const std::string text = world_.cli({"scan", "documents", "docs/guide.md"}).out;
    EXPECT_NE(text.find("headings\n  Guide  :1\npoints to\n  README.md\npointed to by\n  README.md:3\n"),
              std::string::npos)
        << text;
    EXPECT_NE(world_.cli({"scan", "documents", "READ"}).exit_code, 0) << "half a name is none";
}

TEST_F(ProjectScanTest, ReadsOnlyWhatChangedAndTellsTheDrift) {
    type_script_project();
    let_files_rest();
    EXPECT_GT(scan("full").at("counts").as_object().at("files_read").as_int64(), 5);
    EXPECT_EQ(scan("incremental").at("counts").as_object().at("files_read"), 0);
    EXPECT_EQ(scan("drift").at("detections").as_array().size(), 4U) << "what the documents say wrongly, and no change";

    fs::remove(world_.directory() / "docs/alone.md");
    put("docs/new.md", "# New\n");
    put("go.mod", "module example.org/x\n\ngo 1.22\n");
    put("vite.config.ts", "");
    put("package.json", R"({"dependencies":{"next":"^15.0.0","react":"^18.2.0"}})");
    const json::object drift = scan("drift");
    std::string changes;
    for (const json::value& value : drift.at("detections").as_array()) {
        const json::object& each = value.as_object();
        if (text_member(each, "change") == "contradicted") continue;
        changes += std::string(text_member(each, "subject")) + " " + std::string(text_member(each, "change")) + " " +
                   std::string(text_member(each, "what")) + "; ";
    }
    EXPECT_EQ(changes,
              "document added docs/new.md; document removed docs/alone.md; manifest added go.mod; dependency removed "
              "left-pad (package.json); dependency removed typescript (package.json); dependency removed vitest "
              "(package.json); framework changed TypeScript; framework added Vite; framework removed Vitest; ");
    EXPECT_EQ(scan("drift").at("detections").as_array().size(), drift.at("detections").as_array().size())
        << "looking keeps nothing";
    const json::object after = scan("incremental");
    EXPECT_TRUE(after.contains("last_incremental_at"));
    EXPECT_TRUE(after.contains("last_full_scan_at"));
    EXPECT_EQ(scan("drift").at("detections").as_array().size(), 6U)
        << "what changed is known now; the README is wrong in two more places";
}

TEST_F(ProjectScanTest, MapsPythonGoAndMonorepos) {
    put("api/pyproject.toml",
        "[project]\nname = \"api\"\nrequires-python = \">=3.12\"\ndependencies = [\"fastapi>=0.110\", \"pyyaml\"]\n");
    put("api/app/main.py", "import yaml\nfrom fastapi import FastAPI\nimport numpy\nfrom app.b import c\n");
    put("api/app/b.py", "import os\n");
    put("worker/go.mod", "module example.org/worker\n\ngo 1.22\n\nrequire github.com/gin-gonic/gin v1.10.0\n");
    put("worker/main.go", "package main\n\nimport \"github.com/gin-gonic/gin\"\n");
    put("web/package.json", R"({"name":"web","dependencies":{"vue":"^3.4.0"}})");
    put("web/main.ts", "import { ref } from 'vue'\n");
    put("Makefile", "build:\n\tgo build\n");
    put("README.rst", "Shop\n====\n\nRun ``make build`` or ``make deploy``. Needs Python 3.9, Go 1.22.\n");
    const json::object found = scan("frameworks");
    EXPECT_EQ(names(found.at("frameworks_detected")), "Vue, FastAPI, Gin, make");
    EXPECT_EQ(to_text(found.at("manifests")), R"(["api/pyproject.toml","web/package.json","worker/go.mod"])");
    const json::value& dependencies = found.at("dependencies");
    EXPECT_EQ(text_member(with(dependencies, "name", "pyyaml"), "use"), "used");
    EXPECT_EQ(text_member(with(dependencies, "name", "numpy"), "use"), "undeclared");
    EXPECT_EQ(text_member(with(dependencies, "name", "github.com/gin-gonic/gin"), "use"), "used");
    EXPECT_EQ(text_member(with(found.at("tech_stack"), "language", "Go"), "version"), "1.22");
    std::string stale;
    const json::object documents = scan("documents");
    const json::object& readme = with(documents.at("documents"), "path", "README.rst");
    for (const json::value& each : readme.at("stale_indicators").as_array()) {
        stale += std::string(text_member(each.as_object(), "what")) + "; ";
    }
    EXPECT_EQ(stale, "python 3.9; make deploy; ");
}

TEST_F(ProjectScanTest, AnEmptyProjectIsNoTroubleAndNeedsNoFile) {
    for (const std::string what : {"full", "incremental", "drift", "frameworks", "documents"}) {
        EXPECT_EQ(world_.cli({"scan", what}).exit_code, 0) << what;
        EXPECT_EQ(world_.cli({"scan", what, "--json"}).exit_code, 0) << what;
    }
    EXPECT_EQ(world_.cli({"scan", "nonsense"}).exit_code, 2);
    EXPECT_EQ(scan("full").at("counts").as_object().at("files"), 0);
    EXPECT_FALSE(fs::exists(world_.directory() / ".hivemind/codemap.db"));
}

TEST_F(ProjectScanTest, LinksHugeBinaryClosedAndStrangeFilesDoNoHarm) {
    put("README.md", "# Fine \xff\xfe\n[loop](loop.md) [deep](away/x.md) \x1b[31m\n");
    fs::create_symlink("README.md", world_.directory() / "loop.md");
    fs::create_directory_symlink("/", world_.directory() / "away");
    put("docs/huge.md", std::string(2 << 20, 'x'));
    std::string many;
    for (int i = 0; i < 500; ++i) many += "# H" + std::to_string(i) + "\n";
    put("docs/many.md", many);
    put("docs/binary.md", std::string("\0\1\2", 3));
    put("docs/empty.md", "");
    put("package.json", "{ broken");
    put("src/\xff\xfe.ts", "import x from 'y'\n");
    put("docs/line\nbreak.md", "# x\n");
    ASSERT_EQ(mkfifo((world_.directory() / "pipe.md").c_str(), 0600), 0);
    const json::object map = scan("full");
    const json::object& counts = map.at("counts").as_object();
    EXPECT_EQ(counts.at("too_large"), 1);
    EXPECT_GE(counts.at("unreadable").as_int64(), 3) << "a link, a pipe, a binary";
    EXPECT_EQ(names(map.at("documents"), "path"), "README.md, docs/empty.md, docs/many.md");
    EXPECT_EQ(counts.at("left_out"), 300) << "headings beyond what is kept of one document";
    EXPECT_EQ(names(map.at("root_structure"), "path"), "docs");
    const std::string text = world_.cli({"scan", "full"}).out;
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(with(map.at("documents"), "path", "README.md").at("stale_indicators").as_array().size(), 1U)
        << "what is behind a link is looked for on the disk: " << to_text(map.at("documents"));
}

TEST_F(ProjectScanTest, ADamagedFileOfReadingsIsBegunAnewAndTwoMayScanAtOnce) {
    type_script_project();
    scan("full");
    std::ofstream(world_.directory() / ".hivemind/codemap.db", std::ios::binary) << std::string(8192, 'z');
    EXPECT_EQ(scan("incremental").at("is_kept"), true);
    std::vector<testing::ChildProcess> others;
    for (int i = 0; i < 4; ++i) {
        others.push_back(testing::ChildProcess::start_hivemind({"scan", "full"}, {world_.directory()}));
    }
    others.pop_back();  // killed, wherever it is
    for (testing::ChildProcess& other : others) EXPECT_EQ(other.wait().exit_code, 0);
    EXPECT_EQ(scan("incremental").at("documents").as_array().size(), 5U);
}

TEST_F(ProjectScanTest, FindingsBecomeKnowledgeOnceAndEndWhenTheyNoLongerHold) {
    type_script_project();
    const json::object first = world_.cli_json({"scan", "learn"}).as_object();
    EXPECT_EQ(first.at("entries").as_array().size(), 3U) << to_text(first);
    EXPECT_EQ(world_.cli_json({"scan", "learn"}).as_object().at("entries").as_array().size(), 0U) << "never twice";
    const json::value known = world_.cli_json({"knowledge", "list"});
    const json::object& stack = with(known, "title", "What the project is built with");
    EXPECT_EQ(text_member(stack, "source"), "scan");
    EXPECT_EQ(text_member(stack, "type"), "tech_stack");
    EXPECT_EQ(stack.at("confidence"), 90);
    EXPECT_NE(text_member(stack, "content").find("Next.js 14.1.3"), std::string_view::npos);
    EXPECT_EQ(to_text(stack.at("evidence")), R"(["package.json"])");
    const json::object& stale = with(known, "title", "README.md no longer holds everywhere");
    EXPECT_EQ(text_member(stale, "type"), "gotcha");
    EXPECT_NE(text_member(stale, "content").find("links to `docs/gone.md`"), std::string_view::npos);
    EXPECT_EQ(to_text(stale.at("related_to")), "[\"" + std::string(text_member(stack, "id")) + "\"]");

    const std::string before = read("README.md");
    put("README.md", "\n\n" + before);
    EXPECT_EQ(world_.cli_json({"scan", "learn"}).as_object().at("entries").as_array().size(), 0U)
        << "the same, two lines further down";

    put("README.md", "# Shop\n");
    EXPECT_EQ(world_.cli_json({"scan", "learn"}).as_object().at("ended"), 1);
    EXPECT_EQ(to_text(world_.cli_json({"knowledge", "list"})).find("no longer holds everywhere"), std::string::npos);
    put("README.md", "# Shop\n[gone](docs/gone.md)\n");
    EXPECT_EQ(world_.cli_json({"scan", "learn"}).as_object().at("entries").as_array().size(), 1U) << "it is back";
    const json::value back = world_.cli_json({"knowledge", "list"});
    const std::string id(text_member(with(back, "title", "README.md no longer holds everywhere"), "id"));
    ASSERT_EQ(world_.cli({"knowledge", "remove", id}).exit_code, 0);
    EXPECT_EQ(world_.cli_json({"scan", "learn"}).as_object().at("entries").as_array().size(), 0U)
        << "what a person took out of use stays out";
}

// A hook's scan has little time, and what it cannot finish it leaves to the next: so there may be several.
TEST_F(ProjectScanTest, ASessionBeginsWithAScanAndEveryTenthWriteLooksForDrift) {
    constexpr int most_rounds = 50;
    type_script_project();
    const auto known = [&] { return world_.cli_json({"knowledge", "list"}).as_array().size(); };
    for (int i = 0; i < most_rounds && known() == 0; ++i) {
        const std::string session = i == 0 ? "s" : "s" + std::to_string(i);
        world_.opencode("event", {{"type", "session.created"}, {"properties", {{"info", {{"id", session}}}}}});
        world_.clock().advance(minutes(2));
    }
    EXPECT_EQ(known(), 3U);
    put("docs/later.md", "[nowhere](nowhere.md)\n");
    int calls = 0;
    const auto write = [&](int times) {
        for (int i = 0; i < times; ++i) {
            world_.opencode("tool.execute.after", {{"sessionID", "s"},
                                                   {"callID", "c" + std::to_string(calls++)},
                                                   {"tool", "write"},
                                                   {"args", json::object{{"filePath", "src/sum.ts"}}}});
        }
        world_.clock().advance(minutes(2));
    };
    const auto drifts = [&] {
        std::string all;
        const json::value log = world_.cli_json({"log", "--limit", "500"});
        for (const json::value& each : log.as_array()) {
            if (text_member(each.as_object(), "kind") == "project.drift") {
                all += std::string(text_member(each.as_object(), "summary")) + "\n";
            }
        }
        return all;
    };
    write(9);
    EXPECT_EQ(drifts(), "");
    write(1);
    for (int i = 0; i < most_rounds && drifts().empty(); ++i) write(10);
    const std::string told = drifts();
    EXPECT_EQ(told,
              "1 changes, 1 places in documents that no longer hold; docs/later.md:1 links to `nowhere.md`, which is "
              "not there\n");
    write(10);
    EXPECT_EQ(drifts(), told) << "once";
}

TEST_F(ProjectScanTest, WhatAnotherProgramReadIsReadAgain) {
    type_script_project();
    let_files_rest();
    scan("full");
    {
        auto opened = CodeMap::open(project_paths(world_.directory()), Deadline::in(seconds(20)));
        ASSERT_TRUE(opened);
        ASSERT_TRUE(opened->connection().execute("UPDATE fact SET value='0.0.1' WHERE name='readings_by'"));
    }
    EXPECT_GT(scan("incremental").at("counts").as_object().at("files_read").as_int64(), 5);
    EXPECT_EQ(scan("incremental").at("counts").as_object().at("files_read"), 0);
}

TEST_F(ProjectScanTest, WithoutTimeItKeepsWhatItReadAndTellsNothingWrong) {
    type_script_project();
    testing::FixedClock clock;
    CountingIds ids;
    auto project = Project::open(world_.directory(), clock, ids, Deadline::in(seconds(20)));
    ASSERT_TRUE(project);
    const ProjectScan scan = scan_project(ScanDepth::incremental, Deadline::in(milliseconds(0)), project->workspace());
    EXPECT_FALSE(scan.map.counts.is_whole);
    EXPECT_FALSE(scan.is_kept);
    EXPECT_TRUE(scan.map.documents.empty());
    EXPECT_TRUE(scan.drift.detections.empty());
}

TEST_F(ProjectScanTest, FilesThatGitIgnoresOrThatAreGoneDoNotCount) {
    type_script_project();
    put(".gitignore", "generated/\n");
    put("generated/api.md", "[x](nowhere.md)\n");
    put("tracked.md", "# Tracked\n");
    const std::string git = "git -C '" + world_.directory().string() + "' ";
    ASSERT_EQ(std::system((git + "init -q && " + git + "add -A").c_str()), 0);
    fs::remove(world_.directory() / "tracked.md");
    put("README.md", "[api](generated/api.md) [gone](tracked.md) [dist](dist/index.html)\n");
    const json::object found = scan("documents");
    EXPECT_EQ(names(found.at("documents"), "path"),
              ".specify/memory/constitution.md, AGENTS.md, README.md, docs/alone.md, docs/guide.md");
    const json::array& stale = with(found.at("documents"), "path", "README.md").at("stale_indicators").as_array();
    ASSERT_EQ(stale.size(), 1U) << "what is ignored is there, and what a build makes may be made";
    EXPECT_EQ(text_member(stale[0].as_object(), "what"), "tracked.md");
}

TEST_F(ProjectScanTest, AgentsAskWithTheirTool) {
    type_script_project();
    const json::object reply = world_.opencode(
        "tool", {{"sessionID", "s"}, {"tool", "hivemind_scan"}, {"args", json::object{{"action", "documents"}}}});
    EXPECT_NE(text_member(reply, "output").find("README.md  [readme] Shop"), std::string_view::npos) << to_text(reply);
}

}  // namespace
}  // namespace hm
