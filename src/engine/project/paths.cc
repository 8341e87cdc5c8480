#include "engine/project/paths.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "engine/shell/words.h"

namespace hm {
namespace {

HM_ENUM(PartKind, character, any_character, within_name, anything, folders)

struct Part {
    PartKind kind;
    char character = 0;
};

std::vector<Part> parts_of(std::string_view pattern) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern.substr(i).starts_with("**/")) {
            parts.push_back({PartKind::folders});
            i += 2;
        } else if (pattern.substr(i).starts_with("**")) {
            parts.push_back({PartKind::anything});
            ++i;
        } else if (pattern[i] == '*') {
            parts.push_back({PartKind::within_name});
        } else if (pattern[i] == '?') {
            parts.push_back({PartKind::any_character});
        } else {
            parts.push_back({PartKind::character, pattern[i]});
        }
    }
    return parts;
}

// All places in the pattern that the path read so far can have led to.
class Places {
public:
    explicit Places(const std::vector<Part>& parts) : parts_(parts), is_at_(parts.size() + 1, false) { reach(0); }

    bool is_at_end() const { return is_at_.back(); }

    void read(char c) {
        std::vector<bool> before(is_at_.size(), false);
        before.swap(is_at_);
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            if (before[i]) step(i, c);
        }
    }

private:
    void step(std::size_t i, char c) {
        switch (parts_[i].kind) {
            case PartKind::character:
                if (c == parts_[i].character) reach(i + 1);
                break;
            case PartKind::any_character:
                if (c != '/') reach(i + 1);
                break;
            case PartKind::within_name:
                if (c != '/') reach(i);
                break;
            case PartKind::anything: reach(i); break;
            case PartKind::folders:
                is_at_[i] = true;  // within a folder's name what follows cannot begin
                if (c == '/') reach(i + 1);
                break;
        }
    }

    void reach(std::size_t i) {
        for (; !is_at_[i]; ++i) {
            is_at_[i] = true;
            const bool may_be_nothing =
                i < parts_.size() && parts_[i].kind != PartKind::character && parts_[i].kind != PartKind::any_character;
            if (!may_be_nothing) return;
        }
    }

    const std::vector<Part>& parts_;
    std::vector<bool> is_at_;
};

bool matches_one(std::string_view pattern, std::string_view path) {
    const std::vector<Part> parts = parts_of(pattern);
    Places places(parts);
    for (const char c : path) {
        if (c == '/' && places.is_at_end()) return true;
        places.read(c);
    }
    return places.is_at_end();
}

}  // namespace

std::string comparable(std::string_view path, CaseRules rules) {
    std::string out(path);
    if (rules == CaseRules::sensitive) return out;
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool matches_path(std::string_view pattern, std::string_view path, CaseRules rules) {
    while (pattern.starts_with("./")) pattern.remove_prefix(2);
    while (pattern.size() > 1 && pattern.ends_with('/')) pattern.remove_suffix(1);
    if (pattern.empty()) return false;
    const std::string subject = comparable(path, rules);
    for (const std::string& choice : shell::spread_braces(comparable(pattern, rules))) {
        if (matches_one(choice, subject)) return true;
    }
    return pattern == "." && !path.starts_with('/');
}

namespace {

constexpr std::array<std::string_view, 14> planning_patterns{
    "**/PLAN.md",           "**/PLANS.md",       "**/PLANNING.md",       "**/ROADMAP.md",       "**/TODO.md",
    "**/TASKS.md",          "**/plans/**/*.md",  "plans/**/*.md",        "**/planning/**/*.md", "planning/**/*.md",
    "**/.planning/**/*.md", ".planning/**/*.md", "**/specs/**/tasks.md", "**/specs/**/plan.md"};

// A pattern with ** in front does not name a file at the root.
bool matches(std::string_view pattern, std::string_view path, CaseRules rules) {
    constexpr std::string_view anywhere = "**/";
    if (matches_path(pattern, path, rules)) return true;
    return pattern.starts_with(anywhere) && matches_path(pattern.substr(anywhere.size()), path, rules);
}

}  // namespace

bool is_planning_file(std::string_view path, CaseRules rules) {
    return is_document(path) && std::ranges::any_of(planning_patterns, [&](const std::string_view pattern) {
               return matches(pattern, path, rules);
           });
}

bool is_document(std::string_view path) {
    const std::string end =
        comparable(path.substr(path.size() - std::min<std::size_t>(path.size(), 9)), CaseRules::insensitive);
    return end.ends_with(".md") || end.ends_with(".markdown") || end.ends_with(".mdx");
}

}  // namespace hm
