#include "engine/codemap/resolve_imports.h"

#include <gtest/gtest.h>

#include "engine/codemap/graph.h"

namespace hm {
namespace {

using Paths = std::vector<std::string>;

TEST(ImportResolution, FollowsTheHabitsOfEachLanguage) {
    const ImportResolver resolver({"web/src/a.ts",
                                   "web/src/b/index.tsx",
                                   "web/src/c.d.ts",
                                   "packages/ui/src/button.ts",
                                   "packages/ui/index.js",
                                   "app/__init__.py",
                                   "app/db.py",
                                   "app/deep/util.py",
                                   "pkg/store/a.go",
                                   "pkg/store/b.go",
                                   "pkg/store/a_test.go",
                                   "src/lib.rs",
                                   "src/net/mod.rs",
                                   "src/net/tcp.rs",
                                   "src/util.rs",
                                   "include/lib/x.h",
                                   "core/x.cc",
                                   "core/y.h",
                                   "java/src/a/b/C.java",
                                   "java/src/a/b/D.java",
                                   "lib/tool.rb",
                                   "lib/tool/part.rb",
                                   "scripts/say.sh"},
                                  {{{"example.com/app", ""}}, {{"@acme/ui", "packages/ui"}}});
    const auto ts = CodeLanguage::typescript;
    EXPECT_EQ(resolver.resolve("web/src/x.ts", ts, "./a"), Paths{"web/src/a.ts"});
    EXPECT_EQ(resolver.resolve("web/src/x.ts", ts, "./a.js"), Paths{"web/src/a.ts"});
    EXPECT_EQ(resolver.resolve("web/src/x.ts", ts, "./b"), Paths{"web/src/b/index.tsx"});
    EXPECT_EQ(resolver.resolve("web/src/b/y.ts", ts, "../c"), Paths{"web/src/c.d.ts"});
    EXPECT_EQ(resolver.resolve("web/src/b/y.ts", ts, "@/a"), Paths{"web/src/a.ts"});
    EXPECT_EQ(resolver.resolve("web/src/x.ts", ts, "@acme/ui/button"), Paths{"packages/ui/src/button.ts"});
    EXPECT_EQ(resolver.resolve("web/src/x.ts", ts, "@acme/ui"), Paths{"packages/ui/index.js"});
    EXPECT_EQ(resolver.resolve("web/src/x.ts", ts, "react"), Paths{});
    EXPECT_EQ(resolver.resolve("web/src/x.ts", ts, "../../../../etc/passwd"), Paths{});
    const auto py = CodeLanguage::python;
    EXPECT_EQ(resolver.resolve("app/main.py", py, ". import db"), Paths{"app/db.py"});
    EXPECT_EQ(resolver.resolve("app/deep/util.py", py, "..db import query"), Paths{"app/db.py"});
    EXPECT_EQ(resolver.resolve("run.py", py, "app.deep.util"), Paths{"app/deep/util.py"});
    EXPECT_EQ(resolver.resolve("run.py", py, "os"), Paths{});
    EXPECT_EQ(resolver.resolve("main.go", CodeLanguage::go, "example.com/app/pkg/store"),
              (Paths{"pkg/store/a.go", "pkg/store/b.go"}));
    const auto rs = CodeLanguage::rust;
    EXPECT_EQ(resolver.resolve("src/lib.rs", rs, "mod net"), Paths{"src/net/mod.rs"});
    EXPECT_EQ(resolver.resolve("src/net/mod.rs", rs, "crate::util::{go, stop}"), Paths{"src/util.rs"});
    EXPECT_EQ(resolver.resolve("src/net/tcp.rs", rs, "super::super::util"), Paths{"src/util.rs"});
    const auto cpp = CodeLanguage::cpp;
    EXPECT_EQ(resolver.resolve("core/x.cc", cpp, "\"y.h\""), Paths{"core/y.h"});
    EXPECT_EQ(resolver.resolve("core/x.cc", cpp, "<lib/x.h>"), Paths{"include/lib/x.h"});
    EXPECT_EQ(resolver.resolve("core/x.cc", cpp, "<vector>"), Paths{});
    EXPECT_EQ(resolver.resolve("X.java", CodeLanguage::java, "a.b.C"), Paths{"java/src/a/b/C.java"});
    EXPECT_EQ(resolver.resolve("X.java", CodeLanguage::java, "a.b.*").size(), 2U);
    EXPECT_EQ(resolver.resolve("lib/tool.rb", CodeLanguage::ruby, "./tool/part"), Paths{"lib/tool/part.rb"});
    EXPECT_EQ(resolver.resolve("bin/run.sh", CodeLanguage::shell, "$root/scripts/say.sh"), Paths{"scripts/say.sh"});
}

TEST(ImportGraph, FindsAShortestCircleInEachGroup) {
    const Paths paths{"a.ts", "b.ts", "c.ts", "d.ts", "e.ts"};
    const std::vector<std::pair<std::string, CodeImport>> edges{
        {"a.ts", {1, "./b"}}, {"b.ts", {1, "./c"}}, {"c.ts", {1, "./a"}},  {"b.ts", {2, "./a"}},
        {"d.ts", {1, "./e"}}, {"e.ts", {1, "./d"}}, {"c.ts", {2, "react"}}};
    std::vector<ImportOfFile> imports;
    for (const auto& [path, import] : edges) imports.push_back({path, CodeLanguage::typescript, &import});
    const CodeGraph graph = build_graph(imports, ImportResolver(paths, {}));
    EXPECT_EQ(circles_in(graph, 10), (std::vector<Paths>{{"a.ts", "b.ts", "a.ts"}, {"d.ts", "e.ts", "d.ts"}}));
    EXPECT_EQ(circles_in(graph, 1).size(), 1U);
    EXPECT_EQ(graph.dependents.at("a.ts"), (std::set<std::string>{"b.ts", "c.ts"}));
    EXPECT_TRUE(graph.elsewhere.contains("react"));
}

TEST(ImportGraph, TakesAChainAsLongAsAProject) {
    Paths paths;
    std::vector<CodeImport> targets;
    for (int i = 0; i < 20'000; ++i) {
        paths.push_back("f" + std::to_string(i) + ".ts");
        targets.push_back({1, "./f" + std::to_string((i + 1) % 20'000)});
    }
    std::vector<ImportOfFile> imports;
    for (std::size_t i = 0; i < paths.size(); ++i) imports.push_back({paths[i], CodeLanguage::typescript, &targets[i]});
    const auto circles = circles_in(build_graph(imports, ImportResolver(paths, {})), 10);
    ASSERT_EQ(circles.size(), 1U);
    EXPECT_EQ(circles.front().size(), 20'001U);
}

}  // namespace
}  // namespace hm
