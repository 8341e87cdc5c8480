#include "engine/project/document.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace hm {
namespace {

std::string outline(std::string_view path, std::string_view text) {
    std::string all;
    for (const DocumentSection& each : read_document_text(path, text).sections) {
        all += fmt::format("{} {} @{}; ", each.level, each.title.view(), each.line);
    }
    return all;
}

std::string links(std::string_view path, std::string_view text) {
    std::string all;
    for (const DocumentLink& each : read_document_text(path, text).links) {
        all += fmt::format("{} {}; ", name_of(each.kind), each.target.view());
    }
    return all;
}

DocumentType type(std::string_view path, std::string_view text = "") {
    return read_document_text(path, text).type;
}

TEST(Documents, HeadingsComeFromProseAlone) {
    EXPECT_EQ(outline("a.md",
                      "---\ntitle: X\n# not one\n---\n# One\ntext\n```sh\n# not one\n```\n## Two ##\n~~~\n```\n# not "
                      "one\n~~~\n<!--\n# not one\n-->\n#hashtag\n    # indented code\n### C#\n"),
              "1 One @5; 2 Two @10; 3 C# @20; ");
    EXPECT_EQ(outline("a.md", "Title\n=====\n\nText\n\nPart\n----\n\na paragraph\nof two lines\n---\n\n- item\n---\n"),
              "1 Title @1; 2 Part @6; ");
    EXPECT_EQ(outline("a.md", "````\n```\n# inside\n```\n````\n# Out\n```\nnever closed\n# inside\n"), "1 Out @6; ");
    EXPECT_EQ(outline("a.md", "\xEF\xBB\xBF# With a mark\r\n## Windows\r\n"), "1 With a mark @1; 2 Windows @2; ");
    EXPECT_EQ(outline("a.rst",
                      "=====\nTitle\n=====\n\nPart\n----\n\nSub\n~~~~\n\n.. code-block:: sh\n\n   Not\n   ---\n\nNext\n"
                      "----\n"),
              "1 Title @2; 2 Part @5; 3 Sub @8; 2 Next @16; ");
}

TEST(Documents, TitlesAreTheFrontMattersTheHighestHeadingsOrTheFirstLine) {
    EXPECT_EQ(read_document_text("a.md", "---\ntitle: \"Given\"\n---\n# Other\n").title.view(), "Given");
    EXPECT_EQ(read_document_text("a.md", "## Second\n# First\n").title.view(), "First");
    EXPECT_EQ(read_document_text("a.txt", "\n\nplain words\nmore\n").title.view(), "plain words");
    EXPECT_EQ(read_document_text("docs/a.md", "").title.view(), "a.md");
}

TEST(Documents, AreToldByPlaceNameAndContent) {
    using enum DocumentType;
    EXPECT_EQ(type("README.md"), readme);
    EXPECT_EQ(type("packages/a/readme.rst"), readme);
    EXPECT_EQ(type("CHANGELOG.md"), changelog);
    EXPECT_EQ(type("AGENTS.md"), config);
    EXPECT_EQ(type(".cursor/rules/style.mdc"), config);
    EXPECT_EQ(type("docs/adr/0001-use-sqlite.md"), adr);
    EXPECT_EQ(type("docs/adr/0007-a-plan-is-offered.md"), adr);
    EXPECT_EQ(type("docs/why-a-plan-helps-you.md"), other);
    EXPECT_EQ(type("docs/prd.md"), prd);
    EXPECT_EQ(type("docs/checkout-prd.md"), prd);
    EXPECT_EQ(type("specs/001-login/spec.md"), spec);
    EXPECT_EQ(type("specs/001-login/plan.md"), plan);
    EXPECT_EQ(type("ROADMAP.md"), plan);
    EXPECT_EQ(type("docs/research/sqlite.md"), research);
    EXPECT_EQ(type("docs/a.md", "# Product Requirements Document\n"), prd);
    EXPECT_EQ(type("docs/b.md", "# Use SQLite\n## Status\nok\n## Context\nx\n## Decision\ny\n"), adr);
    EXPECT_EQ(type("docs/guide.md", "# How to begin\n"), other);
    EXPECT_EQ(type("docs/planet.md", "# Planets\n"), other) << "a word within a word is none";
}

TEST(Documents, PointToFilesInManyWays) {
    EXPECT_EQ(links("docs/a.md",
                    "[b](b.md) ![i](img/x.png \"t\") [c](<c d.md>) [e](e%20f.md#part) [net](https://x.org/a.md) "
                    "[here](#part) [p](a_(b).md)\n"),
              "link b.md; link img/x.png; link c d.md; link e f.md; link a_(b).md; ");
    EXPECT_EQ(links("a.md", "[x][ref]\n\n[ref]: ../other.md \"title\"\n[^1]: note.md\n"), "reference ../other.md; ");
    EXPECT_EQ(links("a.md", "See [[Design Notes|the notes]] and [[Plan#next]]; [[ -n \"$x\" ]] and [[$(rm)]].\n"),
              "wiki Design Notes; wiki Plan; ");
    EXPECT_EQ(links("a.md", "<a href=\"x.html\">x</a> and <img src=\"y.svg\"> <a :href=\"page.url\">\n"),
              "link x.html; link y.svg; ");
    EXPECT_EQ(links("a.md", "Look at `src/app/bus/bus.cc:12`, `./run.sh` and ``b/c.ts``; not `a[i](j)` [x](y.md).\n"),
              "link y.md; path src/app/bus/bus.cc; path run.sh; path b/c.ts; ");
    EXPECT_EQ(links("a.md", "```md\n[b](b.md)\n```\n<!-- [c](c.md) -->\n"), "");
    EXPECT_EQ(links("a.rst",
                    "`Guide <guide.rst>`_, :doc:`intro` and ``src/a.py``.\n\n.. include:: ../x.rst\n\n.. toctree::\n   "
                    ":maxdepth: 2\n\n   install\n   more/usage\n\n`x <x_>`_\n"),
              "reference guide.rst; reference intro; path src/a.py; reference ../x.rst; reference install; reference "
              "more/usage; ");
}

TEST(Documents, APieceOfCodeIsAPathOnlyWhenItReadsLikeOne) {
    for (const std::string_view path : {"src/a.ts", "a.json", "src/app", "app/[id]/page.tsx"}) {
        EXPECT_EQ(path_in_code(path), std::string(path));
    }
    for (const std::string_view other : {"npm run x", "a.b()", "1.2.3", "@scope/kit", "/etc/passwd", "x", "--flag",
                                         "src/**/*.ts", "https://x.org/a", "$HOME/x", "3/4", "<path>/a.md"}) {
        EXPECT_EQ(path_in_code(other), std::nullopt) << other;
    }
}

std::string versions(std::string_view text) {
    std::string all;
    for (const VersionClaim& each : read_document_text("README.md", text).versions) {
        all += fmt::format("{} {}; ", each.name.view(), each.range.view());
    }
    return all;
}

TEST(Documents, NameVersionsAsPeopleWriteThem) {
    EXPECT_EQ(versions("Built with React 18 and Next.js v14.2.\n"), "react 18; next.js 14.2; ");
    EXPECT_EQ(versions("- Node.js >=20\n- `zod@3`\n- Python 3.12+\n"), "node.js >=20; zod 3; python >=3.12; ");
    EXPECT_EQ(versions("Needs Go 1.22 or later.\n"), "go >=1.22; ");
    EXPECT_EQ(versions("We migrated from React 16 last year. See step 3 and express 3 ideas.\n"), "");
    EXPECT_EQ(versions("We express 3 ideas in 2024.\n"), "");
}

std::string scripts(std::string_view text) {
    std::string all;
    for (const ScriptClaim& each : read_document_text("README.md", text).scripts) {
        all += fmt::format("{} {}; ", name_of(each.runner), each.name.view());
    }
    return all;
}

TEST(Documents, NameScriptsAndTargets) {
    EXPECT_EQ(scripts("Use `npm run build` or `pnpm --filter web run dev`, then `npm test`.\n"),
              "npm build; npm dev; npm test; ");
    EXPECT_EQ(scripts("```sh\n$ CI=1 make lint test && yarn run e2e\n# make not\nmake -C other x\n```\n"),
              "make lint; make test; npm e2e; ");
    EXPECT_EQ(scripts("```ts\nnpm run inside\n```\n`npm install x` `yarn add y` `make` `bun run a.ts`\n"), "");
}

TEST(Documents, SayWhenTheyWereLastUpdated) {
    const auto at = [](std::string_view text) {
        const auto time = read_document_text("a.md", text).updated_at;
        return time ? to_iso(*time).substr(0, 10) : std::string();
    };
    EXPECT_EQ(at("# T\n\n*Last updated: 2024-03-05*\n"), "2024-03-05");
    EXPECT_EQ(at("---\nlast_updated: 2024-03-05T10:00:00Z\n---\n"), "2024-03-05");
    EXPECT_EQ(at("Last updated on March 5, 2024\n"), "2024-03-05");
    EXPECT_EQ(at("Last modified 5 March 2024.\n"), "2024-03-05");
    EXPECT_EQ(at("Something of 2024-03-05\n"), "");
    EXPECT_EQ(date_in("2024-13-45"), std::nullopt);
}

TEST(Documents, AreReadWithinBoundsWhateverTheyHold) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += fmt::format("# H{}\n[x](f{}.md) `npm run s{}` React 1{}\n", i, i, i, i);
    const DocumentReading reading = read_document_text("a.md", text);
    EXPECT_EQ(reading.sections.size(), 200U);
    EXPECT_EQ(reading.links.size(), 300U);
    EXPECT_GT(reading.left_out, 9000);
    EXPECT_LE(reading.versions.size(), 60U);
    for (const std::string_view broken : {"[", "[[", "[x](", "[x](<", "`", "``a`", "```", "<!--", "---\n", "[a]:", "](",
                                          "\xff\xfe\x00 # \x80", "=\n=", "\\", "href=\"", ".. _x", ":doc:`"}) {
        (void)read_document_text("a.md", broken);
        (void)read_document_text("a.rst", broken);
    }
    EXPECT_TRUE(is_valid_utf8(read_document_text("a.md", "# \xff\xfe title\n").title.view()));
}

TEST(Documents, PlainTextThatIsAListOrAManifestIsNone) {
    EXPECT_TRUE(is_readable_document("docs/a.txt"));
    EXPECT_TRUE(is_readable_document("a.MD"));
    EXPECT_FALSE(is_readable_document("CMakeLists.txt"));
    EXPECT_FALSE(is_readable_document("requirements-dev.txt"));
    EXPECT_FALSE(is_readable_document("public/robots.txt"));
    EXPECT_FALSE(is_readable_document("tests/lists/words.txt"));
    EXPECT_TRUE(is_readable_document("NOTES.txt"));
    EXPECT_FALSE(is_readable_document("a.ts"));
}

}  // namespace
}  // namespace hm
