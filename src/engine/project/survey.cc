#include "engine/project/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "engine/project/paths.h"

namespace hm {
namespace {

constexpr std::size_t most_of_each = 20;

// At the root, or in any folder where a client looks for them.
constexpr std::array<std::string_view, 9> rule_files{"AGENTS.md",       "AGENTS.override.md", "CLAUDE.md",
                                                     "CLAUDE.local.md", "GEMINI.md",          ".cursorrules",
                                                     ".windsurfrules",  ".clinerules",        "CONVENTIONS.md"};
constexpr std::array<std::string_view, 13> rule_folders{
    ".cursor/rules/",     ".windsurf/rules/", ".clinerules/",    ".github/instructions/", ".opencode/agent/",
    ".opencode/agents/",  ".claude/agents/",  ".claude/rules/",  ".codex/agents/",        ".gemini/agents/",
    ".opencode/command/", ".opencode/skill/", ".continue/rules/"};
constexpr std::string_view copilot_rules = ".github/copilot-instructions.md";

struct KnownBy {
    std::string_view front;  // a file, or a folder with its slash
    std::string_view name;
};

constexpr std::array<KnownBy, 14> frameworks{{{".specify/", "Spec Kit"},
                                              {"openspec/", "OpenSpec"},
                                              {".bmad-core/", "BMAD"},
                                              {"_bmad/", "BMAD"},
                                              {".bmad/", "BMAD"},
                                              {"bmad-core/", "BMAD"},
                                              {".gsd/", "Get Shit Done"},
                                              {".taskmaster/", "Task Master"},
                                              {".planning/", "Get Shit Done"},
                                              {".kiro/", "Kiro"},
                                              {".agent-os/", "Agent OS"},
                                              {".beads/", "Beads"},
                                              {".idumb/", "iDumb"},
                                              {"memory-bank/", "Memory Bank"}}};

constexpr std::array<KnownBy, 12> stacks{{{"package.json", "Node.js"},
                                          {"Cargo.toml", "Rust"},
                                          {"go.mod", "Go"},
                                          {"pyproject.toml", "Python"},
                                          {"requirements.txt", "Python"},
                                          {"CMakeLists.txt", "CMake"},
                                          {"Makefile", "make"},
                                          {"pom.xml", "Maven"},
                                          {"build.gradle", "Gradle"},
                                          {"Gemfile", "Ruby"},
                                          {"composer.json", "PHP"},
                                          {"mix.exs", "Elixir"}}};

// Whose rules a file holds; by its place, else by its name.
constexpr std::array<KnownBy, 17> rules_of{{{".cursor/", "Cursor"},
                                            {".cursorrules", "Cursor"},
                                            {".windsurf/", "Windsurf"},
                                            {".windsurfrules", "Windsurf"},
                                            {".clinerules", "Cline"},
                                            {".github/", "GitHub Copilot"},
                                            {".opencode/", "OpenCode"},
                                            {".claude/", "Claude Code"},
                                            {"CLAUDE.md", "Claude Code"},
                                            {"CLAUDE.local.md", "Claude Code"},
                                            {".codex/", "Codex"},
                                            {".gemini/", "Gemini CLI"},
                                            {"GEMINI.md", "Gemini CLI"},
                                            {".continue/", "Continue"},
                                            {"AGENTS.md", "AGENTS.md"},
                                            {"AGENTS.override.md", "AGENTS.md"},
                                            {"CONVENTIONS.md", "Aider"}}};

// Written by `hivemind init`; what an agent is told there is ours.
bool is_ours(std::string_view path) {
    return path.starts_with(".hivemind/") || path.find("/hivemind-") != std::string_view::npos ||
           path.find("/hivemind/") != std::string_view::npos || path == ".opencode/hivemind.js";
}

void keep(std::vector<std::string>& list, std::string text) {
    const bool is_new = std::ranges::find(list, text) == list.end();
    if (is_new && list.size() < most_of_each) list.push_back(std::move(text));
}

bool shows(const KnownBy& known, std::string_view path) {
    return known.front.ends_with('/') ? path.starts_with(known.front) : path == known.front;
}

std::string_view shown_as(const KnownBy& known) {
    return known.front.ends_with('/') ? known.front.substr(0, known.front.size() - 1) : known.front;
}

void keep_known(std::vector<std::string>& list, const KnownBy& known, std::string_view path) {
    if (shows(known, path)) keep(list, fmt::format("{} ({})", known.name, shown_as(known)));
}

void count(std::vector<Governance>& found, std::string_view name, std::string path, bool keeps_plans) {
    const auto at = std::ranges::find(found, name, &Governance::name);
    if (at != found.end()) {
        ++at->files;
    } else if (found.size() < most_of_each) {
        found.push_back({name, std::move(path), 1, keeps_plans});
    }
}

}  // namespace

ProjectSurvey survey_of(const std::vector<std::string>& paths) {
    ProjectSurvey survey;
    for (const std::string& path : paths) {
        if (is_ours(path)) continue;
        if (is_rule_file(path)) {
            keep(survey.rules, path);
        } else if (is_planning_file(path, CaseRules::sensitive)) {
            keep(survey.plans, path);
        }
        for (const KnownBy& known : frameworks) keep_known(survey.frameworks, known, path);
        for (const KnownBy& known : stacks) keep_known(survey.stack, known, path);
    }
    return survey;
}

bool is_rule_file(std::string_view path) {
    if (path == copilot_rules) return true;
    const auto begins = [&](std::string_view folder) { return path.starts_with(folder); };
    if (std::ranges::any_of(rule_folders, begins)) return true;
    return std::ranges::find(rule_files, file_name(path)) != rule_files.end();
}

std::vector<Governance> governance_of(const std::vector<std::string>& paths) {
    std::vector<Governance> found;
    for (const std::string& path : paths) {
        if (is_ours(path)) continue;
        for (const KnownBy& known : frameworks) {
            if (shows(known, path)) count(found, known.name, std::string(shown_as(known)), true);
        }
        if (!is_rule_file(path)) continue;
        const auto whose = std::ranges::find_if(rules_of, [&](const KnownBy& known) {
            return path.starts_with(known.front) || file_name(path) == known.front;
        });
        if (whose != rules_of.end()) count(found, whose->name, path, false);
    }
    return found;
}

PlanGlance glance_at_plan(std::string_view text) {
    PlanGlance glance;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (glance.title.empty() && line.starts_with('#')) {
            line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
            glance.title = shorten(repair_utf8(line), 200);
        }
        const bool is_item = line.starts_with("- [") || line.starts_with("* [");
        if (!is_item || line.size() < 5 || line[4] != ']') continue;
        ++glance.boxes;
        if (line[3] == 'x' || line[3] == 'X') ++glance.ticked;
    }
    return glance;
}

}  // namespace hm
