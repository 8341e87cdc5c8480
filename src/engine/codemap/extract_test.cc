// What is read from a file, for each language: all that would be taken for something else by a search for words.
#include "engine/codemap/extract.h"

#include <gtest/gtest.h>

#include <string>

namespace hm {
namespace {

std::string symbols(std::string_view path, std::string_view source) {
    std::string text;
    for (const CodeSymbol& each : extract_code(source_kind(path).value(), source).symbols) {
        text += std::to_string(each.line) + " " + (each.is_exported ? "+" : "-") + std::string(name_of(each.kind)) +
                " " + (each.within.empty() ? "" : each.within + ".") + each.name + "\n";
    }
    return text;
}

std::string signatures(std::string_view path, std::string_view source) {
    std::string text;
    for (const CodeSymbol& each : extract_code(source_kind(path).value(), source).symbols)
        text += each.signature + "\n";
    return text;
}

std::string comments(std::string_view path, std::string_view source) {
    std::string text;
    for (const CodeComment& each : extract_code(source_kind(path).value(), source).comments) {
        text += std::to_string(each.line) + " " + std::string(name_of(each.kind)) + " [" + each.related + "] " +
                each.content + "\n";
    }
    return text;
}

std::string imports(std::string_view path, std::string_view source) {
    std::string text;
    for (const CodeImport& each : extract_code(source_kind(path).value(), source).imports) {
        text += std::to_string(each.line) + " " + each.given + "\n";
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
)js"),
        "1 todo [a] TODO: one goes on\n"
        "4 inline [a] and this is prose about the todo list Note that nothing is noted, and the TODO list is long. See "
        "`TODO: x`.\n"
        "6 fixme [a] FIXME(anna) two\n7 todo [] TODO(bob): three\n8 hack [] HACK four\n"
        "9 todo [] todo: five \"a.ts TODO: quoted\" Todo items are shown; TODOs and TODO_LIST too\n11 todo [] todo "
        "six\n"
        "12 note [] NOTE seven\n13 fixme [] XXX: eight\n");
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

TEST(CodeDeclarations, OfTypeScript) {
    const std::string_view source = R"ts(import x, { y } from './x';
import type { Z } from "pkg/z"
export * from './all'
const helper = require('./helper')
export async function run(a: string, b = { c: 1 }): Promise<{ d: number }> {
  const inner = 1
}
export default class Box<T> extends Base implements I {
  static count = 0
  private secret() {}
  #hidden() {}
  constructor(readonly a: string) { super() }
  get size(): number { return 1 }
  async *items<K>(k: K): AsyncGenerator<K> { yield k }
  handler = async (e: Event) => { this.x() }
}
export const add = (a: number, b: number): number => a + b
export const LIMIT = 5, other = 6
let local = function () {}
export interface Shape { area(): number; }
export type Pair<A> = { a: A; b: A }
export enum Colour { red, green }
declare module 'ext' { export function late(): void; }
namespace Deep.er { export const x = 1 }
function listed() {}
export { listed, local as renamed }
type = 3
foo(function named() {})
)ts";
    EXPECT_EQ(symbols("a.ts", source),
              "4 -constant helper\n5 +function run\n8 +class Box\n10 -method Box.secret\n11 -method Box.hidden\n"
              "12 +method Box.constructor\n13 +method Box.size\n14 +method Box.items\n15 +method Box.handler\n17 "
              "+function add\n"
              "18 +constant LIMIT\n18 +constant other\n19 +function local\n20 +interface Shape\n21 +type Pair\n22 "
              "+enum Colour\n"
              "23 +module ext\n23 +function ext.late\n24 -module Deep\n24 -constant Deep.x\n25 +function listed\n");
    EXPECT_EQ(imports("a.ts", source), "1 ./x\n2 pkg/z\n3 ./all\n4 ./helper\n");
    EXPECT_EQ(signatures("b.ts",
                         "export const add = async (a: number,\n  b: string): Promise<void> => { x() }\nfunction f(a "
                         "/* c */, b) {}\n"),
              "export const add = async (a: number, b: string): Promise<void>\nfunction f(a, b)\n");
}

TEST(CodeDeclarations, OfJavaScript) {
    EXPECT_EQ(symbols("a.js",
                      "function a() {}\nconst b = 1\nexports.c = function (x) {}\nmodule.exports = { a, d: b }\nasync "
                      "function e() {}\n"),
              "1 +function a\n2 -constant b\n3 +function c\n5 -function e\n");
    EXPECT_EQ(symbols("b.mjs", "class A { data() { return {} } static x = { y: 1 }\n get = 3\n}\nexport default A\n"),
              "1 +class A\n1 +method A.data\n");
    EXPECT_EQ(imports("a.js",
                      "import('./lazy');\nimport './side.css'\nx.require('no');\nrequire(`./${no}`)\nimport {\n a,\n "
                      "b\n} from '../up'\n"),
              "1 ./lazy\n2 ./side.css\n5 ../up\n");
}

TEST(CodeDeclarations, OfPython) {
    const std::string_view source = R"py(import os, a.b as c
from . import sib
from .mod import (one,
    two as zwei)
LIMIT = 3
_hidden: int = 4
class A(Base):
    x = 1
    def method(self, a: int = 1, *args, **kw) -> "str":
        def inner(): pass
        return f"{a:>3}"
    async def later(self): ...
@deco(a=1)
def run(a,
        b): return {
    'def': 1}
def _own(): pass
if x:
    def cond(): pass
)py";
    EXPECT_EQ(symbols("a.py", source),
              "5 +constant LIMIT\n6 -variable _hidden\n7 +class A\n9 +method A.method\n10 -function method.inner\n12 "
              "+method A.later\n"
              "14 +function run\n17 -function _own\n19 +function cond\n");
    EXPECT_EQ(imports("a.py", source), "1 os\n1 a.b\n2 . import sib\n3 .mod import one, two\n");
    EXPECT_EQ(symbols("b.py", "__all__ = ['b']\ndef a(): pass\ndef b(): pass\n"), "2 -function a\n3 +function b\n");
}

TEST(CodeDeclarations, OfGo) {
    const std::string_view source = R"go(package main
import (
	"fmt"
	m "example.com/mod/pkg"
)
type Store struct {
	Name string
}
type (
	ID int
	Reader interface { Read() }
)
const (
	First = iota
	second
)
var Global, other = 1, 2
func (s *Store) Get(id ID) (string, error) { return func() string { return "" }(), nil }
func New[T any](x T) *Store { return nil }
func helper() {}
)go";
    EXPECT_EQ(symbols("a.go", source),
              "6 +struct Store\n10 +type ID\n11 +interface Reader\n14 +constant First\n15 -constant second\n17 "
              "+variable Global\n17 -variable other\n"
              "18 +method Store.Get\n19 +function New\n20 -function helper\n");
    EXPECT_EQ(imports("a.go", source), "3 fmt\n4 example.com/mod/pkg\n");
    EXPECT_EQ(signatures("b.go", "func (s *Store) Get(id ID) (string, error) {\n}\n"),
              "func (s *Store) Get(id ID) (string, error)\n");
}

TEST(CodeDeclarations, OfRust) {
    const std::string_view source = R"rs(use crate::a::{b, c};
pub mod deep;
#[derive(Debug)]
pub struct Point { x: i32 }
pub(crate) enum Kind { A(i32), B { x: u8 } }
impl<T> Point<T> where T: Copy {
    pub fn new(x: i32) -> Self { Self { x } }
    fn hidden(&self) {}
}
impl fmt::Display for Point { fn fmt(&self) {} }
pub trait Area { fn area(&self) -> f64; }
pub const MAX: usize = 3;
pub async unsafe fn run<'a>(x: &'a str) -> Result<(), E> where E: X { Ok(()) }
macro_rules! my { () => {} }
mod tests { fn inner() {} }
)rs";
    EXPECT_EQ(symbols("a.rs", source),
              "2 +module deep\n4 +struct Point\n5 +enum Kind\n7 +method Point.new\n8 -method Point.hidden\n10 -method "
              "Point.fmt\n11 "
              "+trait Area\n"
              "11 -method Area.area\n12 +constant MAX\n13 +function run\n14 -macro my\n15 -module tests\n15 -function "
              "tests.inner\n");
    EXPECT_EQ(imports("a.rs", source), "1 crate::a::{b, c}\n2 mod deep\n");
}

TEST(CodeDeclarations, OfCpp) {
    const std::string_view header = R"h(#pragma once
#include <vector>
#include "a/b.h"  // why
#define HM_TRY(x) \
    do { } while (0)
namespace hm::deep {
template <class T, std::size_t N = sizeof(int)>
class Box final : public Base<T> {
public:
    explicit Box(int a) : a_(a), b_{1} {}
    ~Box();
    Result<std::vector<T>> get(const std::string& name = "x{") const;
    bool operator==(const Box&) const = default;
    static std::function<void(int)> callback();
private:
    void hidden();
    int a_ = 0;
};
struct Plain { int x; };
enum class Kind { a, b };
using Alias = std::map<int, int>;
typedef struct { int x; } Old;
inline constexpr int limit = 3;
int run(int a, char* b);
class Forward;
extern "C" { void c_call(void); }
}
)h";
    EXPECT_EQ(symbols("a.h", header),
              "4 +macro HM_TRY\n8 +class hm::deep.Box\n10 +method Box.Box\n11 +method Box.~Box\n12 +method Box.get\n"
              "13 +method Box.operator==\n14 +method Box.callback\n16 -method Box.hidden\n19 +struct hm::deep.Plain\n"
              "20 +enum hm::deep.Kind\n21 +type hm::deep.Alias\n22 +type hm::deep.Old\n23 +variable hm::deep.limit\n"
              "24 +function hm::deep.run\n26 +function hm::deep.c_call\n");
    EXPECT_EQ(symbols("b.h", "HM_ENUM(A, b)\nHM_ENUM(B, c)\nclass D { public: Q_OBJECT\n void f(); };\n"),
              "3 +class D\n4 +method D.f\n");
    EXPECT_EQ(imports("a.h", header), "2 <vector>\n3 \"a/b.h\"\n");
    EXPECT_EQ(
        symbols(
            "a.cc",
            "namespace {\nint own() { return 1; }\n}\nstatic int hidden() { if (a) { b(); } }\n"
            "int Box::get(int a) const { return a; }\n"
            "#ifdef X\nint f(int a) {\n#else\nint f() {\n#endif\n}\nTEST(A, B) { x(); }\nint last() { return 2; }\n"),
        "2 -function own\n4 -function hidden\n5 -method Box.get\n7 +function f\n9 +function f\n13 +function last\n");
    EXPECT_EQ(
        symbols("a.c",
                "struct point { int x; };\nstatic struct point *make(void) { return 0; }\nint table[] = { 1, 2 };\n"
                "unsigned long count(const char *s);\n"),
        "1 -struct point\n2 -function make\n3 -variable table\n4 +function count\n");
}

TEST(CodeDeclarations, OfJavaAndCSharp) {
    EXPECT_EQ(symbols("A.java", R"java(package a.b;
import java.util.List;
@Service("x")
public class A extends B<C> implements D {
    private static final int MAX = 3;
    public A(int x) { this.x = x; }
    @Override public List<String> names(Map<String, Integer> m) throws E { return null; }
    void own() {}
    public interface In { void call(); }
    public enum E { X { void f() {} }, Y }
}
record Point(int x, int y) {}
)java"),
              "4 +class A\n6 +method A.A\n7 +method A.names\n8 -method A.own\n9 +interface A.In\n9 +method In.call\n10 "
              "+enum A.E\n12 -class Point\n");
    EXPECT_EQ(imports("A.java", "import java.util.List;\nimport static a.B.*;\n"), "1 java.util.List\n2 a.B.*\n");
    EXPECT_EQ(symbols("A.cs", R"cs(using System.Text;
namespace App.Core
{
    [Serializable]
    public sealed class Box<T> : IBox where T : class
    {
        public int Size { get; set; }
        public async Task<int> Run(string a = "{") => 3;
        internal void Own() { }
    }
    public interface IBox { int Size { get; } }
}
)cs"),
              "5 +class App.Core.Box\n7 +variable Box.Size\n8 +method Box.Run\n9 -method Box.Own\n11 +interface "
              "App.Core.IBox\n11 +variable IBox.Size\n");
    EXPECT_EQ(imports("A.cs", "using System.Text;\nusing X = A.B;\nusing (var a = b) {}\nusing var c = d();\n"),
              "1 System.Text\n2 A.B\n");
}

TEST(CodeDeclarations, OfKotlinSwiftAndPhp) {
    EXPECT_EQ(symbols("a.kt", R"kt(package a
import a.b.C as D
data class Point(val x: Int) : Base() {
    fun sum(): Int = x + 1
    private fun own() {}
    companion object { const val MAX = 3 }
}
fun <T> List<T>.second(): T { return this[1] }
val top = 3
enum class Kind { A, B }
)kt"),
              "3 +class Point\n4 +method Point.sum\n5 -method Point.own\n6 +constant Point.MAX\n8 +function second\n9 "
              "+constant top\n10 +class Kind\n");
    EXPECT_EQ(symbols("a.swift", R"sw(import Foundation
public struct Point: Codable {
    let x: Int
    init(x: Int) { self.x = x }
    func sum(_ a: Int) -> Int { a + x }
}
extension Point { fileprivate func own() {} }
func top() {}
)sw"),
              "2 +struct Point\n3 +constant Point.x\n4 +method Point.init\n5 +method Point.sum\n7 -method Point.own\n8 "
              "+function top\n");
    EXPECT_EQ(symbols("a.php", R"php(<html><?php
namespace App\Core;
use App\Other;
abstract class Box extends Base {
    private $x = 1;
    public function get(string $a = "}"): ?array { return []; }
    private function own() {}
}
function top($a) {}
const MAX = 3;
)php"),
              "2 +module App\n4 +class Box\n6 +method Box.get\n7 -method Box.own\n9 +function top\n10 +constant MAX\n");
    EXPECT_EQ(imports("a.php", "<?php\nuse App\\Other;\nrequire_once __DIR__ . '/a.php';\n"),
              "2 App\\Other\n3 ./a.php\n");
}

TEST(CodeDeclarations, OfRubyAndShell) {
    EXPECT_EQ(symbols("a.rb", R"rb(require 'json'
require_relative 'lib/a'
module Deep
  class Box < Base
    def get(a, b = {}) = 1
    def self.make
      x.each do |y| y end
    end
    private
    def own?
    end
  end
end
def top; end
)rb"),
              "3 +module Deep\n4 +class Deep.Box\n5 +method Box.get\n6 +method Box.make\n10 -method Box.own?\n14 "
              "+function top\n");
    EXPECT_EQ(imports("a.rb", "require 'json'\nrequire_relative 'lib/a'\n"), "1 json\n2 ./lib/a\n");
    EXPECT_EQ(symbols("a.sh",
                      "run() {\n  inner() { :; }\n}\nfunction other {\n  echo hi\n}\nmake-it() ( cd x )\nif true; then "
                      "run; fi\n"),
              "1 +function run\n4 +function other\n7 +function make-it\n");
    EXPECT_EQ(imports("a.sh", "source setup/say.sh\n. ./b.sh\nsource \"$root/c.sh\"\n"),
              "1 setup/say.sh\n2 ./b.sh\n3 $root/c.sh\n");
}

TEST(CodeDeclarations, AreReadFromTextsThatNobodyWouldCompile) {
    for (const std::string_view path : {"a.ts", "a.tsx", "a.py", "a.go", "a.rs", "a.cc", "a.java", "a.cs", "a.kt",
                                        "a.swift", "a.php", "a.rb", "a.sh"}) {
        for (const std::string_view part :
             {"{",     "}",     "(",        ")",   "<",     "\"",     "'",       "`",       "/*",    "${",
              "<<A\n", "#if\n", "#else\n",  "fn ", "def ",  "class ", "export ", "<a>",     "@",     "=",
              "\\",    "<?php", "\xff\xfe", "R\"", "type ", "enum ",  "impl ",   "import ", "from ", "%w["}) {
            std::string many;
            for (int i = 0; i < 300; ++i) many += part;
            extract_code(source_kind(path).value(), many);
            extract_code(source_kind(path).value(), "class A { f() { " + many);
            extract_code(source_kind(path).value(), part);
        }
    }
}

}  // namespace
}  // namespace hm
