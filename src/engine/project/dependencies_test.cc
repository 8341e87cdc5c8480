#include "engine/project/dependencies.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "engine/project/frameworks.h"

namespace hm {
namespace {

std::string held(std::string_view name, std::string_view text) {
    std::string all;
    for (const LockedPackage& each : read_lock_file(name, text)) all += each.name + " " + each.version + "; ";
    return all;
}

TEST(LockFiles, SayAtWhichVersionAPackageIsHeld) {
    EXPECT_EQ(held("package-lock.json",
                   R"({"packages":{"":{},"node_modules/React":{"version":"18.2.0"},
                       "node_modules/a/node_modules/react":{"version":"16.0.0"},
                       "node_modules/@s/kit":{"version":"2.0.0"}}})"),
              "react 18.2.0; @s/kit 2.0.0; ");
    EXPECT_EQ(held("package-lock.json", R"({"dependencies":{"react":{"version":"17.0.2"}}})"), "react 17.0.2; ");
    EXPECT_EQ(held("yarn.lock",
                   "# yarn\n\n\"@s/kit@^2.0.0\", \"@s/kit@^2.1.0\":\n  version \"2.1.3\"\n  resolved \"x\"\n\n"
                   "react@^18:\n  version: 18.2.0\n"),
              "@s/kit 2.1.3; react 18.2.0; ");
    EXPECT_EQ(held("pnpm-lock.yaml",
                   "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      react:\n        specifier: "
                   "^18\n        version: 18.2.0\n      '@s/kit':\n        specifier: ^2\n        version: "
                   "2.1.0(react@18.2.0)\n\npackages:\n\n  react@18.2.0:\n    resolution: {}\n"),
              "react 18.2.0; @s/kit 2.1.0; ");
    EXPECT_EQ(
        held("bun.lock",
             "{\n  \"workspaces\": {\n    \"\": {\"dependencies\": {\"react\": \"^19\"}}\n  },\n  \"packages\": {\n"
             "    \"react\": [\"react@19.2.0\", \"\", {}, \"sha512-x\"],\n    \"@s/kit\": [\"@s/kit@2.0.0\", {}],\n  "
             "}\n}\n"),
        "react 19.2.0; @s/kit 2.0.0; ");
    EXPECT_EQ(held("poetry.lock", "[[package]]\nname = \"Django\"\nversion = \"5.0.1\"\n\n[metadata]\n"),
              "django 5.0.1; ");
    EXPECT_EQ(held("Cargo.lock", "[[package]]\nname = \"serde\"\nversion = \"1.0.2\"\n"), "serde 1.0.2; ");
    EXPECT_EQ(held("go.sum", "github.com/a/b v1.2.0 h1:x\ngithub.com/a/b v1.2.0/go.mod h1:y\n"),
              "github.com/a/b v1.2.0; ");
    for (const std::string_view broken : {"", "{", "[[package]]\nname = ", "importers:\n  x", "\"", "a b"}) {
        for (const std::string_view name : lock_file_names()) (void)read_lock_file(name, broken);
    }
}

std::string imported(std::string_view path, std::string_view text) {
    std::string all;
    for (const std::string& each : imports_in(path, text)) all += each + "; ";
    return all;
}

TEST(Imports, AreSeenInFourLanguages) {
    EXPECT_EQ(imported("a.ts",
                       "import React, { useState } from 'react';\nimport './a.css'\nexport * from \"@s/kit/x\";\n"
                       "const fs = require('node:fs');\nawait import('lazy');\n// import 'not'\nobj.from('no')\n"),
              "react; ./a.css; @s/kit/x; node:fs; lazy; ");
    EXPECT_EQ(imported("a.py", "import os, yaml as y\nfrom django.db import models\n\"\"\"\nimport not\n\"\"\"\n"),
              "os; yaml; django.db; ");
    EXPECT_EQ(imported("a.go", "import \"fmt\"\nimport (\n\tgin \"github.com/gin-gonic/gin\"\n)\nvar a = \"b\"\n"),
              "fmt; github.com/gin-gonic/gin; ");
    EXPECT_EQ(imported("a.rs", "use serde::Serialize;\npub use crate::a;\nmod mine;\nuse tokio::{io, net};\n"),
              "serde; crate; tokio; ");
    EXPECT_EQ(imported("a.vue", "<template/>\n<script setup lang=\"ts\">\nimport { ref } from 'vue'\n</script>\n"),
              "vue; ");
}

TEST(Samples, AreToldByTheirFolders) {
    EXPECT_TRUE(is_sample_path("examples/a/package.json"));
    EXPECT_TRUE(is_sample_path("packages/create/template-vue/package.json"));
    EXPECT_FALSE(is_sample_path("src/examples.ts"));
}

std::string traced(const DependencyFacts& facts) {
    std::string all;
    for (const Dependency& each : trace_dependencies(facts)) {
        all +=
            fmt::format("{} {} {} {} {}; ", each.name, each.range, each.locked_version, each.files, name_of(each.use));
    }
    return all;
}

TEST(Dependencies, AreFollowedFromManifestOverLockToUse) {
    DependencyFacts facts;
    facts.packages =
        read_manifest("package.json",
                      R"({"dependencies":{"react":"^18","left-pad":"1","next":"14"},"devDependencies":{"vitest":"1"},
            "engines":{"node":"20"}})");
    facts.locks = {{"package-lock.json", {{"@types/react", "17.0.0"}, {"react", "18.2.0"}, {"next", "link:../n"}}}};
    facts.script_lines = "next dev\n";
    facts.aliases = {"@app/"};
    facts.own_names = {"@me/core"};
    facts.own_modules = {"components"};
    facts.sources = {{"src/a.ts", Ecosystem::npm, {"react", "react/jsx-runtime", "@app/x", "lodash", "node:fs", "fs"}},
                     {"src/b.ts", Ecosystem::npm, {"react", "./a", "components/x", "@me/core/y"}}};
    EXPECT_EQ(traced(facts),
              "react ^18 18.2.0 2 used; left-pad 1  0 unused; next 14  0 used; vitest 1  0 unknown; "
              "lodash   1 undeclared; ");
    facts.sources.push_back({"examples/a.ts", Ecosystem::npm, {"made-up"}});
    facts.sources.push_back({"src/a.test.ts", Ecosystem::npm, {"made-up"}});
    EXPECT_EQ(traced(facts).find("made-up"), std::string::npos) << "samples and tests import what is made up";
    facts.has_all_sources = false;
    EXPECT_NE(traced(facts).find("left-pad 1  0 unknown"), std::string::npos) << "what was not read may use it";
}

TEST(Dependencies, KnowTheCustomsOfPythonGoAndRust) {
    DependencyFacts python;
    python.packages = read_manifest("requirements.txt", "PyYAML==6\nDjango\npython_dateutil\n");
    python.own_modules = {"shop"};
    python.sources = {
        {"shop/a.py", Ecosystem::python, {"yaml", "django.db", "os", "shop.b", ".c", "dateutil.parser", "numpy"}}};
    EXPECT_EQ(traced(python), "pyyaml ==6  1 used; django   1 used; python_dateutil   1 used; numpy   1 undeclared; ");
    DependencyFacts go;
    go.packages = read_manifest("go.mod", "module example.org/me\ngo 1.22\nrequire github.com/a/b v1.2.0\n");
    go.locks = {{"go.sum", {{"github.com/a/b", "v1.1.0"}, {"github.com/a/b", "v1.2.0"}}}};
    go.own_names = {"example.org/me"};
    go.sources = {{"a.go", Ecosystem::go, {"fmt", "github.com/a/b/sub", "example.org/me/x", "github.com/c/d"}}};
    EXPECT_EQ(traced(go), "github.com/a/b v1.2.0 v1.2.0 1 used; github.com/c/d   1 undeclared; ");
    DependencyFacts rust;
    rust.packages = read_manifest("Cargo.toml",
                                  "[dependencies]\nserde-json = \"1\"\n[dependencies.tokio]\nversion = "
                                  "\"1.38\"\nfeatures = [\"full\"]\n");
    rust.sources = {{"src/main.rs", Ecosystem::rust, {"serde_json", "mine", "std"}}};
    EXPECT_EQ(traced(rust), "serde-json 1  1 used; tokio 1.38  0 unknown; ");
}

TEST(Dependencies, OfAMonorepoBelongToTheManifestAboveTheFile) {
    DependencyFacts facts;
    for (const std::string folder : {"packages/a", "packages/b"}) {
        for (StackPackage package : read_manifest("package.json", R"({"dependencies":{"zod":"3"}})")) {
            package.manifest = folder + "/package.json";
            facts.packages.push_back(package);
        }
    }
    facts.locks = {{"package-lock.json", {{"zod", "3.1.0"}}}, {"packages/b/package-lock.json", {{"zod", "3.2.0"}}}};
    facts.sources = {{"packages/a/x.ts", Ecosystem::npm, {"zod"}}, {"packages/b/y.ts", Ecosystem::npm, {"./z"}}};
    EXPECT_EQ(traced(facts), "zod 3 3.1.0 1 used; zod 3 3.2.0 0 unused; ");
}

TEST(Frameworks, AreToldByPackageConfigOrBoth) {
    const auto packages = read_manifest(
        "package.json", R"({"dependencies":{"next":"14.1.0","react":"^18"},"devDependencies":{"vitest":"1"}})");
    std::string all;
    for (const DetectedFramework& each :
         detect_frameworks(packages, {"apps/web/next.config.mjs", "Dockerfile", "src/a.ts", "manage.py.bak"})) {
        all += fmt::format("{} {} {} {}; ", each.name, each.version, each.config_path, each.confidence);
    }
    EXPECT_EQ(all, "Next.js 14.1.0 apps/web/next.config.mjs 95; React ^18  90; Vitest 1  90; Docker  Dockerfile 70; ");
    const auto go = read_manifest("go.mod", "require github.com/labstack/echo/v4 v4.11.0\n");
    ASSERT_EQ(detect_frameworks(go, {}).size(), 1U);
    EXPECT_EQ(detect_frameworks(go, {})[0].name, "Echo");
}

TEST(Structure, CountsFilesThreeLevelsDeep) {
    std::string all;
    const RootStructure structure = root_structure({"a.md", "src/app/x/deep/1.ts", "src/app/x/2.ts", "src/b.ts"});
    for (const FolderCount& each : structure.folders) {
        all += fmt::format("{} {} {} {}; ", each.path, each.depth, each.files, each.folders);
    }
    EXPECT_EQ(all, "src 1 3 1; src/app 2 2 1; src/app/x 3 2 1; ");
    EXPECT_EQ(structure.root_files, std::vector<std::string>{"a.md"});
    std::vector<std::string> many;
    for (int i = 0; i < 2000; ++i) many.push_back(fmt::format("d{:04}/e/f/x.c", i));
    EXPECT_EQ(root_structure(many).folders.size(), 300U);
    EXPECT_EQ(root_structure(many).left_out, 5700U);
}

TEST(ManifestHeads, SayNamesVersionsAndScripts) {
    EXPECT_EQ(read_manifest_head("package.json", R"({"name":"x","version":"1.2.0","scripts":{"b":"c"}})").scripts,
              std::vector<std::string>{"b"});
    EXPECT_EQ(read_manifest_head("Cargo.toml",
                                 "[package]\nname = \"x\"\nversion = \"0.3.0\"\n[dependencies]\nversion "
                                 "= \"9\"\n")
                  .version,
              "0.3.0");
    EXPECT_EQ(read_manifest_head("go.mod", "module example.org/x\n\ngo 1.22\n").name, "example.org/x");
    const ManifestHead make =
        read_manifest_head("Makefile", "CC := gcc\n.PHONY: all\nall test: deps\n\tgo: x\n#c: d\n");
    EXPECT_EQ(make.scripts, (std::vector<std::string>{".PHONY", "all", "test"}));
    EXPECT_TRUE(make.has_all_scripts);
    EXPECT_FALSE(read_manifest_head("Makefile", "%.o: %.c\n").has_all_scripts);
    EXPECT_FALSE(read_manifest_head("Makefile", "include other.mk\n").has_all_scripts);
}

TEST(Stack, ReadsWhatStandsInATableOfItsOwnAndWhatRunsTheProject) {
    std::string all;
    for (const StackPackage& each :
         read_manifest("pyproject.toml",
                       "[project]\nrequires-python = \">=3.12\"\ndependencies = [\"django>=5\"]\n"
                       "[dependency-groups]\ndev = [\"pytest>=8\"]\n[build-system]\nrequires = [\"hatchling\"]\n")) {
        all += fmt::format("{} {} {}; ", each.name, each.range, name_of(each.part));
    }
    EXPECT_EQ(all, "python >=3.12 platform; django >=5 runtime; pytest >=8 tool; hatchling  tool; ");
}

}  // namespace
}  // namespace hm
