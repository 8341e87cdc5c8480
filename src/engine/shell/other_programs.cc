// Programs that are not known. They are taken for tools of the project, unless their own words say that they take
// something away or what they are given says so.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 32> removing_words{
    "delete",       "destroy",          "drop",       "purge",     "wipe",
    "erase",        "terminate",        "remove",     "rm",        "rmi",
    "prune",        "uninstall",        "unlink",     "nuke",      "revoke",
    "obliterate",   "undeploy",         "unregister", "unmerge",   "undefine",
    "decommission", "deregister",       "rb",         "unpublish", "force_reset",
    "forget",       "deletion",         "teardown",   "deleteall", "flush_all",
    "flushall",     "reset-recursively"};

// Their parts make a name say it too: delete-job, purge_queue, context:remove.
constexpr std::array<std::string_view, 9> removing_parts{"delete",    "destroy", "drop", "purge",   "wipe",
                                                         "terminate", "erase",   "nuke", "deletion"};

constexpr std::array<std::string_view, 12> removing_flags{
    "delete",        "delete-all",    "remove-all",         "destroy",   "purge", "wipe", "drop", "erase",
    "reset-offsets", "delete-config", "delete-destination", "unregister"};

// Tools that keep a list of what the project needs; taking a line from it can be taken back.
constexpr std::array<std::string_view, 23> keepers_of_lists{
    "husky",  "pre-commit", "bower",  "lefthook",  "ng",       "pod",   "nuxi",  "rush",
    "lerna",  "flutter",    "dart",   "rebar",     "luarocks", "vcpkg", "conan", "spack",
    "meteor", "sf",         "shadcn", "changeset", "nx",       "turbo", "meson"};

bool has_removing_part(std::string_view word) {
    std::size_t at = 0;
    while (at <= word.size()) {
        const std::size_t end = std::min(word.find_first_of("-_:", at), word.size());
        if (is_one_of(word.substr(at, end - at), removing_parts)) return true;
        at = end + 1;
    }
    return false;
}

}  // namespace

std::vector<Word> own_words(const Call& call) {
    const auto words = call.arguments();
    const auto end = std::find_if(words.begin(), words.end(), [](const Word& w) { return w.text == "--"; });
    const Call own(call.program(), words.subspan(0, static_cast<std::size_t>(end - words.begin())), call.command(),
                   call.script());
    std::vector<Word> operands = own.operands();
    const bool is_test = !operands.empty() && (operands.front().text == "test" || operands.front().text == "spec");
    if (is_test) operands.clear();
    return operands;
}

// ddrescue x /dev/sda, tool --out=/dev/nvme0n1
static bool names_a_device(const Call& call) {
    constexpr std::array<std::string_view, 9> devices{"/dev/sd",  "/dev/nvme", "/dev/hd",     "/dev/vd",    "/dev/disk",
                                                      "/dev/mem", "/dev/xvd",  "/dev/mapper", "/dev/mmcblk"};
    return std::any_of(call.arguments().begin(), call.arguments().end(), [&](const Word& word) {
        const std::string_view text = std::string_view(word.text).substr(word.text.find('=') + 1);
        return std::any_of(devices.begin(), devices.end(), [&](std::string_view d) { return text.starts_with(d); });
    });
}

bool is_only_tried(const Call& call) {
    constexpr std::string_view trying = "--dry-run --dryrun --dry-run=true --dry-run=client --dry-run=server";
    const auto words = call.arguments();
    return std::any_of(words.begin(), words.end(), [&](const Word& w) { return is_listed(w.text, trying); });
}

bool names_a_removal(const Call& call) {
    if (runs_tests(call.program()) || is_only_tried(call)) return false;
    constexpr std::size_t words_of_its_own = 5;
    const auto operands = own_words(call);
    for (std::size_t i = 0; i < std::min(operands.size(), words_of_its_own); ++i) {
        const std::string& word = operands[i].text;
        // A file, an address or a sentence is not the program's own word.
        if (word == "/delete") return true;
        // //tools:wipe_database
        if (word.starts_with("//") && has_removing_part(std::string_view(word).substr(word.rfind(':') + 1)))
            return true;
        if (word.find_first_of("/. =") != std::string::npos) continue;
        const bool takes_one = word.starts_with("remove-") || word.starts_with("remove_");
        if (takes_one || is_one_of(word, removing_words) || has_removing_part(word)) return true;
    }
    // hdfs dfs -rm -r: verbs that look as options do.
    const bool has_verb = std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
        return is_listed(w.text, "-rm -rmr -delete -destroy -purge -expunge -deleteduplicates -autonuke --autonuke");
    });
    // --delete-files, --uninstall-extension; --no-delete and --delete=false say the contrary.
    const bool says_it = std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
        const std::string_view name = std::string_view(w.text).substr(0, w.text.find('='));
        if (!name.starts_with("--") || name.starts_with("--no-") || name.find(':') != std::string_view::npos ||
            w.text.ends_with("=false"))
            return false;
        if (name.find("output") != std::string_view::npos || name.find("on-start") != std::string_view::npos)
            return false;
        return has_removing_part(name.substr(2)) || name.starts_with("--uninstall");
    });
    if (says_it) return true;
    return has_verb || std::any_of(removing_flags.begin(), removing_flags.end(),
                                   [&](std::string_view flag) { return call.has_flag(0, flag); });
}

// cmake -E rm -rf build
static bool judge_cmake_tool(const Call& call, Judge& judge) {
    if (const Word* script = call.program() == "cmake" ? call.value_of({"-P"}) : nullptr) {
        judge.runs_file(*script, call);
        return true;
    }
    const Word* tool = call.program() == "cmake" ? call.value_of({"-E"}) : nullptr;
    if (tool == nullptr) return false;
    const auto words = call.arguments();
    const auto at = std::find_if(words.begin(), words.end(), [&](const Word& w) { return &w == tool; });
    std::vector<Word> inner(at, words.end());
    const bool removes = tool->text == "rm" || tool->text == "remove" || tool->text == "remove_directory";
    if (!removes) return false;
    inner.front().text = "rm";
    if (tool->text == "remove_directory") inner.insert(inner.begin() + 1, Word{"-r"});
    judge.run_words(inner, call);
    return true;
}

// ant -f /tmp/evil.xml: what a build does stands in a file from elsewhere.
static const Word* foreign_recipes(const Call& call) {
    struct Builder {
        std::string_view program;
        std::initializer_list<std::string_view> options;
    };
    static const std::array<Builder, 8> builders{{{"make", {"-f", "--file", "--makefile"}},
                                                  {"gmake", {"-f", "--file", "--makefile"}},
                                                  {"ant", {"-f", "-file", "-buildfile"}},
                                                  {"gradle", {"-I", "--init-script", "-b", "--build-file"}},
                                                  {"task", {"-t", "--taskfile"}},
                                                  {"just", {"-f", "--justfile"}},
                                                  {"rake", {"-f", "--rakefile"}},
                                                  {"ninja", {"-f"}}}};
    for (const Builder& builder : builders) {
        if (builder.program != call.program()) continue;
        const Word* file = call.value_of(builder.options);
        const bool is_far = file != nullptr && (file->text.starts_with("/") || file->text.starts_with("~") ||
                                                file->text.starts_with("<("));
        return is_far ? file : nullptr;
    }
    return nullptr;
}

void judge_other_program(const Call& call, Judge& judge) {
    if (judge_cmake_tool(call, judge)) return;
    if (judge_held_commands(call, judge)) return;
    if (is_listed(call.program(), "hugo jekyll zola mkdocs mdbook eleventy")) {
        const Word* place = call.value_of({"-d", "--destination", "-o", "--output-dir", "--site-dir", "--dest-dir"});
        if (place != nullptr && !stays_inside(*place)) judge.writes(*place, call);
    }
    if (names_a_device(call)) return judge.note(ShellClass::destructive, call, "is given a device");
    const bool is_trashed = std::any_of(call.arguments().begin(), call.arguments().end(),
                                        [](const Word& w) { return w.text.starts_with("trash:"); });
    if (is_trashed) return judge.note(ShellClass::destructive, call, "throws files away");
    const bool is_make = call.program() == "make" || call.program() == "gmake";
    const Word* recipes = is_make ? call.value_of({"-f", "--file", "--makefile"}) : nullptr;
    if (recipes != nullptr && (recipes->text == "-" || recipes->text.starts_with("/dev/")))
        return judge.note(ShellClass::unknown, call, "runs the recipes that it is fed");
    if (const Word* foreign = foreign_recipes(call))
        return judge.note(ShellClass::unknown, call,
                          fmt::format("runs the recipes of {}, which is not of the project", foreign->text));
    constexpr std::array<std::string_view, 6> statements{"DROP", "DELETE", "TRUNCATE", "drop", "delete", "truncate"};
    // purge-queue, ldapdelete
    const bool says_it =
        (has_removing_part(call.program()) && call.program().find_first_of("-_") != std::string::npos) ||
        (call.program().size() > 7 && (call.program().ends_with("delete") || call.program().ends_with("destroy")));
    const bool is_statement = says_it || (is_one_of(call.program(), statements) && !call.arguments().empty());
    const bool takes_away = !is_make && !is_one_of(call.program(), keepers_of_lists) && names_a_removal(call);
    // openocd -c "flash erase_sector 0 0 last"
    const bool erases = is_listed(call.program(), "openocd pyocd JLinkExe") &&
                        std::any_of(call.arguments().begin(), call.arguments().end(),
                                    [](const Word& w) { return w.text.find("erase") != std::string::npos; });
    if (is_statement || takes_away || erases) {
        return judge.note(ShellClass::destructive, call, "says that it takes something away");
    }
    judge.note(ShellClass::build_test, call, "is a program that is not known; it is taken for a tool of the project");
}

}  // namespace hm::shell
