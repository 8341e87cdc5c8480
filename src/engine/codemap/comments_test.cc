// Comments, for each language: all that would be taken for one, or for a TODO, by a search for words.
#include "engine/codemap/extract.h"

#include <gtest/gtest.h>

#include <string>

namespace hm {
namespace {

std::string comments(std::string_view path, std::string_view source) {
    std::string text;
    for (const CodeComment& each : extract_code(source_kind(path).value(), source).comments) {
        text += std::to_string(each.line) + " " + std::string(name_of(each.kind)) + " [" + each.related + "] " +
                each.content + "\n";
    }
    return text;
}

TEST(CodeComments, AreNotTakenFromStringsTemplatesAndRegularExpressions) {
    EXPECT_EQ(comments("a.ts", R"js(const a = "// TODO: no";
const b = 'http://x/* TODO: no */';
const c = `line // TODO: no
${a /* yes */ + "}"} // TODO: no`;
const d = /\/\/ TODO: no [/"]/g.test(x) / 2; // yes too
if (x) /'/.test(y);
const e = a / b; // and here
)js"),
              "4 inline [c] yes\n5 inline [d] yes too\n7 inline [e] and here\n");
    EXPECT_EQ(comments("a.tsx", R"js(export const A = () => (
  <p title="it's // no">don't // TODO: no {/* yes */} <b>http://x.y</b></p>
); // end
function f<T,>(x: T) { return x < 3; } // generic
)js"),
              "2 inline [A] yes\n3 inline [A] end\n4 inline [f] generic\n");
    EXPECT_EQ(comments("a.py", "x = '# TODO: no'\ny = \"\"\"\n# TODO: no\n\"\"\"\nz = r'\\d'  # yes\n"),
              "5 inline [z] yes\n");
    EXPECT_EQ(
        comments("a.cc",
                 "auto s = R\"x(// TODO: no )\" \" )x\"; // yes\nint n = 1'000'000; // yes\nchar c = '\"'; // yes\n"),
        "1 inline [s] yes\n2 inline [n] yes\n3 inline [c] yes\n");
    EXPECT_EQ(
        comments("a.rs", "fn f<'a>(x: &'a str) { let c = '\"'; let r = r#\"// \"no\"#; } // yes\n/* a /* b */ c */\n"),
        "1 inline [f] yes\n2 inline [] a /* b */ c\n");
    EXPECT_EQ(comments("a.go", "var s = `\n// TODO: no\n` // yes\nvar r = '\"' // yes\n"),
              "3 inline [s] yes\n4 inline [r] yes\n");
    EXPECT_EQ(comments("a.sh", "cat <<'END' # yes\n# TODO: no\nEND\necho ${#a} $# a#b \"# no $(echo '# no')\" # yes\n"),
              "1 inline [] yes\n4 inline [] yes\n");
    EXPECT_EQ(
        comments("a.rb",
                 "x = <<~SQL # yes\n  # TODO: no\nSQL\ny = \"#{a} # no\"\nz = %w[# no] # yes\n=begin\nlong\n=end\n"),
        "1 inline [] yes\n5 inline [] yes\n6 doc [] long\n");
    EXPECT_EQ(comments("a.php", "<p>// no # no</p><?php\n#[Attribute]\n$a = <<<X\n// no\nX; // yes ?><b># no</b>\n"),
              "5 inline [] yes\n");
    EXPECT_EQ(comments("a.cs",
                       "var s = @\"c:\\\"; // yes\nvar t = @\"a\"\"// no\"; // yes\nvar u = $\"{x} // no\"; // yes\n"),
              "1 inline [s] yes\n2 inline [t] yes\n3 inline [u] yes\n");
    EXPECT_EQ(comments("a.java", "String s = \"\"\"\n  // no\n  \"\"\"; // yes\n"), "3 inline [s] yes\n");
    EXPECT_EQ(comments("a.swift", "let s = \"\\(f(\"// no\"))\" // yes\nlet r = #\"\"// no\"#\n"),
              "1 inline [s] yes\n");
    EXPECT_EQ(comments("a.kt", "val s = \"${f(\"// no\")}\" // yes\nval r = \"\"\"// no\"\"\"\n"),
              "1 inline [s] yes\n");
}

TEST(CodeComments, AreMarkedOnlyByMarkersAndNotByProse) {
    EXPECT_EQ(
        comments("a.ts", R"js(// TODO: one
// goes on
//
// and this is prose about the todo list
// Note that nothing is noted, and the TODO list is long. See `TODO: x`.
let a = 1; // FIXME(anna) two
// a TODO(bob): three
// HACK four
// todo: five
// "a.ts TODO: quoted" Todo items are shown; TODOs and TODO_LIST too
/** @todo six */
// NOTE seven
// XXX: eight
// TODO, nine
// TODO.md is a file
)js"),
        "1 todo [a] TODO: one goes on\n"
        "4 inline [a] and this is prose about the todo list Note that nothing is noted, and the TODO list is long. See "
        "`TODO: x`.\n"
        "6 fixme [a] FIXME(anna) two\n7 todo [] TODO(bob): three\n8 hack [] HACK four\n"
        "9 todo [] todo: five \"a.ts TODO: quoted\" Todo items are shown; TODOs and TODO_LIST too\n11 todo [] todo "
        "six\n"
        "12 note [] NOTE seven\n13 fixme [] XXX: eight\n14 todo [] TODO, nine TODO.md is a file\n");
}

TEST(CodeComments, BelongToWhatTheyStandBeforeOrIn) {
    EXPECT_EQ(comments("a.ts",
                       "/** Says hello. */\n@deco()\nexport function hello() {\n  // inside\n  return 1;\n}\n\n// "
                       "apart\n\nlet x = 1;\n"),
              "1 doc [hello] Says hello.\n4 inline [hello] inside\n8 inline [] apart\n");
    EXPECT_EQ(comments("a.py",
                       "\"\"\"The module.\"\"\"\nclass A:\n    '''A class.'''\n    def f(self):\n        \"\"\"Does "
                       "it.\n\n        More.\n        \"\"\"\n        # why\n        return 1\n"),
              "1 doc [] The module.\n3 doc [A] A class.\n5 doc [f] Does it. More.\n9 inline [f] why\n");
    EXPECT_EQ(comments("a.go", "// Run runs.\nfunc Run() {}\n"), "1 doc [Run] Run runs.\n");
}

}  // namespace
}  // namespace hm
