#include "app/memory/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/redact.h"
#include "base/strings.h"
#include "store/queries/anchor.h"
#include "store/queries/watched.h"
#include "store/records/any_record.h"
#include "store/records/reading.h"

namespace hm {
namespace {

constexpr std::size_t most_evidence = 20;
constexpr std::size_t most_commits_learnt = 50;
// What nobody confirmed is less sure than what somebody wrote down as knowledge.
constexpr std::int64_t confidence_of_task = 80;
constexpr std::int64_t confidence_of_commit = 70;

template <class T>
T clipped(std::string_view text) {
    std::string plain = redact(repair_utf8(text));
    std::erase(plain, '\0');
    auto made = T::make(shorten(plain, T::max_characters));
    if (!made) made = T::make("-");  // nothing was left of it
    HM_ASSERT(made.has_value());
    return std::move(*made);
}

void add_evidence(Knowledge& knowledge, const std::string& text) {
    if (knowledge.evidence.size() < most_evidence && !text.empty()) {
        knowledge.evidence.push_back(clipped<Sentence>(text));
    }
}

Result<std::optional<Id>> keep(Knowledge knowledge, const CommandContext& context) {
    HM_TRY(context.begin(knowledge));
    HM_TRY(insert(context.transaction, knowledge));
    return knowledge.id;
}

// What shows that something was done and says nothing about the project: "3 tests, OK", "exit code 0", "done".
constexpr std::array<std::string_view, 98> words_of_proof{
    "a",         "after",        "all",       "and",      "are",      "assertions", "build",     "builds",   "built",
    "cargo",     "check",        "checked",   "checks",   "clean",    "code",       "collected", "compiled", "complete",
    "completed", "coverage",     "ctest",     "done",     "duration", "errors",     "error",     "examples", "exit",
    "exited",    "expectations", "fail",      "failed",   "failing",  "fails",      "failure",   "failures", "file",
    "files",     "finished",     "fine",      "for",      "full",     "go",         "gradle",    "green",    "has",
    "have",      "in",           "is",        "it",       "jest",     "lint",       "make",      "mocha",    "ms",
    "mvn",       "nextest",      "no",        "node",     "now",      "npm",        "of",        "ok",       "on",
    "pass",      "passed",       "passes",    "passing",  "pending",  "phpunit",    "pytest",    "python",   "ran",
    "result",    "results",      "rspec",     "run",      "running",  "runs",       "s",         "sec",      "seconds",
    "skipped",   "success",      "succeeded", "suite",    "suites",   "test",       "tests",     "the",      "this",
    "time",      "todo",         "total",     "unittest", "vitest",   "warnings",   "was",       "were"};
// Fewer words of its own than this tell nobody anything.
constexpr std::size_t fewest_words = 3;

bool is_proof(std::string_view word) {
    return std::find(words_of_proof.begin(), words_of_proof.end(), word) != words_of_proof.end();
}

// A path that ran and a number say no more than that something ran.
bool says_something(std::string_view word) {
    const bool has_letter = std::any_of(word.begin(), word.end(), is_letter);
    const bool is_place = word.find('/') != std::string_view::npos || word.find("::") != std::string_view::npos;
    const bool has_digit_first = !word.empty() && is_digit(word.front());
    return has_letter && !is_place && !has_digit_first && !is_proof(lower_case(word));
}

// Lines of a runner's own making.
bool is_output(std::string_view line) {
    constexpr std::array<std::string_view, 12> begins{"$ ",   "> ",  "PASS ", "FAIL ", "ok ", "--- ",
                                                      "=== ", "===", "+ ",    "✓",     "✔",   "test result"};
    return std::any_of(begins.begin(), begins.end(), [&](std::string_view each) { return line.starts_with(each); });
}

bool is_knowledge(std::string_view sentence) {
    constexpr std::string_view between = " \t,;:.!?()[]\"'`=|-";
    if (is_output(trimmed(sentence))) return false;
    std::size_t own = 0;
    std::size_t at = 0;
    while ((at = sentence.find_first_not_of(between, at)) != std::string_view::npos) {
        const std::size_t end = std::min(sentence.find_first_of(between, at), sentence.size());
        if (says_something(sentence.substr(at, end - at))) ++own;
        at = end;
    }
    return own >= fewest_words;
}

// The sentences of a text that are about the project; those that only show that work was done are evidence and stay
// with the task.
std::string knowledge_in(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        std::size_t end = text.find_first_of("\n.!?;");
        // A dot inside of a word, as in a file's name, ends nothing.
        while (end != std::string_view::npos && text[end] == '.' && end + 1 < text.size() && text[end + 1] != ' ' &&
               text[end + 1] != '\n') {
            end = text.find_first_of("\n.!?;", end + 1);
        }
        const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
        const std::string_view sentence = trimmed(text.substr(0, length));
        if (is_knowledge(sentence)) kept += (kept.empty() ? "" : " ") + std::string(sentence);
        text.remove_prefix(length);
    }
    return kept;
}

std::string told_by(const Task& task) {
    if (task.result.evidence) return knowledge_in(task.result.evidence->view());
    return task.expected_output ? knowledge_in(task.expected_output->view()) : std::string();
}

std::string alias_of(const Commit& commit) {
    return "commit:" + commit.hash;
}

// "fix: …" tells what to beware of, "docs: …" how things are done here.
KnowledgeType type_of_commit(std::string_view subject) {
    const std::string_view area = subject.substr(0, std::min(subject.find_first_of(":("), subject.size()));
    if (area == "fix" || area == "bug" || area == "hotfix") return KnowledgeType::gotcha;
    if (area == "docs" || area == "style") return KnowledgeType::convention;
    if (area == "build" || area == "ci" || area == "deps") return KnowledgeType::tech_stack;
    if (area == "refactor") return KnowledgeType::architecture;
    return KnowledgeType::codebase_fact;
}

// Records that the message names by their ids.
Result<std::vector<Id>> named_in(std::string_view message, const CommandContext& context) {
    constexpr std::size_t length = 36;
    std::vector<Id> named;
    for (std::size_t at = 0; at + length <= message.size() && named.size() < most_evidence; ++at) {
        if (message[at + 8 < message.size() ? at + 8 : at] != '-') continue;
        const auto id = Id::parse(message.substr(at, length));
        if (!id || std::find(named.begin(), named.end(), *id) != named.end()) continue;
        HM_TRY_ASSIGN(const AnyNoun* noun, noun_of(context.connection(), *id));
        if (noun != nullptr) named.push_back(*id);
    }
    return named;
}

Result<std::optional<Id>> learn_from_commit(const Commit& commit, const CommandContext& context) {
    HM_TRY_ASSIGN(const bool is_known, is_learnt(commit, context.connection()));
    if (is_known || commit.subject.empty() || commit.subject.starts_with("Merge ")) return std::nullopt;
    Knowledge knowledge;
    knowledge.type = type_of_commit(commit.subject);
    knowledge.title = clipped<Title>(commit.subject);
    knowledge.content = clipped<MemoryText>(commit.message.empty() ? commit.subject : commit.message);
    knowledge.source = KnowledgeSource::git_commit;
    knowledge.confidence = confidence_of_commit;
    add_evidence(knowledge, fmt::format("commit {} of {}", commit.hash.substr(0, 12), commit.at));
    for (const std::string& file : commit.files) add_evidence(knowledge, file);
    HM_TRY_ASSIGN(knowledge.related_to, named_in(commit.message, context));
    HM_TRY_ASSIGN(const auto kept, keep(std::move(knowledge), context));
    HM_TRY(save_alias(context.transaction, alias_of(commit), *kept));
    return kept;
}

}  // namespace

Result<std::optional<Id>> learn_from_task(const Task& task, const CommandContext& context) {
    HM_TRY(mark_anchors_of_task(context.transaction, task.id, context.now));
    const std::string content = told_by(task);
    if (content.empty()) return std::nullopt;
    HM_TRY_ASSIGN(const auto known, knowledge_from(context.connection(), task.id, KnowledgeSource::task_evidence));
    if (known) return std::nullopt;
    Knowledge knowledge;
    knowledge.type = KnowledgeType::codebase_fact;
    knowledge.title = clipped<Title>(task.name.view());
    knowledge.content = clipped<MemoryText>(content);
    knowledge.source = KnowledgeSource::task_evidence;
    knowledge.confidence = confidence_of_task;
    knowledge.related_to = {task.id};
    for (const FilePath& file : task.result.files_modified) add_evidence(knowledge, file.str());
    for (const auto& test : task.result.tests_run) add_evidence(knowledge, fmt::format("test {}", test.view()));
    return keep(std::move(knowledge), context);
}

Result<std::optional<Id>> learn_from_anchor(const Anchor& anchor, const std::optional<Anchor>& earlier,
                                            const CommandContext& context) {
    if (anchor.kind != AnchorKind::decision) return std::nullopt;
    Knowledge knowledge;
    knowledge.type = KnowledgeType::decision;
    knowledge.title = clipped<Title>(anchor.key.view());
    knowledge.content = clipped<MemoryText>(anchor.value.view());
    knowledge.source = KnowledgeSource::anchor;
    knowledge.related_to = {anchor.id};
    if (anchor.source.task_id) knowledge.related_to.push_back(*anchor.source.task_id);
    if (anchor.source.file) {
        add_evidence(knowledge, anchor.source.line
                                    ? fmt::format("{}:{}", anchor.source.file->view(), *anchor.source.line)
                                    : anchor.source.file->str());
    }
    if (earlier) {
        HM_TRY_ASSIGN(knowledge.supersedes, knowledge_from(context.connection(), earlier->id, KnowledgeSource::anchor));
    }
    return keep(std::move(knowledge), context);
}

Result<std::optional<Id>> learn_from_decision(const Decision& decision, KnowledgeType type,
                                              const CommandContext& context) {
    if (decision.status != DecisionStatus::resolved || !decision.choice) return std::nullopt;
    HM_TRY_ASSIGN(const auto known, knowledge_from(context.connection(), decision.id, KnowledgeSource::manual));
    if (known) return std::nullopt;
    Knowledge knowledge;
    knowledge.type = type;
    knowledge.title = clipped<Title>(decision.question.view());
    knowledge.content = clipped<MemoryText>(fmt::format("{}: {}", decision.question.view(), decision.choice->view()));
    knowledge.related_to = {decision.id};
    for (const Sentence& each : decision.evidence) add_evidence(knowledge, each.str());
    if (decision.supersedes) {
        HM_TRY_ASSIGN(knowledge.supersedes,
                      knowledge_from(context.connection(), *decision.supersedes, KnowledgeSource::manual));
    }
    return keep(std::move(knowledge), context);
}

Result<LearntCommits> learn_from_commits(const GitLog& log, const CommandContext& context) {
    LearntCommits learnt{{}, log.note};
    // The oldest first, so that entries stand in the order of what they tell of.
    for (auto commit = log.commits.rbegin(); commit != log.commits.rend(); ++commit) {
        HM_TRY_ASSIGN(const auto kept, learn_from_commit(*commit, context));
        if (kept) learnt.entries.push_back(*kept);
    }
    return learnt;
}

GitLog commits_to_learn(const std::filesystem::path& root, Deadline deadline) {
    return newest_commits(root, most_commits_learnt, deadline);
}

Result<bool> is_learnt(const Commit& commit, Connection& connection) {
    HM_TRY_ASSIGN(const auto known, ids_with_alias(connection, alias_of(commit)));
    return !known.empty();
}

Receipt learnt_receipt(const LearntCommits& learnt) {
    const std::size_t count = learnt.entries.size();
    Receipt receipt{fmt::format("Learnt from {} {}.", count, count == 1 ? "commit" : "commits"), std::nullopt};
    json::array entries;
    for (const Id& id : learnt.entries) entries.emplace_back(id.text());
    receipt.details["entries"] = std::move(entries);
    if (!learnt.note.empty()) receipt.details["note"] = learnt.note;
    return receipt;
}

}  // namespace hm
