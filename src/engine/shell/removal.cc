// Programs that remove. Of what goes in heaps a place of the project is looked at before it is decided on; what nobody
// can look at is destruction.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

// Lists of packages that images drop to stay small.
bool is_package_list(const Word& path) {
    return path.text.starts_with("/var/lib/apt/lists") || path.text.starts_with("/var/cache/ap");
}

// What it holds is looked at: what is named as outputs are, and any other place inside the project of which it can be
// said where it is. A single file needs no look.
bool can_be_looked_at(const Word& path, const Judge& judge) {
    const bool is_named = is_build_output(path.text) || is_of_two_meanings(path.text) || is_single_file(path);
    return stays_inside(path) && (is_named || (!path.has_glob && judge.knows_place()));
}

// A bare * matches all that a folder holds; *.log does not.
bool matches_all(const Word& path) {
    if (!path.has_glob) return false;
    const std::size_t slash = path.text.rfind('/');
    const std::string_view name = std::string_view(path.text).substr(slash == std::string::npos ? 0 : slash + 1);
    return name == "*" || name == "**" || name == ".*" || name == "*.*" || name == "?*" || name == "[!.]*";
}

bool takes_everything(const Word& path) {
    if (!path.has_glob) return path.text == "." || path.text == "./" || path.text.empty();
    const std::size_t slash = path.text.rfind('/');
    return matches_all(path) &&
           !is_build_output(std::string_view(path.text).substr(0, slash == std::string::npos ? 0 : slash));
}

bool is_database_file(std::string_view path) {
    return path.ends_with(".db") || path.ends_with(".sqlite") || path.ends_with(".sqlite3");
}

std::string_view without_packed_ending(std::string_view path) {
    for (const std::string_view ending : {".gz", ".bz2", ".xz", ".lzma", ".Z", ".gpg", ".enc", ".age"}) {
        if (path.ends_with(ending)) path.remove_suffix(ending.size());
    }
    return path;
}

// Beside what builds surely leave it is one of theirs: rm -rf dist lib. What only packages' scripts call tidies up
// after builds, and a pattern over all packages too: packages/*/lib.
std::vector<Word> doubtful_among(std::span<const Word> targets, const Call& call, const Judge& judge) {
    const bool is_of_scripts = call.program() == "rimraf" || call.program() == "del-cli";
    const bool is_beside_others = std::any_of(targets.begin(), targets.end(), [](const Word& target) {
        return is_build_output(target.text) && !is_of_two_meanings(target.text);
    });
    std::vector<Word> doubtful;
    if (is_of_scripts) return doubtful;
    std::copy_if(targets.begin(), targets.end(), std::back_inserter(doubtful), [&](const Word& target) {
        const bool is_of_all = target.text.find("*/") != std::string::npos;
        const bool is_one_of_theirs = is_build_output(target.text) && (is_beside_others || is_of_all);
        return is_of_two_meanings(target.text) && !is_one_of_theirs && !is_scratch(target) && !judge.has_filled(target);
    });
    return doubtful;
}

void judge_rm(const Call& call, Judge& judge) {
    // Long options may be cut short: rm --rec.
    const bool is_cut_short = std::any_of(call.arguments().begin(), call.arguments().end(),
                                          [](const Word& w) { return w.text.starts_with("--r"); });
    const bool is_recursive = is_cut_short || call.has_flag('r', "recursive") || call.has_flag('R') ||
                              call.program() == "rimraf" || call.program() == "del" || call.program() == "del-cli" ||
                              call.program().starts_with("trash") || call.program() == "rip" ||
                              call.program() == "gomi";
    const std::vector<Word> targets = call.operands();
    const std::vector<Word> doubtful = is_recursive ? doubtful_among(targets, call, judge) : std::vector<Word>();
    if (call.has_flag(0, "no-preserve-root"))
        return judge.note(ShellClass::destructive, call, "asks to remove even the root");
    for (const Word& target : targets) {
        // rm -rf $(find . -name __pycache__)
        if (const auto found = found_outputs(target)) {
            for (const Word& place : *found) judge.removes(place, call);
            continue;
        }
        if (is_recursive && judge.holds_what_was_moved(target)) {
            return judge.note(ShellClass::destructive, call,
                              fmt::format("removes what the same text has moved to {}", target.text));
        }
        const bool is_packed = judge.has_packed(target) && is_kept_by_hand(without_packed_ending(target.text));
        if (is_packed || (call.command().is_substituted && is_kept_by_hand(target.text))) {
            return judge.note(
                ShellClass::destructive, call,
                fmt::format("removes {}, {}", target.text,
                            is_packed ? "which the same text has packed away" : "where only its output is wanted"));
        }
        const bool may_go = is_scratch(target) || is_package_list(target);
        if (is_recursive && !may_go && (!can_be_looked_at(target, judge) || takes_everything(target))) {
            return judge.note(ShellClass::destructive, call,
                              fmt::format("removes all of {}, which no build has made", target.text));
        }
        if (call.program() == "unlink" && is_kept_by_hand(target.text) && !is_scratch(target)) {
            return judge.note(ShellClass::destructive, call, fmt::format("removes {}", target.text));
        }
        const bool is_like_sources = target.has_glob && (is_source_file(target.text) || is_database_file(target.text));
        if (is_like_sources && !may_go && !can_be_looked_at(target, judge)) {
            return judge.note(ShellClass::destructive, call, fmt::format("removes all files like {}", target.text));
        }
        if (takes_everything(target) && !is_package_list(target)) {
            return judge.note(ShellClass::destructive, call,
                              fmt::format("removes everything that {} matches", target.text));
        }
        if (target.text.starts_with("/dev/")) return judge.note(ShellClass::destructive, call, "removes a device");
        if (is_package_list(target)) continue;
        // rm *.o: how many there are does not matter.
        if (is_sure_output_file(target.text)) {
            judge.writes(target, call);
        } else if (is_recursive || is_like_sources || matches_all(target)) {
            const bool is_doubtful = std::any_of(doubtful.begin(), doubtful.end(),
                                                 [&](const Word& place) { return place.text == target.text; });
            judge.removes(target, call, is_doubtful ? Doubt::may_be_source : Doubt::none);
        } else {
            judge.takes(target, {.kind = RemovalKind::file});
            judge.writes(target, call);
        }
    }
    // What xargs or the one who calls it will add is not known: GIT_EDITOR='rm -rf'.
    if (targets.empty() && (call.command().fed_by || is_recursive)) {
        return judge.note(ShellClass::destructive, call, "removes whatever it is given");
    }
    judge.note(ShellClass::write, call, "removes files");
}

}  // namespace

bool judge_removal(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 15> removers{"rm",    "unlink",    "rimraf", "del",         "del-cli",
                                                        "trash", "trash-put", "rd",     "Remove-Item", "ri",
                                                        "erase", "trash-cli", "zf_rm",  "rip",         "gomi"};
    if (!is_one_of(call.program(), removers)) return false;
    judge_rm(call, judge);
    return true;
}

}  // namespace hm::shell
