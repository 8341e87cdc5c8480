// Declarations and imports of each language.
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

std::string imports(std::string_view path, std::string_view source) {
    std::string text;
    for (const CodeImport& each : extract_code(source_kind(path).value(), source).imports) {
        text += std::to_string(each.line) + " " + each.given + "\n";
    }
    return text;
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
              "18 +constant LIMIT\n18 +constant other\n19 +function local\n20 +interface Shape\n20 +method "
              "Shape.area\n21 +type Pair\n22 "
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
    std::string header = R"h(#pragma once
#@include <vector>
#@include "a/b.h"  // why
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
    // As it stands there, a check of our own would take it for ours.
    std::erase(header, '@');
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
    EXPECT_EQ(
        symbols("a.php", R"php(<html><?php
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
        "2 +module App\\Core\n4 +class Box\n6 +method Box.get\n7 -method Box.own\n9 +function top\n10 +constant MAX\n");
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

// Each of these once hid what follows it, or the declaration itself.
TEST(CodeDeclarations, GoOnBehindWhatIsSeldom) {
    EXPECT_EQ(symbols("a.kt",
                      "expect class Platform() { val name: String }\nactual fun now(): Long = 1\nclass T {\n"
                      "    fun `adds two`() { }\n    val String.last: Char get() = this[0]\n}\n"
                      "val <T> List<T>.penult: T get() = this[0]\nfun interface Act { fun run() }\n"),
              "1 +class Platform\n1 +constant Platform.name\n2 +function now\n3 +class T\n4 +method T.adds two\n"
              "5 +constant T.last\n7 +constant penult\n8 +interface Act\n8 +method Act.run\n");
    EXPECT_EQ(symbols("a.rs",
                      "pub fn f<T>() where T: Clone, { }\n#[derive(Debug)]\npub struct S<T> where T: Copy, { a: T }\n"
                      "static COUNT: u32 = 0;\npub static mut NAME: &str = \"x\";\n"),
              "1 +function f\n3 +struct S\n4 -variable COUNT\n5 +variable NAME\n");
    EXPECT_EQ(symbols("a.cs",
                      "class A {\n  string s = @\"a \"\"q\"\" b\"\"\";\n  [Obsolete]\n#if X\n  public int F() => 1;\n"
                      "#endif\n  public int Total => 4;\n}\n"),
              "1 -class A\n5 -method A.F\n7 -variable A.Total\n");
    EXPECT_EQ(symbols("a.sh", "echo \\\"\na::b() { echo; }\nfunction c::d { echo; }\nlate() { :; }\n"),
              "2 +function a::b\n3 +function c::d\n4 +function late\n");
    EXPECT_EQ(symbols("E.java",
                      "public enum E {\n  A(\"a\") { int f() { return 1; } }, B(\"b\");\n  E(String s) { }\n"
                      "  public static E of(String s) { return A; }\n}\n"),
              "1 +enum E\n3 -method E.E\n4 +method E.of\n");
    EXPECT_EQ(
        symbols("a.js",
                "app.use = function use(fn) { function inner(a) { return a } };\nproto.handle = (req, res) => { };\n"
                "Foo.prototype.bar = function () {};\nconst { a, b: c } = require('x');\nconst { d, e: f } = g;\n"
                "function outer() {\n  function nested() {}\n}\n"),
        "1 -method app.use\n1 -function use.inner\n2 -method proto.handle\n3 -method Foo.bar\n5 -constant d\n"
        "5 -constant f\n6 -function outer\n7 -function outer.nested\n");
    EXPECT_EQ(
        symbols("a.ts",
                "export class R<P = {}> extends Base<P> { m(): void {} }\nlet x: Array<string>\n"
                "export function after(): void {}\ntype Fn = (a: number) => Promise<void>\n"
                "export interface I { a: string; run(x: number): void }\n"),
        "1 +class R\n1 +method R.m\n2 -variable x\n3 +function after\n4 -type Fn\n5 +interface I\n5 +method I.run\n");
    EXPECT_EQ(
        symbols("a.c",
                "typedef struct node { int v; } node_t;\ntypedef int (*callback)(int a, void *b);\n"
                "EXPORT_MACRO(int) f(int a) { return a; }\nstatic __attribute__((unused)) int h(void) { return 1; }\n"),
        "1 -struct node\n1 -type node_t\n2 -type callback\n3 +function f\n4 -function h\n");
    EXPECT_EQ(
        symbols("a.php",
                "<?php\nnamespace A\\B\\C;\nif (!function_exists('helper')) { function helper($a) { return 1; } }\n"),
        "2 +module A\\B\\C\n3 +function helper\n");
    EXPECT_EQ(symbols("a.rb",
                      "x = ?\"\nmodule M\n  LIMIT = 3\n  class A\n    def ==(o); end\n    def name=(v); end\n"
                      "    def [](i)\n    end\n    def ok?; end\n  end\nend\n"),
              "2 +module M\n3 +constant M.LIMIT\n4 +class M.A\n5 +method A.==\n6 +method A.name=\n7 +method A.[]\n"
              "9 +method A.ok?\n");
    EXPECT_EQ(symbols("a.go", "package a\ntype I interface {\n\tRun(x int) error\n\tClose()\n}\n"),
              "2 +interface I\n3 +method I.Run\n4 +method I.Close\n");
}

TEST(CodeDeclarations, KnowWhereTheyEnd) {
    const CodeFile code = extract_code(source_kind("a.py").value(), "def f():\n    a = 1\n    return a\n\nX = 1\n");
    ASSERT_EQ(code.symbols.size(), 2U);
    EXPECT_EQ(code.symbols[0].end_line, 3);
    EXPECT_EQ(code.symbols[1].end_line, 5);
}

}  // namespace
}  // namespace hm
