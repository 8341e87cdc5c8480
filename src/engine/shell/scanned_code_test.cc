#include "engine/shell/scanned_code.h"

#include <gtest/gtest.h>

namespace hm::shell {
namespace {

TEST(ScannedPython, ThatOnlyComputesAndPrintsIsTold) {
    for (const char* code : {"print(1)", "import json; print(json.load(open('a.json'))['b'])",
                             "import re\nprint(re.sub(r'\\bx\\(', 'y(', open('a').read()))",
                             "from app.dates import parse\nprint(parse('2024'))"}) {
        const auto scanned = scan_python(code);
        ASSERT_TRUE(scanned.has_value()) << code;
        EXPECT_TRUE(scanned->paths.empty()) << code;
    }
}

TEST(ScannedPython, NamesTheFilesThatItMayWrite) {
    const auto scanned = scan_python("from pathlib import Path\np = Path('src/a.py')\np.write_text(p.read_text() + x)");
    ASSERT_TRUE(scanned.has_value());
    EXPECT_TRUE(scanned->writes);
    EXPECT_EQ(scanned->paths, std::vector<std::string>{"src/a.py"});
}

TEST(ScannedPython, ThatMayDoMoreIsNotTold) {
    for (const char* code : {
             "import subprocess",
             "import os; os.remove('a')",
             "__import__('os').system('x')",
             "exec(open('a').read())",
             "open('a.py', 'w')",
             "open(name, 'w').write(text)",
             "from pathlib import Path; Path('a').write_text('')",
             "from pathlib import Path; Path('/etc/a').write_text(x)",
             "from pathlib import Path; Path('../a').write_text(x)",
             "from pathlib import Path; (Path('a') / name).write_text(x)",
             "from pathlib import Path; Path(name).write_text(x)",
             "from pathlib import Path; Path('a').replace('b')",
             "from pathlib import Path\nfor f in Path('src').rglob('*'): f.write_text('x')",
             "while True: pass",
             "open('.env', 'w').write(x)",
             "open('\\x2fetc/a', 'w').write(x)",
             "print('it does not end",
         }) {
        EXPECT_FALSE(scan_python(code).has_value()) << code;
    }
}

TEST(ScannedPerl, ThatReplacesTextIsTold) {
    for (const char* code : {"s/a/b/", "s/a/b/g; s{c}{d}gi;", "tr/a-z/A-Z/", "y/a/b/", "s/a/b/ if /c/", "s|/x|/y|g"}) {
        EXPECT_TRUE(only_replaces(code)) << code;
    }
}

TEST(ScannedPerl, ThatMayDoMoreIsNotTold) {
    for (const char* code : {"", "s/a/`rm b`/e", "s/a/b/ge", "s/a/@{[`id`]}/", "s/(?{ system('x') })/b/", "s/.*//",
                             "s/.+//s", "unlink 'a'", "s/a/b/; system('x')", "$_ = ''", "s/a/b", "s/a/b/ while 1"}) {
        EXPECT_FALSE(only_replaces(code)) << code;
    }
}

}  // namespace
}  // namespace hm::shell
